// Any other game: a head is tapped, then the digits of what that player won or lost.

import "../table.js";
import { beginAnew, digitKeys, shownNumber, withDigit, withoutLast } from "../digits.js";
import { ask, isOpen, shut } from "../panels.js";
import { field, fieldsOf, game, headOf, mark, nameOf, optionsOf, seats, words } from "../round_form.js";

let chosen = null;

const points = (seat) => field(`points-${seat}`);
const typed = (seat) => points(seat).value.trim();
const THOUSANDS = /[.,](?=\d{3}(\D|$))/g;
const number = (text) => Number(text.replace("−", "-").replace(THOUSANDS, "").replace(",", "."));
const hundredths = (text) => Math.round(number(text) * 100) || 0;
const sum = (of) => of.reduce((total, seat) => total + hundredths(typed(seat)), 0);
const others = (seat) => seats().filter((other) => other !== seat);

// Whether everybody's points are told, and the differences are paid.
const tellsAll = () => Boolean(words("all"));

// Who is left when all others are told takes what is missing to zero.
function implied() {
  if (tellsAll()) return null;
  const left = seats().filter((seat) => !typed(seat));
  return left.length === 1 && !field("winner").value ? left[0] : null;
}

const pointsOf = (seat) => (seat === implied() ? -sum(others(seat)) : hundredths(typed(seat)));

function shown(number) {
  const text = shownNumber(
    String(Math.abs(number) / 100)
      .replace(/^0\.5$/, "½")
      .replace(/\.5$/, "½"),
  );
  return (number > 0 && !tellsAll() ? "+" : number < 0 ? "−" : "") + text;
}

// Who comes after a winner has mostly lost: the sign goes against what all others have.
function sign(seat) {
  const text = typed(seat);
  if (text || tellsAll()) return text.startsWith("-") ? "-" : "";
  return sum(others(seat)) > 0 ? "-" : "";
}

function type(seat, digit) {
  points(seat).value = sign(seat) + withDigit(typed(seat).replace("-", ""), digit);
}

const keys = (seat) =>
  digitKeys({
    type: (digit) => type(seat, digit),
    sign() {
      points(seat).value = typed(seat).startsWith("-") ? typed(seat).slice(1) : `-${typed(seat)}`;
    },
    erase() {
      points(seat).value = withoutLast(typed(seat)).replace(/^-$/, "");
    },
    goOn,
  });

// On to the next who has nothing, but not to the last, where his points are understood.
function goOn() {
  const left = seats().filter((seat) => !typed(seat));
  chosen = left.length > (tellsAll() ? 0 : 1) ? left[0] : null;
  beginAnew();
  if (!chosen) shut();
}

const amount = (seat) => (option) => ({
  code: option.textContent.trim(),
  label: `${option.textContent.trim()} ${option.dataset.note}`,
  act() {
    const more = hundredths(option.value) * (sign(seat) ? -1 : 1);
    points(seat).value = String((hundredths(typed(seat)) + more) / 100);
  },
});

function pointsQuestion() {
  if (!chosen) return null;
  const seat = chosen;
  const lost = typed(seat) ? typed(seat).startsWith("-") : Boolean(sign(seat));
  const named = optionsOf(fieldsOf("so").querySelector("select"));
  const rows = [{ cols: 7, answers: keys(seat) }];
  if (named.length) rows.push({ answers: named.map(amount(seat)) });
  return {
    inTurn: true,
    title: words(lost ? "loses" : "wins").replace("…", nameOf(seat)),
    hint: shownNumber(typed(seat).replace("-", "−")),
    rows,
  };
}

function paint() {
  for (const seat of seats()) {
    const known = typed(seat) || seat === implied();
    const number = pointsOf(seat);
    const kind = !known ? "" : seat === implied() ? "last" : number < 0 ? "lost" : "2";
    mark(seat, kind, known ? shown(number) : "");
    headOf(seat).toggleAttribute("data-turn", isOpen("so") && seat === chosen);
  }
}

Object.assign(game, {
  tap(seat) {
    const again = chosen === seat && isOpen("so");
    chosen = again ? null : seat;
    beginAnew();
    if (again) shut();
    else ask("so");
  },
  paint,
  click(at) {
    if (!at("[data-tool=xoa-so]")) return false;
    for (const seat of seats()) points(seat).value = "";
    return true;
  },
  forget: () => {
    chosen = null;
  },
});
game.questions.so = pointsQuestion;
