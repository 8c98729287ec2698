// The rounds that wait, as a list on the page, and on the record button how many they are.

import { first, fits, sameGame } from "./outbox_state.js";
import { dropped, others, shelf } from "./outbox_store.js";
import { correcting, round } from "./round_form.js";
import { replaced } from "./witness.js";

// Why it does not go by itself, or not yet.
function why(item, { shut, form }, ahead) {
  const { shut: moved, other, aside, refused, after } = shelf().dataset;
  if (shut && item.refused) return moved;
  if (!sameGame(item, form)) return other;
  if (item.aside) return aside;
  if (item.refused) return refused;
  return ahead?.held && ahead.turn < item.turn ? after.replace("#", ahead.words) : "";
}

function line(item, state, ahead) {
  const li = shelf().querySelector("template").content.firstElementChild.cloneNode(true);
  li.dataset.id = item.id;
  li.querySelector("b").textContent = item.words;
  li.querySelector(".hint").textContent = why(item, state, ahead);
  li.querySelector("[data-take]").hidden =
    !round() || !sameGame(item, state.form) || (!item.held && !fits(item, state.form));
  for (const button of li.querySelectorAll("button"))
    button.setAttribute("aria-label", `${button.textContent.trim()}: ${item.words}`);
  holdWhileSent(li, state);
  return li;
}

// What is on its way may be recorded already: it is neither changed nor dropped meanwhile.
function holdWhileSent(li, { sending }) {
  for (const button of li.querySelectorAll("button")) button.disabled = li.dataset.id === sending;
}

export function holdSent(state) {
  for (const li of shelf().querySelectorAll("ol > li")) holdWhileSent(li, state);
}

function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

export function paintWaiting(state) {
  if (!shelf()) return;
  const items = others();
  const ahead = first(state);
  const number = items.filter((item) => !item.aside).length;
  const { one, many } = shelf().dataset;
  const text = number > 1 ? many.replace("#", number) : number ? one : "";
  shelf().hidden = !items.length && !dropped();
  say(shelf().querySelector("h2"), text);
  shelf().querySelector("p.hint").hidden =
    state.shut || state.closed || replaced() || !items.some((item) => !item.aside && sameGame(item, state.form));
  shelf().querySelector(".closed").hidden = !items.length || !state.closed;
  shelf()
    .querySelector("ol")
    .replaceChildren(...items.map((item) => line(item, state, ahead)));
  shelf().querySelector(".notice").hidden = !dropped();
  say(document.getElementById("waiting"), text);
  paintButton(text);
}

// Which number the next round gets nobody knows while others wait.
function paintButton(text) {
  const button = document.getElementById("record");
  if (!button || correcting()) return;
  button.dataset.own ??= button.textContent.trim();
  const behind = document.createElement("small");
  behind.textContent = text;
  button.replaceChildren(...(text ? [shelf().dataset.behind, " ", behind] : [button.dataset.own]));
}
