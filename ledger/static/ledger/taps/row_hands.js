// Binh by cards: those of each row, typed here or handed in on phones of the players' own.

import { pickCards } from "../cards.js";
import { shut } from "../panels.js";
import { fieldsOf } from "../round_form.js";

export const cardFields = () => [...fieldsOf("bam-bai").querySelectorAll("input")];

// Who is in, the ways to their hands, and the cards as ever.
export const ownHands = () => document.querySelector("#own-hands[data-wanted]");
export const pickHands = () => pickCards(cardFields().find((input) => !input.value) ?? cardFields()[0]);

export function handsQuestion() {
  const own = ownHands();
  if (!own) return; // the tool opens the cards
  const all = own.querySelector("button");
  const links = [...own.querySelectorAll("a")].map((link) => ({
    code: link.getAttribute("href"),
    label: link.textContent.trim(),
    href: link.getAttribute("href"),
    wide: true,
  }));
  const answers = [{ code: "bam-la", label: own.dataset.here, wide: true, act: pickHands }, ...links];
  const compare = () => {
    shut();
    all.click();
  };
  if (all) answers.unshift({ code: "all", label: all.textContent.trim(), wide: true, act: compare });
  return {
    title: fieldsOf("bam-bai").querySelector("legend").textContent,
    note: own.querySelector(".missing").textContent.trim().replace(/\s+/g, " "),
    rows: [{ answers }],
  };
}
