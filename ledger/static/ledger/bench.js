// Who waits while others play: a tap asks for whom he comes in, the answer changes the seats from the
// next round on, or from the one after that if it is being typed.

import { tapped } from "./draft_store.js";
import { ask, inColumns, wordOf } from "./panels.js";
import { nameOf } from "./round_form.js";

let waiting = null;

function swap(goes) {
  const values = { comes: waiting.dataset.seatWaiting, goes };
  if (typed()) values.typed = 1;
  const address = `${location.pathname.replace(/rounds\/.*/, "")}players/swap/`;
  htmx.ajax("POST", address, { source: "#act", swap: "none", values });
}

const typed = () => tapped().length > 0;
const from = () => Number(document.querySelector("#draft > span").textContent) + typed();

const question = () => ({
  title: wordOf("Instead").replace("…", waiting.dataset.name),
  rows: [
    inColumns((seat) => ({
      code: seat,
      label: nameOf(seat),
      note: wordOf("Rests").replace("…", from()),
      act: () => swap(seat),
    })),
  ],
});

document.addEventListener("click", (event) => {
  waiting = event.target.closest("[data-seat-waiting]") ?? waiting;
  if (event.target.closest("[data-seat-waiting]")) ask("bench", question);
});
