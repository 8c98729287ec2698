// Questions lie over the sheet, one at a time; heads, strip, tools and bar stay in use. A question is a
// function of what the form says: {title, hint, more, note, rows, actions}, or null once there is nothing
// to ask. A row has answers, {columns} those of the heads, one a column; an answer is {code, label, note,
// red, pressed, key, word, wide, act}. While one goes on from player to player by itself, inTurn, the
// strip leaves the asking to it.

import { icon } from "./icons.js";
import { changed, fieldsOf, game, paint, round, seats } from "./round_form.js";

export const panel = () => document.getElementById("panel");
const inSight = (part) => part.scrollIntoView({ block: "nearest" }); // with letters of 200 % the page scrolls
export const wordOf = (name) => panel().dataset[`words${name}`];
const STATIC = ["more", "say"];

let open = null; // {code, question}: what lies over the sheet
let shown = ""; // the question as it was drawn last
let acts = []; // of the answers as they were drawn last

export function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  const { data, ...others } = properties;
  Object.assign(made, others);
  Object.assign(made.dataset, data);
  made.append(...children.filter((child) => child !== "" && child != null));
  return made;
}

function button(className, label, act, ...children) {
  acts.push(act);
  return element("button", { type: "button", className, data: { act: acts.length - 1 } }, label, ...children);
}

function answer({ code, label, note, red, pressed, key, word, wide, disabled, act, href }) {
  const small = note ? element("small", {}, note) : "";
  const className = red ? "answer red" : "answer";
  const made = href ? element("a", { className, href }, label, small) : button(className, label, act, small);
  made.dataset.answer = code;
  if (key || word) made.dataset.key = "";
  if (word) made.dataset.word = "";
  if (wide) made.dataset.wide = "";
  if (!href) made.setAttribute("aria-pressed", String(Boolean(pressed)));
  if (disabled) made.disabled = true;
  return made;
}

function row({ columns, answers, cols = 4 }) {
  const drawn = answers.map((each) => (each ? answer(each) : element("span", {})));
  if (columns) return element("div", { className: "grid" }, element("span", {}), ...drawn);
  return element("div", { className: "answers", data: { cols } }, ...drawn);
}

const linesOf = (rows) => rows.reduce((sum, { answers, cols = 4 }) => sum + Math.ceil(answers.length / cols), 0);

function draw({ title, hint, more, note, rows, actions = [] }) {
  acts = [];
  const close = button("close", "", shut, icon("x"));
  close.setAttribute("aria-label", wordOf("Close"));
  const asked = element("span", {}, title, hint ? element("small", {}, ` ${hint}`) : "");
  const others = [more].flat().filter(Boolean);
  const head = element(
    "p",
    { className: "ask" },
    asked,
    ...others.map((each) => button("more", each.label, each.act)),
    close,
  );
  const notes = note ? [element("p", { className: "note" }, note)] : [];
  const buttons = actions.map((each) => {
    const made = button("button", each.label, each.act);
    made.dataset.kind = "plain";
    made.dataset.answer = each.code;
    made.disabled = Boolean(each.disabled);
    if (each.pressed !== undefined) made.setAttribute("aria-pressed", String(each.pressed));
    return made;
  });
  const last = buttons.length ? [element("div", { className: "actions" }, ...buttons)] : [];
  panel().toggleAttribute("data-tall", linesOf(rows) > 2);
  panel().replaceChildren(head, ...notes, ...rows.map(row), ...last);
}

// What is in use keeps its focus when it is drawn again.
function drawAnew(question) {
  const focus = panel().contains(document.activeElement) && document.activeElement.dataset.answer;
  const looks = JSON.stringify(question);
  if (looks === shown && panel().dataset.question === open.code) return;
  shown = looks;
  draw(question);
  panel().dataset.question = open.code;
  panel().removeAttribute("data-shut");
  if (focus == null || focus === false) return;
  const again = panel().querySelector(`[data-answer="${CSS.escape(focus)}"]`) || panel().querySelector("[data-answer]");
  again?.focus({ preventScroll: true });
}

// Whether anything is told with this tool; the winner is told by a head.
const isTold = (code) =>
  [...(fieldsOf(code)?.elements ?? [])].some(
    ({ name, type, checked, value, disabled }) =>
      name !== "winner" && !disabled && (type === "checkbox" ? checked : value),
  );

// What the server asks stands in the panel when it comes (table/two_scorers.html).
function adopt() {
  const { question } = panel().dataset;
  if (!question || question === open?.code) return;
  open = { code: question };
  inSight(panel());
}

function paintPanel() {
  adopt();
  const question = open?.question?.();
  if (open?.question && !question) shut();
  if (question) drawAnew(question);
  round()?.toggleAttribute("data-in-turn", Boolean(question?.inTurn));
  const of = panel().querySelector("[data-of]")?.dataset.of ?? open?.code; // cards are of a tool
  for (const tool of document.querySelectorAll("[data-tool][aria-expanded]")) {
    tool.setAttribute("aria-expanded", String(tool.dataset.tool === of));
    tool.toggleAttribute("data-told", isTold(tool.dataset.tool));
  }
}

function shutStatic() {
  for (const id of STATIC) document.getElementById(id)?.setAttribute("data-shut", "");
}

export function shut() {
  const was = open;
  const inside = panel().contains(document.activeElement);
  open = null;
  shown = "";
  shutStatic();
  panel().setAttribute("data-shut", "");
  panel().replaceChildren();
  delete panel().dataset.question;
  if (inside) document.querySelector(`[data-tool="${was?.code}"]`)?.focus({ preventScroll: true });
  if (was) sayShut(was.code);
  paintPanel();
}

function sayShut(code) {
  document.dispatchEvent(new CustomEvent("shut", { detail: code }));
}

export function ask(code, question = game.questions[code]) {
  if (open && open.code !== code) sayShut(open.code); // what was half told there is taken back
  shutStatic();
  shown = "";
  delete panel().dataset.question;
  open = { code, question };
  panel().removeAttribute("data-shut");
  paintPanel();
  inSight(panel());
}

export const isOpen = (code) => open?.code === code;

// Something else than a question lies in the panel: a round as the server shows it, the 52 cards.
export function show(code, content, title) {
  ask(code, null);
  panel().dataset.question = code;
  if (title) draw({ title, rows: [] });
  else if (content) panel().replaceChildren();
  if (content) panel().append(content);
  paintPanel();
}

function openStatic(id) {
  const again = open?.code === id;
  shut();
  if (again) return;
  open = { code: id };
  const opened = document.getElementById(id);
  opened.removeAttribute("data-shut");
  inSight(opened);
  opened.querySelector(".input")?.focus();
}

// All that the form says: an answer that changes nothing of it is no tap of the round.
const fieldsNow = () => round() && String(new URLSearchParams(new FormData(round())));

function press(tool) {
  const code = tool.dataset.tool;
  if (tool.hasAttribute("aria-pressed")) {
    const box = fieldsOf(code).querySelector("input");
    box.checked = !box.checked;
    changed();
  } else if (open?.code === code) shut();
  else if (game.questions[code]) ask(code);
}

// A tool that has nothing to ask now, or whose box rests, is off.
function paintTool(tool) {
  const code = tool.dataset.tool;
  const box = tool.hasAttribute("aria-pressed") && fieldsOf(code).querySelector("input");
  tool.disabled = box ? box.disabled : game.questions[code]?.() === null;
  if (box) tool.setAttribute("aria-pressed", String(box.checked));
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  if (at("[data-shut-panel]")) shut();
  else if (at("#panel [data-act]")) {
    const before = fieldsNow();
    acts[Number(at("[data-act]").dataset.act)]();
    if (fieldsNow() !== before) changed();
    paint();
  } else if (at("[data-tool]")) {
    press(at("[data-tool]"));
    if (!event.detail) panel().querySelector("[data-answer]")?.focus(); // a keyboard goes on there
  } else if (at("[data-open]") && STATIC.includes(at("[data-open]").dataset.open)) {
    event.preventDefault();
    openStatic(at("[data-open]").dataset.open);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && open) shut();
});
document.addEventListener("painted", () => {
  if (STATIC.includes(open?.code) && document.getElementById(open.code)?.hasAttribute("data-shut")) open = null; // by the server
  paintPanel();
  for (const tool of document.querySelectorAll("#tools [data-tool]")) paintTool(tool);
});
document.addEventListener("emptied", () => {
  shut();
  const sentence = document.getElementById("said");
  if (sentence) sentence.value = sentence.defaultValue = "";
});
// From scripts that come later (bench.js, leave.js, ga.js).
document.addEventListener("ask", ({ detail }) => ask(...detail));
// The cards of a hand come and go (card_picker.js).
document.addEventListener("cards", ({ detail }) => (detail ? show("cards", detail) : shut()));

export const inColumns = (answerOf) => ({ columns: true, answers: seats().map(answerOf) });
