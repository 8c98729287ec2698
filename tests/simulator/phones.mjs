// All phones of an evening, each a browser with its pages: a line of JSON says what happens, a line of JSON
// answers what they ask for since.

import { createInterface } from "node:readline";
import { STATE } from "../../ledger/static/ledger/outbox_state.js";
import { chance } from "../static/chance.mjs";
import { Page, Storage } from "./page.mjs";

let evening;

class Phone {
  constructor(keepsNothing) {
    this.storage = new Storage();
    this.ofTabs = new Map();
    this.keepsNothing = keepsNothing;
    this.waits = evening.waits;
    this.chance = evening.chance;
    this.clock = () => evening.now;
  }
  tabs(path) {
    if (!this.ofTabs.has(path)) this.ofTabs.set(path, new Storage());
    return this.ofTabs.get(path);
  }
  kept(storage) {
    if (this.keepsNothing) throw new Error("SecurityError");
    return storage;
  }
  tell(message) {
    evening.count += 1;
    evening.out.push({ id: evening.count, ...message });
    return evening.count;
  }
}

function waitOf(request) {
  const wait = evening.waits.get(request);
  evening.waits.delete(request);
  return wait?.page.alive ? wait : null;
}

const events = {
  begin({ seed, phones, keepsNothing, changed }) {
    evening = { count: 0, out: [], waits: new Map(), pages: new Map(), chance: chance(seed), changed, now: 0 };
    evening.phones = Array.from({ length: phones }, (_none, at) => new Phone(at === keepsNothing));
    evening.out.push({ ofThePage: STATE });
  },
  async open({ phone, page, ...shown }) {
    const opened = new Page(evening.phones[phone], page, shown);
    evening.pages.set(page, opened);
    await opened.load(evening.changed);
  },
  close({ page }) {
    evening.pages.get(page).alive = false;
    evening.pages.delete(page);
  },
  answer({ request, cookie, ...answer }) {
    const wait = waitOf(request);
    if (wait) wait.page.document.cookie = cookie;
    wait?.resolve(answer);
  },
  lose: ({ request }) => waitOf(request)?.reject(Object.assign(new Error("lost"), { lost: true })),
  type: ({ page, fields }) => page.type(fields),
  press: ({ page }) => void page.press(),
  ring: ({ page, timer }) => page.ring(timer),
  happen: ({ page, name }) => page.happen(name),
  follow: ({ page, newest, head }) => void page.follow(newest, head),
  waiting: ({ page, type, id }) => page.waiting(type, id),
  act: ({ page, path }) => void page.act(path),
  typeElsewhere: ({ page }) => page.typeElsewhere(),
  accept: ({ page }) => page.accept(),
};

const OF_A_PAGE = ["type", "press", "ring", "happen", "follow", "waiting", "act", "typeElsewhere", "accept"];

// What a person sees of a page, and what the phone keeps.
function shownBy(page) {
  const { phone, form, seen, another, late, isDeaf } = page;
  const items = [...phone.storage.items].filter(([key]) => key.startsWith("waiting "));
  const waiting = items.map(([, text]) => JSON.parse(text));
  const witness = JSON.parse(phone.storage.getItem(`book:${seen?.dataset.book}`));
  const draft = JSON.parse(phone.tabs(page.path).getItem(`round ${page.path}`))?.fields ?? [];
  const [onTheWay, isBusy] = [[...page.busy.values()], page.busy.has(form)];
  const typed = form?.pairs ?? null;
  return { items: waiting, draft, typed, onTheWay, isBusy, seen: seen?.dataset, another, late, isDeaf, witness };
}

// A browser writes it into its console, and goes on.
const fails = (problem) => evening.out.push({ what: "fails", page: 0, words: `${problem}` });
process.on("uncaughtException", fails);

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function happens({ what, ...event }) {
  const page = evening.pages.get(event.page);
  if (OF_A_PAGE.includes(what)) page && events[what]({ ...event, page });
  else if (what !== "begin") await events[what](event);
}

async function run() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { what, now, ...event } = JSON.parse(line);
    if (what === "begin") events.begin(event);
    evening.now = now ?? 0;
    if (what === "show") {
      console.log(JSON.stringify(shownBy(evening.pages.get(event.page))));
      continue;
    }
    await happens({ what, ...event }).catch(fails);
    await settled();
    console.log(JSON.stringify(evening.out.splice(0)));
  }
}

run().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
