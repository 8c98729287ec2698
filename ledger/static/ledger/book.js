// The book that this page shows, as its newest line.

// It is of another book, and stays as it is because words are typed in it: nothing is asked or recorded
// from it before it is opened anew.
export const replaced = () => document.querySelector("#moved[data-another]");

export function bookOnPage() {
  const shown = document.getElementById("seen");
  return shown && { line: Number(shown.querySelector("[name=log]").value), ...shown.dataset };
}
