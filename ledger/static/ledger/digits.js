// The keys of an exact number, in every game that asks for one.

const COMMA = document.documentElement.lang === "en" ? "." : ",";
export const shownNumber = (text) => text.replace(/[.,]/, COMMA);

// Numbers of at most so many letters and decimal places.
export const upTo = (letters, places) => new RegExp(`^(?=.{1,${letters}}$)\\d+([.,]\\d{0,${places}})?$`);
const NUMBER = upTo(6, 2);
let anew = false; // whether the next digit begins a number, not goes on with the one that is there

// Somebody else's number is asked for, or one that is there is changed.
export function beginAnew() {
  anew = true;
}

export function withDigit(text, digit, fits = NUMBER) {
  const before = anew || text === "0" ? "" : text;
  const longer = (before || (digit === "," ? "0" : "")) + digit;
  if (!fits.test(longer)) return text;
  anew = false;
  return longer;
}

export function withoutLast(text) {
  anew = text.length < 2;
  return text.slice(0, -1);
}

// Ten digits and the sign of decimals, ± where there is a `sign`, ⌫, and the word that goes on.
export function digitKeys({ type, sign, erase, goOn }) {
  const key = (code, label, act) => ({ code, label, key: true, act });
  return [
    ...[..."1234567890,"].map((digit) => key(digit, shownNumber(digit), () => type(digit))),
    ...(sign ? [key("sign", "±", sign)] : []),
    key("erase", "⌫", erase),
    { code: "tiep", label: document.getElementById("panel").dataset.wordsNext, word: true, act: goOn },
  ];
}

// The same of a number that a field holds.
export function keysInto(of, goOn, fits) {
  const put = (change) => (digit) => {
    of.value = change(of.value, digit, fits);
  };
  return digitKeys({ type: put(withDigit), erase: put(withoutLast), goOn });
}
