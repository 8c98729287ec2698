// The rules page: what differs from the document shows as it is typed, one tap takes it back.
import { tab } from "./storage.js";

const rows = [...document.querySelectorAll(".rule")];
const count = document.querySelector(".count");
const find = document.getElementById("find");

const PARTS = { "½": 0.5, "¼": 0.25, "¾": 0.75 };
const DOUBTFUL = /^[1-9]\d{0,2}[.,]\d{3}$/; // a thousand or one: the server asks
const number = (text) => {
  if (DOUBTFUL.test(text)) return NaN;
  const part = PARTS[text.slice(-1)];
  return part ? Number(text.slice(0, -1) || 0) + part : Number(text.replace(",", ".") || NaN);
};
const valueIn = (row) => (row.querySelector("input:checked") ?? row.querySelector(".value input"))?.value.trim();
const asDocument = (row) => valueIn(row) === row.dataset.plain || number(valueIn(row)) === number(row.dataset.plain);

const mark = (row) => {
  row.toggleAttribute("data-changed", !asDocument(row));
  const part = row.closest(".rules-part");
  part.toggleAttribute("data-changed", Boolean(part.querySelector(".rule[data-changed]")));
  part.open ||= part.hasAttribute("data-changed");
  count.textContent = rows.filter((each) => "changed" in each.dataset).length;
};

const reset = (row) => {
  const [first] = row.querySelectorAll(".value input");
  if (first.type === "radio") row.querySelector(`input[value="${CSS.escape(row.dataset.plain)}"]`).checked = true;
  else first.value = row.dataset.plain;
  mark(row);
};

document.addEventListener("input", (event) => {
  const row = event.target.closest(".rule");
  if (row) mark(row);
});

document.addEventListener("click", (event) => {
  const one = event.target.closest(".rule [name=reset]");
  const all = event.target.closest("[data-reset-all]");
  if (!one && !all) return;
  event.preventDefault();
  if (one) {
    reset(one.closest(".rule"));
    one.closest(".rule").querySelector(".value input:checked, .value input").focus();
  } else rows.forEach(reset);
  remember();
});

// What is typed outlives a reload, another language and a lost network, until the rules change.
const form = document.getElementById("rules");
const drafted = () =>
  `${form.getAttribute("action")} ${form.rules.value} ${new URLSearchParams(location.search).get("saved") ?? ""}`;
const typed = () => [...new FormData(form)].filter(([name]) => form.elements[name].type !== "hidden");

function remember() {
  tab.set(drafted(), JSON.stringify([form.seen.value, typed()]));
}

function recall() {
  const [seen, draft] = JSON.parse(tab.get(drafted()) || "[]");
  const asServed = JSON.stringify(typed());
  if (seen !== form.seen.value) return tab.drop(drafted());
  for (const [name, value] of draft) if (form.elements[name]) form.elements[name].value = value;
  const same = JSON.stringify(typed()) === asServed;
  document.getElementById("draft").hidden = same;
}

function forget() {
  tab.drop(drafted());
  HTMLFormElement.prototype.reset.call(form); // form.reset are buttons
  document.getElementById("draft").hidden = true;
  rows.forEach(mark);
}

if (form) {
  const [arrived] = performance.getEntriesByType("navigation");
  if ("sent" in form.dataset && arrived.type === "navigate")
    remember(); // newer than any draft
  else recall();
  form.addEventListener("input", remember);
  document.getElementById("forget").addEventListener("click", forget);
}

// "thoi" finds "thối": phones type without accents.
const bare = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[đðɖ]/g, "d");
const show = () => {
  const wanted = bare(find.value.trim());
  for (const row of rows) row.hidden = !bare(row.querySelector("details").textContent).includes(wanted);
  for (const part of document.querySelectorAll(".rules-part")) {
    part.hidden = !part.querySelector(".rule:not([hidden])");
    part.open ||= Boolean(wanted);
  }
  document.getElementById("none").hidden = rows.some((row) => !row.hidden);
};
find.hidden = false;
find.addEventListener("input", show);
// Going back may bring a page with what was typed before.
rows.filter((row) => row.querySelector(".value input")).forEach(mark);
