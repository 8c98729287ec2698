// Questions made of the form's own selects: a select is a question, its options are the answers.

import { pickCards } from "./cards.js";
import { ask, inColumns, shut, wordOf } from "./panels.js";
import { asks, field, fieldsOf, game, labelOf, nameOf, optionsOf } from "./round_form.js";

// Under đút 3 bích some things have a price of their own.
const priceOf = ({ dataset }) => (field("dut")?.matches(":checked:enabled") && dataset.dut) || dataset.note;

const look = (option) => ({
  code: option.value,
  label: option.textContent.trim(),
  note: priceOf(option),
  red: option.hasAttribute("data-red"),
});

// One of the answers; `only` says which are allowed.
export function answersOf(select, { only = () => true, next = () => {} } = {}) {
  return optionsOf(select)
    .filter((option) => only(option.value))
    .map((option) => ({
      ...look(option),
      pressed: option.selected,
      act() {
        select.value = option.value;
        next();
      },
    }));
}

// Any number of the answers, each off where it is not `allowed`; `first` is done before one is chosen.
export const boxesOf = (select, { allowed, first }) =>
  optionsOf(select).map((option) => ({
    ...look(option),
    pressed: option.selected,
    disabled: !option.selected && !allowed(option.value),
    act() {
      first();
      option.selected = !option.selected;
    },
  }));

// The players, in the columns of the heads, each with what is said of them.
export function whoRow(select, { only = () => true, next = () => {} } = {}) {
  return inColumns(
    (seat) =>
      only(seat) && {
        code: seat,
        label: nameOf(seat),
        note: select.dataset.role,
        pressed: select.multiple ? optionOf(select, seat).selected : select.value === seat,
        act() {
          if (select.multiple) optionOf(select, seat).selected = !optionOf(select, seat).selected;
          else select.value = select.value === seat ? "" : seat;
          next();
        },
      },
  );
}

const optionOf = (select, seat) => optionsOf(select).find((option) => option.value === seat);

export const whoQuestion = (select, options) => ({ title: labelOf(select), rows: [whoRow(select, options)] });

// First who, then with what; told to the end it shuts, and opened again it shows the second.
export function whoThenWhat(whoName, whatName, more) {
  const [who, what] = [field(whoName), field(whatName)];
  if (!who.value) return whoQuestion(who);
  const back = {
    label: wordOf("Back"),
    act() {
      who.value = what.value = "";
    },
  };
  return {
    title: asks(what, nameOf(who.value)),
    more: [back, more].filter(Boolean),
    rows: [{ answers: answersOf(what, { next: shut }) }],
  };
}

// Who won at once, and by which kind or, where cards are told, by which thirteen.
export function toiTrangQuestion() {
  const cards = field("toi-trang-hand");
  const byCards = cards && { label: wordOf("Cards"), act: () => pickCards(cards) };
  return whoThenWhat("toi-trang-player", "toi-trang-kind", byCards);
}

// ---- "Khác": what is seldom told, and the pages for what is no part of a round ----

const allow = {}; // by field: who may be the answer, as a function that gives a test, or null where nobody may

export function allowOnly(name, of) {
  allow[name] = of;
}

const only = (name) => (allow[name] ? allow[name]() : () => true);

// A seldom question by the name of its field.
export function askRare(name) {
  ask(name, () => {
    const test = only(name);
    return test && whoQuestion(field(name), { only: test, next: shut });
  });
}

const controls = () => [...(fieldsOf("khac")?.querySelectorAll("select, input[type=checkbox]") ?? [])];

function rareAnswer(control) {
  const answer = { code: control.name, label: labelOf(control), wide: true };
  if (control.type === "checkbox")
    return {
      ...answer,
      pressed: control.checked,
      act() {
        control.checked = !control.checked;
      },
    };
  const note = control.value && nameOf(control.value);
  return { ...answer, note, pressed: Boolean(control.value), act: () => askRare(control.name) };
}

game.questions.khac = () => {
  const pages = document.getElementById("rare");
  const links = [...pages.children].map((link) => ({
    code: link.dataset.code,
    label: link.textContent,
    href: link.getAttribute("href"),
    wide: true,
  }));
  const answers = controls()
    .filter((control) => !control.disabled && only(control.name))
    .map(rareAnswer);
  return { title: pages.dataset.title, rows: [{ answers: [...answers, ...links] }] };
};

export const withoutSeat = (one) => (seat) => seat !== one;
