// The sheet: the newest line lies at the thumb. Who has scrolled up to read stays where he is when a newer
// line comes: no browser of WebKit anchors the scroll of a reversed column by itself.

import { show } from "./panels.js";

const sheet = document.getElementById("sheet");
let height = sheet.scrollHeight;

function stay(changes) {
  const grown = sheet.scrollHeight - height;
  height = sheet.scrollHeight;
  const newer = changes.some((change) => change.addedNodes.length && !change.previousSibling);
  if (sheet.scrollTop < 0 && newer) sheet.scrollTop -= grown;
}

new MutationObserver(stay).observe(sheet, { childList: true });

// A line tapped opens its round as a panel.
function openRound(address, more = {}) {
  show("round");
  htmx.ajax("GET", address, { target: "#panel", swap: "innerHTML", ...more });
}

// Who only reads calls a round wrong on the round itself.
document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-choose-round]");
  if (!asked) return;
  event.preventDefault();
  document.querySelector("#strip .words").textContent = asked.dataset.chooseRound;
  sheet.focus();
});

document.addEventListener("click", (event) => {
  const line = event.target.closest("a.line[data-round], a[data-open-round]");
  if (!line || event.ctrlKey || event.metaKey || !line.getAttribute("href")) return;
  event.preventDefault();
  openRound(line.getAttribute("href"));
});

const typed = () => document.querySelector("#panel [name=word]")?.value;

// What the page is told anew may be the round that lies open: it is asked for again, unless words are
// typed there.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const shown = document.querySelector("#panel [data-address]");
  if (ctx.sourceElement.id === "now" && shown && !typed()) openRound(shown.dataset.address, { source: "#panel" });
});
// They may have been begun while the answer was on its way.
document.addEventListener("htmx:before:swap", (event) => {
  if (event.detail.ctx.sourceElement.id === "panel" && typed()) event.preventDefault();
});
