// Sending: a round is kept on this phone (outbox_store.js) before it is sent, and until the server has
// named its id as recorded. That id guards it against being recorded twice, however often it is sent,
// and by however many pages of one phone. What goes when is decided in outbox_state.js.

import { previewAgain, say, sayOffline } from "./no_answer.js";
import { asTapped, next, START } from "./outbox_state.js";
import {
  all,
  drop,
  draftRound,
  dropped,
  forgetDropped,
  formId,
  goOn,
  keep,
  itemById,
  others,
  prefix,
  shelf,
  throwAway,
  typedRound,
} from "./outbox_store.js";
import { carryOver, clear, comes, fillIn, forget, remember, showForm, tapped } from "./draft_store.js";
import { shut } from "./panels.js";
import { changed, field, isWhole, paint, round } from "./round_form.js";
import { saysDone } from "./strip.js";
import { paintWaiting } from "./waiting_rounds.js";
import { replaced } from "./book.js";

let state = { ...START, closed: Boolean(shelf()?.hasAttribute("data-closed")) };
let timer = 0;
let fields = []; // of the round that is sent from the list
const own = new Set(); // ids of rounds that this phone has sent: none of them is news from another

const formNow = () =>
  round() && {
    id: formId(),
    typed: tapped().length > 0,
    comes: comes(),
    ...Object.fromEntries(["rules", "seats", "newest", "start"].map((name) => [name, field(name)?.value])),
  };

// What other pages of this phone did, and what is in the form now, belongs to the state.
const now = () => ({
  ...state,
  items: all(),
  form: formNow(),
  stopped: Boolean(replaced()) || shelf().hasAttribute("data-closed"),
});

function tell(type, event = {}) {
  state = next(now(), { type, ...event });
  for (const [effect, ...rest] of state.effects) effects[effect](...rest);
  paintWaiting(now());
}

// ---- what the page does ----

const effects = {
  keep,
  drop,
  bin: throwAway,
  remember,
  offline: sayOffline,
  wait(pause) {
    clearTimeout(timer);
    timer = setTimeout(() => tell("tick"), pause * (0.7 + Math.random() * 0.3));
  },
  send(item) {
    clearTimeout(timer);
    fields = item.fields;
    htmx.ajax("POST", shelf().dataset.action, { source: "#resend", target: "#resend", swap: "none" });
  },
  blank,
  fill(item) {
    fillIn(asTapped(item));
    paint();
    changed();
  },
  takeUp(item) {
    blank();
    goOn(item);
    effects.fill(item);
    askWhy(item);
  },
  async show(item) {
    blank();
    if (await showForm(item.fields)) {
      goOn(item);
      askWhy(item);
    } else if (!tapped().length) say(shelf().dataset.unknown);
  },
};

// The words that it was refused with come again.
const askWhy = ({ refused }) => refused && document.getElementById("record").click();

function blank() {
  clear();
  document.getElementById("strip").replaceChildren();
}

// ---- on the way ----

const sent = (ctx) => new URLSearchParams(ctx.request.body);
const ours = (ctx) => shelf() && ctx.request.method === "POST" && ["round", "resend"].includes(ctx.sourceElement.id);
const resent = (ctx) => ctx.sourceElement.id === "resend";
// Sent from the list, or the form shows another by now: the answer is none to what stands there.
const isElsewhere = (ctx) => resent(ctx) || formId() !== sent(ctx).get("submission");

// The newest token there is: another page of this phone may have got one since.
const token = () =>
  document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] || document.querySelector("[name=csrfmiddlewaretoken]").value;

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (resent(ctx)) for (const [name, value] of fields) ctx.request.body.append(name, value);
  if (ctx.request.method === "POST") ctx.request.body.set("csrfmiddlewaretoken", token());
  if (ours(ctx)) own.add(ctx.request.body.get("submission"));
  if (ctx.sourceElement.id === "now") ctx.request.body.set("own", [...own].slice(-12));
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!ours(ctx) || resent(ctx)) return;
  ctx.half = !isWhole();
  if (sent(ctx).has("correcting")) return;
  if (!tapped().length && (others().length || saysDone())) event.preventDefault();
  if (ctx.half || !tapped().length) return; // what is missing only the server can say
  const item = typedRound();
  if (!keep(item)) return;
  forgetDropped();
  forget();
  tell("submit", item);
  if (state.sending !== item.id) event.preventDefault();
});

// ---- the answer ----

// Only an answer that names this id says that the round is recorded: a café's login page does not.
function recordedAs(ctx) {
  const answer = ctx.hx.trigger?.startsWith("{") && JSON.parse(ctx.hx.trigger).recorded;
  return answer && answer.submission === sent(ctx).get("submission") ? answer.number : 0;
}

const CLOSED = /<form\s[^>]*id="round"[^>]*\sdata-closed/;
const ANOTHER = /id="moved"[^>]*\sdata-another/; // book than this page is of
const refuses = (ctx) =>
  ctx.response.status >= 400 && ctx.response.status < 500 && /id="round"|<hx-partial/.test(ctx.text);

// "" where no answer of ours came, or only a new token to send it again with.
function outcomeOf(ctx) {
  if (recordedAs(ctx)) return "recorded";
  const renewed = ctx.response.status === 403 && resent(ctx) && token() !== sent(ctx).get("csrfmiddlewaretoken");
  if (!refuses(ctx) || renewed) return "";
  return CLOSED.test(ctx.text) && itemById(sent(ctx).get("submission")) ? "closed" : "refused";
}

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (!ours(ctx)) return;
  const elsewhere = isElsewhere(ctx);
  const { status } = ctx.response;
  const gone = status === 404;
  const id = sent(ctx).get("submission");
  Object.assign(ctx, { elsewhere, outcome: outcomeOf(ctx) });
  if (ctx.half && (elsewhere || !ctx.outcome)) return event.preventDefault();
  tell("answered", { id, outcome: ctx.outcome, number: recordedAs(ctx), gone, elsewhere, untold: status === 422 });
  if (ctx.outcome === "recorded" && elsewhere) {
    delete ctx.hx.trigger; // what is being told in the form stays
    if (ctx.hx.redirect && round()) carryOver();
  }
  const shown = ctx.outcome === "refused" && (!elsewhere || gone);
  const replaces = ANOTHER.test(ctx.text); // nothing else may come to say so
  if (ctx.outcome !== "recorded" && !shown && !replaces) event.preventDefault();
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!ours(ctx)) return;
  const { elsewhere = isElsewhere(ctx), outcome = "" } = ctx;
  const id = sent(ctx).get("submission");
  tell("ended", { id, outcome, elsewhere, hidden: document.hidden, typed: round() && typedRound() });
  if (!elsewhere && itemById(id) && !tapped().length)
    say(outcome === "closed" ? shelf().dataset.over : shelf().dataset.sends, "waits");
});

// No other word is needed of a round that waits, nor of an incomplete one: none of that is recorded.
document.addEventListener(
  "htmx:error",
  ({ detail: { ctx } }) => {
    if (ctx) ctx.kept = ctx.half || (Boolean(ours(ctx)) && state.sending === sent(ctx).get("submission"));
  },
  true,
);

// Whatever else of the page is renewed, the round in the form keeps its id. It is written into what comes:
// by the end of this swap another one may have brought the next round.
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  const state = round() && tasks.find((task) => task.target?.id === "round-state");
  if (state && (ctx.elsewhere || ctx.sourceElement.id !== "round"))
    state.fragment.querySelector("[name=submission]").value = formId();
  if (ctx.outcome !== "recorded") return;
  for (const line of tasks.flatMap((task) => [...task.fragment.querySelectorAll("li[id^=line-]")]))
    document.getElementById(line.id)?.remove();
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (resent(ctx) && round() && tapped().length) changed();
  if (shelf()) paintWaiting(now());
});

// ---- what is tapped on a round that waits ----

document.addEventListener("typedover", () => shelf() && tell("putAside", { typed: draftRound() }));

document.addEventListener("waiting", ({ detail: { type, id } }) => {
  if (!itemById(id)) return;
  tell(type, { id, typed: round() && (comes() ? draftRound() : typedRound()) });
  shut();
});

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  if (at("[data-bring-back]") && dropped() && keep(dropped())) {
    forgetDropped();
    tell("tick");
  } else if (at("#panel [data-mine]")) {
    event.preventDefault();
    shut();
    tell("same", { typed: typedRound() });
  }
});

function wake() {
  if (document.hidden) return;
  tell("wake");
  previewAgain();
}

if (shelf()) {
  document.addEventListener("htmx:after:process", () => paintWaiting(now()), { once: true });
  window.addEventListener("storage", (event) => {
    if (event.key?.startsWith(prefix())) paintWaiting(now());
  });
  for (const what of ["online", "pageshow", "visibilitychange"]) addEventListener(what, wake);
  addEventListener("changed", () => tell("wake")); // the stream speaks (live_page.js)
}
