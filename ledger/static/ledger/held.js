// What a player still holds, heo and hàng with their prices, or the cards themselves.

import { ask, inColumns, wordOf } from "./panels.js";
import { pickCards } from "./cards.js";
import { boxesOf } from "./questions.js";
import { field, labelOf, nameOf, seats } from "./round_form.js";
import { mayHave } from "./told_cards.js";

let holder = null; // whom the question is about, where several hold something

const itemsOf = (seat) => field(`held-${seat}`);
const cardsOf = (seat) => field(`hand-${seat}`);

export const holds = (seat) => Boolean(cardsOf(seat).value || itemsOf(seat).selectedOptions.length);

// What a player may hold counts only while it can: a field at rest is not sent. Cards are all of it.
export function letHold(seat, may) {
  itemsOf(seat).disabled = cardsOf(seat).disabled = !may;
  if (cardsOf(seat).value) choose(seat, []);
}

function choose(seat, codes) {
  for (const option of itemsOf(seat).options) option.selected = codes.includes(option.text.trim());
}

// Heo that were chosen are the first cards of the hand, and stay chosen where a key is tapped again.
function toCards(seat) {
  const heo = [...itemsOf(seat).selectedOptions]
    .map((option) => option.text.trim())
    .filter((text) => /^2.$/.test(text));
  cardsOf(seat).value ||= heo.join(" ");
  pickCards(cardsOf(seat));
}

function toItems(seat) {
  if (cardsOf(seat).value) choose(seat, cardsOf(seat).value.split(" "));
  cardsOf(seat).value = "";
}

export function askHeld(seat) {
  holder = seat;
  ask("thoi");
}

const whoHolds = (holders, now) =>
  inColumns(
    (seat) =>
      holders.includes(seat) && {
        code: seat,
        label: nameOf(seat),
        note: holds(seat) ? "✓" : "",
        pressed: seat === now,
        act() {
          holder = seat;
        },
      },
  );

// Who holds may hold so many cards as are `left`.
export function heldQuestion(mayHold, { more = null, left } = {}) {
  const holders = seats().filter(mayHold);
  if (!holders.length) return null;
  const now = holders.includes(holder) ? holder : holders[holders.length - 1];
  const byCards = {
    code: "bam-la",
    label: wordOf("Cards"),
    note: cardsOf(now).value,
    pressed: Boolean(cardsOf(now).value),
    act: () => toCards(now),
  };
  const items = boxesOf(itemsOf(now), {
    allowed: (code) => mayHave(now, [code], left?.(now)),
    first: () => toItems(now),
  });
  const rows = [{ answers: [...items, byCards] }];
  if (holders.length > 1) rows.unshift(whoHolds(holders, now));
  return { title: labelOf(itemsOf(now)), more, rows };
}

document.addEventListener("emptied", () => {
  holder = null;
});
