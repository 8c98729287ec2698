// The rounds that wait to be sent, as lines of the sheet; a tap on one says why it waits and what can be
// done. Figures stand there only where the server had said them.

import { icon } from "./icons.js";
import { first, fits, sameGame } from "./outbox_state.js";
import { dropped, formId, itemById, others, shelf } from "./outbox_store.js";
import { ask, element, isOpen } from "./panels.js";
import { correcting, round } from "./round_form.js";

let now = null; // the state as it was painted last

// Why it does not go by itself, or not yet.
function why(item, { shut, closed, form }, ahead) {
  const says = shelf().dataset;
  if (shut && item.refused) return says.shut;
  if (closed) return says.over;
  if (!sameGame(item, form)) return says.other;
  if (item.aside) return says.aside;
  if (item.refused) return says.refused;
  return ahead?.held && ahead.turn < item.turn ? says.after.replace("#", ahead.words) : says.sends;
}

const figure = ([sign, text]) => element("span", { className: "figure", data: { sign } }, text);

function line(item) {
  const cells = item.figures?.map(figure) ?? [element("span", { className: "words" }, item.words)];
  const { waits, refused } = shelf().dataset;
  const data = { waiting: item.id, state: item.refused ? "flagged" : "wait" };
  const sign = element("span", {}, icon("wait"));
  const tapped = element("button", { type: "button", className: "grid line", data }, sign, ...cells);
  tapped.setAttribute("aria-label", `${item.refused ? refused : waits}: ${item.words}`);
  return element("li", { data: { waits: "" } }, tapped);
}

const act = (type, id) => () => document.dispatchEvent(new CustomEvent("waiting", { detail: { type, id } }));

function question(id) {
  const item = itemById(id);
  if (!item) return null;
  const { take, drop } = shelf().dataset;
  const sending = now.sending === id; // it may be recorded already: neither changed nor dropped meanwhile
  const mayTake = round() && sameGame(item, now.form) && (item.held || fits(item, now.form));
  return {
    title: item.words,
    note: why(item, now, first(now)),
    rows: [],
    actions: [
      ...(mayTake ? [{ code: "take", label: take, act: act("take", id), disabled: sending }] : []),
      { code: "drop", label: drop, act: act("throwAway", id), disabled: sending },
    ],
  };
}

document.addEventListener("click", (event) => {
  const at = event.target.closest("[data-waiting]");
  if (at) ask("waiting", () => question(at.dataset.waiting));
});

function say(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

export function paintWaiting(state) {
  if (!shelf()) return;
  now = state;
  const items = others();
  const sheet = document.getElementById("sheet");
  for (const old of sheet.querySelectorAll("[data-waits]")) old.remove();
  sheet.prepend(...items.map(line).reverse());
  document.getElementById("empty")?.toggleAttribute("hidden", items.length > 0);
  const number = items.filter((item) => !item.aside).length;
  const { number: wait, stuck } = shelf().dataset;
  const ahead = first(now);
  const blocks = ahead?.refused && ahead.id !== formId(); // it goes only once somebody has looked at it
  say(document.getElementById("waiting"), number ? (blocks ? stuck : wait).replace("#", number) : "");
  document.querySelector(".small-line")?.toggleAttribute("data-waits", number > 0);
  const mine = itemById(formId());
  paintNumber(items.filter((item) => !item.aside && !(item.turn > mine?.turn)).length);
  paintDropped();
  if (isOpen("waiting")) document.dispatchEvent(new Event("painted"));
}

// The round in the form comes after those that wait, or stands among them.
function paintNumber(waiting) {
  document.getElementById("app").toggleAttribute("data-behind", waiting > 0);
  const button = document.getElementById("record");
  if (!button || correcting()) return;
  button.dataset.own ??= button.textContent.trim();
  const number = String(Number(button.dataset.own.match(/\d+$/)) + waiting);
  say(button, button.dataset.own.replace(/\d+$/, number));
  say(document.querySelector("#draft > span"), number);
}

function paintDropped() {
  const strip = document.getElementById("strip");
  const shown = strip?.querySelector("[data-bring-back]");
  if (!dropped() === !shown || !strip) return;
  if (shown) {
    strip.replaceChildren();
    return;
  }
  const says = shelf().dataset;
  const words = element("div", { className: "words" }, dropped().same ? says.same : says.dropped);
  const back = { type: "button", className: "act", data: { bringBack: "" } };
  strip.replaceChildren(words, element("button", back, says.undo));
}
