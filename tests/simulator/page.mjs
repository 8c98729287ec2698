// One open page of a phone: the scripts as they are shipped, in a context of their own, around a form that
// is only its fields. What htmx does with a request is done here in its order (#issueRequest of htmx 4).

import { readFileSync } from "node:fs";
import { SourceTextModule, createContext } from "node:vm";
import { STATE } from "../../ledger/static/ledger/outbox_state.js";

const SCRIPTS = new URL("../../ledger/static/ledger/", import.meta.url);
const SCORER = ["book_header.js", "witness.js", "outbox.js"];
const VIEWER = ["book_header.js", "witness.js"];

// What only draws, or reads what is drawn.
const DRAWING = {
  "round_form.js": `export const round = () => document.getElementById("round");
    export const field = (name) => round().elements[name];
    export const heads = () => [];
    export const correcting = () => false;
    export const isWhole = () => true;
    export const paint = () => {};
    export const game = { forget() {}, makeRoom: (name) => round().makeRoom(name) };
    export const changed = () => round().dispatchEvent(new Event("change"));`,
  "strip.js": `export const saysDone = () => document.getElementById("strip").done;
    export const hasSums = () => false;
    export const paintRecord = () => {};
    export const emptySums = () => {};`,
  "panels.js": "export const shut = () => {};",
  "waiting_rounds.js": "export const paintWaiting = () => {};",
  "no_answer.js": `export const previewAgain = () => {};
    export const say = () => {};
    export const sayOffline = () => {};`,
};

// Of a script as the page names it: its address may hold a part of its hash.
const nameOf = (path) => path.split("/").pop().replace(/\.[0-9a-f]{12}\./, ".");

const sources = new Map();

// `changed` are words of the scripts and what stands in their place: a fault that is to be detected.
export function source(name, changed = []) {
  if (!sources.has(name)) {
    let text = DRAWING[name] ?? readFileSync(new URL(name, SCRIPTS), "utf-8");
    for (const [script, old, words] of changed) {
      if (script !== name) continue;
      if (!text.includes(old)) throw new Error(`${name} has no ${old}`);
      text = text.replace(old, words);
    }
    sources.set(name, text);
  }
  return sources.get(name);
}

const SEEN = ["changes", "log", "shape"];
const OF_THE_FORM = STATE.filter((name) => ![...SEEN, "csrfmiddlewaretoken"].includes(name));

// The server shows what was typed again: here it is taken from what was sent.
const typedIn = (body) => [...body].filter(([name]) => !STATE.includes(name));

const UNESCAPED = { amp: "&", quot: '"', "#x27": "'", "#39": "'", lt: "<", gt: ">" };
const plain = (text) => text.replace(/&(#?\w+);/g, (whole, name) => UNESCAPED[name] ?? whole);

function valueIn(html, name) {
  const tag = html.match(new RegExp(`<input\\s[^>]*name="${name}"[^>]*>`))?.[0];
  const value = tag?.match(/\svalue="([^"]*)"/)?.[1];
  return tag ? plain(value ?? "") : null;
}

const tagOf = (html, id) => html.match(new RegExp(`<\\w+\\s[^>]*?id="${id}"[^>]*>`))?.[0];

function datasetOf(tag) {
  const dataset = {};
  for (const [, name, value] of tag.matchAll(/\sdata-([\w-]+)(?:="([^"]*)")?/g))
    dataset[name.replace(/-(\w)/g, (_all, letter) => letter.toUpperCase())] = plain(value ?? "");
  return dataset;
}

export class Storage {
  constructor() {
    this.items = new Map();
  }
  get length() {
    return this.items.size;
  }
  key(at) {
    return [...this.items.keys()][at] ?? null;
  }
  getItem(name) {
    return this.items.get(name) ?? null;
  }
  setItem(name, text) {
    this.items.set(name, `${text}`);
  }
  removeItem(name) {
    this.items.delete(name);
  }
}

// The values of one name: what is given to it is one more, "" is none.
class Control {
  constructor(name) {
    Object.assign(this, { name, values: [], type: "text" });
  }
  get value() {
    return this.values[0] ?? "";
  }
  set value(text) {
    if (text === "") this.values = [];
    else this.values.push(text);
  }
}

class Form {
  constructor(page, html) {
    const tag = tagOf(html, "round");
    this.page = page;
    this.id = "round";
    this.isConnected = true;
    this.dataset = datasetOf(tag);
    this.action = tag.match(/\saction="([^"]*)"/)[1];
    this.controls = new Map();
    this.token = valueIn(html, "csrfmiddlewaretoken");
    this.state = new Map();
    this.elements = new Proxy({}, { get: (_, name) => this.control(name) });
    this.take(html);
    this.prices = this.state.get("terms")?.value;
  }
  // Its answers show the prices of the terms that it came with.
  bring(html) {
    this.take(html);
    if (this.state.get("terms")?.value !== this.prices) this.page.tell({ what: "prices" });
  }
  take(html) {
    for (const name of OF_THE_FORM) {
      const value = valueIn(html, name);
      if (value === null) this.state.delete(name);
      else this.state.set(name, { name, value });
    }
  }
  control(name) {
    if (name === "csrfmiddlewaretoken") return { name, value: this.token };
    return this.state.get(name) ?? this.controls.get(name) ?? this.page.seen?.fields.get(name);
  }
  makeRoom(name) {
    this.controls.set(name, new Control(name));
  }
  fill(fields) {
    for (const [name, value] of fields) {
      if (!this.control(name)) this.makeRoom(name);
      this.control(name).value = value;
    }
  }
  get pairs() {
    const typed = [...this.controls.values()].flatMap(({ name, values }) => values.map((value) => [name, value]));
    const hidden = [...this.state.values(), ...(this.page.seen?.fields.values() ?? [])];
    return [["csrfmiddlewaretoken", this.token], ...hidden.map(({ name, value }) => [name, value]), ...typed];
  }
  getAttribute() {
    return this.action;
  }
  querySelectorAll(selector) {
    const name = selector.match(/^\[name="(.*)"\]$/)?.[1];
    if (selector.startsWith("select")) return [...this.controls.values()];
    if (name === undefined) return [];
    return [this.control(name.replaceAll("\\", ""))];
  }
  replaceWith(part) {
    this.page.form = new Form(this.page, part.html);
    this.page.form.fill(typedIn(this.page.previewed.get(part.html)));
  }
  dispatchEvent(event) {
    Object.defineProperty(event, "target", { value: { closest: () => this } });
    this.page.document.dispatchEvent(event);
  }
}

function seenIn(html) {
  const tag = tagOf(html, "seen");
  if (!tag) return null;
  const fields = new Map(SEEN.map((name) => [name, { name, value: valueIn(html, name) ?? "" }]));
  return { fields, dataset: datasetOf(tag), querySelector: () => fields.get("log") };
}

const nothing = { dataset: {}, childNodes: [], replaceChildren() {}, replaceWith() {}, click() {} };

export class Page {
  constructor(phone, id, { html, path, cookie }) {
    Object.assign(this, { phone, id, path, busy: new Map(), queued: new Map() });
    Object.assign(this, { another: false, elsewhere: false, late: false });
    this.alive = true;
    this.previewed = new Map(); // by answer, what was sent
    this.scripts = plain(html.match(/\sdata-page="([^"]*)"/)?.[1] ?? "");
    this.differs = null;
    this.strip = { ...nothing, done: false };
    this.document = Object.assign(new EventTarget(), { hidden: false, cookie });
    this.window = new EventTarget();
    this.see(html);
    this.form = tagOf(html, "round") ? new Form(this, html) : null;
    const kept = tagOf(html, "kept");
    this.shelf = kept && { dataset: datasetOf(kept), hasAttribute: () => /\sdata-closed/.test(kept) };
    this.document.getElementById = (name) => this.part(name);
    this.document.querySelector = (selector) => this.select(selector);
    this.document.createElement = () => ({ ...nothing });
  }

  part(name) {
    const parts = { round: this.form, seen: this.seen, kept: this.shelf, strip: this.strip, sheet: this.sheet() };
    if (name === "differs") return this.differs && { remove: () => (this.differs = null) };
    if (name === "record") return { click: () => this.press() };
    return name in parts ? parts[name] : { ...nothing };
  }

  tell(message) {
    return this.phone.tell({ page: this.id, ...message });
  }

  see(html) {
    this.seen = seenIn(html);
    if (this.seen) this.tell({ what: "seen", line: Number(this.seen.fields.get("log").value), head: this.seen.dataset.head });
  }

  sheet() {
    return { ...nothing, insertAdjacentHTML: (_place, html) => this.say(html) };
  }

  leave(path) {
    this.tell({ what: "navigate", path });
  }

  say(html) {
    this.differs = html;
    this.tell({ what: "differs", html });
  }

  select(selector) {
    if (selector === "[name=csrfmiddlewaretoken]") return { value: this.form?.token };
    if (selector === "[data-page]") return { dataset: { page: this.scripts } };
    if (selector === "#differs [data-accept]") return { addEventListener: (_name, heard) => (this.accepts = heard) };
    return selector === "#moved[data-another]" && this.another ? {} : null;
  }

  async load(changed) {
    const { phone } = this;
    const page = this;
    const timers = new Map();
    const context = createContext({
      document: this.document,
      location: { pathname: this.path, assign: (path) => this.leave(path) },
      get localStorage() {
        return phone.kept(phone.storage);
      },
      get sessionStorage() {
        return phone.kept(phone.tabs(page.path));
      },
      htmx: { ajax: (_verb, path, how) => page.ajax(path, how), process() {} },
      crypto: { getRandomValues: (bytes) => bytes.map(() => Math.floor(phone.chance() * 256)) },
      CSS: { escape: (text) => text },
      FormData: class extends URLSearchParams {
        constructor(form) {
          super(form?.pairs);
        }
      },
      DOMParser: class {
        parseFromString = (html) => ({ getElementById: (id) => (tagOf(html, id) ? { ...nothing, html } : null) });
      },
      fetch: (path, asked) => page.fetch(path, asked),
      setTimeout: (step, pause) => {
        const timer = page.tell({ what: "timer", pause });
        timers.set(timer, step);
        return timer;
      },
      clearTimeout: (timer) => timers.delete(timer),
      addEventListener: (...heard) => page.window.addEventListener(...heard),
      URLSearchParams,
      TextEncoder,
      Event,
      console,
    });
    context.window = context;
    context.chance = phone.chance;
    context.clock = phone.clock;
    this.timers = timers;
    const modules = new Map();
    const module = (name) => {
      if (!modules.has(name)) {
        const made = new SourceTextModule(`${source(name, changed)}`, {
          context,
          identifier: name,
          importModuleDynamically: async (path) => {
            const late = module(nameOf(path));
            if (late.status === "unlinked") await late.link(link);
            await late.evaluate();
            return late;
          },
        });
        modules.set(name, made);
      }
      return modules.get(name);
    };
    const link = (path) => module(nameOf(path));
    const start = new SourceTextModule(VIRTUAL, { context, identifier: "virtual" });
    await start.link(link);
    await start.evaluate();
    for (const name of this.shelf ? SCORER : VIEWER) {
      const shipped = module(name);
      if (shipped.status === "unlinked") await shipped.link(link);
      await shipped.evaluate();
    }
    this.trigger("htmx:after:process", {});
    this.happen("pageshow");
  }

  trigger(name, detail) {
    const event = Object.assign(new Event(name, { cancelable: true }), { detail });
    return this.document.dispatchEvent(event);
  }

  // ---- what htmx does ----

  ajax(path, { source, target, swap }) {
    return this.issue({ id: source.slice(1), path, target: target.slice(1), swap, body: new URLSearchParams() });
  }

  press() {
    return this.issue({ id: "round", path: this.form.action, target: "round", swap: "outerHTML", form: this.form });
  }

  // A button of the panel over the sheet.
  act(path) {
    return this.issue({ id: "act", path, target: "act", swap: "none", body: this.state });
  }

  // What a page says of itself where it asks for more.
  get state() {
    const fields = [...this.seen.fields.values(), ...(this.form?.state.values() ?? [])];
    return new URLSearchParams(fields.map(({ name, value }) => [name, value]));
  }

  // What the stream says, as live_page.js hears it: a book may have gone back.
  follow(newest, head) {
    this.heard = [newest, head];
    const shown = Number(this.seen.fields.get("changes").value);
    const back = !this.another && (newest < shown || (newest === shown && head !== this.seen.dataset.head));
    if (this.busy.has("now") || (newest <= shown && !back)) return null;
    const body = this.state;
    if (this.isTyped()) body.set("typed", "1");
    return this.issue({ id: "now", method: "GET", path: `${this.path}now/`, target: "now", swap: "none", body });
  }

  isTyped() {
    return [...(this.form?.controls.values() ?? [])].some(({ value }) => value);
  }

  // What has the form of a round sends for that very form: one that took its place is not busy.
  async issue(asked) {
    const sender = asked.form ?? asked.id;
    if (this.busy.has(sender)) {
      if (asked.id === "resend") this.queued.set(sender, this.contextOf(asked));
      return;
    }
    await this.request(this.contextOf(asked), sender);
  }

  contextOf({ id, method = "POST", path, target, swap, body, form }) {
    const sourceElement = { id, isConnected: true, matches: () => false };
    const sent = body ?? new URLSearchParams(form.pairs);
    const ctx = { sourceElement, target: { id: target }, swap, request: { method, action: path, body: sent, headers: {} } };
    this.trigger("htmx:config:request", { ctx });
    if (this.elsewhere) ctx.request.headers.Typed = "1";
    return ctx;
  }

  async request(ctx, sender) {
    const { id } = ctx.sourceElement;
    this.busy.set(sender, ctx.request.body.get("submission"));
    try {
      if (!this.trigger("htmx:before:request", { ctx })) return;
      ctx.typed = this.isTyped();
      const { status, headers, text } = await this.send(ctx);
      ctx.response = { status };
      ctx.hx = { trigger: headers["HX-Trigger"], redirect: headers["HX-Redirect"], refresh: headers["HX-Refresh"] };
      ctx.text = text;
      this.late = id === "now" && !ctx.typed && this.isTyped();
      if (this.late) return;
      if (!this.trigger("htmx:after:request", { ctx })) return;
      if (status >= 400) this.trigger("htmx:response:error", { ctx });
      if (ctx.hx.redirect || ctx.hx.refresh) {
        this.leave(ctx.hx.redirect ?? this.path);
        return;
      }
      this.swap(ctx, headers["HX-Reswap"] ?? (status >= 500 ? "none" : ctx.swap));
    } catch (error) {
      if (!error.lost) throw error;
      this.trigger("htmx:error", { ctx, error });
    } finally {
      if (ctx.hx?.trigger?.startsWith("{"))
        for (const [name, detail] of Object.entries(JSON.parse(ctx.hx.trigger))) this.trigger(name, detail);
      this.trigger("htmx:finally:request", { ctx });
      this.busy.delete(sender);
      const next = this.queued.get(sender);
      this.queued.delete(sender);
      if (next && this.alive) await this.request(next, sender);
      if (id === "now" && this.late && this.alive) await this.follow(...this.heard);
    }
  }

  swap(ctx, how) {
    const pieces = [...ctx.text.matchAll(/<hx-partial hx-target="#([\w-]+)"[^>]*>(.*?)<\/hx-partial>/gs)];
    const tasks = pieces.map(([, id, html]) => ({ target: { id }, fragment: this.fragment(html) }));
    if (how !== "none") tasks.unshift({ target: ctx.target, fragment: this.fragment(ctx.text) });
    if (!this.trigger("htmx:before:swap", { ctx, tasks })) return;
    for (const { target, fragment } of tasks) this.insert(target.id, fragment.html, ctx);
    if ("another" in datasetOf(tagOf(ctx.text, "moved") ?? "")) this.another = true;
    this.trigger("htmx:after:swap", { ctx });
  }

  fragment(html) {
    const fragment = { html, querySelectorAll: () => [] };
    fragment.querySelector = (selector) =>
      selector !== "[name=submission]"
        ? null
        : {
            set value(id) {
              fragment.html = fragment.html.replace(/(name="submission"\s+value=")[^"]*/, `$1${id}`);
            },
          };
    return fragment;
  }

  insert(id, html, ctx) {
    if (id === "round" && tagOf(html, "round")) {
      this.form = new Form(this, html);
      this.form.fill(typedIn(ctx.request.body));
    } else if (id === "round-state") this.form?.bring(html);
    else if (id === "seen") this.see(html);
    else if (id === "strip") this.strip.done = /data-kind="done"/.test(html);
  }

  async send(ctx) {
    const { method, action, body, headers } = ctx.request;
    const query = method === "GET" ? `${action}?${body}` : action;
    const named = { ...headers, "HX-Request": "true", "HX-Source": `${ctx.sourceElement.id === "now" ? "div" : "form"}#${ctx.sourceElement.id}` };
    return this.ask({ method, path: query, body: method === "GET" ? "" : `${body}`, headers: named });
  }

  async fetch(path, { method = "GET", body = "", headers = {} } = {}) {
    const { status, text } = await this.ask({ method, path, body: `${body}`, headers });
    if (method === "POST") this.previewed.set(text, body);
    return { ok: status < 400, status, text: async () => text, json: async () => JSON.parse(text) };
  }

  ask(request) {
    return new Promise((resolve, reject) => {
      const id = this.tell({ what: "request", ...request });
      this.phone.waits.set(id, { resolve, reject, page: this });
    });
  }

  // ---- what a person, a clock and a browser do ----

  type(fields) {
    for (const control of this.form.controls.values()) control.value = "";
    this.form.fill(fields);
    this.strip.done = false;
    this.form.dispatchEvent(new Event("change"));
  }

  // Words in a form that a page opened anew would forget (live_page.js).
  typeElsewhere() {
    this.elsewhere = true;
  }

  accept() {
    if (this.differs) this.accepts?.();
  }

  // Whether taps are heard by no script: that of a rule which was turned on is another.
  get isDeaf() {
    const taps = this.form?.dataset.taps;
    return Boolean(taps) && !this.scripts.includes(`/${taps}`);
  }

  ring(timer) {
    const step = this.timers.get(timer);
    this.timers.delete(timer);
    step?.();
  }

  happen(name) {
    this.window.dispatchEvent(new Event(name));
  }

  waiting(type, id) {
    this.document.dispatchEvent(Object.assign(new Event("waiting"), { detail: { type, id } }));
  }
}

// The clock and the chance of a page are those of the evening.
const VIRTUAL = `
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length ? given : [clock()]));
  }
  static now() {
    return clock();
  }
};
Math.random = chance;`;
