// Over HTTPS a table's page keeps itself on the phone: opened without a network (worker.js), it is
// there as it was last known, and says as of when. It is kept as the server sent it, and of what
// followed only the parts the server sends anew: what is tapped stays out of it.
const CACHE = "kept-1"; // the same in worker.js
const FOLLOWS = "#terms-line, #flag-line, #bench, #seen, #round-state, #record, #sheet, [id^=balance-], [id^=lead-]";
const FILES = "link[rel=stylesheet], link[rel=icon], script[src], [data-script]";
const RULES =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": RULES,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
};
const root = document.documentElement;
const notice = document.getElementById("as-of");
const addressesOf = (part) => [part.getAttribute("href"), part.getAttribute("src"), part.dataset.script];
let page; // as the server sent it
let addresses;

const pathOf = (request) => new URL(request.url).pathname;

function follow() {
  for (const now of document.querySelectorAll(FOLLOWS))
    page.querySelector(`#${now.id}`)?.replaceWith(now.cloneNode(true));
  page.querySelector("[data-kind=done]")?.parentElement.replaceChildren();
}

async function keep() {
  follow();
  page.dataset.kept = new Date().toISOString();
  const cache = await caches.open(CACHE);
  const there = (await cache.keys()).map(pathOf);
  await cache.addAll(addresses.filter((address) => !there.includes(address)));
  await cache.put(location.pathname, new Response(`<!doctype html>${page.outerHTML}`, { headers: HEADERS }));
  await dropFiles(cache);
}

// An earlier version's files go once no kept page needs them.
async function dropFiles(cache) {
  const files = (await cache.keys()).filter((request) => pathOf(request).startsWith("/static/"));
  const pages = await cache.matchAll();
  const texts = await Promise.all(
    pages.filter((one) => one.headers.get("Content-Type").startsWith("text/html")).map((one) => one.text()),
  );
  for (const file of files) if (!texts.some((text) => text.includes(pathOf(file)))) await cache.delete(file);
}

// The home page lists the tables whose key this phone still holds: what is kept of others goes.
async function dropTables() {
  const mine = [...document.querySelectorAll("a[href^='/t/']")].map((link) => link.getAttribute("href"));
  const cache = await caches.open(CACHE);
  const tables = (await cache.keys()).filter((request) => pathOf(request).startsWith("/t/"));
  for (const table of tables) if (!mine.includes(pathOf(table))) await cache.delete(table);
  await dropFiles(cache);
}

let forgotten = false;
let soon = 0;
let last = Promise.resolve();

// One after the other, however long each takes: what came last is what stays.
function inTurn(step) {
  last = last.then(step).catch(() => {});
}

const keepNow = () => inTurn(() => forgotten || keep());

const dropPage = async () => (await caches.open(CACHE)).delete(location.pathname);

// At once, and again after whatever was being stored.
function forget() {
  forgotten = true;
  dropPage().catch(() => {});
  inTurn(dropPage);
}

// One change comes as many parts: keep once they are all in.
function keepSoon() {
  clearTimeout(soon);
  soon = setTimeout(keepNow, 500);
}

async function begin(copy) {
  page = copy;
  addresses = [...page.querySelectorAll(FILES)].flatMap(addressesOf).filter(Boolean);
  // What start.js did here it does there again.
  page.classList.remove("js");
  for (const script of page.querySelectorAll("script[data-late]")) script.remove();
  await navigator.serviceWorker.register(notice.dataset.worker);
  await navigator.serviceWorker.ready;
  if (location.pathname === "/") {
    await dropTables();
    return;
  }
  keepNow();
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id !== "strip") keepSoon();
  });
  document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
    if (ctx.response.status === 404) forget();
  });
  document.addEventListener("gone", forget); // the stream was told so (live_page.js)
}

// ---- a kept page, opened without a network ----

// What is told in the form of the round would be lost.
const typed = () =>
  [...document.querySelectorAll("#round select, #round input:not([type=hidden])")].some((field) =>
    field.type === "checkbox" ? field.checked : field.value,
  );

function sayWhen() {
  const since = new Date(root.dataset.kept);
  const today = since.toDateString() === new Date().toDateString();
  const shape = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  notice.querySelector("time").textContent = since.toLocaleString(root.lang, shape);
  notice.querySelector("time").dateTime = root.dataset.kept;
  notice.hidden = false;
}

async function back() {
  clearTimeout(soon);
  const patience = new AbortController();
  const late = setTimeout(() => patience.abort(), 2000);
  try {
    await fetch(location.pathname, { method: "HEAD", cache: "no-store", signal: patience.signal });
    if (!typed()) {
      location.reload();
      return;
    }
    notice.querySelector("span").hidden = true;
    notice.querySelector("a").hidden = false;
    soon = setTimeout(back, 5000);
  } catch {
    soon = setTimeout(back, 5000 + 5000 * Math.random());
  } finally {
    clearTimeout(late);
  }
}

function openKept() {
  sayWhen();
  addEventListener("online", back);
  addEventListener("changed", back, { once: true }); // the stream is there again (live_page.js)
  soon = setTimeout(back, 5000);
}

// Begin with a copy of the page as it came.
export async function start(copy) {
  if (!notice || !navigator.serviceWorker) return;
  if (root.dataset.kept) openKept();
  else if (!location.search) await begin(copy);
}
