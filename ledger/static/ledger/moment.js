// The moment when a round is on the books: balances count up, the winner's head lifts once, the phone stirs.
// What counts is drawn over the balance, which is the new one at once for whoever listens or reads it.

const COUNTS = 400; // milliseconds
const LIFTS = { duration: 480, easing: "cubic-bezier(.2, .7, .2, 1)" };
const UP = [{ transform: "none" }, { transform: "translateY(-4px) scale(1.03)", offset: 0.4 }, { transform: "none" }];
const STIRS = { recorded: [15], great: [20, 60, 40], refused: [60] };

const still = matchMedia("(prefers-reduced-motion: reduce)");
const balances = () => [...document.querySelectorAll(".seat .balance")];
const amountOf = ({ textContent }) => Number(textContent.replace("−", "-").replace(/[^-\d]/g, ""));
const figures = () => new Map(balances().map((balance) => [balance.id, amountOf(balance)]));
const signOf = (amount) => (amount > 0 ? "+" : amount < 0 ? "−" : "");
const SIGNS = { "+": "plus", "−": "minus", "": "zero" };

let known = figures();

function write(over, amount) {
  over.textContent = signOf(amount) + Math.abs(amount).toLocaleString(document.documentElement.lang);
  over.dataset.sign = SIGNS[signOf(amount)];
}

const LETTERS = ["fontSize", "fontWeight", "lineHeight", "letterSpacing", "textAlign", "padding"];

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
  balance.parentElement.append(over);
  const wide = over.scrollWidth / width;
  if (wide > 1) over.style.fontSize = `${parseFloat(over.style.fontSize) / wide}px`;
  return over;
}

function count(balance, from) {
  const to = amountOf(balance);
  const over = overlay(balance, from);
  const counts = balance.animate([{ opacity: 0 }, { opacity: 0 }], { duration: COUNTS, easing: "ease-out" });
  function step() {
    const { progress } = counts.effect.getComputedTiming();
    if (progress === null || !balance.isConnected) return over.remove();
    write(over, Math.round(from + (to - from) * progress));
    requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
}

// How much each balance has grown since it was last seen; a head that was not there has none.
function grown() {
  const before = known;
  known = figures();
  return balances()
    .map((balance) => ({ balance, before: before.get(balance.id), by: known.get(balance.id) - before.get(balance.id) }))
    .filter(({ by }) => by);
}

function lift(moved) {
  const most = Math.max(...moved.map(({ by }) => by));
  for (const { balance, by } of moved) if (by === most && by > 0) balance.parentElement.animate(UP, LIFTS);
}

function stir(outcome) {
  const great = outcome === "recorded" && document.querySelector("#strip [data-great]");
  navigator.vibrate?.(STIRS[great ? "great" : outcome]);
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const own = ctx.sourceElement.id === "round" && ctx.outcome in STIRS;
  const moved = grown();
  if (own) stir(ctx.outcome);
  if (still.matches) return;
  for (const { balance, before } of moved) count(balance, before);
  if (own) lift(moved);
});

export {};
