// "Chữ to": two by two, with balances one reads from across the table; the phone keeps it.

import { phone } from "./storage.js";

const root = document.documentElement;
const button = document.querySelector("[data-letters]");

function paint() {
  const big = phone.get("letters") === "big";
  root.toggleAttribute("data-big", big);
  button?.setAttribute("aria-pressed", String(big));
}

button?.addEventListener("click", () => {
  if (phone.get("letters") === "big") phone.drop("letters");
  else phone.set("letters", "big");
  paint();
});
paint();
