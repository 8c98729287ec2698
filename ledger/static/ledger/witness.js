// This phone is a witness of the book: it keeps the newest line of the log that it has seen, with its
// hash. Where the page shows another one, chain.js looks whether that descends from it.
function look() {
  const seen = document.getElementById("seen");
  if (!seen) return;
  const [line, head] = ["log", "head"].map((name) => seen.querySelector(`[name=${name}]`).value);
  const { book, round, chain } = seen.dataset;
  const known = localStorage.getItem(`book:${book}`);
  if (known?.includes(head)) return;
  if (known) import(chain).then((witness) => witness.look(book)).catch(() => {});
  else
    localStorage.setItem(
      `book:${book}`,
      JSON.stringify({ line: Number(line), head, round: Number(round), at: new Date(), heads: {} }),
    );
}

look();
document.addEventListener("htmx:after:swap", look);

export {};
