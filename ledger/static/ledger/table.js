// The page of a table. The page cache comes first: it copies the page as the server sent it.
import "./page_cache.js";
import "./round_form.js";
import "./outbox.js";
import "./screen_awake.js";
import "./live_page.js";
