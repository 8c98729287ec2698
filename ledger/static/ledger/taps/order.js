// Places: the cards are tapped in the order in which the players went out.

import "../table.js";
import "../card_picker.js";
import {
  changeLost,
  game,
  holdable,
  isLost,
  mark,
  nextPlace,
  placed,
  placeOf,
  players,
  round,
  show,
  tapOrder,
} from "../round_form.js";

function paintOrder(board) {
  const labels = board.dataset.labels.split("|");
  const order = placed();
  const left = players().filter((card) => !placeOf(card) && !isLost(card));
  const implied = order.length && left.length === 1 ? left[0] : null;
  const lastPlaces = order.length + (implied ? 1 : 0) === players().length;
  const last = lastPlaces ? implied || order[order.length - 1] : null;
  for (const card of players()) {
    const place = placeOf(card) || (card === implied ? nextPlace(order) : 0);
    mark(
      card,
      isLost(card) ? "lost" : placeOf(card) ? "place" : place ? "implied" : "",
      isLost(card) ? "" : labels[place - 1] || "",
    );
    card.querySelector(".cong").toggleAttribute("data-shown", order.length > 0 && order[0] !== card);
    card.querySelector(".tap").setAttribute("aria-pressed", String(Boolean(place)));
    holdable(card, card === last || isLost(card));
  }
  const den = round().querySelector("[data-den]");
  const cong = players().filter(isLost);
  if (!den) return;
  show(den, cong.length > 0 && cong.length === players().length - 1);
  for (const choice of den.querySelectorAll("[data-seat]")) {
    choice.hidden = !cong.some((card) => card.dataset.seat === choice.dataset.seat);
  }
}

Object.assign(game, { tap: tapOrder, paint: paintOrder, change: changeLost });
