// What is tapped survives leaving the page: a visit to another one, another language, a reload. It comes
// back for the players and the game it was typed for, whoever plays by then.

import { newId } from "./new_id.js";
import { STATE } from "./outbox_state.js";
import { changed, correcting, field, game, paint, round } from "./round_form.js";
import { parsed, tab } from "./storage.js";
import { paintRecord, saysDone } from "./strip.js";

export const store = (path = location.pathname) => `round ${path}`;
const stamp = () => `${field("newest").value} ${field("rules").value}`;

export function draft() {
  const item = parsed(tab.get(store()));
  return Array.isArray(item?.fields) && typeof item.stamp === "string" ? item : null;
}

export const tapped = () => [...new FormData(round())].filter(([name, value]) => value && !STATE.includes(name));

function save(path, typedFor = stamp()) {
  const seats = field("seats").value;
  const item = { stamp: typedFor, seats, submission: field("submission").value, fields: tapped() };
  tab.set(store(path), JSON.stringify(item));
}

export const forget = () => tab.drop(store());

// Typed for this game, or for whatever came anew with the page.
const goesOn = (item) => item && (item.stamp === "any" || item.stamp.split(" ")[1] === field("rules").value);

// Others play by now than it was typed for.
const isOfOthers = (item) => item.stamp !== "any" && item.seats && item.seats !== field("seats").value;

// What was typed and is not shown in this form, which has another id: that of its players is on its way, the
// answer was lost, or another game is played by now.
const isElsewhere = (item) => Boolean(item?.fields.length && item.submission !== field("submission").value);

export const comes = () => !tapped().length && isElsewhere(draft());

// An empty form says nothing of what it is not shown with.
export function remember(path) {
  if (!comes()) save(path);
}

// The page is loaded anew, for other people or another game: what is typed comes back there.
export function carryOver() {
  if (!comes()) save(location.pathname, "any");
}

export function fillIn(fields) {
  for (const [name, value] of fields) {
    if (!field(name)) game.makeRoom(name);
    for (const control of round().querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (control.type === "checkbox") control.checked = control.checked || control.value === value;
      else if (control.multiple) for (const option of control.options) option.selected ||= option.value === value;
      else control.value = value;
    }
  }
}

// With what a form says of the page that it stands on.
export function asSent({ stamp, seats, submission, fields }) {
  const [newest, rules] = stamp.split(" ");
  return [...Object.entries({ submission, newest, rules, seats }), ...fields];
}

// Others play by now: the server shows the form, and the columns of the sheet, for the players it was typed
// for, and whether it did is told. Without an answer the page stays as it is.
export async function showForm(fields) {
  const body = new URLSearchParams(fields);
  body.set("csrfmiddlewaretoken", field("csrfmiddlewaretoken").value);
  for (const name of ["terms", "start"]) if (field(name) && !body.has(name)) body.set(name, field(name).value);
  const address = round().getAttribute("action").replace("rounds/", "preview/");
  const answer = await fetch(address, { method: "POST", body }).catch(() => null);
  if (!answer?.ok || tapped().length) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.getElementById("round")) return false; // a café's login page has none, nor a closed table
  takeOver(page);
  return true;
}

function takeOver(page) {
  const of = (id) => page.getElementById(id);
  document.getElementById("app").dataset.n = of("app").dataset.n;
  document.getElementById("sheet").replaceChildren(...of("sheet").childNodes);
  const done = saysDone() && [...document.getElementById("strip").childNodes];
  round().replaceWith(of("round"));
  if (done) document.getElementById("strip").replaceChildren(...done);
  document.getElementById("bench").replaceWith(of("bench"));
  for (const id of ["sheet", "round"]) htmx.process(document.getElementById(id));
  paint();
  if (done) paintRecord();
  else changed();
}

// What another phone has recorded since, this one has not seen: recording asks about it first.
function recall() {
  const item = draft();
  if (!round() || !goesOn(item) || !item.fields.length) return;
  if (isOfOthers(item)) return showForm(asSent(item));
  field("submission").value = item.submission;
  if (item.stamp !== "any") field("newest").value = item.stamp.split(" ")[0];
  empty();
  fillIn(item.fields);
  paint();
  if (!saysDone()) changed();
}

function empty() {
  for (const control of round().querySelectorAll("select, input:not([type=hidden])")) {
    if (control.type === "checkbox") control.checked = false;
    else if (control.multiple) for (const option of control.options) option.selected = false;
    else control.value = "";
  }
}

// An empty form for the next round, which has an id of its own: where the page is to be opened anew, nothing
// else brings it one until then.
export function clear() {
  forget();
  if (correcting()) return;
  field("submission").value = newId();
  empty();
  game.forget();
  document.dispatchEvent(new Event("emptied"));
  paint();
}

document.addEventListener("change", (event) => {
  if (!event.target.closest?.("#round")) return;
  if (isElsewhere(draft())) document.dispatchEvent(new Event("typedover"));
  save();
});
// What a sentence or all hands together fill in is typed too.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (round() && ctx.sourceElement.matches("#say, [formaction$='all-in/']")) remember();
});
// What hears the tools of a rule that was turned on meanwhile comes with the page of the table; of two
// scripts of a game the longer name hears all that the other does.
document.addEventListener("htmx:after:swap", () => {
  const taps = round()?.dataset.taps;
  if (!taps || document.querySelector("[data-page]").dataset.page.includes(`/${taps}`)) return;
  const table = round().getAttribute("action").replace("rounds/", "");
  remember(table);
  location.assign(table);
});
document.addEventListener("recorded", clear);
document.addEventListener("click", ({ target }) => {
  if (correcting() && target.closest(".ways")) forget();
});
document.addEventListener("htmx:after:process", recall, { once: true });
