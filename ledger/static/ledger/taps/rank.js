// Phỏm: the heads are tapped from the first to the last, or the points of each are typed.

import "../table.js";
import { pickCards } from "../cards.js";
import { inColumns, isOpen, shut, wordOf } from "../panels.js";
import { dropPlaces, impliedSeat, placeOf, shownPlace, tapPlace } from "../places.js";
import { allowOnly, answersOf, whoRow, withoutSeat } from "../questions.js";
import {
  field,
  game,
  hasFoot,
  headOf,
  holdFoot,
  labelOf,
  mark,
  nameOf,
  rest,
  seats,
  value,
  words,
} from "../round_form.js";

const MOST = 3; // ordinary cards that one may eat; three cards are an ù
const points = (seat) => field(`points-${seat}`);
const ordinary = (seat) => Number(value(`an-${seat}`));
const chot = (seat) => Number(value(`chot-${seat}`));
const mostChot = (seat) => field(`chot-${seat}`).options.length - 1;
const eaten = (seat) => ordinary(seat) + chot(seat);
const cardsOf = (number) => `${number} ${words(number === 1 ? "la" : "las")}`;
const isU = (seat) => value("u-player") === seat || eaten(seat) >= MOST;
const winner = () => seats().find(isU);
const anyPoints = () => seats().some((seat) => points(seat).value);

// ---- Ăn: each tap one card more, then none ----
// Nobody else can be ù by three, and chốt cards come after all others: none after a third one.

const isKhan = (seat) => value("u-player") === seat && value("u-kind") === "u_khan";
const most = (seat) => (isKhan(seat) ? 0 : winner() && winner() !== seat ? MOST - 1 : MOST);
const another = (seat, ate) => seats().some((other) => other !== seat && ate(other));
const mayEat = (seat) => eaten(seat) < most(seat) && (ordinary(seat) < MOST - 1 || !another(seat, chot));
const noChot = (seat) => eaten(seat) >= most(seat) || another(seat, (other) => ordinary(other) >= MOST);

const more = (seat) => ({
  code: `an-${seat}`,
  label: ordinary(seat) ? cardsOf(ordinary(seat)) : `+ ${words("la")}`,
  note: field(`an-${seat}`).dataset.role,
  pressed: ordinary(seat) > 0,
  disabled: !ordinary(seat) && !mayEat(seat),
  act() {
    field(`an-${seat}`).value = mayEat(seat) ? ordinary(seat) + 1 : "";
  },
});
const oneChot = (seat) => ({
  code: `chot-${seat}`,
  label: chot(seat) ? `${chot(seat)} ${words("chot")}` : `+ ${words("chot")}`,
  pressed: chot(seat) > 0,
  disabled: !chot(seat) && noChot(seat),
  act() {
    const full = noChot(seat) || chot(seat) >= mostChot(seat);
    field(`chot-${seat}`).value = full ? "" : chot(seat) + 1;
  },
});
const eatenQuestion = () => ({
  title: words("eats"),
  hint: words("again"),
  rows: [inColumns(more), inColumns(oneChot)],
});

// ---- Ù: who, and of which kind where the house tells them apart ----

function uQuestion() {
  const [who, kind] = [field("u-player"), field("u-kind")];
  const byEating = seats().find((seat) => eaten(seat) >= MOST);
  const rows = [whoRow(who, { only: (seat) => !byEating || seat === byEating, next: () => kind || shut() })];
  const ate = value("u-player") && eaten(value("u-player"));
  const kinds = kind && answersOf(kind, { only: (code) => !ate || code !== "u_khan" });
  if (kind) rows.push({ answers: kinds.map((answer) => ({ ...answer, wide: true })) });
  return { title: labelOf(who), rows };
}

// ---- Điểm: two digits are the points of a hand, on to the next who has none ----

let chosen = null;
const counted = () => seats().filter((seat) => !hasFoot(seat));
const asking = () =>
  counted().includes(chosen) ? chosen : (counted().find((seat) => !points(seat).value) ?? counted()[0]);

function goOn(seat, otherwise = null) {
  chosen =
    counted().find((each) => each > seat && !points(each).value) ??
    counted().find((each) => !points(each).value) ??
    otherwise;
  if (!chosen) shut();
}

const digit = (seat, key) => ({
  code: key,
  label: key,
  key: true,
  act() {
    const digits = /^\d$/.test(points(seat).value) && chosen === seat ? points(seat).value : "";
    points(seat).value = digits + key;
    chosen = seat;
    if (digits) goOn(seat);
  },
});

function pointsQuestion() {
  const seat = asking();
  if (!seat || winner()) return null;
  const erase = {
    code: "erase",
    label: "⌫",
    key: true,
    act() {
      points(seat).value = points(seat).value.slice(0, -1);
      chosen = seat;
    },
  };
  const next = {
    code: "tiep",
    label: wordOf("Next"),
    word: true,
    act: () => goOn(seat, counted()[counted().indexOf(seat) + 1]),
  };
  return {
    inTurn: true,
    title: words("asks").replace("…", nameOf(seat)),
    hint: points(seat).value,
    more: { label: wordOf("Cards"), act: () => pickCards(points(seat)) },
    rows: [{ cols: 6, answers: [...[..."1234567890"].map((key) => digit(seat, key)), erase, next] }],
  };
}

// ---- what the heads say ----

const laid = (seat) => placeOf(seat) && `${words("laid")} ${placeOf(seat)}`;

// The points as typed, or how many cards were tapped, and in which order they were laid down.
function pointsOf(seat) {
  const typed = points(seat).value;
  const cards = typed.split(/[\s,;.]+/).filter(Boolean).length;
  const answer = /^\d*$/.test(typed) ? typed && `${typed}${placeOf(seat) ? "" : words("points")}` : cardsOf(cards);
  return [answer, laid(seat)].filter(Boolean).join(", ");
}

function markOf(seat) {
  if (hasFoot(seat)) return [placeOf(seat) === 1 ? "1" : "lost", laid(seat) || words("foot")];
  if (anyPoints()) return [pointsOf(seat) && "2", pointsOf(seat)];
  const place = shownPlace(seat);
  const last = place === seats().length || seat === impliedSeat();
  return [place && (last ? "last" : String(Math.min(place, 3))), words("labels").split("|")[place - 1]];
}

// All are móm: the one tapped laid down first.
function tapFirst(seat) {
  for (const other of seats()) field(`place-${other}`).value = other === seat ? 1 : "";
}

function paint() {
  const won = winner();
  rest(["place-", "mom", "points-"], Boolean(won));
  for (const seat of seats()) {
    if (won) mark(seat, seat === won ? "1" : "", seat === won ? words("won") : "");
    else {
      mark(seat, ...markOf(seat));
      const allButThis = seats().every((each) => hasFoot(each) || each === seat);
      holdFoot(seat, eaten(seat) > 0 || (placeOf(seat) === 1 && !anyPoints() && !allButThis));
    }
    headOf(seat).toggleAttribute("data-turn", isOpen("diem") && seat === asking());
  }
}

Object.assign(game, {
  tap: (seat) => winner() || (seats().every(hasFoot) ? tapFirst : tapPlace)(seat),
  paint,
  change(input) {
    if (input.name !== "mom") return;
    dropPlaces();
    if (isOpen("diem") && counted().every((seat) => points(seat).value)) shut();
  },
  forget: () => {
    chosen = null;
  },
});
Object.assign(game.questions, { an: eatenQuestion, u: uQuestion, diem: pointsQuestion });

// Who won, as far as that is told: who is ù, comes first, or alone has the fewest points.
function best() {
  if (winner() || !anyPoints()) return winner() ?? seats().find((seat) => shownPlace(seat) === 1);
  const of = (seat) => Number(points(seat).value);
  const least = counted().filter((seat) => of(seat) === Math.min(...counted().map(of)));
  return least.length === 1 ? least[0] : null;
}

allowOnly("den", () => withoutSeat(best()));
