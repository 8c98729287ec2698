// Checks the receipt that it stands in: the book against the mark, what is shown against the book, and the
// signatures of both.
import { verifies } from "../ed25519.js";
import { sha256 } from "../sha256.js";
import { unpack } from "./columns.js";
import { chained, moved, restored } from "./documents.js";

const LETTERS = 20; // of a fingerprint
const SPACE = /[ \t\n\r\f]+/g;

const element = (id) => document.getElementById(id);
const shown = (id) => element(id).textContent;

// Everything in the page but scripts and what this one says, as ledger/exports/receipt/reading.py reads it.
function spelt(node) {
  if (node.nodeType === 3) return node.data;
  if (node.nodeType !== 1 || node.localName === "script" || node.id === "check") return "";
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}=${value}`);
  return `<${node.localName}${attributes.join("")}>${[...node.childNodes].map(spelt).join("")}</>`;
}

function words() {
  const texts = [...document.querySelectorAll("style, #code, #held")].map((each) => each.textContent);
  const all = [document.title, spelt(document.body), ...texts];
  return sha256(all.map((each) => each.replace(SPACE, "")).join("\n"));
}

function signed(amount, separator) {
  const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, separator);
  return (amount > 0 ? "+" : amount < 0 ? "−" : "") + digits;
}

function rows({ labels, before, people: [, , seats], unit, signs: [, point] }, postings) {
  const cell = (sum) => (sum ? (sum > 0 ? "+" : "") + String(sum / unit).replace(".", point) : "");
  const row = (label, sums) => [label, ...seats.map(([seat]) => cell(sums[seat]))].join("\t");
  const lines = before.count ? [row("…", before.balances)] : [];
  for (const [place, { sign, number }] of labels.entries())
    lines.push(row(sign + (number ?? ""), moved(postings[place])));
  return lines.join("\n");
}

function people({ before, people: [, , seats], signs: [separator] }, postings) {
  const sums = { ...before.balances };
  for (const posting of postings)
    for (const [seat, amount] of Object.entries(moved(posting))) sums[seat] = (sums[seat] ?? 0) + amount;
  return seats.map(([seat, name]) => `${name || `#${seat}`} ${signed(sums[seat] ?? 0, separator)}`).join("\n");
}

// Whether the names are those that the newest line with a digest of them has; a receipt of the end may hold none.
function named({ lines, salt, people: who }) {
  const digests = lines.map((line) => line.details.names).filter(Boolean);
  return !digests.length || digests.pop() === chained(salt, who);
}

function outcome(receipt) {
  const [session, line, digits, signature] = shown("mark").split("/");
  const mark = `${session}/${line}/${digits}`;
  const book = restored(receipt);
  if (!book || mark !== `${receipt.session}/${book.number}/${book.head.slice(0, 32)}`) return "chain";
  if (!named(receipt)) return "names";
  const listed = [...element("people").children].map((each) => each.textContent.trim().replace(SPACE, " "));
  if (listed.join("\n") !== people(receipt, book.postings).replace(/[ \t]+/g, " ")) return "rows";
  if (shown("rows").split("\n").slice(1).join("\n") !== rows(receipt, book.postings)) return "rows";
  if (!verifies(shown("key"), mark, signature)) return "mark";
  const { words: slot } = element("held").dataset;
  return verifies(shown("key"), `receipt words\n${mark}\n${words()}`, slot) ? "good" : "words";
}

function add(tag, text, kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = kind;
  element("check").append(made);
  return made;
}

function askForKey(says) {
  add("p", says.key).id = "ask";
  const field = add("input", "");
  field.setAttribute("aria-labelledby", "ask");
  field.placeholder = "1a2b-3c4d-…";
  const answer = add("p", "");
  answer.setAttribute("role", "status");
  field.addEventListener("input", () => {
    const typed = field.value.toLowerCase().replace(/.*[^\P{L}a-f]|[^\da-f]/gu, ""); // after any words
    const same = typed === sha256(shown("key")).slice(0, LETTERS);
    answer.textContent = typed.length < LETTERS ? "" : says[same ? "same" : "other"];
    answer.className = same ? "good" : "bad";
  });
}

function check() {
  let [receipt, result] = [null, "unreadable"];
  try {
    receipt = unpack(globalThis.bytesOf(shown("held"))); // as load.js has it
    result = outcome(receipt);
  } catch {}
  element("check").replaceChildren();
  add("p", receipt?.says[result] ?? element("check").dataset.unreadable, result === "good" ? "good" : "bad");
  if (result === "good") askForKey(receipt.says);
}

check();
