// The keys of an exact number, in every game that asks for one.

import { wordOf } from "./panels.js";

const COMMA = document.documentElement.lang === "en" ? "." : ",";
export const shownNumber = (text) => text.replace(/[.,]/, COMMA);

// Ten digits and the sign of decimals, ± where there is a `sign`, ⌫, and the word that goes on.
export function digitKeys({ type, sign, erase, goOn }) {
  const key = (code, label, act) => ({ code, label, key: true, act });
  return [
    ...[..."1234567890,"].map((digit) => key(digit, shownNumber(digit), () => type(digit))),
    ...(sign ? [key("sign", "±", sign)] : []),
    key("erase", "⌫", erase),
    { code: "tiep", label: wordOf("Next"), word: true, act: goOn },
  ];
}
