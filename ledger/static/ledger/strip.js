// The strip: what does not fit into its two lines opens as a panel, and the record button says whether
// the round is whole.

import { show } from "./panels.js";
import { correcting, isWhole, round } from "./round_form.js";

const strip = () => document.getElementById("strip");
const words = () => strip()?.querySelector(".words");

// Of more payments than two lines hold the others are not cut but left to the panel.
function hideRest() {
  const bottom = Math.min(...[words(), strip()].map((each) => each.getBoundingClientRect().bottom)) + 1;
  for (const part of words().children) part.classList.toggle("rest", part.getBoundingClientRect().bottom > bottom);
  return words().scrollHeight > words().clientHeight + 1;
}

function fit() {
  const more = strip()?.querySelector("[data-open=whole]");
  if (!more) return;
  more.hidden = !more.hasAttribute("data-stays");
  if (!hideRest() || !more.hidden) return;
  more.hidden = false;
  hideRest();
}

const isReady = () => Boolean(words()?.hasAttribute("data-ready")) || (saysDone() && isWhole());

// Grey while something is missing; a tap says what.
export function paintRecord(ready = isReady()) {
  const button = document.getElementById("record");
  if (!button) return;
  if (ready) delete button.dataset.kind;
  else button.dataset.kind = "wait";
}

// The line over the heads, while nobody knows what the round pays.
export function emptySums() {
  for (const figure of document.querySelectorAll("#draft .figure")) {
    figure.textContent = "·";
    figure.dataset.sign = "zero";
  }
}

// What was done is read in its own words.
function openWhole() {
  const whole = words().dataset.title ? words() : document.getElementById("whole");
  const lines = whole.cloneNode(true);
  lines.removeAttribute("id");
  lines.hidden = false;
  show("whole", lines, whole.dataset.title);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-open=whole]")) openWhole();
});

// "Đã ghi ván 12" and its "Hoàn tác" stay until the first tap of the next round. As the page opened that
// tap may have been before.
const says = (what) => Boolean(strip()?.querySelector(`[data-kind=done]${what}, [data-kind=waits]`));
export const saysDone = () => says(":not([data-past])");

document.addEventListener("change", (event) => {
  if (!event.target.closest?.("#round")) return;
  if (says("")) strip().replaceChildren();
  words()?.setAttribute("data-past", "");
});

// What the server said that this very round pays.
export const hasSums = () => Boolean(strip()?.querySelector("[data-ready]:not([data-past])"));

// Sums that a tap before it still wanted to ask for are of the round that is recorded by now.
document.addEventListener("htmx:before:request", (event) => {
  if (event.detail.ctx.sourceElement.id === "strip" && saysDone()) event.preventDefault();
});

// A line of a round that was corrected, restored or voided; a flag leaves it the same.
const addressIn = (part) => part.querySelector("a:not([data-state=void])")?.getAttribute("href");
const isOther = ({ target, fragment }) =>
  target?.id?.startsWith("line-") && (!addressIn(fragment) || addressIn(fragment) !== addressIn(target));

// News of others do not take it away, but for what was done to a round, or that all hands are in.
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  const stays = ctx.sourceElement.id === "now" && strip()?.querySelector("[data-kind=done]:not([data-past]) ~ .act");
  const news = stays && tasks.find(({ target }) => target?.id === "strip");
  const says = (what) => news.fragment.querySelector(what);
  if (!news || says("[formaction$='all-in/']") || (says("[data-kind=done]") && tasks.some(isOther))) return;
  tasks.splice(tasks.indexOf(news), 1);
});

document.addEventListener("htmx:after:swap", () => {
  if (!round() || !strip()) return;
  fit();
  if (!correcting() || words()) paintRecord();
});
document.addEventListener("emptied", () => {
  emptySums();
  paintRecord(false);
});
addEventListener("resize", fit);
fit();
paintRecord();
