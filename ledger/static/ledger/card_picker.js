// The 52 cards under the thumb. A field that takes cards says how many (data-cards), whether it wants all
// of them (data-whole), and whose hand it is of (data-hand, around it); fields filled one after the other
// stand in a box of their own (data-in-turn). A tap puts a card into the field being filled, or takes it
// back; what the cards are is told by the server. Where the page has a panel the cards lie in it, with what
// the hand that was tapped last turned out to be.

const SIGNS = { "♠": "S", "♣": "C", "♦": "D", "♥": "H" };
let filling = null;
let tapped = null; // the field that was filled or opened last

const panel = () => document.getElementById("panel");
const picker = () => document.querySelector("fieldset.picker");
const hand = (input) => input.closest("[data-hand]");
const takers = (box) => [...box.querySelectorAll("input[data-cards]")].filter((input) => !input.matches(":disabled"));
const sameHand = (one, other) => hand(one).dataset.hand === hand(other).dataset.hand;
const ofHand = (input) => takers(input.form).filter((other) => sameHand(input, other));
const ofOthers = (input) => takers(input.form).filter((other) => !sameHand(input, other));

function codes(text) {
  const plain = text
    .toUpperCase()
    .replaceAll("10", "T")
    .replace(/[\uFE0E\uFE0F]/g, "");
  return plain
    .replace(/[♠♣♦♥]/g, (sign) => SIGNS[sign])
    .split(/[\s,;.]+/)
    .filter(Boolean);
}

const full = (input) => codes(input.value).length >= Number(input.dataset.cards);
const isCards = (input) => !/^\d*$/.test(input.value.trim());

function write(input, cards) {
  const shown = (code) => picker().querySelector(`[data-card="${CSS.escape(code)}"]`)?.textContent || code;
  tapped = input;
  input.value = cards.map(shown).join(" ");
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

// All cards as buttons, each suit in the order of the game.
function deck() {
  const { content, dataset } = document.getElementById("picker");
  const cards = content.firstElementChild.cloneNode(true);
  for (const suit of cards.querySelectorAll(".suit")) {
    const sign = suit.textContent.trim();
    for (const rank of dataset.ranks) {
      const card = document.createElement("button");
      card.type = "button";
      card.dataset.card = rank + SIGNS[sign];
      card.textContent = rank.replace("T", "10") + sign;
      suit.append(card);
    }
  }
  return cards;
}

// The next field in turn that is still empty, or wants more cards; none ends the tapping.
function next(input) {
  const turn = input.closest("[data-in-turn]");
  const all = turn ? takers(turn) : [];
  const from = all.indexOf(input) + 1;
  return [...all.slice(from), ...all.slice(0, from)].find(
    (one) => one !== input && (one.hasAttribute("data-whole") ? !full(one) : !one.value),
  );
}

function tapCard(code) {
  const holder = ofHand(filling).find((input) => isCards(input) && codes(input.value).includes(code));
  if (holder) {
    filling = holder;
    write(
      holder,
      codes(holder.value).filter((other) => other !== code),
    );
  } else if (!full(filling)) {
    write(filling, [...(isCards(filling) ? codes(filling.value) : []), code]);
    if (filling.hasAttribute("data-whole") && full(filling)) turn();
  }
}

// What a whole hand is will be told at the top, where the cards of the next begin. They move with the tap
// that makes it whole, and not with the answer: by then a finger may be on its way to the next card.
function turn() {
  const done = filling;
  filling = next(done) || (panel() && done);
  if (panel() && (filling === done || !sameHand(filling, done))) panel().scrollTop = 0;
}

function goOn() {
  filling = next(filling) || null;
}

const cardsIn = (inputs) => inputs.filter(isCards).flatMap((input) => codes(input.value));

// Whose cards are tapped, which of them, how many there are.
function paintTitle(place) {
  const label = filling.closest("label");
  const part = label?.querySelector("small");
  const name = hand(filling).dataset.hand;
  const words = part ? [name, part.textContent.trim()] : [label?.querySelector("span")?.textContent.trim() || name];
  const most = filling.hasAttribute("data-whole") ? `/${filling.dataset.cards}` : "";
  place.textContent = [...words, `${cardsIn([filling]).length}${most}`].join(" · ");
}

// What the server says of the hand, in the panel; elsewhere it stands beside the hand. The title may be of
// the next one by then.
function paintNote(place) {
  if (!panel()) return;
  const last = tapped?.isConnected ? tapped : filling;
  const note = ofHand(last)
    .map((input) => hand(input).querySelector(".found"))
    .find(Boolean);
  place.replaceChildren(...(note ? note.cloneNode(true).childNodes : []));
  if (!sameHand(last, filling)) place.querySelector("p")?.prepend(`${hand(last).dataset.hand}: `);
}

function paintPicker() {
  const shown = picker();
  for (const input of document.querySelectorAll("[data-filling]")) input.removeAttribute("data-filling");
  if (!filling?.isConnected || filling.matches(":disabled")) filling = null;
  if (!filling) {
    remove(shown);
    return;
  }
  const cards = shown || deck();
  if (!cards.isConnected || (!panel() && cards.parentElement !== hand(filling))) place(cards);
  filling.setAttribute("data-filling", "");
  const mine = cardsIn(ofHand(filling));
  const elsewhere = cardsIn(ofOthers(filling));
  const ticked = [...filling.form.querySelectorAll("[name^=held-] option:checked")]
    .filter((option) => option.parentElement.name.slice(5) !== filling.name.slice(5))
    .map((option) => option.value);
  for (const button of cards.querySelectorAll("[data-card]")) {
    const { card } = button.dataset;
    button.setAttribute("aria-pressed", String(mine.includes(card)));
    button.disabled = !mine.includes(card) && (elsewhere.includes(card) || ticked.includes(card));
  }
  paintTitle(cards.querySelector("[data-whose]"));
  paintNote(cards.querySelector("[data-found]"));
  const on = cards.querySelector("[data-next]");
  on.textContent = next(filling) ? on.dataset.then : on.dataset.done;
  if (!shown) cards.scrollIntoView({ block: "nearest" });
}

// Into the panel, else into the box of the hand, where they stay under the thumb from hand to hand.
function place(cards) {
  if (panel()) {
    cards.dataset.of = filling.closest("[data-for]")?.dataset.for;
    document.dispatchEvent(new CustomEvent("cards", { detail: cards }));
    return;
  }
  const before = cards.isConnected && cards.getBoundingClientRect().top;
  hand(filling).append(cards);
  if (before !== false) window.scrollBy({ top: cards.getBoundingClientRect().top - before, behavior: "instant" });
}

function remove(cards) {
  if (cards && panel()?.contains(cards)) document.dispatchEvent(new Event("cards"));
  else cards?.remove();
}

function pick(input) {
  filling = tapped = input || null;
  paintPicker();
}

// From a button of the page's own: the cards of this field.
export function pickCards(input) {
  requestAnimationFrame(() => pick(input));
}

// The fields that opening this part is for; numbers are typed, their cards have a button.
const opened = (details) =>
  takers(details).filter((input) => input.closest("details") === details && input.inputMode !== "numeric");

// What was found fills the fields it speaks of.
function fill(offer) {
  const form = filling?.form ?? offer.closest("form");
  for (const [name, value] of Object.entries(JSON.parse(offer.dataset.fill))) {
    form.elements[name].value = value;
    form.elements[name].dispatchEvent(new Event("change", { bubbles: true }));
  }
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  const summary = at("summary");
  if (at("[data-card]")) tapCard(at("[data-card]").dataset.card);
  else if (at("[data-next]")) goOn();
  else if (at("[data-clear]")) write(filling, []);
  else if (at("[data-fill]")) {
    fill(at("[data-fill]"));
    return;
  } else if (at("[data-pick]")) {
    pick(at("form").elements[at("[data-pick]").dataset.pick]);
    return;
  } else if (summary) {
    const fields = opened(summary.parentElement);
    if (fields.length)
      requestAnimationFrame(() =>
        pick(summary.parentElement.open && (fields.find((input) => !full(input)) || fields[0])),
      );
    return;
  } else return;
  paintPicker();
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[data-cards]:not([inputmode=numeric])")) pick(event.target);
});
document.addEventListener("change", () => {
  if (filling) paintPicker();
});
document.addEventListener("emptied", () => pick(null));
document.addEventListener("shut", ({ detail: code }) => {
  if (code === "cards") filling = null;
});

// No keyboard comes up over the cards.
function quiet() {
  for (const input of document.querySelectorAll("input[data-cards]:not([inputmode])")) input.inputMode = "none";
}
document.addEventListener("htmx:after:swap", () => {
  quiet();
  paintPicker();
});
quiet();
