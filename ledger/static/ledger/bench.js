// Who waits while others play: a tap asks for whom he comes in, the answer changes the seats from the
// next round on, or from the one after that if it is being typed.

import { STATE } from "./outbox_state.js";

const round = () => document.getElementById("round");
const heads = () => [...round().querySelectorAll(".seat")];
const typed = () => [...new FormData(round())].some(([name, value]) => value && !STATE.includes(name));
const from = () => Number(document.querySelector("#draft > span").textContent) + typed();

function swap(comes, goes) {
  const values = typed() ? { comes, goes, typed: 1 } : { comes, goes };
  const address = `${location.pathname.replace(/rounds\/.*/, "")}players/swap/`;
  htmx.ajax("POST", address, { source: "#act", swap: "none", values });
}

function question({ seatWaiting, name }, { wordsInstead, wordsRests }) {
  const answer = ({ dataset: { seat, name: label } }) => {
    return { code: seat, label, note: wordsRests.replace("…", from()), act: () => swap(seatWaiting, seat) };
  };
  return { title: wordsInstead.replace("…", name), rows: [{ columns: true, answers: heads().map(answer) }] };
}

document.addEventListener("click", (event) => {
  const waiting = event.target.closest("[data-seat-waiting]")?.dataset;
  const asked = () => question(waiting, document.getElementById("panel").dataset);
  if (waiting) document.dispatchEvent(new CustomEvent("ask", { detail: ["bench", asked] }));
});

// The chip of the pot stands there too, and has a script of its own (ga.js).
const chip = document.querySelector("#bench [data-script]");
if (chip) import(chip.dataset.script);
