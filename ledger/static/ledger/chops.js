// Who chopped what of whom: a chain is told play by play, each with a who and a what.

import { wordOf } from "./panels.js";
import { whoRow, answersOf } from "./questions.js";
import { asks, changed, game, hasFoot, labelOf, nameOf, round, textOf } from "./round_form.js";

const MOST = 8; // plays of a chain

const chains = () => [...round().querySelectorAll("[data-chain]")];
const selectsOf = (chain) => [...chain.querySelectorAll("select")];
const outOf = (chain) => chain.querySelector("input[type=checkbox]");
const isEmpty = (chain) => selectsOf(chain).every((select) => !select.value);
export const chops = (seat) => chains().some((chain) => selectsOf(chain).some((select) => select.value === seat));
const mayChop = (chain, cards, by) => JSON.parse(chain.dataset.chops)[cards]?.includes(by) ?? true;

let telling = 0; // which chain is being told

const current = () => chains()[Math.min(telling, chains().length - 1)];

// There is always an empty play at the end, so that another chop can follow.
function grow(chain) {
  const links = [...chain.querySelectorAll(".link")];
  const last = links[links.length - 1];
  if ([...last.querySelectorAll("select")].some((select) => !select.value) || links.length >= MOST) return;
  const more = last.cloneNode(true);
  for (const select of more.querySelectorAll("select")) {
    select.name = select.name.replace(/-(\d+)-(\w+)$/, (_all, at, what) => `-${Number(at) + 1}-${what}`);
    select.value = "";
  }
  last.after(more);
}

export function addChain() {
  const all = chains();
  const more = all[all.length - 1].cloneNode(true);
  more.dataset.chain = all.length;
  for (const [at, link] of more.querySelectorAll(".link").entries()) if (at > 2) link.remove();
  for (const control of more.querySelectorAll("[name]")) {
    control.name = control.name.replace(/^chat-\d+/, `chat-${all.length}`);
    if (control.type === "checkbox") control.checked = false;
    else control.value = "";
  }
  all[all.length - 1].after(more);
}

export function growAll() {
  for (const chain of chains()) grow(chain);
}

document.addEventListener("emptied", () => {
  telling = 0;
  for (const [at, chain] of chains().entries()) {
    if (at) chain.remove();
    for (const [n, link] of chain.querySelectorAll(".link").entries()) if (n > 2) link.remove();
  }
});

// "Đạt heo đỏ ← Lan 3 đôi thông ← Tí tứ quý"
function words(chain) {
  const selects = selectsOf(chain);
  const told = selects.filter((_select, at) => at % 2 === 0 && selects[at].value);
  return told.map((who) => `${nameOf(who.value)} ${textOf(selects[selects.indexOf(who) + 1])}`.trim()).join(" ← ");
}

function back(chain, at) {
  return {
    label: wordOf("Back"),
    act() {
      selectsOf(chain)[at - 1].value = "";
    },
  };
}

// Once two plays are told, the chain may end here, go on, or another one follow.
function endings(chain) {
  const box = outOf(chain);
  const selects = selectsOf(chain).filter((select) => select.value);
  const victim = selects[selects.length - 4];
  const { out, another } = chain.dataset;
  return [
    {
      code: "out",
      label: out.replace("…", nameOf(victim.value)),
      pressed: box.checked,
      act() {
        box.checked = !box.checked;
      },
    },
    {
      code: "another",
      label: another,
      act() {
        if (!chains().some(isEmpty)) addChain();
        telling = chains().findIndex(isEmpty);
      },
    },
  ];
}

function chopQuestion() {
  const chain = current();
  grow(chain);
  const selects = selectsOf(chain);
  if (selects[0].disabled) return null;
  const at = selects.findIndex((select) => !select.value);
  const asked = selects[at] ?? selects[selects.length - 1];
  const before = (steps) => selects[at - steps]?.value;
  const question = {
    title: at % 2 ? asks(asked, nameOf(before(1))) : labelOf(asked),
    note: words(chain),
    more: at > 0 ? back(chain, at) : null,
    actions: at >= 4 && at % 2 === 0 ? endings(chain) : [],
  };
  if (at === -1) return { ...question, rows: [], actions: endings(chain) };
  if (at % 2)
    return {
      ...question,
      rows: [{ answers: answersOf(asked, { only: (by) => at < 2 || mayChop(chain, before(2), by) }) }],
    };
  return {
    ...question,
    hint: at >= 4 ? chain.dataset.end : "",
    rows: [whoRow(asked, { only: (seat) => seat !== before(2) && !hasFoot(seat) })],
  };
}

// A chain that is left before anybody has chopped is none, and a play without cards is no play.
document.addEventListener("shut", ({ detail: code }) => {
  if (code !== "chat") return;
  const told = selectsOf(current()).filter((select) => select.value);
  const half = told.splice(told.length < 4 ? 0 : told.length - (told.length % 2));
  for (const select of half) select.value = "";
  if (half.length) changed();
});

game.questions.chat = chopQuestion;
