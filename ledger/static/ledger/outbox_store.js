// The rounds this phone keeps until they are recorded, each under a key of its own, so that two
// pages of one phone lose none to each other. Nothing looks at a clock: the order is counted.
// {id, turn, fields, words, held, refused, aside}: one that is held is not sent by itself; it
// is in the form, or was refused, or was put aside half told.

import { fieldValue } from "./outbox_state.js";
import { field, parsed, players, round } from "./round_form.js";
import { phone, tab } from "./storage.js";

export const shelf = () => document.getElementById("kept");
export const prefix = () => `waiting ${shelf().dataset.session} `;

// What is no round of ours (half written, of another version) is as if it were not there.
function whole(text) {
  const item = parsed(text);
  const ours = Array.isArray(item?.fields) && item.turn > 0 && item.fields.every(Array.isArray);
  return ours && fieldValue(item, "submission") === item.id ? item : null;
}

function read(key) {
  const item = whole(phone.get(key));
  return item && key === prefix() + item.id ? item : null;
}

export const kept = (id) => read(prefix() + id);
export const all = () =>
  phone
    .keys()
    .filter((key) => key.startsWith(prefix()))
    .map(read)
    .filter(Boolean)
    .sort((one, other) => one.turn - other.turn || (one.id < other.id ? -1 : 1));
export const drop = (id) => phone.drop(prefix() + id);

// A phone that keeps nothing still sends, and says so if that fails.
export const keep = (item) => phone.set(prefix() + item.id, JSON.stringify(item));

// The one dropped last may be taken back until another is sent, over a reload too.
const bin = () => `dropped ${shelf().dataset.session}`;
export const dropped = () => whole(tab.get(bin()));
export const forgetDropped = () => tab.drop(bin());
export const throwAway = (item) => tab.set(bin(), JSON.stringify(item));

export const formId = () => round() && field("submission").value;
export const others = () => all().filter((item) => item.id !== formId());

// What was told, as the form itself shows it.
function words() {
  const said = (selector, within = round()) => [...within.querySelectorAll(selector)];
  const marks = players().map((card) => {
    const ranks = said("[data-rank]", card)
      .map((rank) => rank.textContent)
      .filter((rank) => rank !== "–")
      .join("·");
    const mark = card.querySelector(".mark").textContent.trim() || ranks;
    return mark && `${card.dataset.name} ${mark}`;
  });
  const innermost = (part) => !part.matches(".scoreboard, :disabled") && !part.querySelector("fieldset");
  const parts = said("fieldset, .hand").filter((part) => part.matches(".hand") || innermost(part));
  const events = parts.map((part) => {
    const labels = said("input:checked:not([data-none])", part)
      .filter((input) => input.value)
      .map((input) => input.parentElement.textContent);
    const cards = said("input[data-cards]", part).map((input) => input.value);
    const told = [...said(".said button", part).map((button) => button.textContent), ...labels, ...cards].filter(
      Boolean,
    );
    const what = (part.querySelector("legend")?.textContent ?? part.dataset.hand).trim().replace(/:$/, "");
    return told.length ? [what, told.join(" ")].filter(Boolean).join(": ") : "";
  });
  const chips = said(".events > .chip :checked").map((input) => input.parentElement.textContent);
  return [...marks, ...events, ...chips]
    .map((text) => text?.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .join(", ");
}

export function typedRound() {
  const id = formId();
  const turn = kept(id)?.turn ?? Math.max(0, ...all().map((item) => item.turn)) + 1;
  const fields = [...new FormData(round())].filter(([name]) => name !== "csrfmiddlewaretoken");
  return { id, turn, fields, words: words() };
}
