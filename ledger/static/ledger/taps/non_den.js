// Xì dách: beside the heads and feet who stood too low (non), and who drew too much and pays (đền).

import { banker, capital, hold, markOf, result, show, tap } from "./banker.js";
import { shut } from "../panels.js";
import { whoQuestion } from "../questions.js";
import { field, game, hasFoot, rest, seats, setFoot, value, words } from "../round_form.js";

const den = () => value("den");
const paysAll = () => den() && (den() === banker() || words("denTra") === "each");
const nonOf = (seat) => [...field("non").options].find((option) => option.value === seat);
const isNon = (seat) => nonOf(seat)?.selected;

// Who is told otherwise is neither non nor đền.
function tapAgain(seat) {
  if (paysAll()) return;
  if (seat !== banker() && (isNon(seat) || den() === seat)) {
    nonOf(seat).selected = false;
    if (den() === seat) field("den").value = "";
  }
  tap(seat);
}

function wordOf(seat) {
  if (den() === seat) return ["lost", capital(words("den"))];
  if (isNon(seat)) return ["lost", capital(words("non"))];
  return paysAll() ? ["", ""] : markOf(seat);
}

function paint() {
  rest(["con-", "lost", "banker-kind", "non"], Boolean(paysAll()));
  for (const seat of seats()) {
    if (!paysAll()) {
      if (isNon(seat) && seat === banker()) nonOf(seat).selected = false;
      const out = isNon(seat) || den() === seat;
      if (out && seat !== banker()) result(seat).value = "";
      hold(seat);
      if (out && hasFoot(seat)) setFoot(seat, false);
    }
    show(seat, wordOf(seat));
  }
}

Object.assign(game, { tap: tapAgain, paint });
Object.assign(game.questions, {
  non: () => (paysAll() ? null : whoQuestion(field("non"), { only: (seat) => seat !== banker() && seat !== den() })),
  den: () => whoQuestion(field("den"), { next: shut }),
});
