// The page follows its table. A stream (#live) tells how often the table has changed; what that
// means the page asks for by htmx (#now), and a line (#state) says honestly whether it works.
import "./book_header.js";
import { replaced } from "./book.js";

const PAUSE = [1000, 30000]; // milliseconds between two tries: first, at most
const AGAIN = [1000, 4000]; // the same of the stream, about
const TRY = 8000; // milliseconds that an answer may take

if (document.getElementById("live")) {
  const stream = document.getElementById("live");
  const now = document.getElementById("now");
  const line = document.getElementById("state");
  const beat = stream.dataset.beat * 1000; // the server says something at least this often

  // ---- the line: "live", "lost" (trying again), "asks" (without a stream), "away" (since when; requests
  // fail), "gone" (the link was renewed) ----

  let state = "";
  const clock = () => performance.now(); // nobody sets it
  let heard = clock(); // when the server last said anything; the page itself was its first word
  let heardAt = new Date(); // the same, to be read

  function show(kind) {
    if (kind === state || state === "gone") return;
    if (state === "live") asks.begin();
    state = kind;
    line.dataset.state = kind;
    const shape = { timeStyle: "short", hourCycle: "h23" };
    const time = heardAt.toLocaleTimeString(document.documentElement.lang, shape);
    line.querySelector("[role=status]").textContent = line.dataset[kind];
    line.querySelector(".since").textContent = kind === "away" ? line.dataset.since.replace("{time}", time) : "";
  }

  // ---- the stream: opened again whenever it ends ----

  let source = null; // while it is open
  let tried = clock();
  let again = 0; // the timer of the next try
  let wait = AGAIN[0];

  // asking.js comes when the stream is late, since most pages never need it. Where it does not come
  // either, that is as good as a question without an answer.
  let asks = { begin() {}, pause: () => TRY, ask: call };
  let called = 0;

  function call() {
    if (called && clock() - called < TRY) return;
    const coming = import(`${stream.dataset.asking}?${called}`); // a browser may remember a failure
    called = clock();
    const away = () => asks.ask !== call || state === "live" || show("away");
    setTimeout(away, TRY);
    coming.then(({ asker }) => {
      if (asks.ask === call) asks = asker(stream, () => state, show, hear);
      asks.ask();
    }, away);
  }

  function connect() {
    if (source || document.hidden || state === "gone") return;
    tried = clock();
    source = new EventSource(stream.dataset.address);
    source.addEventListener("changed", changed);
    source.addEventListener("gone", () => htmx.trigger(stream, "gone"));
    source.addEventListener("error", failed);
  }

  function hangUp() {
    source?.close();
    source = null;
  }

  function doubt() {
    if (!state || state === "live") show("lost");
  }

  // A connection that died in its sleep looks open for minutes: end it, another one follows.
  function drop() {
    hangUp();
    doubt();
    connect();
  }

  function changed({ data }) {
    [wait] = AGAIN;
    show("live");
    hear(data);
    htmx.trigger(stream, "changed");
  }

  // While the page asks, a stream is tried now and then, and not whenever it ends.
  function failed() {
    hangUp();
    doubt();
    if (state === "asks") return;
    clearTimeout(again);
    again = setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(AGAIN[1], 2 * wait);
  }

  // Of a link that was renewed an ordinary request is told (asking.js), a stream is not.
  function end() {
    show("gone");
    stream.remove();
    hangUp();
  }

  function hear(text) {
    heard = clock();
    heardAt = new Date();
    const [count, head] = text.split(" ");
    const number = Number(count);
    const other = number === onPage() && head !== document.getElementById("seen").dataset.head;
    back = !replaced() && (number < newest || number < onPage() || other);
    if (back || pause) askAgain();
    newest = number;
    follow();
  }

  stream.addEventListener("gone", end);
  document.addEventListener("htmx:after:process", connect, { once: true });

  setInterval(() => {
    if (document.hidden || state === "gone") return;
    if (state === "live" && clock() - heard > 2 * beat) drop();
    else if (state !== "live" && clock() - tried > asks.pause(tried)) drop();
    if (!state && clock() - tried > 4000) doubt();
    if (state && state !== "live") asks.ask();
    follow();
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    tried = clock();
    if (document.hidden) return hangUp(); // all tabs of a browser share six connections
    doubt();
    connect();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) writing = 0;
    if (persisted) drop();
  });
  window.addEventListener("online", drop);
  window.addEventListener("offline", drop);

  // ---- what changed: asked for once, and never into a page that is being typed in ----

  let newest = 0; // of what the stream has told
  let back = false; // the book is an older copy: the server says what that means for the page
  let asked = 0;
  let pause = 0; // before it is asked again, while no answer comes
  let timer = 0;
  let writing = 0;

  const onPage = () => Number(document.querySelector("#seen [name=changes]").value);
  const ticks = (field) => field.type === "radio" || field.type === "checkbox";
  const filled = (field) => (ticks(field) ? field.checked && field.value : field.value.trim());
  const served = (select) =>
    Math.max(
      0,
      [...select.options].findIndex((option) => option.defaultSelected),
    );

  function differs(field) {
    if (ticks(field)) return field.checked !== field.defaultChecked;
    return field.tagName === "SELECT" ? field.selectedIndex !== served(field) : field.value !== field.defaultValue;
  }

  const FIELDS = "main input, main select, main textarea";
  const fields = () => [...document.querySelectorAll(FIELDS)].filter((field) => field.name && field.type !== "hidden");

  // The round form is typed in once anything is told; any other form once it differs from what came.
  function typed() {
    const round = document.getElementById("round");
    return fields().some((field) => (round && field.form === round ? filled(field) : differs(field)));
  }

  // What a page that is opened anew with another book forgets: all but the round that is being told.
  const outlives = (form) => form?.id === "round" && !form.querySelector("input[name=correcting]");
  const forgets = () => fields().some((field) => !outlives(field.form) && differs(field));

  const inUse = () => typed() || document.activeElement?.matches(FIELDS);

  function follow() {
    if ((newest <= onPage() && !back) || newest === asked || writing) return;
    asked = newest;
    back = false;
    const mends = now.hasAttribute("hx-get"); // not where it was answered to a form
    if (!mends || (now.hasAttribute("hx-select") && inUse())) document.getElementById("moved").hidden = false;
    else htmx.trigger(now, "follow");
  }

  function askAgain() {
    asked = 0;
  }

  // Without an answer it is asked again after a while, or once the stream speaks again.
  function askLater() {
    if (!asked) return;
    pause = Math.min(PAUSE[1], Math.max(PAUSE[0], pause * 2));
    clearTimeout(timer);
    timer = setTimeout(() => {
      askAgain();
      follow();
    }, pause);
  }

  const writes = ({ ctx }) => ctx.request.method === "POST" && !ctx.sourceElement.matches("#strip, #looked");

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (forgets()) ctx.request.headers.Typed = "1";
  });
  now.addEventListener("htmx:config:request", (event) => {
    event.detail.ctx.typed = typed();
    if (event.detail.ctx.typed) event.detail.ctx.request.body.set("typed", "1");
  });
  // Typing began while the answer was on its way: ask once more, saying so.
  now.addEventListener("htmx:after:request", (event) => {
    if (event.detail.ctx.response.status < 400) pause = 0;
    if (event.detail.ctx.typed || !typed()) return;
    event.preventDefault();
    askAgain();
  });
  now.addEventListener("htmx:error", askLater);
  now.addEventListener("htmx:response:error", askLater);
  // What this page writes itself comes back with its own answer; what was asked before is older.
  document.addEventListener("htmx:before:request", (event) => {
    if (event.defaultPrevented || !writes(event.detail)) return;
    event.detail.ctx.writing = true;
    writing += 1;
    askAgain();
    htmx.trigger(now, "htmx:abort");
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.writing && !ctx.hx?.redirect) writing -= 1;
    follow();
  });
  // A page that is being left for what it has sent asks no more: to be opened anew would end that.
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) writing += 1;
  });
}

// From now on the page hears taps (app.css).
document.addEventListener(
  "htmx:after:process",
  () => {
    document.documentElement.dataset.ready = "";
    document.documentElement.classList.add("js"); // also where they came late (start.js)
  },
  { once: true },
);
