// The moment when a round is on the books: balances count up, the winner's head lifts once, the phone stirs.
// They count from the tap, when on_its_way.js shows what the round will bring. What counts is drawn over the
// balance, which is the new one at once for whoever listens or reads it.

const COUNTS = 400; // milliseconds
const LIFTS = { duration: 480, easing: "cubic-bezier(.2, .7, .2, 1)" };
const UP = [{ transform: "none" }, { transform: "translateY(-4px) scale(1.03)", offset: 0.4 }, { transform: "none" }];
const STIRS = { recorded: [15], great: [20, 60, 40], refused: [60] };

const still = matchMedia("(prefers-reduced-motion: reduce)");
const balances = () => [...document.querySelectorAll(".seat .balance")];
export const amountOf = (text) => Number(text.replace("−", "-").replace(/[^-\d]/g, ""));
// On the books, whatever is on its way to them.
const figures = () =>
  new Map(balances().map(({ id, dataset, textContent }) => [id, amountOf(dataset.saved ?? textContent)]));
const signOf = (amount) => (amount > 0 ? "+" : amount < 0 ? "−" : "");
const SIGNS = { "+": "plus", "−": "minus", "": "zero" };

let known = figures();
const amounts = new Map(known); // by whoever looks, while it counts

export function write(over, amount) {
  const size = Math.abs(amount) || 0; // the shortened script compares instead, which leaves −0 as it is
  over.textContent = signOf(amount) + size.toLocaleString(document.documentElement.lang);
  over.dataset.sign = SIGNS[signOf(amount)];
}

const LETTERS = ["fontSize", "fontStyle", "fontWeight", "lineHeight", "letterSpacing", "textAlign", "padding"];

// A sheet of glass over the balance, with the letters that it has.
function overlay(balance, from) {
  const over = document.createElement("span");
  const style = getComputedStyle(balance);
  const { offsetTop: top, offsetLeft: left, offsetWidth: width } = balance;
  const place = { position: "absolute", top: `${top}px`, left: `${left}px`, width: `${width}px` };
  Object.assign(over.style, place, { whiteSpace: "nowrap" });
  for (const name of LETTERS) over.style[name] = style[name];
  over.setAttribute("aria-hidden", "true");
  over.dataset.counts = "";
  write(over, from);
  balance.parentElement.querySelector("[data-counts]")?.remove();
  balance.parentElement.append(over);
  narrow(over, width);
  return over;
}

// More digits than the server saw need smaller ones.
export function narrow(amount, width) {
  const wide = amount.scrollWidth / width;
  if (wide > 1) amount.style.fontSize = `${parseFloat(getComputedStyle(amount).fontSize) / wide}px`;
}

// From what was seen of it last.
export function count(balance) {
  const { id, textContent } = balance;
  const to = amountOf(textContent);
  const from = amounts.get(id) ?? to;
  if (from === to || still.matches) return amounts.set(id, to);
  const over = overlay(balance, from);
  const counts = balance.animate([{ opacity: 0 }, { opacity: 0 }], { duration: COUNTS, easing: "ease-out" });
  function step() {
    if (!over.isConnected) return; // another one counts on
    const { progress } = counts.effect.getComputedTiming();
    const ends = progress === null || !balance.isConnected;
    const amount = ends ? to : Math.round(from + (to - from) * progress);
    amounts.set(id, amount);
    if (ends) return over.remove();
    write(over, amount);
    requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
}

// How much each balance has grown since the page looked last; a head that was not there has none.
function grown() {
  const before = known;
  known = figures();
  for (const id of amounts.keys()) if (!known.has(id)) amounts.delete(id);
  return balances().map((balance) => ({ balance, by: known.get(balance.id) - before.get(balance.id) || 0 }));
}

function lift(heads) {
  const most = Math.max(...heads.map(({ by }) => by));
  for (const { balance, by } of heads) if (by === most && by > 0) balance.parentElement.animate(UP, LIFTS);
}

function stir(outcome) {
  const great = outcome === "recorded" && document.querySelector("#strip [data-great]");
  navigator.vibrate?.(STIRS[great ? "great" : outcome]);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const own = ctx.sourceElement.id === "round" && ctx.outcome in STIRS;
  const heads = grown();
  if (own) stir(ctx.outcome);
  for (const { balance } of heads) count(balance);
  if (own && !still.matches) lift(heads);
});
