// Cards left: the winner is tapped, then a number for each of the others.

import "../table.js";
import "../card_picker.js";
import { field, game, holdable, mark, players, round } from "../round_form.js";

const leftField = (card) => field(`left-${card.dataset.seat}`);
const winner = () => players().find((card) => card.querySelector("[name=winner]").checked);
const asked = () => players().filter((card) => card !== winner() && !leftField(card).value);
let chosen = null;

function tapWinner(card) {
  if (!winner()) card.querySelector("[name=winner]").checked = true;
  else if (winner() === card) card.querySelector("[name=winner]").checked = false;
  else chosen = card.dataset.seat;
}

function tapLeft(number) {
  const card = asking();
  leftField(card).value = number;
  chosen = null;
}

function asking() {
  if (!winner()) return null;
  return players().find((card) => card.dataset.seat === chosen && card !== winner()) || asked()[0] || null;
}

function paintWinner(board) {
  const won = winner();
  const current = asking();
  for (const card of players()) {
    const left = leftField(card);
    left.disabled = card === won;
    const told =
      card === won
        ? board.dataset.won
        : left.value === "13"
          ? board.dataset.cong
          : left.value && `${left.value} ${board.dataset.left}`;
    mark(card, card === won ? "place" : left.value === "13" ? "lost" : left.value ? "implied" : "", told || "");
    card.toggleAttribute("data-turn", card === current);
    card.querySelector(".tap").setAttribute("aria-pressed", String(Boolean(told)));
    holdable(card, Boolean(won) && card !== won, card === current);
  }
  const pad = round().querySelector("[data-pad]");
  pad.hidden = !current;
  if (current) {
    pad.querySelector("[data-pad-name]").textContent = current.dataset.name;
    round().querySelector(`[data-held="${current.dataset.seat}"]`).after(pad);
    for (const button of pad.querySelectorAll("[data-left]")) {
      button.setAttribute("aria-pressed", String(leftField(current).value === button.dataset.left));
    }
  }
}

function click(at) {
  if (!at("[data-left]")) return false;
  tapLeft(at("[data-left]").dataset.left);
  return true;
}

Object.assign(game, {
  tap: tapWinner,
  paint: paintWinner,
  click,
  forget: () => {
    chosen = null;
  },
});
