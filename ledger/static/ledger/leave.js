// Without a network a link asks first: its page may not be on this phone, and the way back neither.

import { ask, wordOf } from "./panels.js";

const STAYS = "[data-answer=leave], [data-mine], [data-round], [data-open-round], [data-open], [href^='#']";
const line = () => document.getElementById("state");

const question = (link, label) => ({
  title: wordOf("Lost").replace("…", label),
  rows: [{ answers: [{ code: "leave", label: wordOf("Leave"), href: link.getAttribute("href"), wide: true }] }],
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || link.matches(STAYS) || navigator.onLine || line()?.dataset.state !== "away") return;
  event.preventDefault();
  const label = link.textContent.trim();
  ask("leave", () => question(link, label));
});
