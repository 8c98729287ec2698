// Takes the place of worker.js where OFFLINE=0: removes it and all that pages have kept.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(end()));

async function end() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
