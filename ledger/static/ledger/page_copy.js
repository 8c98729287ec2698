// What this page needs later comes once it is complete, and gets a copy that no other script has changed,
// to be kept on the phone (page_cache.js).
import { newId } from "./new_id.js";

const root = document.documentElement;
const page = root.cloneNode(true);
const from = document.querySelector("script[data-script], #as-of[data-script]"); // none in an answer to a form

// The round of a kept page was perhaps recorded long ago: what is told now is another one.
const submission = root.dataset.kept && document.querySelector("#round-state [name=submission]");
if (submission) submission.value = newId();

const come = () => import(from.dataset.script).then((later) => later.start(page)).catch(() => {});

if (from && document.readyState === "complete") come();
else if (from) addEventListener("load", come);
