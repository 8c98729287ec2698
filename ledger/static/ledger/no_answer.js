// What a bad network leaves of a request that is no round: an honest word where an answer would stand.

import { formId } from "./outbox_store.js";
import { changed, round } from "./round_form.js";
import { phone } from "./storage.js";

let unknown = false; // the newest preview got no answer

export function sayOffline(lost) {
  document.getElementById("offline")?.toggleAttribute("hidden", !lost);
  document.getElementById("keeps-nothing")?.toggleAttribute("hidden", phone.keeps());
}

export function previewAgain() {
  if (unknown && round()) changed();
}

// Who pays whom is the server's to say: without it the old sums must not stand there.
function noPreview() {
  unknown = true;
  for (const change of round().querySelectorAll(".change")) change.replaceChildren();
  const words = document.getElementById(phone.keeps() ? "no-preview" : "no-preview-kept-nothing");
  document.getElementById("preview").replaceChildren(words.content.cloneNode(true));
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "preview" && ctx.request.method === "POST") sayOffline(false);
  if (ctx.sourceElement.id === "round") round().classList.add("busy");
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "round") round()?.classList.remove("busy");
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "preview") return;
  unknown = false;
  if (ctx.response.status >= 500) noPreview();
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx || ctx.replaced) return;
  if (ctx.sourceElement.id === "preview") {
    if (ctx.sourceElement.isConnected) noPreview();
  } else if (ctx.request.method === "POST" && !ctx.kept && !ctx.sourceElement.closest(".history")) sayOffline(true);
});

// A preview asked for before the round was sent, or told in a sentence, must not fill what came then.
document.addEventListener("htmx:before:swap", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement.id !== "preview") return;
  if (new URLSearchParams(request.body).get("submission") !== formId() || !sourceElement.isConnected)
    event.preventDefault();
});
