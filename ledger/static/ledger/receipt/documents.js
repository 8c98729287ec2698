// The documents that a receipt holds, and what follows from them: ledger/exports/receipt/documents.py leaves
// out of them what is put together again here.
import { sha256 } from "../sha256.js";

const PLACES = 9; // of a decimal, see documents.py

// One spelling for equal JSON: sorted keys, no spaces.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (!value || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)}}`;
}

export const chained = (before, document) => sha256(`${before}\n${canonical(document)}`);

function exact(decimal) {
  const [whole, part = ""] = decimal.split(".");
  return BigInt(whole + part.padEnd(PLACES, "0"));
}

function decimal(number) {
  const digits = String(number < 0n ? -number : number).padStart(PLACES + 1, "0");
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, "");
  return number < 0n ? `-${text}` : text;
}

// A posting as the book has it: what a round pays and its net amounts are its transfers.
function whole(posting) {
  if (posting.payments) return posting;
  const { round } = posting;
  const sums = Object.fromEntries(round.facts.players.map((seat) => [seat, 0n]));
  const payments = [];
  for (const { payer, payee, units, reason } of round.result.transfers) {
    const amount = exact(units);
    sums[payer] = (sums[payer] ?? 0n) - amount;
    sums[payee] = (sums[payee] ?? 0n) + amount;
    payments.push([payer, payee, Number((amount * BigInt(round.bet_unit[1])) / exact("1")), reason]);
  }
  const net = Object.fromEntries(Object.entries(sums).map(([seat, sum]) => [seat, decimal(sum)]));
  return { ...posting, payments, round: { ...round, result: { ...round.result, net } } };
}

// The postings, and the number and hash of the newest line; null where one is missing or of another session.
export function restored({ session, before, lines }) {
  let { line: number, count, head, posted } = before;
  const all = [];
  const follows = (document, last) => document.session === session && document.number === last + 1;
  for (const line of lines) {
    for (const posting of line.posting.map(whole)) {
      if (!follows(posting, count)) return null;
      posted = chained(posted, posting);
      count = posting.number;
      all.push(posting);
    }
    if (!follows(line, number)) return null;
    head = chained(head, { ...line, posting: [count, posted] });
    number = line.number;
  }
  return { postings: all, number, head };
}

// What a posting did to each balance.
export function moved({ payments }) {
  const sums = {};
  for (const [payer, payee, amount] of payments) {
    sums[payer] = (sums[payer] ?? 0) - amount;
    sums[payee] = (sums[payee] ?? 0) + amount;
  }
  return sums;
}
