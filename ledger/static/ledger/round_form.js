// The form of the round under the thumb. All state is in its own fields: a tap writes fields, paint()
// shows what they say. What a round pays comes from the server alone.

export const round = () => document.getElementById("round");
export const field = (name) => round().elements[name];
export const value = (name) => field(name)?.value ?? "";
export const correcting = () => Boolean(round()?.hasAttribute("data-correcting"));

export const heads = () => [...document.querySelectorAll("#round .seat")];
export const seats = () => heads().map((head) => head.dataset.seat);
export const headOf = (seat) => heads().find((head) => head.dataset.seat === seat);
export const nameOf = (seat) => headOf(seat).dataset.name;
const foot = (seat) => headOf(seat).parentElement.querySelector(".foot input");
export const hasFoot = (seat) => Boolean(foot(seat)?.checked);
export const fieldsOf = (tool) => round().querySelector(`[data-for="${tool}"]`);

// What the game calls things on the heads.
export const words = (name) => document.getElementById("heads").dataset[name];

export function setFoot(seat, on) {
  foot(seat).checked = on;
}

// What the game's own way of tapping adds (taps/…): tap(seat), paint(), and questions by tool
// (panels.js); where it needs them click(at), true if it was its own, change(input), forget(),
// makeRoom(name) for a field that is filled in again, and mayPlay(seat, chops) for a play of a chain.
export const game = {
  questions: {},
  click: () => false,
  change() {},
  forget() {},
  makeRoom() {},
  mayPlay: () => true,
};

export function changed() {
  round().dispatchEvent(new Event("change", { bubbles: true }));
}

export function mark(seat, kind, text) {
  const head = headOf(seat);
  const place = head.querySelector(".mark");
  if (place && place.textContent !== (text ?? "")) place.textContent = text ?? "";
  if (kind) head.dataset.mark = kind;
  else delete head.dataset.mark;
  head.setAttribute("aria-pressed", String(Boolean(kind)));
}

// Whether every head says something, or the round ended at once. What else is missing the server knows.
export const isWhole = () =>
  heads().every((head) => {
    const ranks = head.querySelector(".ranks:not([hidden])");
    const mark = ranks ? !ranks.textContent.includes("–") : head.querySelector(".mark").textContent;
    return mark || !head.parentElement.querySelector(".plain :enabled");
  });

export function holdFoot(seat, on) {
  const box = foot(seat);
  if (!box) return;
  if (on) box.checked = false;
  box.disabled = on;
}

// ---- the answers of a select ----

export const optionsOf = (select) => [...select.options].filter((option) => option.value);
export const textOf = (select) => (select.value ? select.selectedOptions[0].textContent.trim() : "");
export const labelOf = (control) => control.closest("label").querySelector("span").textContent.trim();
export const asks = (select, name) => (select.dataset.asks ?? "").replace("…", name) || labelOf(select);

// ---- events that end a round at once: all else rests while one is told ----

export function rest(names, on) {
  for (const control of round().querySelectorAll("select, input"))
    if (names.some((name) => control.name.startsWith(name))) control.disabled = on;
}

// ---- what is shown ----

export function paint() {
  if (!round() || !heads().length) return;
  game.paint();
  document.dispatchEvent(new Event("painted"));
}

document.addEventListener("click", (event) => {
  if (!round()) return;
  const at = (selector) => event.target.closest(selector);
  const head = at("#round .seat");
  if (head) game.tap(head.dataset.seat);
  else if (!round().contains(event.target) || !game.click(at)) return;
  paint();
  changed();
});

document.addEventListener("change", (event) => {
  if (!event.target.closest?.("#round")) return;
  game.change(event.target);
  paint();
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (["round", "say"].includes(ctx.sourceElement.id)) game.forget();
  paint();
});
document.addEventListener("htmx:after:process", paint, { once: true });
