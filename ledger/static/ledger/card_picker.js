// The 52 cards under the thumb. A field that takes cards says how many (data-cards), whether it
// wants all of them (data-whole), and stands in the box of its hand (data-hand); fields filled
// one after the other stand in a box of their own (data-in-turn). A tap puts a card into the
// field being filled, or takes it back; what the cards are is told by the server.

const SIGNS = { "♠": "S", "♣": "C", "♦": "D", "♥": "H" };
let filling = null;

const picker = () => document.querySelector("fieldset.picker");
const hand = (input) => input.closest("[data-hand]");
const takers = (box) => [...box.querySelectorAll("input[data-cards]")].filter((input) => !input.matches(":disabled"));

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
  const shown = (code) =>
    picker()
      .querySelector(`[data-card="${CSS.escape(code)}"]`)
      ?.textContent.trim() || code;
  input.value = cards.map(shown).join(" ");
  input.dispatchEvent(new Event("change", { bubbles: true }));
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
  const holder = takers(hand(filling)).find((input) => isCards(input) && codes(input.value).includes(code));
  if (holder) {
    filling = holder;
    write(
      holder,
      codes(holder.value).filter((other) => other !== code),
    );
  } else if (!full(filling)) {
    write(filling, [...(isCards(filling) ? codes(filling.value) : []), code]);
    if (filling.hasAttribute("data-whole") && full(filling)) goOn();
  }
}

function goOn() {
  filling = next(filling) || null;
}

function paintPicker() {
  const shown = picker();
  for (const input of document.querySelectorAll("[data-filling]")) input.removeAttribute("data-filling");
  if (!filling?.isConnected || filling.matches(":disabled")) filling = null;
  if (!filling) {
    shown?.remove();
    return;
  }
  const cards = shown || document.getElementById("picker").content.firstElementChild.cloneNode(true);
  if (cards.parentElement !== hand(filling)) place(cards);
  filling.setAttribute("data-filling", "");
  const mine = takers(hand(filling))
    .filter(isCards)
    .flatMap((input) => codes(input.value));
  const elsewhere = takers(filling.form)
    .filter((input) => hand(input) !== hand(filling) && isCards(input))
    .flatMap((input) => codes(input.value));
  const ticked = [...filling.form.querySelectorAll("[name^=held-]:checked")]
    .filter((box) => !hand(filling).closest(`[data-held="${box.name.slice(5)}"]`))
    .map((box) => box.value);
  for (const button of cards.querySelectorAll("[data-card]")) {
    const { card } = button.dataset;
    button.setAttribute("aria-pressed", String(mine.includes(card)));
    button.disabled = !mine.includes(card) && (elsewhere.includes(card) || ticked.includes(card));
  }
  const label = filling.closest("label")?.querySelector("small")?.textContent.trim() || "";
  const number = isCards(filling) ? codes(filling.value).length : 0;
  const most = filling.hasAttribute("data-whole") ? `/${filling.dataset.cards}` : "";
  cards.querySelector("[data-whose]").textContent = [hand(filling).dataset.hand, label, `${number}${most}`]
    .filter(Boolean)
    .join(" · ");
  const on = cards.querySelector("[data-next]");
  on.textContent = next(filling) ? on.dataset.then : on.dataset.done;
  if (!shown) cards.scrollIntoView({ block: "nearest" });
}

// On to another hand the cards stay where the thumb is.
function place(cards) {
  const before = cards.isConnected && cards.getBoundingClientRect().top;
  hand(filling).append(cards);
  if (before !== false) window.scrollBy({ top: cards.getBoundingClientRect().top - before, behavior: "instant" });
}

function pick(input) {
  filling = input || null;
  paintPicker();
}

// The fields that opening this part is for; numbers are typed, their cards have a button.
const opened = (details) =>
  takers(details).filter((input) => input.closest("details") === details && input.inputMode !== "numeric");

// What was found fills the fields it speaks of.
function fill(offer) {
  const form = offer.closest("form");
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

// No keyboard comes up over the cards.
function quiet() {
  for (const input of document.querySelectorAll("input[data-cards]:not([inputmode])")) input.inputMode = "none";
}
document.addEventListener("htmx:after:swap", () => {
  quiet();
  paintPicker();
});
quiet();

export {};
