// Rows: in each the players are tapped from strongest to weakest, "hoà" between two who draw.

import "../table.js";
import "../card_picker.js";
import { field, game, mark, players, round, show } from "../round_form.js";

const rows = () => [...round().querySelectorAll("[data-row]")].map((tab) => tab.dataset.row);
const ranksOf = (card, row) => [...card.querySelectorAll(`[name="rank-${row}-${card.dataset.seat}"]`)];
const rankOf = (card, row) => Number(ranksOf(card, row).find((radio) => radio.checked)?.value || 0);
const isLung = (card) => card.querySelector("[name=lung]").checked;
const kindOf = (card) => field(`mau-binh-${card.dataset.seat}`).value;
const able = () => players().filter((card) => !isLung(card) && !kindOf(card));
const unranked = (row) => able().filter((card) => !rankOf(card, row));
const lastRank = (row) => Math.max(0, ...players().map((card) => rankOf(card, row)));
const isDone = (row) => able().length < 2 || (lastRank(row) > 0 && unranked(row).length < 2);
const handFields = () => [...round().querySelectorAll(".hand input")];
const byCards = () => handFields().some((input) => input.value.trim());
let chosenRow = null;
let tied = false;
let kindAsked = null;

function setRank(card, row, rank) {
  for (const radio of ranksOf(card, row)) radio.checked = Number(radio.value) === rank;
}

// Places without gaps, also after somebody was taken out.
function closeRanks(row) {
  const ranked = players().filter((card) => rankOf(card, row));
  const places = [...new Set(ranked.map((card) => rankOf(card, row)))].sort((a, b) => a - b);
  for (const card of ranked) setRank(card, row, places.indexOf(rankOf(card, row)) + 1);
}

function dropRanks() {
  for (const row of rows()) {
    for (const card of players()) if (isLung(card) || kindOf(card)) setRank(card, row, 0);
    closeRanks(row);
  }
}

const currentRow = () => chosenRow || rows().find((row) => !isDone(row)) || null;

function tapRank(card) {
  if (byCards() || kindOf(card)) return;
  if (isLung(card)) card.querySelector("[name=lung]").checked = false;
  const row = currentRow();
  if (!row) return;
  if (rankOf(card, row)) setRank(card, row, 0);
  else setRank(card, row, lastRank(row) + (tied && lastRank(row) ? 0 : 1));
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

function tapKind(seat) {
  const select = field(`mau-binh-${seat}`);
  kindAsked = select.value || kindAsked === seat ? null : seat;
  select.value = "";
}

function shownRank(card, row) {
  const rank = rankOf(card, row);
  if (isLung(card) || kindOf(card) || byCards()) return "";
  const alike = rank && able().filter((other) => rankOf(other, row) === rank).length > 1;
  return rank ? `${rank}${alike ? "=" : ""}` : isDone(row) && lastRank(row) ? String(lastRank(row) + 1) : "";
}

function paintRows(board) {
  const cards = byCards();
  const row = cards ? null : currentRow();
  board.toggleAttribute("data-by-cards", cards);
  if (cards) round().querySelector("[data-event=hands]").open = true;
  for (const tab of round().querySelectorAll("[data-row]")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.row === row));
    tab.toggleAttribute("data-done", !cards && isDone(tab.dataset.row));
    tab.disabled = cards;
  }
  const tie = round().querySelector("[data-tie]");
  tie.setAttribute("aria-pressed", String(tied));
  tie.disabled = cards || !tieRow();
  for (const card of players()) {
    const kind = kindOf(card);
    const lung = isLung(card) && !cards;
    const rank = row ? shownRank(card, row) : "";
    mark(
      card,
      lung ? "lost" : kind || rank ? "place" : "",
      lung ? board.dataset.lung : kind ? board.dataset.mauBinh : rank,
    );
    for (const shown of card.querySelectorAll("[data-rank]"))
      shown.textContent = shownRank(card, shown.dataset.rank) || "–";
    card.querySelector(".ranks").toggleAttribute("data-off", cards || lung || Boolean(kind));
    card.querySelector(".tap").setAttribute("aria-pressed", String(Boolean(lung || kind || rank)));
    for (const input of card.querySelectorAll("input")) input.disabled = cards;
    card.querySelector("[name=lung]").disabled = cards || Boolean(kind);
    const asked = kindAsked === card.dataset.seat || Boolean(kind);
    card.querySelector("[data-kind-of]").setAttribute("aria-expanded", String(asked));
    show(round().querySelector(`[data-kinds="${card.dataset.seat}"]`), true, asked);
  }
}

function click(at) {
  if (at("[data-row]")) tapRow(at("[data-row]").dataset.row);
  else if (at("[data-tie]")) tapTie();
  else if (at("[data-kind-of]")) tapKind(at("[data-kind-of]").dataset.kindOf);
  else return false;
  return true;
}

function change(input) {
  if (input.name !== "lung" && !input.name?.startsWith("mau-binh-")) return;
  kindAsked = null;
  dropRanks();
}

function forgetRows() {
  chosenRow = kindAsked = null;
  tied = false;
}

Object.assign(game, { tap: tapRank, paint: paintRows, click, change, forget: forgetRows });
