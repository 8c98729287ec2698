// The code of a line of the book, which two phones compare: the number of the line and how its hash begins.
// It is of what this phone keeps, not of what the server says now: a server with two books, each shown to
// some phones, passes every check that one phone can make.
const TYPED = /^\s*(\d{1,9})[^\da-z]*([\da-f]{4})[^\da-z]*([\da-f]{4})\s*$/i;

export const codeOf = (line, hash) => `${line}·${hash.slice(0, 4)}-${hash.slice(4, 8)}`;

// What a phone that keeps `known` says of the code that another one shows, and of which line: "same" or "other"
// where it keeps that line, "ahead" where the other has seen more, "older" where it keeps that line no longer,
// "unread" where that is no code.
export function compared(known, typed) {
  const [, number, ...digits] = TYPED.exec(typed) ?? [];
  if (!number) return { outcome: "unread" };
  const line = Number(number);
  if (line > known.line) return { outcome: "ahead", line };
  const hash = line === known.line ? known.head : known.heads[line];
  if (!hash) return { outcome: "older", line };
  return { outcome: hash.startsWith(digits.join("").toLowerCase()) ? "same" : "other", line };
}
