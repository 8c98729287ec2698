// What asks anew (hx-sync "replace") is done with what it asked before. htmx 4.0.0 and before lose
// the newest request once the one it replaced has ended: the next left it running, and of both the
// answer that came last stayed. What ends so is marked `replaced`: no network was lost.
// https://github.com/bigskysoftware/htmx/issues/4027
const newest = new WeakMap(); // by element

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.queueStrategy !== "replace") return;
  const before = newest.get(ctx.sourceElement);
  if (before) before.replaced = true;
  before?.request.abort();
  newest.set(ctx.sourceElement, ctx);
});

export {};
