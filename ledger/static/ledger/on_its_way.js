// From the tap that records a round until its answer the sheet and the heads show what it will bring, as
// the server had said before the tap, and show that it is not saved yet: slanted over dots, no number but an
// hourglass. The answer brings what is on the books, or all is as it was. What lies over the sheet is not seen
// meanwhile, unless it is opened then. The looks stand here, for the first visit to a page needs none of this.

import { icon } from "./icons.js";
import { amountOf, count, narrow, write } from "./moment.js";

const UNSAVED = { fontStyle: "italic", textDecoration: "underline dotted" };
const SAVED = { fontStyle: "", textDecoration: "", fontSize: "" };
const LONG = 8; // more letters than these, and the figures of a line are smaller

const SUMS = "#strip [data-ready]:not([data-past])"; // of this very round (strip.js)

const sheet = document.getElementById("sheet");

const setPanel = (visibility) => Object.assign(document.getElementById("panel").style, { visibility });

function show(round) {
  const draft = document.getElementById("draft");
  const figures = [...draft.querySelectorAll(".figure")];
  sheet.prepend(line(figures));
  document.getElementById("empty")?.setAttribute("hidden", "");
  const balances = [...round.querySelectorAll(".balance")];
  for (const [at, balance] of balances.entries()) foretell(balance, amountOf(figures[at].textContent));
  for (const figure of figures) {
    figure.textContent = "·";
    figure.dataset.sign = "zero";
  }
  round.setAttribute("aria-busy", "true");
  setPanel("hidden");
}

function line(figures) {
  const item = document.createElement("li");
  const cells = document.createElement("div");
  const number = document.createElement("span");
  number.append(icon("wait"));
  cells.append(number, ...figures.map((figure) => figure.cloneNode(true)));
  const long = figures.some((figure) => figure.textContent.length > LONG);
  cells.className = `grid line${long ? " long" : ""}`;
  cells.dataset.state = "wait";
  Object.assign(cells.style, UNSAVED);
  item.dataset.onItsWay = "";
  item.append(cells);
  return item;
}

function foretell(balance, change) {
  if (!change) return;
  balance.dataset.saved = balance.textContent;
  Object.assign(balance.style, UNSAVED);
  write(balance, amountOf(balance.textContent) + change);
  narrow(balance, balance.clientWidth);
  count(balance);
}

function takeBack() {
  for (const balance of document.querySelectorAll("[data-saved]")) {
    write(balance, amountOf(balance.dataset.saved));
    delete balance.dataset.saved;
    Object.assign(balance.style, SAVED);
    count(balance);
  }
  document.getElementById("round")?.removeAttribute("aria-busy");
  setPanel("");
}

const removeLine = () => document.querySelector("[data-on-its-way]")?.remove();

// Only a round whose sums stand there is shown so; a correction shows its balances as they will be anyway.
document.addEventListener("htmx:before:request", (event) => {
  const round = event.detail.ctx.sourceElement;
  const says = round.id === "round" && !round.hasAttribute("data-correcting");
  if (says && !event.defaultPrevented && document.querySelector(SUMS)) show(round);
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("a[data-round], [data-open], [data-open-round], [data-waiting]")) return;
  setPanel("");
  document.getElementById("panel").classList.remove("busy"); // what is opened there is none of this round
});
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "round") removeLine();
});
// A page that is left for what it has recorded shows it until then.
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "round" || ctx.hx?.redirect) return;
  removeLine();
  takeBack();
});
