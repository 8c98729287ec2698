// Ba cây: as in every game with a banker; or the points of each are typed, one after the other. Where the
// table plays with a pot that may be without a banker (bài cào).

import { banker, capital, hold, markOf, ofBanker, show, tap } from "./banker.js";
import { ask, inColumns, isOpen, shut, wordOf } from "../panels.js";
import { field, game, headOf, labelOf, nameOf, rest, seats, value, words } from "../round_form.js";

const SAP = "sap";
const points = (seat) => field(`points-${seat}`);
const pointsOf = (seat) => value(`points-${seat}`);
const byPoints = () => seats().some(pointsOf);
const optionOf = (name, seat) => [...field(name).options].find((option) => option.value === seat);
const isIn = (name, seat) => optionOf(name, seat).selected;
const inOrder = () => [banker(), ...seats().filter((seat) => seat !== banker())].filter(Boolean);
const equal = (seat) => seat !== banker() && pointsOf(seat) && pointsOf(seat) === pointsOf(banker());
let chosen = ""; // whose points are asked for, where somebody was tapped

const asking = () => chosen || inOrder().find((seat) => !pointsOf(seat));

const turn = (name, seat, extra) => ({
  code: `${name}-${seat}`,
  pressed: isIn(name, seat),
  ...extra,
  act() {
    optionOf(name, seat).selected = !isIn(name, seat);
    if (pointsOf(seat)) chosen = "";
  },
});

function key(seat, code, label, more) {
  return {
    code,
    label,
    key: true,
    pressed: pointsOf(seat) === code,
    ...more,
    act() {
      points(seat).value = code;
      chosen = "";
      if (!asking() && !seats().some(equal)) shut();
    },
  };
}

// Once all points are told: who has the better card than the banker at as many.
function aboveQuestion() {
  const label = words("above");
  const row = inColumns((seat) => equal(seat) && turn("above", seat, { label: nameOf(seat), note: label }));
  const back = {
    label: wordOf("Back"),
    act() {
      chosen = banker();
    },
  };
  return { inTurn: true, title: labelOf(field("above")), more: back, rows: [row] };
}

function pointsQuestion() {
  const seat = asking();
  if (!banker() && !words("baiCao")) return null;
  if (!seat) return seats().some(equal) ? aboveQuestion() : { ...padOf(banker() || seats()[0]), inTurn: false };
  return padOf(seat);
}

function padOf(seat) {
  const keys = Array.from({ length: 10 }, (_each, at) => key(seat, String(at + 1), String(at + 1)));
  const sap = key(seat, SAP, words("sap"), { word: true });
  const suited = words("dongHoa") && pointsOf(seat) !== SAP;
  const more = suited ? [turn("dong-hoa", seat, { label: words("dongHoa"), key: true, word: true })] : [];
  return {
    inTurn: true,
    title: words("asks").replace("…", nameOf(seat)),
    rows: [{ cols: 6, answers: [...keys, sap, ...more] }],
  };
}

function tapHead(seat) {
  if (!(byPoints() || isOpen("diem"))) {
    tap(seat);
    return;
  }
  chosen = seat;
  if (!isOpen("diem")) ask("diem");
}

const rank = (seat) => (pointsOf(seat) === SAP ? 11 : Number(pointsOf(seat)));

// Who wins against the banker, as far as it is told.
function colorOf(seat) {
  if (seat === banker() || !pointsOf(banker())) return "2";
  return rank(seat) > rank(banker()) || isIn("above", seat) ? "1" : "lost";
}

function pointsMark(seat) {
  const had = pointsOf(seat);
  if (!had) return ["", ""];
  const also = isIn("dong-hoa", seat) ? " ♠♠♠" : isIn("above", seat) ? ` ${words("higher")}` : "";
  const text = (had === SAP ? words("sap") : had) + also;
  return [colorOf(seat), seat === banker() ? ofBanker(text) : capital(text)];
}

function paint() {
  rest(["con-", "lost", "banker-kind"], byPoints());
  for (const seat of seats()) {
    if (!equal(seat)) optionOf("above", seat).selected = false;
    if (pointsOf(seat) === SAP || !(pointsOf(seat) || isOpen("diem"))) optionOf("dong-hoa", seat).selected = false;
    if (!byPoints()) hold(seat);
    show(seat, byPoints() ? pointsMark(seat) : markOf(seat));
    headOf(seat).toggleAttribute("data-turn", isOpen("diem") && seat === asking());
  }
}

document.addEventListener("shut", ({ detail: code }) => {
  if (code === "diem") chosen = "";
});

Object.assign(game, {
  tap: tapHead,
  paint,
  forget: () => {
    chosen = "";
  },
});
game.questions.diem = pointsQuestion;
