// Who went out is tapped, then how many cards each of the others has left.

import { ask, isOpen } from "./panels.js";
import { field, headOf, mark, nameOf, seats, value, words } from "./round_form.js";

export const left = (seat) => field(`left-${seat}`);
export const winner = () => value("winner");
export const mayHold = (seat) => winner() && seat !== winner();
let over = () => false; // whether the round ended at once
let chosen = null; // whose number is asked for, where somebody was tapped

// Whose number is due: the one tapped, else the next in order.
export function asking() {
  if (!winner() || over()) return null;
  const others = seats().filter(mayHold);
  return others.includes(chosen) ? chosen : (others.find((seat) => !left(seat).value) ?? null);
}

export function tap(seat) {
  if (over()) return;
  if (!winner()) field("winner").value = seat;
  else if (winner() === seat) field("winner").value = "";
  else chosen = seat;
  if (asking()) ask("la");
}

export function forget() {
  chosen = null;
}

// The question of how many, on keys from 1 to all of a hand, so many in a row; `more` is told beside.
export function countQuestion({ hand, cols, mayBeLeft, more }) {
  const seat = asking();
  if (!seat) return null;
  const key = (number) => ({
    code: String(number),
    label: String(number),
    note: number === hand ? words("cong").toLowerCase() : "",
    key: true,
    wide: number === hand && hand % cols > 0,
    disabled: !mayBeLeft(seat, number),
    pressed: left(seat).value === String(number),
    act() {
      left(seat).value = number;
      forget();
    },
  });
  return {
    inTurn: true,
    title: words("asks").replace("…", nameOf(seat)),
    more: { label: words("held"), act: () => more(seat) },
    rows: [{ cols, answers: Array.from({ length: hand }, (_each, at) => key(at + 1)) }],
  };
}

function markOf(seat, hand) {
  if (seat === winner()) return ["1", words("first")];
  const cards = left(seat).value;
  if (!cards) return ["", ""];
  return cards === String(hand) ? ["lost", words("cong")] : ["2", `${cards} ${words("la")}`];
}

// Each head says what is told of its player; `atOnce` says it where the round ended at once.
export function paintHeads(hand, atOnce) {
  for (const seat of seats()) {
    const ended = over();
    if (!ended) left(seat).disabled = seat === winner();
    mark(seat, ...(ended ? atOnce(seat) : markOf(seat, hand)));
    headOf(seat).toggleAttribute("data-turn", isOpen("la") && seat === asking());
  }
}

export function endsAtOnce(test) {
  over = test;
}
