// What the page of a table needs once it is complete.
import { start as keepPage } from "./page_cache.js";
import "./screen_awake.js";
import "./answering_heads.js";
import "./bench.js";
import "./leave.js";
import "./microphone.js";
import "./moment.js";
import "./on_its_way.js";
import "./undone.js";
import "./witness.js";

export const start = keepPage;
