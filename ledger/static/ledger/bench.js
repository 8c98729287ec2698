// Who waits while others play: a tap asks for whom he comes in, the answer changes the seats from the
// next round on.

import { ask, inColumns, panel } from "./panels.js";
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
  act.submit();
}

const question = () => ({
  title: panel().dataset.wordsInstead.replace("…", waiting.dataset.name),
  rows: [
    inColumns((seat) => ({ code: seat, label: nameOf(seat), note: panel().dataset.wordsRests, act: () => swap(seat) })),
  ],
});

document.addEventListener("click", (event) => {
  waiting = event.target.closest("[data-seat-waiting]") ?? waiting;
  if (event.target.closest("[data-seat-waiting]")) ask("bench", question);
});
