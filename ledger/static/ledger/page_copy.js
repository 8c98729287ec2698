// What keeps this page on the phone (page_cache.js) comes once the page is complete, and gets a copy that
// no other script has changed.
import { newId } from "./new_id.js";

const root = document.documentElement;
const page = root.cloneNode(true);
const notice = document.getElementById("as-of");

// The round of a kept page was perhaps recorded long ago: what is told now is another one.
const submission = root.dataset.kept && document.querySelector("#round-state [name=submission]");
if (submission) submission.value = newId();

const come = () => import(notice.dataset.script).then((cache) => cache.start(page)).catch(() => {});

if (notice && navigator.serviceWorker) {
  if (document.readyState === "complete") come();
  else addEventListener("load", come);
}
