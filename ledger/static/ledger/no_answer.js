// What a bad network leaves of a request that is no round: an honest word where an answer would stand.

import { tapped } from "./draft_store.js";
import { formId, shelf } from "./outbox_store.js";
import { element, panel } from "./panels.js";
import { changed, isWhole, round } from "./round_form.js";
import { phone } from "./storage.js";
import { emptySums, paintRecord } from "./strip.js";

let unknown = false; // the newest preview got no answer
let unsure = false; // nor did the round itself: no preview hides that

export function say(words, kind = "bad") {
  const notice = element("div", { className: "words", data: { kind } }, words);
  notice.setAttribute("role", kind === "bad" ? "alert" : "status");
  document.getElementById("strip")?.replaceChildren(notice);
}

// A phone that keeps nothing has the round in its form alone.
const andThen = (words, where) => `${words} ${phone.keeps() ? where : shelf().dataset.keepsNothing}`;

export function sayOffline() {
  unsure = true;
  say(andThen(shelf().dataset.unsure, shelf().dataset.again));
}

export function previewAgain() {
  if (unknown && round()) changed();
}

const ofThisRound = ({ sourceElement, request }) =>
  sourceElement.isConnected && new URLSearchParams(request.body).get("submission") === formId();

// Who pays whom is the server's to say: without it the old sums must not stand there.
function noPreview() {
  unknown = true;
  if (unsure) return;
  emptySums();
  const { unknown: why, here } = shelf().dataset;
  say(isWhole() ? andThen(why, here) : why);
  paintRecord(isWhole());
}

// What is on its way takes no taps, nor a sentence that is told of the next round.
function setBusy(busy) {
  for (const part of [round(), panel()]) part?.classList.toggle("busy", busy);
  document.getElementById("say")?.toggleAttribute("inert", busy);
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "round") setBusy(true);
  if (ctx.sourceElement.id === "strip") ctx.tapped = String(tapped());
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id === "round") setBusy(false);
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.id !== "strip") return;
  unknown = false;
  if (ctx.response.status >= 500 && ofThisRound(ctx)) noPreview();
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx || ctx.replaced) return;
  if (ctx.sourceElement.id === "strip") {
    if (ofThisRound(ctx) && tapped().length) noPreview();
  } else if (ctx.request.method === "POST" && !ctx.kept && !ctx.sourceElement.closest("#panel, #nod")) sayOffline();
});

document.addEventListener("change", () => {
  unsure = false;
});

// A preview asked for before the last tap, or before the round was told in a sentence, is of another round.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement.id !== "strip") return;
  if (unsure || !ofThisRound(ctx) || ctx.tapped !== String(tapped())) event.preventDefault();
});
