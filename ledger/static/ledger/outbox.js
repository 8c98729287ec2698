// Sending, and what a bad network leaves: a round is kept on this phone (outbox_store.js) before it is
// sent, and until the server has named its id as recorded. That id guards it against being
// recorded twice, however often it is sent, and by however many pages of one phone.

import {
  all,
  drop,
  dropped,
  forgetDropped,
  formId,
  keep,
  kept,
  newId,
  others,
  prefix,
  setValue,
  shelf,
  throwAway,
  typedRound,
  fieldValue,
} from "./outbox_store.js";
import {
  changed,
  clear,
  correcting,
  draft,
  field,
  fillIn,
  goesOn,
  remember,
  round,
  STATE,
  store,
  tapped,
} from "./round_form.js";
import { replaced } from "./witness.js";

const PATIENCE = [2000, 30000]; // milliseconds between two tries: first, at most

// ---- one at a time, in order ----

let sending = ""; // the id of the round that is on its way
let pause = 0;
let timer = 0;
let shut = false; // the link was changed: nothing is sent before this page is opened anew
let closed = Boolean(shelf()?.hasAttribute("data-closed")); // the table: a page made since waits for the next one, an older one tries again

const sends = (ctx) => ctx?.request.method === "POST" && ["round", "resend"].includes(ctx.sourceElement.id);
const sent = (ctx) => new URLSearchParams(ctx.request.body);
const ours = (ctx) => shelf() && sends(ctx);

// The newest token there is: another page of this phone may have got one since.
const token = () =>
  document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] || document.querySelector("[name=csrfmiddlewaretoken]").value;

// What the round before decided, this phone learnt with its answer: who leads, whether 3♠ opens.
function upToDate(item) {
  if (!round() || fieldValue(item, "newest") !== field("newest").value) return item;
  const seats = (text) => text.split(",").sort().join();
  setValue(item, "opening", field("opening")?.value);
  if (seats(fieldValue(item, "seats")) === seats(field("seats").value)) setValue(item, "seats", field("seats").value);
  return item;
}

function pump() {
  clearTimeout(timer);
  const item = first();
  if (!item || item.held || sending || shut || replaced() || shelf().hasAttribute("data-closed")) return;
  sending = item.id;
  for (const li of shelf().querySelectorAll("li")) holdWhileSent(li);
  htmx.ajax("POST", shelf().dataset.action, { source: "#resend", target: "#resend", swap: "none" });
}

// One that is only half told, or of another game, holds up no other.
const first = () => all().find((item) => !item.aside && sameGame(item));

function later() {
  pause = Math.min(PATIENCE[1], Math.max(PATIENCE[0], pause * 2));
  timer = setTimeout(pump, pause * (0.7 + Math.random() * 0.3));
}

function wake() {
  if (document.hidden) return;
  pause = 0;
  pump();
  if (unknown && round()) changed();
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "resend")
    for (const [name, value] of upToDate(kept(sending)).fields) ctx.request.body.append(name, value);
  if (ctx.request.method === "POST") ctx.request.body.set("csrfmiddlewaretoken", token());
});

// Kept first, sent then; behind others it waits for its turn.
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!ours(ctx) || ctx.sourceElement.id !== "round" || sent(ctx).has("correcting")) return;
  if (!tapped().length) {
    if (others().length) event.preventDefault();
    return;
  }
  const item = typedRound();
  if (!keep(item)) return;
  forgetDropped();
  sessionStorage.removeItem(store());
  if (sending || first().id !== item.id) {
    event.preventDefault();
    nextRound();
    paintWaiting();
    pump();
  } else sending = item.id;
});

// ---- the answer ----

// Only an answer that names this id says that the round is recorded: a café's login page does not.
function recordedAs(ctx) {
  const said = ctx.hx.trigger?.startsWith("{") && JSON.parse(ctx.hx.trigger).recorded;
  return said && said.submission === sent(ctx).get("submission") ? said.number : 0;
}

const CLOSED = /<form\s+id="round"[^>]*\sdata-closed/;
const refuses = (ctx) =>
  ctx.response.status >= 400 && ctx.response.status < 500 && /<form\s+id="round"|<hx-partial/.test(ctx.text);

// This one is done with, and the next was told knowing it and every round up to `number`.
function settle(id, number) {
  const turn = kept(id)?.turn;
  const next = all().find((item) => item.turn > turn);
  if (next && Number(fieldValue(next, "newest")) < number) {
    setValue(next, "newest", String(number));
    keep(next);
  }
  drop(id);
}

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (!ours(ctx)) return;
  const id = sent(ctx).get("submission");
  const again = ctx.sourceElement.id === "resend";
  const number = recordedAs(ctx);
  if (number) {
    ctx.outcome = "recorded";
    closed = false;
    settle(id, number);
    if (again) delete ctx.hx.trigger; // what is being told in the form stays
    if (again && ctx.hx.redirect && round()) keepTyped();
  } else if (!refuses(ctx)) {
    event.preventDefault(); // no answer of ours: as if there were none
  } else if (ctx.response.status === 403 && again && token() !== sent(ctx).get("csrfmiddlewaretoken")) {
    event.preventDefault(); // the refusal brought a new token: sent again with it
  } else if (CLOSED.test(ctx.text)) {
    closed = true;
    event.preventDefault();
  } else {
    ctx.outcome = "refused";
    shut = ctx.response.status === 404;
    if (kept(id)) keep({ ...kept(id), held: !shut || !again, refused: true });
    if (again && !shut && ctx.target.id !== "round") event.preventDefault();
  }
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!ours(ctx)) return;
  const id = sent(ctx).get("submission");
  if (sending !== id) return;
  sending = "";
  if (ctx.outcome === "refused") refused(ctx, id);
  else if (ctx.outcome === "recorded") {
    pause = 0;
    if (ctx.sourceElement.id === "round") bringAside();
  } else if (kept(id) && ctx.sourceElement.id === "round") notSent(kept(id));
  paintWaiting();
  if (ctx.outcome === "recorded") pump();
  else if (ctx.outcome !== "refused") later();
});

// What a keyboard went on changing while it was on its way stays in the form, to be sent from there.
function notSent(item) {
  const now = typedRound();
  if (tapsIn(now) === tapsIn(item)) return nextRound();
  keep({ ...now, held: true });
  sayOffline(true);
}

// It is in the form with the server's words beside it, or goes there if nothing else does.
function refused(ctx, id) {
  if (!round()) return;
  const shown = ctx.sourceElement.id === "round" || ctx.target.id === "round";
  if (shown && formId() !== id && kept(id)) {
    const item = { ...kept(id), id: formId() }; // the old id is on the books with other facts
    setValue(item, "submission", item.id);
    keep(item);
    drop(id);
  }
  if (shown) remember();
  else if (kept(id) && !shut && sameGame(kept(id)) && !tapped().length && !document.hidden) takeUp(kept(id));
}

// The page is loaded anew, for other people or another game: what is typed comes back there.
function keepTyped() {
  remember();
  sessionStorage.setItem(store(), JSON.stringify({ ...draft(), stamp: "any" }));
}

// ---- from the form to the list and back ----

function blank() {
  clear();
  field("submission").value = newId();
  document.getElementById("preview").replaceChildren();
  for (const problems of round().querySelectorAll(".problems")) problems.replaceChildren();
  document.getElementById("notice").replaceChildren();
}

function nextRound() {
  blank();
  bringAside();
}

function bringAside() {
  const aside = all().find((item) => item.aside && fits(item));
  if (aside) {
    drop(aside.id);
    fillIn(asTapped(aside));
    changed();
  }
}

const asTapped = (item) => item.fields.filter(([name]) => !STATE.includes(name));
const tapsIn = (item) => JSON.stringify(asTapped(item).filter(([, value]) => value));
const same = (item, name) =>
  fieldValue(item, name).split(",").sort().join() === field(name).value.split(",").sort().join();
const sameGame = (item) => !round() || same(item, "rules"); // another game's cards are tapped by another script
const fits = (item) => round() && ["rules", "seats"].every((name) => same(item, name));

// Back into the form; what was being told there waits its turn. Who has left the table since
// stands in no card here: then the server shows the form.
function takeUp(item) {
  if (tapped().length && formId() !== item.id) keep({ ...typedRound(), held: true, aside: !kept(formId()) });
  keep({ ...item, held: true });
  if (!fits(item)) return review(item);
  blank();
  for (const name of ["submission", "newest", "terms"]) field(name).value = fieldValue(item, name);
  fillIn(asTapped(item));
  changed();
  paintWaiting();
  if (item.refused) round().requestSubmit();
}

function review(item) {
  if (sending) return;
  sending = item.id;
  htmx.ajax("POST", shelf().dataset.action, { source: "#resend", target: "#round", swap: "outerHTML" });
}

function remove(id) {
  throwAway(kept(id));
  drop(id);
  paintWaiting();
  shelf().querySelector("[data-bring-back]").focus();
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  const item = at("#kept li") && kept(at("#kept li").dataset.id);
  if (at("[data-take]") && item) {
    takeUp(item);
    round().querySelector(".tap").focus();
  } else if (at("[data-let-go]") && item) remove(item.id);
  else if (at("[data-bring-back]") && dropped() && keep(dropped())) forgetDropped();
  else if (at("#notice [data-mine]")) {
    event.preventDefault();
    const mine = { ...typedRound(), held: true };
    throwAway(mine);
    settle(mine.id, Number(fieldValue(mine, "newest"))); // who told on has seen what this one met
    nextRound();
  } else return;
  paintWaiting();
  pump();
});

// ---- what is seen ----

// Why it does not go by itself, or not yet.
function why(item, ahead) {
  const { shut: moved, other, aside, refused, after } = shelf().dataset;
  if (shut && item.refused) return moved;
  if (!sameGame(item)) return other;
  if (item.aside) return aside;
  if (item.refused) return refused;
  return ahead?.held && ahead.turn < item.turn ? after.replace("#", ahead.words) : "";
}

function line(item, ahead) {
  const li = shelf().querySelector("template").content.firstElementChild.cloneNode(true);
  li.dataset.id = item.id;
  li.querySelector("b").textContent = item.words;
  li.querySelector(".hint").textContent = why(item, ahead);
  li.querySelector("[data-take]").hidden = !round() || !sameGame(item) || (!item.held && !fits(item));
  for (const button of li.querySelectorAll("button"))
    button.setAttribute("aria-label", `${button.textContent.trim()}: ${item.words}`);
  holdWhileSent(li);
  return li;
}

// What is on its way may be recorded already: it is neither changed nor dropped meanwhile.
function holdWhileSent(li) {
  for (const button of li.querySelectorAll("button")) button.disabled = li.dataset.id === sending;
}

function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function paintWaiting() {
  if (!shelf()) return;
  const items = others();
  const ahead = first();
  const number = items.filter((item) => !item.aside).length;
  const { one, many } = shelf().dataset;
  const text = number > 1 ? many.replace("#", number) : number ? one : "";
  shelf().hidden = !items.length && !dropped();
  say(shelf().querySelector("h2"), text);
  shelf().querySelector("p.hint").hidden =
    shut || closed || replaced() || !items.some((item) => !item.aside && sameGame(item));
  shelf().querySelector(".closed").hidden = !items.length || !closed;
  shelf()
    .querySelector("ol")
    .replaceChildren(...items.map((item) => line(item, ahead)));
  shelf().querySelector(".notice").hidden = !dropped();
  say(document.getElementById("waiting"), text);
  paintButton(text);
}

// Which number the next round gets nobody knows while others wait.
function paintButton(text) {
  const button = document.getElementById("record");
  if (!button || correcting()) return;
  button.dataset.own ??= button.textContent.trim();
  const behind = document.createElement("small");
  behind.textContent = text;
  button.replaceChildren(...(text ? [shelf().dataset.behind, " ", behind] : [button.dataset.own]));
}

// ---- what else a request leaves ----

let unknown = false; // the newest preview got no answer

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "preview" && ctx.request.method === "POST") sayOffline(false);
  if (ctx.sourceElement.id === "round") round().classList.add("busy");
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "round") round()?.classList.remove("busy");
});

function sayOffline(lost) {
  document.getElementById("offline")?.toggleAttribute("hidden", !lost);
}

// Who pays whom is the server's to say: without it the old sums must not stand there.
function noPreview() {
  unknown = true;
  for (const change of round().querySelectorAll(".change")) change.replaceChildren();
  document.getElementById("preview").replaceChildren(document.getElementById("no-preview").content.cloneNode(true));
}

document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "preview") return;
  unknown = false;
  if (ctx.response.status >= 500) noPreview();
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx || ctx.replaced) return;
  if (ctx.sourceElement.id === "preview") {
    if (ctx.sourceElement.isConnected) noPreview();
  } else if (
    ctx.request.method === "POST" &&
    !ctx.sourceElement.closest(".history") &&
    !(ours(ctx) && sending === sent(ctx).get("submission"))
  ) {
    sayOffline(true);
  }
});

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  // A preview asked for before the round was sent, or told in a sentence, must not fill what came then.
  if (
    ctx.sourceElement.id === "preview" &&
    (sent(ctx).get("submission") !== formId() || !ctx.sourceElement.isConnected)
  )
    event.preventDefault();
  if (ctx.sourceElement.id !== "round" && round()) ctx.form = [round(), formId()];
  if (ctx.outcome === "recorded")
    for (const told of tasks.flatMap((task) => [...task.fragment.querySelectorAll("li[id^=round-]")])) {
      document.getElementById(told.id)?.remove();
    }
});
// Whatever else of the page is renewed, the round in the form keeps its id.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.form && ctx.form[0] === round()) field("submission").value = ctx.form[1];
  if (ctx.sourceElement.id === "resend" && round() && tapped().length) changed();
  paintWaiting();
});

if (shelf()) {
  const typed = round() && draft();
  if (goesOn(typed) && kept(typed.submission)) field("submission").value = typed.submission;
  document.addEventListener("DOMContentLoaded", paintWaiting);
  window.addEventListener("storage", (event) => {
    if (event.key?.startsWith(prefix())) paintWaiting();
  });
  for (const [at, what] of [
    [window, "online"],
    [window, "pageshow"],
    [document, "visibilitychange"],
  ])
    at.addEventListener(what, wake);
}
