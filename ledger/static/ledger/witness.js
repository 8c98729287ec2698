// This phone is a witness of the book: it keeps the newest line of the log that it has seen, with its
// hash. Where the page shows another one, chain.js looks whether that descends from it. A phone that
// keeps nothing is no witness.
import { phone } from "./storage.js";

function seen() {
  const shown = document.getElementById("seen");
  return shown && { line: Number(shown.querySelector("[name=log]").value), ...shown.dataset };
}

// What this phone keeps of the book; null where that is nothing, or nothing that can be read.
function kept(key) {
  try {
    return JSON.parse(phone.get(key));
  } catch {
    return null;
  }
}

// This page is of another book, and stays as it is because words are typed in it: nothing is asked or
// recorded from it before it is opened anew.
export const replaced = () => document.querySelector("#moved[data-another]");

function look() {
  const now = seen();
  if (!now) return;
  const key = `book:${now.book}`;
  const known = kept(key);
  if (known?.head === now.head && !replaced()) return;
  if (known) import(now.chain).then((witness) => witness.look(now.book)).catch(() => {});
  else {
    const { line, head, newest } = now;
    phone.set(key, JSON.stringify({ line, head, round: Number(newest), at: new Date(), heads: {} }));
  }
}

look();
document.addEventListener("htmx:after:swap", look);

// The server answers nothing of another book to a page that says which one it shows.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const now = seen();
  if (now) ctx.request.headers.Book = `${now.line}/${now.head}`;
});
