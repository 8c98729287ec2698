// A player's own page: what is typed outlives a reload, and a bad network says so.

import "./newest_request.js";
import "./card_picker.js";
import { tab } from "./storage.js";

const form = () => document.getElementById("hand-form");
// By the round alone: other rules change no card.
const drafted = () => `${location.pathname} ${form().dataset.stamp.split("-")[0]}`;
const typed = () => [...form().elements].filter((field) => field.name && field.type !== "hidden");

const served = (field) =>
  field.options ? ([...field.options].find((option) => option.defaultSelected)?.value ?? "") : field.defaultValue;
const over = () => JSON.stringify(typed().map(served));

function remember(event) {
  if (!event.target.closest?.("#hand-form")) return;
  const fields = typed().map((field) => [field.name, field.value]);
  tab.set(drafted(), JSON.stringify({ over: over(), fields }));
}

// What was typed goes into an empty form, and over what it was typed over; anything else the
// server has is newer, and so is what was typed before this script had come.
function recall() {
  if (!form()) return;
  const early = typed().some((field) => field.value !== served(field));
  const draft = !early && JSON.parse(tab.get(drafted()) || "null");
  const fits = draft && (draft.over === over() || typed().every((field) => !field.value));
  if (fits) for (const field of typed()) field.value = new Map(draft.fields).get(field.name) || "";
  if (fits || early) form().dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("input", remember);
document.addEventListener("change", remember);
document.addEventListener("htmx:before:request", (event) => {
  if (event.target.id === "hand-form") document.getElementById("offline")?.setAttribute("hidden", "");
});

function notHandedIn(event) {
  if (event.target.id === "hand-form") document.getElementById("offline")?.removeAttribute("hidden");
}

document.addEventListener("htmx:error", notHandedIn);
// A café's login page is no answer of ours, however kindly it says 200.
document.addEventListener("htmx:after:request", (event) => {
  const { hx, text } = event.detail.ctx;
  if (event.target.id !== "hand-form" || hx.redirect || /id="hand"|<hx-partial/.test(text)) return;
  event.preventDefault();
  notHandedIn(event);
});
document.addEventListener("htmx:after:process", recall, { once: true });
