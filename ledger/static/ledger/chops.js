// Who chopped what of whom: a chain is told play by play, each with a who, and a what where there are several.

import { wordOf } from "./panels.js";
import { whoRow, answersOf } from "./questions.js";
import { asks, changed, game, hasFoot, labelOf, nameOf, round, textOf } from "./round_form.js";
import { mayHave, plays } from "./told_cards.js";

const MOST = 8; // plays of a chain

const chains = () => [...round().querySelectorAll("[data-chain]")];
const selectsOf = (chain) => [...chain.querySelectorAll("select")];
const outOf = (chain) => chain.querySelector("input[type=checkbox]");
const isEmpty = (chain) => selectsOf(chain).every((select) => !select.value);
export const chops = (seat) => plays().some(([who]) => who === seat);
const step = (chain) => chain.querySelector(".link").querySelectorAll("select").length;
const mayChop = (chain, cards, by) => JSON.parse(chain.dataset.chops)[cards]?.includes(by) ?? true;

let telling = 0; // which chain is being told

const current = () => chains()[Math.min(telling, chains().length - 1)];

// Another play or chain after the last of these, with nothing told and names one higher.
function addAfter(last, rename) {
  const more = last.cloneNode(true);
  for (const control of more.querySelectorAll("[name]")) {
    control.name = rename(control.name);
    if (control.type === "checkbox") control.checked = false;
    else control.value = "";
  }
  last.after(more);
}

// There is always an empty play at the end, so that another chop can follow.
function grow(chain) {
  const links = [...chain.querySelectorAll(".link")];
  const last = links[links.length - 1];
  if (links.length < MOST && selectsOf(last).every((select) => select.value))
    addAfter(last, (name) => name.replace(/\d+(?=-\w+$)/, (at) => Number(at) + 1));
}

function addChain() {
  const all = chains();
  addAfter(all[all.length - 1], (name) => name.replace(/\d+/, all.length));
}

document.addEventListener("emptied", () => {
  telling = 0;
});

// "Đạt heo đỏ ← Lan 3 đôi thông ← Tí tứ quý"
function words(chain) {
  const texts = selectsOf(chain).map((select, at) => (at % step(chain) ? " " : " ← ") + textOf(select));
  return texts.join("").replace(/^[ ←]+|[ ←]+$/g, "");
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
  const victim = selects[selects.length - 2 * step(chain)];
  const { out, another } = chain.dataset;
  const wentOut = box && {
    code: "out",
    label: out.replace("…", nameOf(victim.value)),
    pressed: box.checked,
    act() {
      box.checked = !box.checked;
    },
  };
  const oneMore = {
    code: "another",
    label: another,
    act() {
      if (!chains().some(isEmpty)) addChain();
      telling = chains().findIndex(isEmpty);
    },
  };
  return [wentOut, oneMore].filter(Boolean);
}

function chopQuestion() {
  const chain = current();
  grow(chain);
  const selects = selectsOf(chain);
  if (selects[0].disabled) return null;
  const asked = selects.find((select) => !select.value);
  const at = asked ? selects.indexOf(asked) : selects.length;
  const size = step(chain);
  const before = (steps) => selects[at - steps]?.value;
  const by = (cards) => mayHave(before(1), cards.split("+")) && (at < 2 || mayChop(chain, before(2), cards));
  const who = (seat) => seat !== before(size) && !hasFoot(seat) && game.mayPlay(seat, at > 0);
  const ends = at >= 2 * size && at % size === 0;
  const question = {
    note: words(chain),
    more: at > 0 ? back(chain, at) : null,
    actions: ends ? endings(chain) : [],
  };
  if (!asked) return { ...question, title: "", rows: [] };
  if (at % size)
    return { ...question, title: asks(asked, nameOf(before(1))), rows: [{ answers: answersOf(asked, { only: by }) }] };
  const hint = ends ? chain.dataset.end : "";
  return { ...question, title: labelOf(asked), hint, rows: [whoRow(asked, { only: who })] };
}

// A chain that is left before anybody has chopped is none, and a play without cards is no play.
document.addEventListener("shut", ({ detail: code }) => {
  if (code !== "chat") return;
  const selects = selectsOf(current()).filter((select) => select.value);
  const size = step(current());
  const half = selects.splice(selects.length < 2 * size ? 0 : selects.length - (selects.length % size));
  for (const select of half) select.value = "";
  if (half.length) changed();
});

game.questions.chat = chopQuestion;
game.makeRoom = (name) => {
  const at = name.match(/^chat-(\d)/);
  if (!at) return;
  if (!chains()[at[1]]) addChain();
  grow(chains()[at[1]]);
};
