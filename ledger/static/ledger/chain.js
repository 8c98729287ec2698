// Whether the book at the server descends from the one that this phone has seen (witness.js). Each line
// of the log has a hash made of the one before it and of the line, see ledger/books/chain.py.
import { sha256 } from "./sha256.js";
import { phone } from "./storage.js";

const DIGITS = 16; // of the hash of an older line
const LINES = 500; // that this phone keeps hashes of

// The hashes of lines that follow the one with this hash and number; none where a line is of another place.
export function hashes(book, line, head, texts) {
  const list = [];
  let before = head;
  for (const text of texts) {
    const record = JSON.parse(text);
    if (record.session !== book || record.number !== line + list.length + 1) return [];
    before = sha256(`${before}\n${text}`);
    list.push(before);
  }
  return list;
}

// The beginnings of the hashes that this phone has seen, by line.
const headsOf = (known) => ({ ...known.heads, [known.line]: known.head.slice(0, DIGITS) });

// The state of this phone after what the server answered, null where that does not descend from it.
export function follow(book, known, answer) {
  const more = hashes(book, known.line, known.head, answer.lines);
  const line = known.line + more.length;
  const newest = [known.head, ...more].pop();
  if (answer.number !== line || answer.head !== newest) return null;
  const heads = headsOf(known);
  for (const [at, hash] of more.entries()) heads[known.line + at + 1] = hash.slice(0, DIGITS);
  for (const old of Object.keys(heads)) if (old <= line - LINES) delete heads[old];
  return { line, head: answer.head, round: answer.round, at: new Date(), heads };
}

// The last line that the phone has seen as it is in the whole book of the answer, 0 for none.
export function common(book, known, answer) {
  const heads = headsOf(known);
  const theirs = hashes(book, 0, "", answer.lines);
  return Math.max(0, ...Object.keys(heads).filter((line) => theirs[line - 1]?.startsWith(heads[line])));
}

const NOTHING = { line: 0, head: "", heads: {} };
const key = (book) => `book:${book}`;

async function ask(book, page) {
  const asked = { cache: "no-store", headers: { "HX-Request": "true" } }; // a piece of a page
  const answer = await fetch(`/t/${book}/log/${page}`, asked);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

// What the page itself brought of the lines that this phone has not seen; null where that is not all.
export function brought({ line, head, newest, texts = "[]" }, known) {
  const more = line - known.line;
  const lines = JSON.parse(texts).slice(-more);
  return more > 0 && lines.length === more ? { number: line, head, round: Number(newest), lines } : null;
}

function keep(book, now) {
  phone.set(key(book), JSON.stringify(now));
  document.dispatchEvent(new Event("kept"));
}

async function compare(book, page) {
  const known = JSON.parse(phone.get(key(book)));
  const answer = brought(page, known);
  const now =
    (answer && follow(book, known, answer)) ||
    follow(book, known, await (await ask(book, `chain/?after=${known.line}`)).json());
  if (now) {
    document.getElementById("differs")?.remove();
    keep(book, now);
  } else await say(book, known);
}

// Words that the server has, over the sheet of a table or first on any other page.
async function show(book, details) {
  const words = await (await ask(book, `differs/?${new URLSearchParams(details)}`)).text();
  const sheet = document.getElementById("sheet");
  if (sheet) sheet.insertAdjacentHTML("afterend", words);
  else document.getElementById("main").insertAdjacentHTML("afterbegin", words);
}

async function say(book, known) {
  if (document.getElementById("differs")) return;
  const whole = await (await ask(book, "chain/?after=0")).json();
  const { line, round } = known;
  const details = { line, round, at: Math.floor(Date.parse(known.at) / 60000), common: common(book, known, whole) };
  await show(book, details);
  document.dispatchEvent(new Event("kept")); // what it keeps is doubted
  document.querySelector("#differs [data-accept]").addEventListener("click", () => {
    const now = follow(book, NOTHING, whole);
    document.getElementById("differs").remove();
    if (now) keep(book, now);
  });
}

const NEWEST = 999999999; // after it there is no line

async function compareSigner({ book, signer }, known) {
  if (document.getElementById("signer")) return;
  const now = (await (await ask(book, `chain/?after=${NEWEST}`)).json()).signer;
  const { follows } = await import(now.script);
  const keep = () => phone.set(`signer:${book}`, signer);
  const follow = follows(now, known, signer);
  await show(book, { signer: follow ? "follows" : "other" });
  if (follow) keep();
  document.querySelector("#signer button").addEventListener("click", () => {
    keep();
    document.getElementById("signer").remove();
  });
}

let last = Promise.resolve();

// One after the other: each begins with what the one before has found.
function next(step) {
  last = last.then(step).catch(() => {}); // without a network it looks again at the next change
  return last;
}

export const look = (page) => next(() => compare(page.book, page));
export const lookAtSigner = (page, known) => next(() => compareSigner(page, known));
