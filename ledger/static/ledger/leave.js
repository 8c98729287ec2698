// Without a network a link asks first: its page may not be on this phone, and the way back neither.

const STAYS = "[data-answer=leave], [data-mine], [data-round], [data-open-round], [data-open], [href^='#']";
const line = () => document.getElementById("state");

const question = (link, { wordsLost, wordsLeave }) => ({
  title: wordsLost.replace("…", link.textContent.trim()),
  rows: [{ answers: [{ code: "leave", label: wordsLeave, href: link.getAttribute("href"), wide: true }] }],
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || link.matches(STAYS) || navigator.onLine || line()?.dataset.state !== "away") return;
  event.preventDefault();
  const asked = question(link, document.getElementById("panel").dataset);
  document.dispatchEvent(new CustomEvent("ask", { detail: ["leave", () => asked] }));
});

export {};
