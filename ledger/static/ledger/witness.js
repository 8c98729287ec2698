// This phone is a witness of the book: it keeps the newest line of the log that it has seen, with its
// hash, and the fingerprint of the key that signs marks. Where the page shows others, chain.js looks
// whether they descend from these. A phone that keeps nothing is no witness.
import { replaced, bookOnPage } from "./book.js";
import { parsed, phone } from "./storage.js";

function lookAtSigner(now) {
  const key = `signer:${now.book}`;
  const known = phone.get(key);
  if (!now.signer || known === now.signer) return;
  if (known) import(now.chain).then((witness) => witness.lookAtSigner(now, known)).catch(() => {});
  else phone.set(key, now.signer);
}

function look() {
  const now = bookOnPage();
  if (!now) return;
  lookAtSigner(now);
  const key = `book:${now.book}`;
  const known = parsed(phone.get(key));
  if (known?.head === now.head && !replaced()) return;
  if (known) import(now.chain).then((witness) => witness.look(now)).catch(() => {});
  else {
    const { line, head, newest } = now;
    phone.set(key, JSON.stringify({ line, head, round: Number(newest), at: new Date(), heads: {} }));
  }
}

look();
document.addEventListener("htmx:after:swap", look);
