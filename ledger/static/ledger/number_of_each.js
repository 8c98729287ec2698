// Who, over a row with a number of each: a tap on one asks its digits. Where one row has no room for all
// players, the numbers come in the place of who.

import { beginAnew, keysInto } from "./digits.js";

const MOST_ROWS = 5; // players of whom one row of answers has all

// Of a seat: the `field` of its number, how that is `shown`, the `title` of its question, the `note`
// that says what is counted, and what numbers it `fits`.
export function numberOfEach({ field, shown, title, note, fits }) {
  let asked = ""; // whose number is asked for
  let inPlace = false; // whether the numbers of many players stand in the place of who

  function askOf(seat) {
    asked = seat;
    beginAnew();
  }

  function digits(all, back) {
    const next = all[all.indexOf(asked) + 1] ?? "";
    return {
      title: title(asked),
      hint: shown(asked),
      more: { label: back, act: () => askOf("") },
      rows: [{ cols: 7, answers: keysInto(field(asked), () => askOf(next), fits) }],
    };
  }

  // `heads` are the seats of the columns, `all` those that have a number; `what` and `back` lead from who
  // to the numbers of many and back.
  function question({ label, who, heads, all, what, back }) {
    if (asked) return digits(all, back);
    const many = heads.length > MOST_ROWS;
    const answer = (seat) =>
      all.includes(seat) && {
        code: field(seat).name,
        label: shown(seat),
        note: note(seat, many),
        act: () => askOf(seat),
      };
    const rest = all.filter((seat) => !heads.includes(seat)).map(answer);
    const numbers = [{ columns: true, answers: heads.map(answer) }, ...(rest.length ? [{ answers: rest }] : [])];
    if (!many) return { title: label, rows: [who, ...numbers] };
    const other = {
      label: inPlace ? back : what,
      act() {
        inPlace = !inPlace;
      },
    };
    return { title: label, more: other, rows: inPlace ? numbers : [who] };
  }

  return {
    question,
    forget() {
      asked = "";
      inPlace = false;
    },
  };
}
