// Liêng: who won is tapped, then each who put in more than the ante, and the digits of how much.

import "../table.js";
import { beginAnew, digitKeys, shownNumber, withDigit, withoutLast } from "../digits.js";
import { ask, isOpen, shut } from "../panels.js";
import { field, game, headOf, mark, nameOf, seats, value, words } from "../round_form.js";

const paid = (seat) => field(`paid-${seat}`);
const winner = () => value("winner");
const others = () => seats().filter((seat) => seat !== winner());
let chosen = null; // whose amount is asked for, where somebody was tapped

const asking = () => winner() && (others().includes(chosen) ? chosen : others()[0]);

function type(seat, digit) {
  paid(seat).value = withDigit(paid(seat).value, digit);
  chosen = seat;
}

function erase(seat) {
  paid(seat).value = withoutLast(paid(seat).value);
  chosen = seat;
}

function goOn(seat) {
  beginAnew();
  chosen = others()[others().indexOf(seat) + 1] ?? null;
  if (!chosen) shut();
}

function amountQuestion() {
  const seat = asking();
  if (!seat) return null;
  const answers = digitKeys({
    type: (digit) => type(seat, digit),
    erase: () => erase(seat),
    goOn: () => goOn(seat),
  });
  return {
    title: words("asks").replace("…", nameOf(seat)),
    hint: shownNumber(paid(seat).value || words("least")),
    rows: [{ cols: 7, answers }],
  };
}

function paint() {
  for (const seat of seats()) {
    paid(seat).disabled = seat === winner();
    const amount = shownNumber(paid(seat).value);
    if (seat === winner()) mark(seat, "1", words("first"));
    else mark(seat, amount ? "2" : "", amount || (winner() ? words("least") : ""));
    headOf(seat).toggleAttribute("data-turn", isOpen("so") && seat === asking());
  }
}

Object.assign(game, {
  tap(seat) {
    const again = seat === chosen && isOpen("so");
    beginAnew();
    chosen = winner() && seat !== winner() && !again ? seat : null;
    if (chosen) ask("so");
    else shut();
    if (!winner()) field("winner").value = seat;
    else if (seat === winner()) field("winner").value = "";
  },
  paint,
  forget: () => {
    chosen = null;
  },
});
game.questions.so = amountQuestion;
