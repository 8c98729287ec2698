// What a bad network leaves of a request that is no round: an honest word where an answer would stand.

import { formId, shelf } from "./outbox_store.js";
import { panel } from "./panels.js";
import { changed, round } from "./round_form.js";
import { phone } from "./storage.js";
import { emptySums, paintRecord } from "./strip.js";

let unknown = false; // the newest preview got no answer
let unsure = false; // nor did the round itself: no preview hides that

function say(words) {
  const said = document.createElement("div");
  said.className = "words";
  said.dataset.kind = "bad";
  said.setAttribute("role", "alert");
  said.textContent = words;
  document.getElementById("strip")?.replaceChildren(said);
}

export function sayOffline() {
  unsure = true;
  say(phone.keeps() ? shelf().dataset.unsure : shelf().dataset.keepsNothing);
}

export function previewAgain() {
  if (unknown && round()) changed();
}

// Who pays whom is the server's to say: without it the old sums must not stand there.
function noPreview() {
  unknown = true;
  if (unsure) return;
  emptySums();
  say(phone.keeps() ? shelf().dataset.unknown : shelf().dataset.unknownKeepsNothing);
  paintRecord(true);
}

// What is on its way takes no taps.
function setBusy(busy) {
  for (const part of [round(), panel()]) part?.classList.toggle("busy", busy);
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "round") setBusy(true);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "round") setBusy(false);
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "strip") return;
  unknown = false;
  if (ctx.response.status >= 500) noPreview();
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx || ctx.replaced) return;
  if (ctx.sourceElement.id === "strip") {
    if (ctx.sourceElement.isConnected) noPreview();
  } else if (ctx.request.method === "POST" && !ctx.kept && !ctx.sourceElement.closest("#panel")) sayOffline();
});

document.addEventListener("change", () => {
  unsure = false;
});

// A preview asked for before the round was sent, or told in a sentence, must not fill what came then.
document.addEventListener("htmx:before:swap", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement.id !== "strip") return;
  if (unsure || new URLSearchParams(request.body).get("submission") !== formId() || !sourceElement.isConnected)
    event.preventDefault();
});
