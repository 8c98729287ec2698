// Phones that follow a book and compare codes, with the scripts that phones get: honest evenings, and a host
// that shows one book to some of them and another to the others.
//
// `node tests/static/ledger/evenings.mjs 10000` plays so many of both.

import { hashes, follow } from "../../../ledger/static/ledger/chain.js";
import { chance } from "../chance.mjs";
import { codeOf, compared } from "../../../ledger/static/ledger/codes.js";

const NOTHING = { line: 0, head: "", heads: {} };

// Whole numbers by chance, each below what is asked.
function below(seed) {
  const next = chance(seed);
  return (count) => Math.floor(next() * count);
}

export class Book {
  constructor(texts = []) {
    this.texts = [...texts];
    this.generation = 1;
  }

  write(kind, word) {
    const number = this.texts.length + 1;
    if (kind === "key") this.generation += 1;
    this.texts.push(JSON.stringify({ kind, number, session: "k3m9x2ab", word }));
  }

  answer(after) {
    const all = hashes("k3m9x2ab", 0, "", this.texts);
    return { number: all.length, head: all.at(-1), round: all.length, lines: this.texts.slice(after) };
  }
}

export class Phone {
  constructor() {
    this.known = NOTHING;
    this.doubts = false;
    this.generation = 1;
  }

  // Open the page: what chain.js does; a phone whose link was renewed finds no page.
  open(book) {
    if (this.generation !== book.generation) return;
    const now = follow("k3m9x2ab", this.known, book.answer(this.known.line));
    this.doubts = !now;
    if (now) this.known = now;
  }

  // A link in force opens the page.
  join(book) {
    this.generation = book.generation;
    this.open(book);
  }

  // "Theo sổ này".
  accept(book) {
    this.known = follow("k3m9x2ab", NOTHING, book.answer(0));
    this.doubts = false;
  }

  get code() {
    return codeOf(this.known.line, this.known.head);
  }

  says(other) {
    return this.doubts ? "doubted" : compared(this.known, other.code).outcome;
  }
}

// What two phones find: one types the other's code, and where that has seen more, the other way round.
export function found(one, other) {
  const said = one.says(other);
  return said === "ahead" || said === "older" ? other.says(one) : said;
}

const KINDS = [
  "recorded",
  "recorded",
  "recorded",
  "void",
  "corrected",
  "rules",
  "flagged",
  "nod",
  "of a later release",
];

// Write some lines; phones look as they please.
function play(book, phones, next, lines) {
  for (let at = 0; at < lines; at += 1) {
    book.write(KINDS[next(KINDS.length)], next(1e9));
    for (const phone of phones) if (!next(3)) phone.open(book);
  }
}

// Any two whose link opens the page of the log; some of them loaded it a while ago.
function compareAll(book, phones, next, tally) {
  for (const phone of phones) if (next(4)) phone.open(book);
  const there = phones.filter((phone) => phone.generation === book.generation && phone.known.line);
  for (const one of there)
    for (const other of there) {
      if (one === other || other.doubts) continue; // its code is not shown
      const said = found(one, other);
      tally[said] = (tally[said] ?? 0) + 1;
    }
}

const STEPS = {
  upgrade: (evening) => evening.book.write("of a later release", 0), // what is new is one more line
  restore({ book, phones, next }) {
    book.texts.splice(1 + next(book.texts.length));
    for (let at = next(4); at; at -= 1) book.write("recorded", next(1e9));
    for (const phone of phones) {
      phone.open(book); // every page that is open hears of it
      if (phone.doubts && next(3)) phone.accept(book);
    }
  },
  renew({ book, phones, next }) {
    book.write("key", next(1e9));
    for (const phone of phones) if (next(3)) phone.join(book);
  },
  join({ book, phones }) {
    phones.push(new Phone());
    phones.at(-1).join(book);
  },
};

export function honest(seed, tally) {
  const next = below(seed);
  const book = new Book();
  const phones = Array.from({ length: 3 + next(4) }, () => new Phone());
  book.write("opened", next(1e9));
  for (const phone of phones) phone.open(book);
  for (let part = 2 + next(3); part; part -= 1) {
    play(book, phones, next, 2 + next(8));
    const step = Object.keys(STEPS)[next(4)];
    STEPS[step]({ book, phones, next });
    tally[step] = (tally[step] ?? 0) + 1;
    compareAll(book, phones, next, tally);
  }
}

// One host, two books from some line on, three phones on each: what the first two of different books find. Each
// phone alone has nothing to say.
export function split(seed) {
  const next = below(seed);
  const book = new Book();
  const groups = [0, 1].map(() => [new Phone(), new Phone(), new Phone()]);
  book.write("opened", next(1e9));
  play(book, groups.flat(), next, next(20));
  const books = [book, new Book(book.texts)];
  for (const [at, group] of groups.entries()) {
    play(books[at], group, next, 1 + next(20));
    for (const phone of group) phone.open(books[at]);
  }
  const doubts = groups.flat().some((phone) => phone.doubts);
  const [one, two] = groups[next(2)];
  return { doubts, said: found(groups[0][next(3)], groups[1][next(3)]), alike: found(one, two) };
}

if (process.argv[1]?.endsWith("evenings.mjs")) {
  const [count, tally, splits] = [Number(process.argv[2]), {}, {}];
  for (let seed = 1; seed <= count; seed += 1) {
    honest(seed, tally);
    const { doubts, said } = split(seed);
    splits[`${said}${doubts ? ", doubted before" : ""}`] = (splits[said] ?? 0) + 1;
  }
  process.stdout.write(
    `${count} honest evenings: ${JSON.stringify(tally)}\n${count} splits: ${JSON.stringify(splits)}\n`,
  );
}
