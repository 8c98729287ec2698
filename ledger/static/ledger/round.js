// The round form under the thumb. All state is in the form's own fields: a tap writes
// fields, paint() shows what they say. What a round pays comes from the server alone.
"use strict";

const round = () => document.getElementById("round");
const players = () => [...document.querySelectorAll("#scoreboard .player[data-seat]")];
const field = (name) => round().elements[name];

function changed() {
  round().dispatchEvent(new Event("change", { bubbles: true }));
}

// ---- places: tap the cards in the order the players went out ----

const placeOf = (card) => Number(card.querySelector("[name^=place-]:checked")?.value || 0);
const lostBox = (card) => card.querySelector(".cong input");
const isLost = (card) => Boolean(lostBox(card)?.checked);

function setPlace(card, place) {
  for (const radio of card.querySelectorAll("[name^=place-]")) radio.checked = Number(radio.value) === place;
}

function placed() {
  return players().filter(placeOf).sort((a, b) => placeOf(a) - placeOf(b));
}

function tapOrder(card) {
  const order = placed().filter((other) => !isLost(other));
  const at = order.indexOf(card);
  if (at >= 0) order.splice(at, 1);
  else order.push(card);
  if (isLost(card)) lostBox(card).checked = false;
  for (const other of players()) setPlace(other, order.indexOf(other) + 1);
}

// Who is cóng or móm has no place; where all are, the one tapped first keeps it.
function dropLost() {
  const order = players().every(isLost) ? placed().slice(0, 1) : placed().filter((card) => !isLost(card));
  for (const card of players()) setPlace(card, order.indexOf(card) + 1);
}

function paintOrder(board) {
  const labels = board.dataset.labels.split("|");
  const order = placed();
  const left = players().filter((card) => !placeOf(card) && !isLost(card));
  const implied = order.length && left.length === 1 ? left[0] : null;
  const lastPlaces = order.length + (implied ? 1 : 0) === players().length;
  const last = lastPlaces ? implied || order.at(-1) : null;
  for (const card of players()) {
    const place = placeOf(card) || (card === implied ? order.length + 1 : 0);
    mark(card, isLost(card) ? "lost" : placeOf(card) ? "place" : place ? "implied" : "", isLost(card) ? "" : labels[place - 1] || "");
    card.querySelector(".cong").toggleAttribute("data-shown", order.length > 0 && order[0] !== card);
    card.querySelector(".tap").setAttribute("aria-pressed", String(Boolean(place)));
    holdable(card, card === last || isLost(card));
  }
  const den = round().querySelector("[data-den]");
  const cong = players().filter(isLost);
  show(den, cong.length > 0 && cong.length === players().length - 1);
  for (const choice of den.querySelectorAll("[data-seat]")) {
    choice.hidden = !cong.some((card) => card.dataset.seat === choice.dataset.seat);
  }
}

// ---- cards left: tap the winner, then a number for each of the others ----

const leftField = (card) => field(`left-${card.dataset.seat}`);
const winner = () => players().find((card) => card.querySelector("[name=winner]").checked);
const asked = () => players().filter((card) => card !== winner() && !leftField(card).value);
let chosen = null;

function tapWinner(card) {
  if (!winner()) card.querySelector("[name=winner]").checked = true;
  else if (winner() === card) card.querySelector("[name=winner]").checked = false;
  else chosen = card.dataset.seat;
}

function tapLeft(number) {
  const card = asking();
  leftField(card).value = number;
  chosen = null;
}

function asking() {
  if (!winner()) return null;
  return players().find((card) => card.dataset.seat === chosen && card !== winner()) || asked()[0] || null;
}

function paintWinner(board) {
  const won = winner();
  const current = asking();
  for (const card of players()) {
    const left = leftField(card);
    left.disabled = card === won;
    const told = card === won ? board.dataset.won : left.value === "13" ? board.dataset.cong : left.value && `${left.value} ${board.dataset.left}`;
    mark(card, card === won ? "place" : left.value === "13" ? "lost" : left.value ? "implied" : "", told || "");
    card.toggleAttribute("data-turn", card === current);
    card.querySelector(".tap").setAttribute("aria-pressed", String(Boolean(told)));
    holdable(card, Boolean(won) && card !== won, card === current);
  }
  const pad = round().querySelector("[data-pad]");
  pad.hidden = !current;
  if (current) {
    pad.querySelector("[data-pad-name]").textContent = current.dataset.name;
    round().querySelector(`[data-held="${current.dataset.seat}"]`).after(pad);
    for (const button of pad.querySelectorAll("[data-left]")) {
      button.setAttribute("aria-pressed", String(leftField(current).value === button.dataset.left));
    }
  }
}

// ---- rank: tap the cards from the first to the last, or type the points of each ----

const pointsField = (card) => field(`points-${card.dataset.seat}`);
const eaten = (card) => Number(field(`an-${card.dataset.seat}`).value) + field(`chot-${card.dataset.seat}`).checked;
const isU = (card) => field("u-player").value === card.dataset.seat || eaten(card) >= 3;

function paintRank(board) {
  const labels = board.dataset.labels.split("|");
  const order = placed();
  const left = players().filter((card) => !placeOf(card) && !isLost(card));
  const implied = left.length === 1 && (order.length || players().some(isLost)) ? left[0] : null;
  const counted = players().some((card) => pointsField(card).value);
  const allButOne = players().filter(isLost).length >= players().length - 1;
  for (const card of players()) {
    const place = placeOf(card) || (card === implied ? order.length + 1 : 0);
    const points = pointsField(card).value;
    const laid = placeOf(card) && `${board.dataset.laid} ${place}`;
    const told = !counted ? labels[place - 1] || "" : laid ? [points, laid].filter(Boolean).join(" · ") : points && `${points} ${board.dataset.points}`;
    mark(card, isLost(card) ? "lost" : told && (counted || !placeOf(card)) ? "implied" : told ? "place" : "", isLost(card) ? board.dataset.lost : told);
    card.querySelector(".cong").toggleAttribute("data-shown", counted || isLost(card) || (order.length > 0 && (order[0] !== card || allButOne)));
    card.querySelector(".tap").setAttribute("aria-pressed", String(Boolean(told)));
  }
  paintU(board);
}

// An ù ends the round: places, móm and points rest while somebody is ù.
function paintU(board) {
  const won = players().find(isU);
  for (const input of board.querySelectorAll("input")) input.disabled = Boolean(won);
  for (const card of players()) {
    pointsField(card).disabled = Boolean(won);
    if (!won) continue;
    mark(card, card === won ? "place" : "", card === won ? board.dataset.u : "");
    card.querySelector(".cong").removeAttribute("data-shown");
    card.querySelector(".tap").setAttribute("aria-pressed", String(card === won));
  }
}

// Two digits are the points of a hand: on to the next player who has none.
function nextPoints(from) {
  const fields = [...round().querySelectorAll(".points input:enabled")];
  fields.slice(fields.indexOf(from) + 1).find((one) => !one.value && !isLost(players().find((card) => pointsField(card) === one)))?.focus();
}

function openPoints(summary) {
  const details = summary.parentElement;
  details.open = !details.open;
  if (details.open) nextPoints(null);
}

// ---- rows: in each row tap the players from strongest to weakest, "hoà" between two who draw ----

const rows = () => [...round().querySelectorAll("[data-row]")].map((tab) => tab.dataset.row);
const ranksOf = (card, row) => [...card.querySelectorAll(`[name="rank-${row}-${card.dataset.seat}"]`)];
const rankOf = (card, row) => Number(ranksOf(card, row).find((radio) => radio.checked)?.value || 0);
const isLung = (card) => card.querySelector("[name=lung]").checked;
const kindOf = (card) => field(`mau-binh-${card.dataset.seat}`).value;
const able = () => players().filter((card) => !isLung(card) && !kindOf(card));
const unranked = (row) => able().filter((card) => !rankOf(card, row));
const lastRank = (row) => Math.max(0, ...players().map((card) => rankOf(card, row)));
const isDone = (row) => able().length < 2 || lastRank(row) > 0 && unranked(row).length < 2;
const handFields = () => [...round().querySelectorAll(".hand input")];
const byCards = () => handFields().some((input) => input.value.trim());
let chosenRow = null;
let tied = false;
let kindAsked = null;

function setRank(card, row, rank) {
  for (const radio of ranksOf(card, row)) radio.checked = Number(radio.value) === rank;
}

// Places without gaps, also after somebody was taken out.
function closeRanks(row) {
  const ranked = players().filter((card) => rankOf(card, row));
  const places = [...new Set(ranked.map((card) => rankOf(card, row)))].sort((a, b) => a - b);
  for (const card of ranked) setRank(card, row, places.indexOf(rankOf(card, row)) + 1);
}

function dropRanks() {
  for (const row of rows()) {
    for (const card of players()) if (isLung(card) || kindOf(card)) setRank(card, row, 0);
    closeRanks(row);
  }
}

const currentRow = () => chosenRow || rows().find((row) => !isDone(row)) || null;

function tapRank(card) {
  if (byCards() || kindOf(card)) return;
  if (isLung(card)) card.querySelector("[name=lung]").checked = false;
  const row = currentRow();
  if (!row) return;
  if (rankOf(card, row)) setRank(card, row, 0);
  else setRank(card, row, lastRank(row) + (tied && lastRank(row) ? 0 : 1));
  tied = false;
  closeRanks(row);
  if (isDone(row)) chosenRow = null;
}

// The row "hoà" speaks of: the one being told, or the one just told, whose last is understood.
function tieRow() {
  const row = currentRow();
  if (row && lastRank(row)) return row;
  const before = rows()[(row ? rows().indexOf(row) : rows().length) - 1];
  return before && unranked(before).length === 1 && lastRank(before) ? before : null;
}

function tapTie() {
  const row = tieRow();
  if (!row) return;
  if (unranked(row).length === 1) setRank(unranked(row)[0], row, lastRank(row));
  else tied = !tied;
}

function tapRow(row) {
  chosenRow = chosenRow === row ? null : row;
  tied = false;
}

function tapKind(seat) {
  const select = field(`mau-binh-${seat}`);
  kindAsked = select.value || kindAsked === seat ? null : seat;
  select.value = "";
}

function shownRank(card, row) {
  const rank = rankOf(card, row);
  if (isLung(card) || kindOf(card) || byCards()) return "";
  const alike = rank && able().filter((other) => rankOf(other, row) === rank).length > 1;
  return rank ? `${rank}${alike ? "=" : ""}` : isDone(row) && lastRank(row) ? String(lastRank(row) + 1) : "";
}

function paintRows(board) {
  const cards = byCards();
  const row = cards ? null : currentRow();
  board.toggleAttribute("data-by-cards", cards);
  if (cards) round().querySelector("[data-event=hands]").open = true;
  for (const tab of round().querySelectorAll("[data-row]")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.row === row));
    tab.toggleAttribute("data-done", !cards && isDone(tab.dataset.row));
    tab.disabled = cards;
  }
  const tie = round().querySelector("[data-tie]");
  tie.setAttribute("aria-pressed", String(tied));
  tie.disabled = cards || !tieRow();
  for (const card of players()) {
    const kind = kindOf(card);
    const lung = isLung(card) && !cards;
    const rank = row ? shownRank(card, row) : "";
    mark(card, lung ? "lost" : kind || rank ? "place" : "", lung ? board.dataset.lung : kind ? board.dataset.mauBinh : rank);
    for (const shown of card.querySelectorAll("[data-rank]")) shown.textContent = shownRank(card, shown.dataset.rank) || "–";
    card.querySelector(".ranks").toggleAttribute("data-off", cards || lung || Boolean(kind));
    card.querySelector(".tap").setAttribute("aria-pressed", String(Boolean(lung || kind || rank)));
    for (const input of card.querySelectorAll("input")) input.disabled = cards;
    card.querySelector("[name=lung]").disabled = cards || Boolean(kind);
    const asked = kindAsked === card.dataset.seat || Boolean(kind);
    card.querySelector("[data-kind-of]").setAttribute("aria-expanded", String(asked));
    show(round().querySelector(`[data-kinds="${card.dataset.seat}"]`), true, asked);
  }
}

// ---- what all share ----

const TAPS = { order: [tapOrder, paintOrder], winner: [tapWinner, paintWinner], rank: [tapOrder, paintRank], rows: [tapRank, paintRows] };

function mark(card, kind, text) {
  card.querySelector(".mark").textContent = text;
  if (kind) card.dataset.mark = kind;
  else delete card.dataset.mark;
}

// Parts for some rounds only start hidden where there is JavaScript (app.css).
// What has a problem to show is shown, wherever it stands.
function show(part, on, visible = on) {
  part.toggleAttribute("data-shown", visible || Boolean(on && part.querySelector(".problem")));
  part.disabled = !on;
}

// What a player may hold counts only while it can: hidden fields are not sent.
function holdable(card, may, visible = may) {
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
  said.replaceChildren(...selects.filter((select) => select.value).map((select) => {
    const token = document.createElement("button");
    token.type = "button";
    token.textContent = select.selectedOptions[0].textContent;
    token.dataset.unsay = select.name;
    token.setAttribute("aria-label", `${select.getAttribute("aria-label")} ${token.textContent} ×`);
    return token;
  }));
  const select = selects[next];
  group.querySelector(".asked").textContent = select ? select.getAttribute("aria-label") : "";
  const before = next > 1 && next % 2 === 0 ? selects[next - 2].value : "";
  steps.replaceChildren(...(select ? [...select.options] : []).filter((option) => option.value && option.value !== before).map((option) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.textContent = option.textContent;
    button.dataset.say = option.value;
    button.dataset.of = select.name;
    return button;
  }));
  const out = group.querySelector(".out");
  if (out) out.hidden = next >= 0 && next < 4;
}

function say(name, value) {
  const select = field(name);
  select.value = value;
  if (name.startsWith("mau-binh-")) { kindAsked = null; dropRanks(); }
  growChain(select.closest("[data-chain]"));
}

// A thumb does not mind, but a keyboard and a reader want to go on where they are.
function focusNext(group) {
  const opener = group.closest("details")?.querySelector("summary") || round().querySelector(`[data-kind-of="${group.dataset.kinds}"]`);
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
  const last = links.at(-1);
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
  chains.forEach((chain, at) => { chain.hidden = at > 0 && !used.includes(chain) && !chain.hasAttribute("data-open"); });
  const another = round().querySelector(".another");
  if (another) another.hidden = used.length !== chains.length && !chains.some((chain) => chain.hidden) || !used.length;
}

function anotherChain() {
  const hidden = [...round().querySelectorAll("[data-chain]")].find((chain) => chain.hidden);
  if (hidden) { hidden.setAttribute("data-open", ""); return; }
  const last = [...round().querySelectorAll("[data-chain]")].at(-1);
  const more = last.cloneNode(true);
  const index = Number(last.dataset.chain) + 1;
  more.dataset.chain = index;
  more.setAttribute("data-open", "");
  more.removeAttribute("data-painted");
  more.querySelectorAll(".link").forEach((link, at) => { if (at > 1) link.remove(); });
  for (const input of more.querySelectorAll("[name]")) {
    input.name = input.name.replace(/^chat-\d+/, `chat-${index}`);
    if (input.type === "checkbox") input.checked = false; else input.value = "";
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
  for (const input of board.querySelectorAll("input")) if (won) input.disabled = true; else if (!input.name.startsWith("left-")) input.disabled = false;
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
  if (!round() || !board?.dataset.tap) return;
  TAPS[board.dataset.tap][1](board);
  paintChains();
  for (const group of round().querySelectorAll("[data-chain], [data-steps]")) paintSteps(group);
  paintToiTrang();
  for (const problem of round().querySelectorAll("details:not([open]) .problem")) problem.closest("details").open = true;
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  const group = at("[data-chain], [data-steps]");
  const card = at("#round .player[data-seat]");
  const step = at("[data-say], [data-unsay]");
  if (at(".tap, .ranks") && card) TAPS[document.getElementById("scoreboard").dataset.tap][0](card);
  else if (at("[data-left]")) tapLeft(at("[data-left]").dataset.left);
  else if (at("[data-row]")) tapRow(at("[data-row]").dataset.row);
  else if (at("[data-tie]")) tapTie();
  else if (at("[data-kind-of]")) tapKind(at("[data-kind-of]").dataset.kindOf);
  else if (at("[data-say]")) say(at("[data-say]").dataset.of, at("[data-say]").dataset.say);
  else if (at("[data-unsay]")) unsay(at("[data-unsay]").dataset.unsay);
  else if (at(".another")) anotherChain();
  else if (at("[data-event=points] > summary")) {
    event.preventDefault();
    openPoints(at("summary"));
    return;
  } else return;
  paint();
  changed();
  if (group && step) focusNext(group);
});

document.addEventListener("change", (event) => {
  if (!event.target.closest?.("#round")) return;
  if (event.target.matches(".cong input")) dropLost();
  if (event.target.name === "lung" || event.target.name?.startsWith("mau-binh-")) dropRanks();
  document.querySelector("#notice [data-kind=done]")?.remove();
  paint();
  remember();
});

// ---- sending, and what a bad network leaves ----

const posts = (event) => event.detail.ctx.request.method === "POST" && event.target.id !== "preview";

document.addEventListener("input", (event) => {
  if (!event.target.closest?.(".points")) return;
  if (/^\d\d$/.test(event.target.value)) nextPoints(event.target);
  changed();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.closest?.(".points")) return;
  event.preventDefault();
  nextPoints(event.target);
});

document.addEventListener("htmx:before:request", (event) => {
  if (!posts(event)) return;
  document.getElementById("offline")?.setAttribute("hidden", "");
  if (event.target.id === "round") round().classList.add("busy");
});
document.addEventListener("htmx:finally:request", () => round()?.classList.remove("busy"));
document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx && posts(event)) document.getElementById("offline")?.removeAttribute("hidden");
});
// A preview asked for before the round was sent must not fill the next one.
document.addEventListener("htmx:before:swap", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement.id !== "preview") return;
  const asked = new URLSearchParams(request.body).get("submission");
  if (asked !== field("submission").value) event.preventDefault();
});

// ---- what was tapped survives leaving the page: sitting out, another language, reload ----

const STATE = ["csrfmiddlewaretoken", "submission", "newest", "rules", "terms", "seats", "opening"];
const store = () => `round ${location.pathname}`;
const stamp = () => `${field("newest").value} ${field("rules").value}`;

function remember() {
  if (field("correcting")) return;
  const fields = [...new FormData(round())].filter(([name, value]) => value && !STATE.includes(name));
  sessionStorage.setItem(store(), JSON.stringify({ stamp: stamp(), fields }));
}

function recall() {
  const kept = JSON.parse(sessionStorage.getItem(store()) || "null");
  if (!kept || !kept.fields.length || field("correcting") || kept.stamp !== stamp()) return;
  for (const [name, value] of kept.fields) {
    if (/^chat-[1-9]/.test(name) && !field(name)) anotherChain();
    for (const control of round().querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (control.type !== "radio" && control.type !== "checkbox") control.value = value;
      else if (control.value === value) control.checked = true;
      if (control.closest(".happened > .event")) control.closest(".happened").open = true;
      if (control.tagName === "SELECT") growChain(control.closest("[data-chain]"));
    }
  }
  changed();
}

// The round is on the books: an empty form for the next one.
function clear() {
  for (const input of round().querySelectorAll("fieldset input, .event input, .events input")) {
    if (input.type === "radio" || input.type === "checkbox") input.checked = input.hasAttribute("data-none");
    else input.value = "";
  }
  for (const select of round().querySelectorAll("select")) select.value = "";
  for (const open of round().querySelectorAll("details[open]")) open.open = false;
  for (const chain of round().querySelectorAll("[data-chain]")) {
    if (chain.dataset.chain !== "0") chain.remove();
    chain.querySelectorAll(".link").forEach((link, at) => { if (at > 2) link.remove(); });
  }
  for (const change of round().querySelectorAll(".change")) change.replaceChildren();
  forget();
  sessionStorage.removeItem(store());
  paint();
}

function forget() {
  chosen = chosenRow = kindAsked = null;
  tied = false;
}

document.addEventListener("recorded", clear);
document.addEventListener("htmx:after:swap", (event) => {
  const { sourceElement, target } = event.detail.ctx;
  if (sourceElement.id === "round") forget();
  if (round()) paint();
  const told = target?.id?.startsWith("round-") && document.getElementById(target.id);
  if (told) told.querySelector("summary")?.focus();
});
if (round()) {
  paint();
  document.addEventListener("htmx:after:process", recall, { once: true });
}
