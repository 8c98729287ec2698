// The round form under the thumb. All state is in the form's own fields: a tap writes
// fields, paint() shows what they say. What a round pays comes from the server alone.

import "./newest_request.js";
import { STATE } from "./outbox_state.js";
import { tab } from "./storage.js";

export const round = () => document.getElementById("round");
export const players = () => [...document.querySelectorAll("#scoreboard .player[data-seat]")];
export const field = (name) => round().elements[name];

// What the game's own way of tapping adds (taps/…): tap(card) and paint(board), and where it
// needs them click(at), true if it was its own; change(input); forget() what no field holds.
export const game = { click: () => false, change: () => {}, forget: () => {} };

export function changed() {
  round().dispatchEvent(new Event("change", { bubbles: true }));
}

// ---- places: tap the cards in the order the players went out ----

export const placeOf = (card) => Number(card.querySelector("[name^=place-]:checked")?.value || 0);
const lostBox = (card) => card.querySelector(".cong input");
export const isLost = (card) => Boolean(lostBox(card)?.checked);

function setPlace(card, place) {
  for (const radio of card.querySelectorAll("[name^=place-]")) radio.checked = Number(radio.value) === place;
}

export function placed() {
  return players()
    .filter(placeOf)
    .sort((a, b) => placeOf(a) - placeOf(b));
}

export function tapOrder(card) {
  const fresh = isLost(card) || !placeOf(card);
  if (isLost(card)) lostBox(card).checked = false;
  const order = placed().filter((other) => other !== card && !isLost(other));
  const place = fresh ? nextPlace(order) : 0;
  if (!fresh) for (const [at, other] of order.entries()) setPlace(other, at + 1);
  for (const other of players()) if (!order.includes(other)) setPlace(other, 0);
  setPlace(card, place);
}

// The first place nobody has: where the last was told before the others, one in between.
export function nextPlace(order) {
  const taken = order.map(placeOf);
  return players().findIndex((_card, at) => !taken.includes(at + 1)) + 1;
}

// Who is cóng or móm has no place; where all are, the one tapped first keeps it.
function dropLost() {
  const order = players().every(isLost) ? placed().slice(0, 1) : placed().filter((card) => !isLost(card));
  for (const card of players()) setPlace(card, order.indexOf(card) + 1);
}

export function changeLost(input) {
  if (input.matches(".cong input")) dropLost();
}

// ---- what all share ----

export function mark(card, kind, text) {
  card.querySelector(".mark").textContent = text;
  if (kind) card.dataset.mark = kind;
  else delete card.dataset.mark;
}

// Parts for some rounds only start hidden where there is JavaScript (app.css).
// What has a problem to show is shown, wherever it stands.
export function show(part, on, visible = on) {
  part.toggleAttribute("data-shown", visible || Boolean(on && part.querySelector(".problem")));
  part.disabled = !on;
}

// What a player may hold counts only while it can: hidden fields are not sent.
export function holdable(card, may, visible = may) {
  const held = round().querySelector(`[data-held="${card.dataset.seat}"]`);
  show(held, may, visible);
}

// Selects of a chain or a tới trắng, asked one at a time with buttons.
function paintSteps(group) {
  const selects = [...group.querySelectorAll("select")];
  const chosenNow = selects.map((select) => select.value).join("|");
  if (group.dataset.painted === chosenNow) return; // buttons in use keep their focus
  group.dataset.painted = chosenNow;
  const said = group.querySelector(".said");
  const steps = group.querySelector(".steps");
  const next = selects.findIndex((select) => !select.value);
  said.replaceChildren(
    ...selects
      .filter((select) => select.value)
      .map((select) => {
        const token = document.createElement("button");
        token.type = "button";
        token.textContent = select.selectedOptions[0].textContent.trim();
        token.dataset.unsay = select.name;
        token.setAttribute("aria-label", `${select.getAttribute("aria-label")} ${token.textContent} ×`);
        return token;
      }),
  );
  const select = selects[next];
  group.querySelector(".asked").textContent = select ? select.getAttribute("aria-label") : "";
  const before = next > 1 && next % 2 === 0 ? selects[next - 2].value : "";
  steps.replaceChildren(
    ...(select ? [...select.options] : [])
      .filter((option) => option.value && option.value !== before)
      .map((option) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "chip";
        button.textContent = option.textContent;
        button.dataset.say = option.value;
        button.dataset.of = select.name;
        return button;
      }),
  );
  const out = group.querySelector(".out");
  if (out) out.hidden = next >= 0 && next < 4;
}

function say(name, value) {
  const select = field(name);
  select.value = value;
  game.change(select);
  growChain(select.closest("[data-chain]"));
}

// A thumb does not mind, but a keyboard and a reader want to go on where they are.
function focusNext(group) {
  const opener =
    group.closest("details")?.querySelector("summary") ||
    round().querySelector(`[data-kind-of="${group.dataset.kinds}"]`);
  (group.querySelector(".steps button") || opener).focus();
}

function unsay(name) {
  const group = field(name).closest("fieldset");
  const selects = [...group.querySelectorAll("select")];
  for (const select of selects.slice(selects.findIndex((one) => one.name === name))) select.value = "";
}

// A chain always has an empty play at its end, so that another chặt can follow.
function growChain(chain) {
  const links = chain ? [...chain.querySelectorAll(".link")] : [];
  const last = links[links.length - 1];
  if (!last || [...last.querySelectorAll("select")].some((select) => !select.value) || links.length >= 8) return;
  const more = last.cloneNode(true);
  for (const select of more.querySelectorAll("select")) {
    select.name = select.name.replace(/-(\d+)-(\w+)$/, (_all, at, what) => `-${Number(at) + 1}-${what}`);
    select.value = "";
  }
  last.after(more);
}

function paintChains() {
  const chains = [...round().querySelectorAll("[data-chain]")];
  const used = chains.filter((chain) => [...chain.querySelectorAll("select")].some((select) => select.value));
  chains.forEach((chain, at) => {
    chain.hidden = at > 0 && !used.includes(chain) && !chain.hasAttribute("data-open");
  });
  const another = round().querySelector(".another");
  if (another)
    another.hidden = (used.length !== chains.length && !chains.some((chain) => chain.hidden)) || !used.length;
}

function anotherChain() {
  const chains = [...round().querySelectorAll("[data-chain]")];
  const hidden = chains.find((chain) => chain.hidden);
  if (hidden) {
    hidden.setAttribute("data-open", "");
    return;
  }
  const last = chains[chains.length - 1];
  const more = last.cloneNode(true);
  const index = Number(last.dataset.chain) + 1;
  more.dataset.chain = index;
  more.setAttribute("data-open", "");
  more.removeAttribute("data-painted");
  more.querySelectorAll(".link").forEach((link, at) => {
    if (at > 1) link.remove();
  });
  for (const input of more.querySelectorAll("[name]")) {
    input.name = input.name.replace(/^chat-\d+/, `chat-${index}`);
    if (input.type === "checkbox") input.checked = false;
    else input.value = "";
  }
  more.querySelector(".problems").id = `at-chat-${index}`;
  more.querySelector(".problems").replaceChildren();
  last.after(more);
}

// Tới trắng ends the round before any play: everything else rests while it is chosen.
function paintToiTrang() {
  if (!round().querySelector("[data-event=toi-trang]")) return;
  const won = round().querySelector("[name=toi-trang-player]").value;
  const board = document.getElementById("scoreboard");
  board.toggleAttribute("data-resting", Boolean(won));
  for (const input of board.querySelectorAll("input"))
    if (won) input.disabled = true;
    else if (!input.name.startsWith("left-")) input.disabled = false;
  for (const chain of round().querySelectorAll("[data-chain]")) chain.disabled = Boolean(won);
  for (const dut of round().querySelectorAll("[name=dut]")) dut.disabled = Boolean(won);
  if (!won) return;
  const counted = board.hasAttribute("data-dem-heo");
  for (const part of round().querySelectorAll("[data-held], [data-den]")) {
    show(part, Boolean(counted && part.dataset.held && part.dataset.held !== won));
  }
  const pad = round().querySelector("[data-pad]");
  if (pad) pad.hidden = true;
  for (const card of players()) {
    mark(card, card.dataset.seat === won ? "place" : "", card.dataset.seat === won ? "★" : "");
    card.removeAttribute("data-turn");
  }
}

function paint() {
  const board = document.getElementById("scoreboard");
  if (!round() || !board) return;
  game.paint(board);
  paintChains();
  for (const group of round().querySelectorAll("[data-chain], [data-steps]")) paintSteps(group);
  paintToiTrang();
  for (const problem of round().querySelectorAll("details:not([open]) .problem"))
    problem.closest("details").open = true;
  keepInSight();
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  const group = at("[data-chain], [data-steps]");
  const card = at("#round .player[data-seat]");
  const step = at("[data-say], [data-unsay]");
  if (at(".tap, .ranks") && card) game.tap(card);
  else if (at("[data-say]")) say(at("[data-say]").dataset.of, at("[data-say]").dataset.say);
  else if (at("[data-unsay]")) unsay(at("[data-unsay]").dataset.unsay);
  else if (at(".another")) anotherChain();
  else if (!round()?.contains(event.target) || !game.click(at)) return;
  paint();
  changed();
  if (group && step) focusNext(group);
});

document.addEventListener("change", (event) => {
  if (!event.target.closest?.("#round")) return;
  game.change(event.target);
  document.querySelector("#notice [data-kind=done]")?.remove();
  paint();
  remember();
});

// ---- a round told in one sentence fills the form; the sentence itself is none of its fields ----

document.addEventListener(
  "change",
  (event) => {
    if (event.target.form?.id === "say") event.stopPropagation();
  },
  true,
);

// Read out and looked at before anything else, and no keyboard over it.
function showHeard() {
  remember();
  document.getElementById("say-heard")?.focus();
}

// ---- what was tapped survives leaving the page: sitting out, another language, reload ----

export const store = () => `round ${location.pathname}`;
const stamp = () => `${field("newest").value} ${field("rules").value}`;
export const correcting = () => Boolean(round().querySelector("input[name=correcting]"));

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function draft() {
  const kept = parsed(tab.get(store()));
  return Array.isArray(kept?.fields) && typeof kept.stamp === "string" ? kept : null;
}

// What a blank form says as well is nobody's tap.
const unasked = (name, value) =>
  [...round().querySelectorAll("[data-none]")].some((input) => input.name === name && input.value === value);
export const tapped = () =>
  [...new FormData(round())].filter(([name, value]) => value && !STATE.includes(name) && !unasked(name, value));

export function remember() {
  if (correcting()) return;
  tab.set(store(), JSON.stringify({ stamp: stamp(), submission: field("submission").value, fields: tapped() }));
}

// Typed for this game, or for whatever came anew with the page.
export const goesOn = (kept) => kept && (kept.stamp === "any" || kept.stamp.split(" ")[1] === field("rules").value);

// What another phone has recorded since, this one has not seen: recording asks about it first.
function recall() {
  const kept = draft();
  if (correcting() || !goesOn(kept) || !kept.fields.length) return;
  if (kept.stamp !== "any") field("newest").value = kept.stamp.split(" ")[0];
  fillIn(kept.fields);
  changed();
}

export function fillIn(fields) {
  for (const [name, value] of fields) {
    if (/^chat-[1-9]/.test(name) && !field(name)) anotherChain();
    for (const control of round().querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (control.type !== "radio" && control.type !== "checkbox") control.value = value;
      else if (control.value === value) control.checked = true;
      if (control.closest(".happened > .event")) control.closest(".happened").open = true;
      if (control.tagName === "SELECT") growChain(control.closest("[data-chain]"));
    }
  }
}

// An empty form for the next round.
export function clear() {
  if (correcting()) return;
  for (const input of round().querySelectorAll("fieldset input, .event input, .events input")) {
    if (input.type === "radio" || input.type === "checkbox") input.checked = input.hasAttribute("data-none");
    else input.value = "";
  }
  for (const select of round().querySelectorAll("select")) select.value = "";
  for (const open of round().querySelectorAll("details[open]")) open.open = false;
  for (const chain of round().querySelectorAll("[data-chain]")) {
    if (chain.dataset.chain !== "0") chain.remove();
    chain.querySelectorAll(".link").forEach((link, at) => {
      if (at > 2) link.remove();
    });
  }
  for (const change of round().querySelectorAll(".change")) change.replaceChildren();
  game.forget();
  tab.drop(store());
  document.dispatchEvent(new Event("emptied"));
  paint();
}

// Past the large cards, small ones stay at the top (app.css).
function keepInSight() {
  const board = round() && document.getElementById("scoreboard");
  if (!board || board.dataset.tap === "rows") return;
  const bar = 3.6 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const told = board.querySelector("[data-mark]") || round().querySelector(".happened[open]");
  const past = Boolean(told) && board.getBoundingClientRect().bottom <= bar + 1;
  if (past === board.hasAttribute("data-small")) return;
  if (past) document.documentElement.style.setProperty("--board", `${board.offsetHeight}px`);
  board.toggleAttribute("data-small", past);
}

document.addEventListener("scroll", keepInSight, { passive: true });
document.addEventListener("recorded", () => {
  clear();
  document.getElementById("scoreboard").scrollIntoView({ block: "nearest" });
});
document.addEventListener("htmx:after:swap", (event) => {
  const { sourceElement, target } = event.detail.ctx;
  if (["round", "say"].includes(sourceElement.id)) game.forget();
  if (round()) paint();
  if (sourceElement.id === "say") showHeard();
  const told = target?.id?.startsWith("round-") && document.getElementById(target.id);
  if (told) told.querySelector("summary")?.focus();
});
if (round()) {
  document.addEventListener("DOMContentLoaded", paint);
  document.addEventListener("htmx:after:process", recall, { once: true });
}
