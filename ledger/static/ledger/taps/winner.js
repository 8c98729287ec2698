// Đếm lá: who went out is tapped, then how many cards each of the others has.

import "../table.js";
import "../chops.js";
import { asking, countQuestion, endsAtOnce, forget, left, mayHold, paintHeads, tap, winner } from "../cards_left.js";
import { askHeld, heldQuestion, letHold } from "../held.js";
import { ask, wordOf } from "../panels.js";
import { allowOnly, toiTrangQuestion, withoutSeat } from "../questions.js";
import { HAND, mayBeLeft } from "../told_cards.js";
import { game, rest, seats, value, words } from "../round_form.js";

const wonAtOnce = () => value("toi-trang-player");
endsAtOnce(wonAtOnce);

const holders = (seat) => (wonAtOnce() ? words("demHeo") && seat !== wonAtOnce() : mayHold(seat));
const atOnce = (seat) => (seat === wonAtOnce() ? ["1", words("won")] : ["", ""]);

function paint() {
  rest(["left-", "winner", "chat-", "dut"], Boolean(wonAtOnce()));
  for (const seat of seats()) letHold(seat, Boolean(holders(seat)));
  paintHeads(HAND, atOnce);
}

Object.assign(game, { tap, paint, forget });
const back = () => ({ label: wordOf("Back"), act: () => ask("la") });
Object.assign(game.questions, {
  la: () => countQuestion({ hand: HAND, cols: 7, mayBeLeft, more: askHeld }),
  thoi: () =>
    heldQuestion(holders, { more: asking() ? back() : null, left: (seat) => Number(left(seat).value) || HAND }),
  "toi-trang": toiTrangQuestion,
});
allowOnly("den", () => withoutSeat(wonAtOnce() || winner()));
