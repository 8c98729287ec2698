// Opens tables without a network, as they were last kept (page_cache.js). It only reads what pages have
// kept of themselves; everything else goes to the network as if there were no worker: whatever
// is sent, event streams, files, links with keys, admin, API.

const CACHE = "kept-1"; // the same in page_cache.js
const PATIENCE = 4000; // milliseconds until what is kept is better than waiting

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await clients.claim();
}

const PAGES = /^\/(t\/\w+\/((?!files?\/)[\w-]+\/)*)?$/; // the home page, and a table's but its files

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(file(event.request));
  else if (mode === "navigate" && PAGES.test(pathname)) event.respondWith(page(event.request, pathname));
});

async function file(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) || fetch(request);
}

async function page(request, path) {
  const cache = await caches.open(CACHE);
  const copy = await cache.match(path);
  const instead = copy || (await led(cache, path));
  const enough = instead && (copy || path === "/") ? [late()] : [];
  try {
    const answer = await Promise.race([fetch(request), ...enough]);
    if (answer.status === 404) await cache.delete(path);
    return answer;
  } catch {
    return instead || Response.error();
  }
}

function late() {
  return new Promise((_answered, gaveUp) => setTimeout(gaveUp, PATIENCE));
}

// Without a network the home page leads to the newest table, a table's other pages back to it.
async function led(cache, path) {
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname);
  const table = paths.reverse().find((page) => page.startsWith("/t/") && (path === "/" || path.startsWith(page)));
  return table && Response.redirect(table);
}
