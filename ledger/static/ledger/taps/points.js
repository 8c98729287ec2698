// Any other game: a player is tapped, then the digits of what he won or lost.

import "../table.js";
import { field, game, mark, players, round } from "../round_form.js";

const LONGEST = 8;
const COMMA = document.documentElement.lang === "en" ? "." : ",";
let chosen = null;

const pointsField = (card) => field(`points-${card.dataset.seat}`);
const told = (card) => pointsField(card).value.trim();
const hundredths = (text) => Math.round(Number(text.replace("−", "-").replace(",", ".")) * 100) || 0;
const sum = (cards) => cards.reduce((total, card) => total + hundredths(told(card)), 0);
const current = () => players().find((card) => card.dataset.seat === chosen);

function shown(points) {
  const text = String(Math.abs(points) / 100).replace(".", COMMA);
  return (points > 0 ? "+" : points < 0 ? "−" : "") + text;
}

// Who comes after a winner has mostly lost: the sign goes against what all others have.
function sign(card) {
  const text = told(card);
  if (text) return text.startsWith("-") ? "-" : "";
  return sum(players().filter((other) => other !== card)) > 0 ? "-" : "";
}

function type(card, digit) {
  const text = told(card);
  const digits = text.replace("-", "");
  if (digits.length >= LONGEST || (digit === "," && /[.,]/.test(digits)) || /[.,]\d\d$/.test(digits)) return;
  const before = digits === "0" && digit !== "," ? "" : digits || (digit === "," ? "0" : "");
  pointsField(card).value = sign(card) + before + digit;
}

function click(at) {
  const card = current();
  if (!card) return false;
  const text = told(card);
  if (at("[data-digit]")) type(card, at("[data-digit]").dataset.digit);
  else if (at("[data-other-sign]")) pointsField(card).value = text.startsWith("-") ? text.slice(1) : `-${text}`;
  else if (at("[data-erase]")) pointsField(card).value = text.slice(0, -1).replace(/^-$/, "");
  else if (at("[data-add]")) {
    const more = hundredths(at("[data-add]").dataset.add) * (sign(card) ? -1 : 1);
    pointsField(card).value = String((hundredths(text) + more) / 100);
  } else return false;
  return true;
}

function paint() {
  const left = players().filter((card) => !told(card));
  const implied = left.length === 1 && !field("winner").value ? left[0] : null;
  const now = current();
  for (const card of players()) {
    const points = card === implied ? -sum(players().filter((other) => other !== card)) : hundredths(told(card));
    const kind = card === implied ? "implied" : told(card) ? (points < 0 ? "lost" : "place") : "";
    mark(card, kind, kind ? shown(points) : "");
    card.toggleAttribute("data-turn", card === now);
    card.querySelector(".tap").setAttribute("aria-pressed", String(card === now));
  }
  const pad = round().querySelector("[data-pad]");
  pad.hidden = !now;
  if (!now) return;
  pad.querySelector("[data-pad-name]").textContent = now.dataset.name;
  const text = told(now).replace("-", "−").replace(/[.,]/, COMMA);
  pad.querySelector("[data-pad-points]").textContent = text || "…";
}

Object.assign(game, {
  tap: (card) => {
    chosen = chosen === card.dataset.seat ? null : card.dataset.seat;
  },
  paint,
  click,
  forget: () => {
    chosen = null;
  },
});
