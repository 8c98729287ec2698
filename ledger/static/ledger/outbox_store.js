// The rounds this phone keeps until they are recorded, each under a key of its own, so that two
// pages of one phone lose none to each other. Nothing looks at a clock: the order is counted.
// {id, turn, fields, words, held, refused, aside}: one that is held is not sent by itself; it
// is in the form, or was refused, or was put aside half told.

import { fieldValue } from "./outbox_state.js";
import { asSent, draft } from "./draft_store.js";
import { field, heads, round } from "./round_form.js";
import { parsed, phone, tab } from "./storage.js";
import { hasSums } from "./strip.js";

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

export const itemById = (id) => read(prefix() + id);
export const all = () =>
  phone
    .keys()
    .filter((key) => key.startsWith(prefix()))
    .map(read)
    .filter(Boolean)
    .sort((one, other) => one.turn - other.turn || (one.id < other.id ? -1 : 1));
export const drop = (id) => phone.drop(prefix() + id);

// A phone that keeps nothing, or nothing that is found again, still sends, and says so if that fails.
export const keep = (item) =>
  phone.set(prefix() + item.id, JSON.stringify(item)) && all().some(({ id }) => id === item.id);

// The one dropped last may be taken back until another is sent, over a reload too.
const bin = () => `dropped ${shelf().dataset.session}`;
export const dropped = () => whole(tab.get(bin()));
export const forgetDropped = () => tab.drop(bin());
export const throwAway = (item) => tab.set(bin(), JSON.stringify(item));

export const formId = () => round() && field("submission").value;
export const others = () => all().filter((item) => item.id !== formId());

// What was told, as the form itself shows it: the sentence that waits in the sheet.
function words() {
  const marks = heads().map((head) => {
    const marks = [...head.querySelectorAll(".mark, .ranks:not([hidden]) span")].map((part) => part.textContent.trim());
    const mark = marks.filter((text) => text && text !== "–").join("·");
    return mark && `${head.dataset.name} ${mark.toLowerCase()}`;
  });
  const events = [...round().querySelectorAll(".fields fieldset")].map((part) => {
    const answers = [...part.querySelectorAll("option:checked, input:checked, input[data-cards]")]
      .filter((answer) => answer.value && !answer.closest(":disabled, [name=winner]"))
      .map((answer) => (answer.labels ? answer.value : answer.textContent.trim()));
    return answers.length ? `${part.querySelector("legend").textContent.trim()}: ${answers.join(" ")}` : "";
  });
  return [...marks, ...events].filter(Boolean).join(", ");
}

// What the server said that it pays, where its answer had come before the round was sent.
function figures() {
  if (!hasSums()) return null;
  return [...document.querySelectorAll("#draft .figure")].map((figure) => [
    figure.dataset.sign,
    figure.textContent.trim(),
  ]);
}

function itemOf(id, fields) {
  const turn = itemById(id)?.turn ?? Math.max(0, ...all().map((item) => item.turn)) + 1;
  return { id, turn, refused: itemById(id)?.refused, ...fields };
}

export function typedRound() {
  const fields = [...new FormData(round())].filter(([name]) => name !== "csrfmiddlewaretoken");
  return itemOf(formId(), { fields, words: words(), figures: figures() });
}

// The form is of this round, with what it had seen and the terms that it was told under.
export function goOn(item) {
  for (const name of ["submission", "newest", "terms"]) field(name).value = fieldValue(item, name) || field(name).value;
}

// What was typed and is not shown in the form.
export const draftRound = () => itemOf(draft().submission, { fields: asSent(draft()), words: shelf().dataset.aside });
