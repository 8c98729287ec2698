// Về hai: who ended the round on 2s, and on how many. Only a table that plays it gets this, beside the
// way of tapping of its game, which has to be there first.

import { whoThenWhat } from "./questions.js";
import { game, holdFoot, mark, rest, seats, value, words } from "./round_form.js";

const REST = ["place-", "cong", "den", "held-", "hand-", "left-", "winner", "dut"];
export const onTwos = () => value("ve-hai-player");
const atOnce = () => value("toi-trang-player");

const { tap, paint, questions } = { ...game, questions: { ...game.questions } };
const unless = (isTold, question) => () => (isTold() ? null : question());

function paintOnTwos() {
  rest(REST, false); // what rests besides the game says anew
  paint();
  rest(["ve-hai-"], Boolean(atOnce()));
  rest(["toi-trang-"], Boolean(onTwos()));
  if (!onTwos()) return;
  for (const seat of seats()) {
    holdFoot(seat, true);
    mark(seat, seat === onTwos() ? "lost" : "", seat === onTwos() ? words("veHai") : "");
  }
  rest(REST, true);
}

Object.assign(game, {
  tap(seat) {
    if (!onTwos()) tap(seat);
  },
  paint: paintOnTwos,
});
Object.assign(game.questions, {
  thoi: unless(onTwos, questions.thoi),
  "toi-trang": unless(onTwos, questions["toi-trang"]),
  "ve-hai": unless(atOnce, () => whoThenWhat("ve-hai-player", "ve-hai-count")),
});
