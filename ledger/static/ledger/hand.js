// A player's own page: what is typed outlives a reload, and a bad network says so.
"use strict";

const form = () => document.getElementById("hand-form");
// By the round alone: other rules change no card.
const drafted = () => `${location.pathname} ${form().dataset.stamp.split("-")[0]}`;
const typed = () => [...form().elements].filter((field) => field.name && field.type !== "hidden");

function remember(event) {
  if (!event.target.closest?.("#hand-form")) return;
  sessionStorage.setItem(drafted(), JSON.stringify(typed().map((field) => [field.name, field.value])));
}

// Only an empty form is filled: what the server has is newer, and so is what was typed before
// this script had come.
function recall() {
  if (!form()) return;
  const empty = typed().every((field) => !field.value);
  const draft = empty && JSON.parse(sessionStorage.getItem(drafted()) || "null");
  if (draft) for (const field of typed()) field.value = new Map(draft).get(field.name) || "";
  if (draft || !empty) form().dispatchEvent(new Event("change", { bubbles: true }));
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
