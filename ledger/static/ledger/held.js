// What a player still holds, heo and hàng with their prices, or the cards themselves.

import { ask, inColumns, wordOf } from "./panels.js";
import { pickCards } from "./cards.js";
import { boxesOf } from "./questions.js";
import { field, labelOf, nameOf, seats } from "./round_form.js";

let holder = null; // whom the question is about, where several hold something

const itemsOf = (seat) => field(`held-${seat}`);
const cardsOf = (seat) => field(`hand-${seat}`);

export const holds = (seat) => Boolean(cardsOf(seat).value || itemsOf(seat).selectedOptions.length);

// What a player may hold counts only while it can: a field at rest is not sent.
export function letHold(seat, may) {
  itemsOf(seat).disabled = cardsOf(seat).disabled = !may;
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

export function heldQuestion(mayHold, more = null) {
  const holders = seats().filter(mayHold);
  if (!holders.length) return null;
  const now = holders.includes(holder) ? holder : holders[holders.length - 1];
  const byCards = {
    code: "bam-la",
    label: wordOf("Cards"),
    note: cardsOf(now).value,
    pressed: Boolean(cardsOf(now).value),
    act: () => pickCards(cardsOf(now)),
  };
  const rows = [{ answers: [...boxesOf(itemsOf(now)), byCards] }];
  if (holders.length > 1) rows.unshift(whoHolds(holders, now));
  return { title: labelOf(itemsOf(now)), more, rows };
}

document.addEventListener("emptied", () => {
  holder = null;
});
