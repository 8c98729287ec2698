// Games with a banker: a head says that its player won and with which hand, the foot that he lost, the
// banker's own head that all who are not told have lost. Who is the banker, and for what each plays,
// is what the round before left until a tool says otherwise.

import "../table.js";
import { beginAnew, keysInto, shownNumber } from "../digits.js";
import { tapped } from "../draft_store.js";
import { numberOfEach } from "../number_of_each.js";
import { wordOf } from "../panels.js";
import { asks, field, game, hasFoot, headOf, holdFoot, labelOf, mark, nameOf } from "../round_form.js";
import { optionsOf, paint, seats, setFoot, textOf, value, words } from "../round_form.js";
import { whoRow } from "../questions.js";

const DRAW = "draw";
export const result = (seat) => field(`con-${seat}`);
const before = () => JSON.parse(value("start") || "{}");
const keptBanker = () => seats().find((seat) => seat === String(before().banker)) ?? "";
const keptStake = (seat) => before().stakes?.[seat] || "1";
export const banker = () => value("banker") || keptBanker();
const kind = () => field("banker-kind");
const codes = (select) => optionsOf(select).map((option) => option.value);
const after = (all, one) => all[all.indexOf(one) + 1] ?? "";

// What wins against each special hand of the banker: "xi_dach:xi_bang|xi_bang:".
function mayWin(code) {
  const beats = Object.fromEntries(
    words("beats")
      .split("|")
      .map((each) => each.split(":")),
  );
  return code !== DRAW && (beats[kind().value]?.split(",").includes(code) ?? true);
}

export function tap(seat) {
  if (!banker()) field("banker").value = seat;
  else if (seat === banker()) kind().value = after(codes(kind()), kind().value);
  else {
    setFoot(seat, false);
    result(seat).value = after(codes(result(seat)).filter(mayWin), result(seat).value);
  }
}

// The box of a foot was ticked or not before this tap: lost, then a draw where there is one, then nothing.
export function changeFoot(input) {
  if (input.name !== "lost") return;
  const select = result(input.value);
  if (!input.checked && codes(select).includes(DRAW)) select.value = DRAW;
  else {
    if (select.value === DRAW) input.checked = false;
    select.value = "";
  }
}

// ---- what the heads say ----

const stake = (seat) => shownNumber(value(`stake-${seat}`) || keptStake(seat));
const stakeOf = (seat) => (seat !== banker() && stake(seat) !== "1" ? stake(seat) : "");
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const ruler = document.createElement("canvas").getContext("2d");

// The first of these texts that a head has room for, else the last.
export function fitting(...texts) {
  const head = headOf(seats()[0]);
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(head.querySelector(".mark"));
  ruler.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const fits = (text) => ruler.measureText(text).width < head.clientWidth - 2;
  return texts.find(fits) ?? texts[texts.length - 1];
}

addEventListener("resize", paint);

// Of the banker it is said that he is it, where there is room.
export const ofBanker = (text) => fitting(`${capital(words("banker"))} ${text}`, `♛ ${text}`);

function kindMark() {
  const text = textOf(kind());
  return text ? ["1", ofBanker(text)] : ["", ""];
}

function conMark(seat) {
  const answer = result(seat);
  if (answer.value) return [answer.value === DRAW ? "last" : "1", capital(textOf(answer))];
  return hasFoot(seat) || kind().value ? ["lost", words("foot")] : ["", ""];
}

export const markOf = (seat) => (seat === banker() ? kindMark() : conMark(seat));

// Behind what is told of a player stands what he plays for; before that it stands alone.
export function show(seat, [color, text]) {
  const bet = stakeOf(seat);
  mark(seat, color, text && bet ? fitting(`${text} ×${bet}`, text) : text);
  const lead = seat === banker() ? words("banker") : bet && `${words("bet")} ${bet}`;
  const place = headOf(seat).querySelector(".lead");
  place.textContent = lead;
  place.dataset.stays = ""; // also while rounds wait, which leave open only who leads
}

export function hold(seat) {
  const his = seat === banker();
  holdFoot(seat, his);
  result(seat).disabled = his || result(seat).disabled;
}

// ---- what the round before left goes with whatever is told against it ----

const left = () => ({
  banker: keptBanker(),
  ...Object.fromEntries(seats().map((seat) => [`stake-${seat}`, keptStake(seat)])),
});
// Other phones change what the next round starts with, and so does a round that waits: this one was told
// against the banker and for the stakes that its heads show.
function keep() {
  const begun = tapped().some(([name]) => !(name in left()));
  let chosen = false;
  for (const [name, usual] of Object.entries(left())) {
    const of = field(name);
    if (begun) of.value ||= usual;
    else if (of.value === usual) of.value = "";
    chosen ||= Boolean(of.value) && of.value !== usual;
  }
  document.querySelector("[data-tool=cai]").toggleAttribute("data-told", chosen);
}

document.addEventListener("painted", keep);

// ---- who is the banker, and what each plays for ----

const stakes = numberOfEach({
  field: (seat) => field(`stake-${seat}`),
  shown: stake,
  title: (seat) => words("bets").replace("…", nameOf(seat)),
  note: (seat, many) => (many ? `${words("bet")} ${stake(seat)}` : words("bet")),
});

function bankerQuestion() {
  const select = field("banker");
  const who = whoRow(select);
  const choose = (seat) => () => {
    select.value = seat;
  };
  who.answers = who.answers.map((each) => ({ ...each, pressed: each.code === banker(), act: choose(each.code) }));
  return stakes.question({
    label: labelOf(select),
    who,
    heads: seats(),
    all: seats().filter((seat) => seat !== banker()),
    what: capital(words("bet")),
    back: wordOf("Back"),
  });
}

// ---- side bets, one after the other ----

const bets = () => [...document.querySelectorAll("#round select[name^=side-][name$=-winner]")];
const ofBet = (winner, what) => field(winner.name.replace("winner", what));
const isTold = (winner) => Boolean(winner.value && ofBet(winner, "loser").value);
const units = (winner) => shownNumber(ofBet(winner, "units").value) || "1";
const inWords = (winner) => `${textOf(winner)} ${words("ate")} ${textOf(ofBet(winner, "loser"))} ${units(winner)}`;

let betting = ""; // the bet whose number is asked for

function forgetBet(winner) {
  for (const what of ["winner", "loser", "units"]) ofBet(winner, what).value = "";
}

// Those that are told, each taken back by a tap, under who wins the next one.
function sideQuestion() {
  const open = bets().find((winner) => winner.name === betting || !isTold(winner));
  const complete = bets().filter((winner) => isTold(winner) && winner !== open);
  const back = {
    label: wordOf("Back"),
    act() {
      betting = "";
      forgetBet(open);
    },
  };
  if (open?.name === betting && isTold(open)) {
    const goOn = () => {
      betting = "";
    };
    const row = { cols: 7, answers: keysInto(ofBet(open, "units"), goOn) };
    return { title: inWords(open), more: back, rows: [row] };
  }
  if (open?.value) {
    const loser = ofBet(open, "loser");
    const next = () => {
      betting = open.name;
      beginAnew();
    };
    const row = whoRow(loser, { only: (seat) => seat !== open.value, next });
    return { title: asks(loser, nameOf(open.value)), more: back, rows: [row] };
  }
  const answers = complete.map((winner) => ({
    code: winner.name,
    label: inWords(winner),
    note: "✕",
    wide: true,
    act: () => forgetBet(winner),
  }));
  const rows = [...(open ? [whoRow(open)] : []), ...(complete.length ? [{ answers }] : [])];
  return { title: labelOf(bets()[0]), rows };
}

// A bet without a loser is none.
document.addEventListener("shut", ({ detail: code }) => {
  betting = "";
  stakes.forget();
  if (code === "ke")
    bets()
      .filter((winner) => !isTold(winner))
      .forEach(forgetBet);
});

Object.assign(game, {
  tap,
  change: changeFoot,
  forget() {
    betting = "";
    stakes.forget();
  },
});
Object.assign(game.questions, { cai: bankerQuestion, ke: sideQuestion });
