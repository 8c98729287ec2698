// Đếm lá: who went out is tapped, then how many cards each of the others has.

import "../table.js";
import "../chops.js";
import { askHeld, heldQuestion, letHold } from "../held.js";
import { ask, isOpen, wordOf } from "../panels.js";
import { allowOnly, toiTrangQuestion, withoutSeat } from "../questions.js";
import { HAND, mayBeLeft } from "../told_cards.js";
import { field, game, headOf, mark, nameOf, rest, seats, value, words } from "../round_form.js";

const left = (seat) => field(`left-${seat}`);
const winner = () => value("winner");
const wonAtOnce = () => value("toi-trang-player");
let chosen = null; // whose number is asked for, where somebody was tapped

// Whose number is due: the one tapped, else the next in order.
function asking() {
  if (!winner() || wonAtOnce()) return null;
  const others = seats().filter((seat) => seat !== winner());
  return others.includes(chosen) ? chosen : (others.find((seat) => !left(seat).value) ?? null);
}

function tap(seat) {
  if (wonAtOnce()) return;
  if (!winner()) field("winner").value = seat;
  else if (winner() === seat) field("winner").value = "";
  else chosen = seat;
  if (asking()) ask("la");
}

function count(number) {
  const seat = asking();
  const key = {
    code: String(number),
    label: String(number),
    note: number === HAND ? words("cong").toLowerCase() : "",
    key: true,
    wide: number === HAND,
    disabled: !mayBeLeft(seat, number),
    pressed: left(seat).value === String(number),
  };
  return {
    ...key,
    act() {
      left(seat).value = number;
      chosen = null;
    },
  };
}

function countQuestion() {
  const seat = asking();
  if (!seat) return null;
  return {
    inTurn: true,
    title: words("asks").replace("…", nameOf(seat)),
    more: { label: words("held"), act: () => askHeld(seat) },
    rows: [{ cols: 7, answers: Array.from({ length: HAND }, (_each, at) => count(at + 1)) }],
  };
}

const mayHold = (seat) => (wonAtOnce() ? words("demHeo") && seat !== wonAtOnce() : winner() && seat !== winner());

function markOf(seat) {
  if (seat === winner()) return ["1", words("first")];
  const cards = left(seat).value;
  if (!cards) return ["", ""];
  return cards === String(HAND) ? ["lost", words("cong")] : ["2", `${cards} ${words("la")}`];
}

function paint() {
  const won = wonAtOnce();
  rest(["left-", "winner", "chat-", "dut"], Boolean(won));
  for (const seat of seats()) {
    if (!won) left(seat).disabled = seat === winner();
    letHold(seat, Boolean(mayHold(seat)));
    if (won) mark(seat, seat === won ? "1" : "", seat === won ? words("won") : "");
    else mark(seat, ...markOf(seat));
    headOf(seat).toggleAttribute("data-turn", isOpen("la") && seat === asking());
  }
}

Object.assign(game, {
  tap,
  paint,
  forget: () => {
    chosen = null;
  },
});
const back = () => ({ label: wordOf("Back"), act: () => ask("la") });
Object.assign(game.questions, {
  la: countQuestion,
  thoi: () =>
    heldQuestion(mayHold, { more: asking() ? back() : null, left: (seat) => Number(left(seat).value) || HAND }),
  "toi-trang": toiTrangQuestion,
});
allowOnly("den", () => withoutSeat(wonAtOnce() || winner()));
