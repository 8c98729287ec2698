// Binh: in each row the heads are tapped from strongest to weakest, "hoà" between two who draw.

import "../table.js";
import { inColumns, isOpen, shut, wordOf } from "../panels.js";
import { answersOf, whoRow } from "../questions.js";
import {
  field,
  fieldsOf,
  game,
  hasFoot,
  headOf,
  holdFoot,
  labelOf,
  mark,
  nameOf,
  rest,
  round,
  seats,
  setFoot,
  value,
  words,
} from "../round_form.js";
import { cardFields, handsQuestion, ownHands, pickHands } from "./row_hands.js";

const tabs = () => [...round().querySelectorAll("[data-row]")];
const rows = () => tabs().map((tab) => tab.dataset.row);
const rankOf = (seat, row) => Number(value(`rank-${row}-${seat}`));
const kindOf = (seat) => value(`mau-binh-${seat}`);
const able = () => seats().filter((seat) => !hasFoot(seat) && !kindOf(seat));
const unranked = (row) => able().filter((seat) => !rankOf(seat, row));
const lastRank = (row) => Math.max(0, ...seats().map((seat) => rankOf(seat, row)));
const isDone = (row) => able().length < 2 || (lastRank(row) > 0 && unranked(row).length < 2);
const byCards = () => cardFields().some((input) => input.value.trim());
let chosenRow = null;
let tied = false;
let declaring = null; // whose mậu binh is asked for
let wonBy = null; // which kind of a row

function setRank(seat, row, rank) {
  field(`rank-${row}-${seat}`).value = rank || "";
}

// Places without gaps, also after somebody was taken out.
function closeRanks(row) {
  const ranked = seats().filter((seat) => rankOf(seat, row));
  const places = [...new Set(ranked.map((seat) => rankOf(seat, row)))].sort((one, other) => one - other);
  for (const seat of ranked) setRank(seat, row, places.indexOf(rankOf(seat, row)) + 1);
}

// The kinds of rows that pay more, one select each; of a row one kind at most, of nobody who does not compare.
const kinds = () => [...(fieldsOf("kinds")?.querySelectorAll("select") ?? [])];

function dropKinds(except) {
  const rowOf = (select) => select.name.split("-")[1];
  const again = (select, seat) =>
    except &&
    except !== select &&
    rowOf(except) === rowOf(select) &&
    [...except.selectedOptions].some(({ value }) => value === seat);
  for (const select of kinds()) {
    for (const option of [...select.selectedOptions])
      if (again(select, option.value) || !able().includes(option.value)) option.selected = false;
  }
}

function dropRanks() {
  dropKinds();
  for (const row of rows()) {
    for (const seat of seats()) if (hasFoot(seat) || kindOf(seat)) setRank(seat, row, 0);
    closeRanks(row);
  }
}

const currentRow = () => chosenRow || rows().find((row) => !isDone(row)) || null;

function tap(seat) {
  if (byCards() || kindOf(seat)) return;
  if (hasFoot(seat)) setFoot(seat, false);
  const row = currentRow();
  if (!row) return;
  if (rankOf(seat, row)) setRank(seat, row, 0);
  else setRank(seat, row, lastRank(row) + (tied && lastRank(row) ? 0 : 1));
  tied = false;
  closeRanks(row);
  if (isDone(row)) chosenRow = null;
}

// The row "hoà" speaks of: the one being told, or the one just told, whose last is understood.
function tieRow() {
  const row = currentRow();
  if (row && lastRank(row)) return row;
  const before = rows()[(row ? rows().indexOf(row) : rows().length) - 1];
  return before && unranked(before).length === 1 && lastRank(before) ? before : null;
}

function tapTie() {
  const row = tieRow();
  if (!row) return;
  if (unranked(row).length === 1) setRank(unranked(row)[0], row, lastRank(row));
  else tied = !tied;
}

function tapRow(row) {
  chosenRow = chosenRow === row ? null : row;
  tied = false;
}

// ---- what is shown ----

function shownRank(seat, row) {
  const rank = rankOf(seat, row);
  if (hasFoot(seat) || kindOf(seat) || byCards()) return "–";
  const alike = rank && able().filter((other) => rankOf(other, row) === rank).length > 1;
  if (rank) return `${rank}${alike ? "=" : ""}`;
  return isDone(row) && lastRank(row) ? String(lastRank(row) + 1) : "–";
}

function paintTabs(row) {
  const cards = byCards();
  for (const tab of tabs()) {
    const ready = !cards && isDone(tab.dataset.row) && lastRank(tab.dataset.row) > 0;
    tab.setAttribute("aria-pressed", String(tab.dataset.row === row));
    tab.toggleAttribute("data-done", ready);
    tab.querySelector("small").textContent = ready ? tab.dataset.ready : tab.dataset.cards;
    tab.disabled = cards;
  }
  const tie = round().querySelector("[data-tie]");
  tie.setAttribute("aria-pressed", String(tied));
  tie.disabled = cards || !tieRow();
}

function paintHead(seat, row) {
  const kind = kindOf(seat);
  const lung = hasFoot(seat);
  const word = lung ? words("foot") : kind ? words("won") : "";
  const ranked = rows().some((each) => shownRank(seat, each) !== "–");
  mark(seat, lung ? "lost" : kind ? "1" : ranked ? "2" : "", word);
  const ranks = headOf(seat).querySelector(".ranks");
  ranks.hidden = Boolean(word);
  for (const shown of ranks.children) {
    shown.textContent = shownRank(seat, shown.dataset.rank);
    shown.className = shown.dataset.rank === row ? "at" : "";
  }
  holdFoot(seat, Boolean(kind) || byCards());
}

function paint() {
  const row = byCards() ? null : currentRow();
  rest(["rank-"], byCards());
  paintTabs(row);
  for (const seat of seats()) paintHead(seat, row);
}

// ---- questions ----

const declare = (seat) => ({
  code: seat,
  label: nameOf(seat),
  note: words("won").toLowerCase(),
  pressed: Boolean(kindOf(seat)),
  act() {
    declaring = seat;
  },
});

function kindQuestion() {
  if (!declaring) return { title: words("who"), rows: [inColumns(declare)] };
  const select = field(`mau-binh-${declaring}`);
  const next = () => {
    declaring = null;
    dropRanks();
    shut();
  };
  const none = {
    label: words("none"),
    act() {
      select.value = "";
      next();
    },
  };
  return {
    title: labelOf(select),
    more: select.value ? none : null,
    rows: [{ answers: answersOf(select, { next }) }],
  };
}

// Which row was won by what, where the house pays more for it; of many kinds each is asked for alone.
const winners = (select) => whoRow(select, { only: (seat) => able().includes(seat), next: () => dropKinds(select) });
const namesIn = (select) => [...select.selectedOptions].map(({ value }) => nameOf(value)).join(", ");

const oneKind = (select) => ({
  code: select.name,
  label: labelOf(select),
  note: namesIn(select),
  pressed: select.selectedOptions.length > 0,
  act() {
    wonBy = select.name;
  },
});

function kindsQuestion() {
  const asked = kinds().filter(({ name }) => !wonBy || name === wonBy);
  const title = words("by");
  if (asked.length > 3) return { title, rows: [{ answers: asked.map(oneKind) }] };
  const back = {
    label: wordOf("Back"),
    act() {
      wonBy = null;
    },
  };
  return { title, more: wonBy && back, rows: asked.map(winners) };
}

Object.assign(game, {
  tap,
  paint,
  click(at) {
    if (at("[data-row]")) tapRow(at("[data-row]").dataset.row);
    else if (at("[data-tie]")) tapTie();
    else if (at("[data-tool=bam-bai]") && isOpen("cards")) shut();
    else if (at("[data-tool=bam-bai]") && !ownHands()) pickHands();
    else return false;
    return true;
  },
  change(input) {
    if (input.name === "lung" || input.name?.startsWith("mau-binh-")) dropRanks();
  },
  forget() {
    chosenRow = declaring = wonBy = null;
    tied = false;
  },
});
Object.assign(game.questions, { "bam-bai": handsQuestion, "mau-binh": kindQuestion, kinds: kindsQuestion });
document.addEventListener("shut", () => {
  declaring = wonBy = null;
});
