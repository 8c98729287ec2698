// Rank: the cards are tapped from the first to the last, or the points of each are typed.

import "../table.js";
import "../card_picker.js";
import {
  changed,
  changeLost,
  field,
  game,
  isLost,
  mark,
  nextPlace,
  placed,
  placeOf,
  players,
  round,
  tapOrder,
} from "../round_form.js";

const pointsField = (card) => field(`points-${card.dataset.seat}`);
const ordinary = (card) => Number(field(`an-${card.dataset.seat}`).value);
const chot = (card) => field(`chot-${card.dataset.seat}`);
const eaten = (card) => ordinary(card) + chot(card).checked;
const isU = (card) => field("u-player").value === card.dataset.seat || eaten(card) >= 3;

// The points as typed, or how many cards were tapped; what those count is told below them.
function told(card, board) {
  const { value } = pointsField(card);
  const cards = value.split(/[\s,;.]+/).filter(Boolean).length;
  return /^\d*$/.test(value) ? value && `${value} ${board.dataset.points}` : `${cards} ${board.dataset.left}`;
}

// "2 + chốt = 3 lá → Ù": a chốt card comes on top of the others, and three are an ù.
function sumOfEaten(card, { left, u }) {
  const sum = eaten(card) >= 3 ? `${eaten(card)} ${left} → ${u}` : `${eaten(card)} ${left}`;
  if (!chot(card).checked || !ordinary(card)) return eaten(card) >= 3 ? sum : "";
  return `${ordinary(card)} ${chot(card).parentElement.textContent.trim()} = ${sum}`;
}

function paintRank(board) {
  const labels = board.dataset.labels.split("|");
  const order = placed();
  const left = players().filter((card) => !placeOf(card) && !isLost(card));
  const implied = left.length === 1 && (order.length || players().some(isLost)) ? left[0] : null;
  const counted = players().some((card) => pointsField(card).value);
  const allButOne = players().filter(isLost).length >= players().length - 1;
  for (const card of players()) {
    const place = placeOf(card) || (card === implied ? nextPlace(order) : 0);
    const points = told(card, board);
    const laid = placeOf(card) && `${board.dataset.laid} ${place}`;
    const said = !counted ? labels[place - 1] || "" : [points, laid].filter(Boolean).join(" · ");
    mark(
      card,
      isLost(card) ? "lost" : said && (counted || !placeOf(card)) ? "implied" : said ? "place" : "",
      isLost(card) ? board.dataset.lost : said,
    );
    card
      .querySelector(".cong")
      .toggleAttribute("data-shown", counted || isLost(card) || (order.length > 0 && (order[0] !== card || allButOne)));
    card.querySelector(".tap").setAttribute("aria-pressed", String(Boolean(said)));
    chot(card).closest(".eats").querySelector("[data-sum]").textContent = sumOfEaten(card, board.dataset);
  }
  paintU(board);
}

// An ù ends the round: places, móm and points rest while somebody is ù.
function paintU(board) {
  const won = players().find(isU);
  for (const input of board.querySelectorAll("input")) input.disabled = Boolean(won);
  for (const card of players()) {
    pointsField(card).disabled = Boolean(won);
    if (!won) continue;
    mark(card, card === won ? "place" : "", card === won ? board.dataset.u : "");
    card.querySelector(".cong").removeAttribute("data-shown");
    card.querySelector(".tap").setAttribute("aria-pressed", String(card === won));
  }
}

// Two digits are the points of a hand: on to the next player who has none.
function nextPoints(from) {
  const fields = [...round().querySelectorAll(".points input:enabled")];
  fields
    .slice(fields.indexOf(from) + 1)
    .find((one) => !one.value && !isLost(players().find((card) => pointsField(card) === one)))
    ?.focus();
}

function openPoints(summary) {
  const details = summary.parentElement;
  details.open = !details.open;
  if (details.open) nextPoints(null);
}

document.addEventListener("click", (event) => {
  const summary = event.target.closest("[data-event=points] > summary");
  if (!summary) return;
  event.preventDefault();
  openPoints(summary);
});
document.addEventListener("input", (event) => {
  if (!event.target.closest?.(".points")) return;
  if (/^\d\d$/.test(event.target.value)) nextPoints(event.target);
  changed();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.closest?.(".points")) return;
  event.preventDefault();
  nextPoints(event.target);
});

Object.assign(game, { tap: tapOrder, paint: paintRank, change: changeLost });
