// The cards of a Tiến lên round that are told so far, in chops and as held: nobody has them again.

import { field, round, seats } from "./round_form.js";

export const HAND = 13;
const SIZES = { ba_doi_thong: 6, tu_quy: 4, bon_doi_thong: 8, hai_tu_quy: 8, nam_doi_thong: 10, sau_doi_thong: 12 };

// Of each play of the chains who and with what.
export const plays = () =>
  [...round().querySelectorAll(".link")].map((link) => [...link.querySelectorAll("select")].map(({ value }) => value));

// Heo among cards that were tapped count as those that were chosen.
function itemsLeft(seat) {
  const { disabled, options } = field(`held-${seat}`);
  const cards = field(`hand-${seat}`).value;
  const items = [...options].filter(({ selected, text }) => selected || cards.includes(text.trim()));
  return disabled ? [] : items.map(({ value }) => value);
}

const played = (of) => plays().flatMap(([seat, cards]) => (seat === of && cards ? cards.split("+") : []));
const size = (codes) => codes.reduce((sum, code) => sum + (SIZES[code] ?? 1), 0);

// How many cards this player may have left.
export const mayBeLeft = (seat, number) => size(itemsLeft(seat)) <= number && number <= HAND - size(played(seat));

// Whether this player may have these besides: a hand is thirteen cards, of which so many are `left`, and of
// each colour there are two heo, each of them once.
export function mayHave(seat, codes, left = HAND) {
  const more = codes.filter((code) => code[0] !== "2" || !itemsLeft(seat).includes(code));
  const heo = [...seats().flatMap((each) => [...played(each), ...itemsLeft(each)]), ...more].filter((code) =>
    /^(2|heo)/.test(code),
  );
  const red = heo.filter((code) => /[DH]|do/.test(code)).length;
  const twice = heo.some((code, at) => code[0] === "2" && heo.indexOf(code) < at);
  const cards = size([...itemsLeft(seat), ...more]);
  return cards <= left && cards + size(played(seat)) <= HAND && red <= 2 && heo.length - red <= 2 && !twice;
}
