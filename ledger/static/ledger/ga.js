// The pot (gà): a tap on its chip asks who takes it, over a row with what each has in it. It comes by
// itself where a table plays with a pot (bench.js): what it knows of the page stands in its fields.

import { shownNumber, upTo } from "./digits.js";
import { numberOfEach } from "./number_of_each.js";

const round = () => document.getElementById("round");
const heads = () => [...round().querySelectorAll(".seat")];
const field = (name) => round().elements[name];
const fields = () => round().querySelector("[data-for=ga]");
const labelOf = (control) => control.closest("label").querySelector("span").textContent.trim();
const before = () => JSON.parse(field("start")?.value || "{}").pot ?? {};
const shown = (seat) => shownNumber(field(`pot-${seat}`).value || before()[seat] || "0");
const called = () => fields().querySelector("legend").textContent;
const hasHead = (seat) => heads().some((head) => head.dataset.seat === seat);

const shares = numberOfEach({
  fits: upTo(12, 4),
  field: (seat) => field(`pot-${seat}`),
  shown,
  title: (seat) => labelOf(field(`pot-${seat}`)),
  note(seat, many) {
    if (!hasHead(seat)) return labelOf(field(`pot-${seat}`));
    return many ? `${called()} ${shown(seat)}` : called();
  },
});

function whoTakes(select) {
  const answer = ({ dataset: { seat, name } }) => ({
    code: seat,
    label: name,
    note: select.dataset.role,
    pressed: select.value === seat,
    act() {
      select.value = select.value === seat ? "" : seat;
    },
  });
  return { columns: true, answers: heads().map(answer) };
}

function question() {
  const select = field("pot-winner");
  const names = [...fields().querySelectorAll("input")].map((input) => input.name);
  return shares.question({
    label: labelOf(select),
    who: whoTakes(select),
    heads: heads().map((head) => head.dataset.seat),
    all: names.map((name) => name.replace("pot-", "")),
    what: called(),
    back: document.getElementById("panel").dataset.wordsBack,
  });
}

// Whoever only reads the page has a chip that is never tapped.
function wake() {
  const chip = document.querySelector("[data-tool=ga]");
  if (chip) chip.disabled = !round();
}

// A tap on the chip of an open question shuts it, as on every tool.
function askOf(event) {
  const chip = event.target.closest?.("[data-tool=ga]");
  if (!chip || chip.getAttribute("aria-expanded") === "true") return;
  event.stopPropagation();
  document.dispatchEvent(new CustomEvent("ask", { detail: ["ga", question] }));
}

document.addEventListener("click", askOf, true);
document.addEventListener("shut", shares.forget);
document.addEventListener("emptied", shares.forget);
document.addEventListener("painted", wake);
wake();
