// Two decks of heads leave no room over the sheet for a row of players: the heads answer in its place,
// each for the button of its column, which is drawn and not shown (table/deck.css).

const app = document.getElementById("app");
let panel = null; // a refused round comes back with another
const heads = () => [...document.querySelectorAll("#round .seat")];
const buttons = () => [...(panel.querySelector(".ask + .grid, .note + .grid")?.children ?? [])].slice(1);

function paintHead(head, button) {
  head.querySelector("small")?.remove();
  delete head.dataset.answer;
  head.disabled = button?.localName === "span";
  if (!button || head.disabled) return;
  head.dataset.answer = button.dataset.answer;
  head.setAttribute("aria-pressed", button.getAttribute("aria-pressed"));
  head.append(button.querySelector("small")?.cloneNode(true) ?? document.createElement("small"));
}

const watch = new MutationObserver(paint);

function paint() {
  const now = document.getElementById("panel");
  if (now !== panel) watch.observe(now, { childList: true });
  panel = now;
  for (const [at, head] of heads().entries()) paintHead(head, buttons()[at]);
}

// Before the game hears of the head.
function answer(event) {
  const head = event.target.closest?.(".seat[data-answer]");
  if (!head) return;
  event.stopPropagation();
  buttons()[heads().indexOf(head)].click();
}

if (app.hasAttribute("data-deck")) {
  app.dataset.answering = "";
  paint();
  document.addEventListener("painted", paint);
  document.addEventListener("click", answer, true);
}

export {};
