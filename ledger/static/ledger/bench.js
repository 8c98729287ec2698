// Who waits while others play: a tap asks for whom he comes in, the answer changes the seats from the
// next round on, or from the one after that if it is being typed.

import { tapped } from "./draft_store.js";
import { ask, inColumns, wordOf } from "./panels.js";
import { nameOf } from "./round_form.js";

let waiting = null;

function swap(leaving) {
  const act = document.getElementById("act");
  const field = (name, value) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    return input;
  };
  act.action = `${location.pathname.replace(/rounds\/.*/, "")}players/swap/`;
  act.append(field("comes", waiting.dataset.seatWaiting), field("goes", leaving));
  if (typed()) act.append(field("typed", "1"));
  act.submit();
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
