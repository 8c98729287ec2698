// "Chữ to": two by two, with balances one reads from across the table; the phone keeps it. Six to eight
// in a round have no room for it.

import { phone } from "./storage.js";

const root = document.documentElement;
const button = document.querySelector("[data-letters]");

function style() {
  const large = { id: "large", rel: "stylesheet", href: button.dataset.style };
  if (!document.getElementById("large")) document.head.append(Object.assign(document.createElement("link"), large));
}

function paint() {
  const big = Boolean(button) && phone.get("letters") === "big";
  if (big) style();
  root.toggleAttribute("data-big", big);
  button?.setAttribute("aria-pressed", String(big));
}

button?.addEventListener("click", () => {
  if (phone.get("letters") === "big") phone.drop("letters");
  else phone.set("letters", "big");
  paint();
});
paint();
