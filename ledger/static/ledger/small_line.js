// The small line under the name says one thing: that the page is an old one, unless rounds wait, before no
// network, that before a flag, a flag before news, news before the game. Nothing else speaks of them.

const line = document.querySelector(".small-line");
const ORDER = ["as-of", "state", "flag-line", "news", "terms-line"];
const speaks = {
  "as-of": (part) => !part.hidden && !waiting(),
  state: (part) => ["lost", "away", "gone", "asks"].includes(part.dataset.state) || Boolean(waiting()),
  "flag-line": (part) => part.hasAttribute("href"),
};
const waiting = () => document.getElementById("waiting")?.textContent.trim();

function paint() {
  let first = true;
  for (const id of ORDER) {
    const part = document.getElementById(id);
    if (!part) continue;
    const says = (speaks[id] ?? ((each) => Boolean(each.textContent.trim())))(part);
    part.toggleAttribute("data-says", first && says);
    if (says) first = false;
  }
}

if (line) {
  new MutationObserver(paint).observe(line, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ["data-state", "href", "hidden"],
  });
  paint();
}

// A notice never survives a round that was recorded.
document.addEventListener("recorded", () => document.getElementById("news")?.replaceChildren());

export {};
