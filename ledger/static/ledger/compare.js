// The page of the log: the code of the newest line that this phone keeps, and what another phone's code says.
// Nothing of it is asked of the server.
import { bookOnPage } from "./book.js";
import { codeOf, compared } from "./codes.js";
import { parsed, phone } from "./storage.js";

const card = document.getElementById("compare");
const field = card.querySelector("input");
const answer = card.querySelector("[role=status]");

const ownMark = () => parsed(phone.get(`book:${bookOnPage()?.book}`));

// What this phone keeps is no longer what the page shows: that is said above, and comes first.
const isDoubted = () => Boolean(document.getElementById("differs"));

function say(outcome, line = "") {
  answer.textContent = (card.dataset[outcome] ?? "").replace("0", line);
  answer.dataset.kind = outcome;
}

function compare() {
  const known = ownMark();
  if (!field.value.trim() || !known) return say("");
  if (isDoubted()) return say("doubted");
  const { outcome, line } = compared(known, field.value);
  return say(outcome, line);
}

function show() {
  const known = ownMark();
  card.hidden = !known;
  document.getElementById("keeps-nothing").hidden = Boolean(known) || phone.keeps();
  if (!known) return;
  document.getElementById("code").textContent = codeOf(known.line, known.head);
  const signer = phone.get(`signer:${bookOnPage().book}`) ?? "";
  document.getElementById("signed-by").textContent = signer.replace(/(.{4})(?=.)/g, "$1-");
  compare();
}

show();
document.addEventListener("kept", show);
document.addEventListener("htmx:after:swap", show);
card.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  compare();
});
