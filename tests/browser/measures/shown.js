// What all measures share: what is shown, what it is called, where it is.
const SLACK = 0.5;
const STEP = 10;
const HOOKS = ["answer", "tool", "seat", "round", "record", "part", "question"];
const HOOKED = HOOKS.map((hook) => `[data-${hook}]`).join();
const TAPPED =
  "a[href], button, select, textarea, summary, input:not([type=hidden]), [role=button]";

const style = (one, pseudo) => getComputedStyle(one, pseudo);
const box = (one) => one.getBoundingClientRect();
const px = (number) => Math.round(number * 10) / 10;
const unique = (list) => [...new Set(list)];
const twice = (list) => unique(list.filter((each, at) => list.indexOf(each) < at));

const chain = (one) => {
  const list = [];
  for (let each = one; each; each = each.parentElement) list.push(each);
  return list;
};

const isShown = (one) => {
  if (one.checkVisibility) return one.checkVisibility({ visibilityProperty: true });
  return one.getClientRects().length > 0 && style(one).visibility === "visible";
};

// Words for screen readers stand in a box of one pixel.
const isOnlySpoken = (one) =>
  chain(one).some((each) => each.offsetWidth <= 1 && each.offsetHeight <= 1);

const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter(isShown);

const part = (name) => all(`[data-part=${name}]`);

const words = (one) => {
  const text = one.getAttribute("aria-label") || one.innerText || one.textContent || one.value;
  return (text || "").replace(/\s+/g, " ").trim().slice(0, 40);
};

const nameOf = (one) => {
  const near = one.closest(HOOKED);
  const hook = near && HOOKS.find((each) => each in near.dataset);
  const place = near ? `${hook} ${near.dataset[hook]}`.trim() : one.localName;
  return `${place} "${words(one) || one.outerHTML.slice(0, 60)}"`;
};

// An input that lies unseen in its label is tapped there.
const handle = (one) => one.closest("label") || one;

const controls = (root) => unique(all(TAPPED, root).map(handle));

const isInWindow = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

const ratios = (from, to) => {
  const count = Math.max(1, Math.ceil((to - from) / STEP));
  return [...Array(count + 1).keys()].map((at) => from + ((to - from) * at) / count);
};

// A grid over a thing; its rounded corners are left out.
const points = (one, inset) => {
  const { left, top, right, bottom } = box(one);
  return ratios(left + inset, right - inset).flatMap((x) =>
    ratios(top + inset, bottom - inset).map((y) => [x, y]),
  );
};

// Without its borders.
const inner = (one) => {
  const { left, top, right, bottom } = box(one);
  const look = style(one);
  const border = (side) => parseFloat(look[`border${side}Width`]);
  return {
    left: left + border("Left"),
    top: top + border("Top"),
    right: right - border("Right"),
    bottom: bottom - border("Bottom"),
  };
};

// A panel that still appears, a head that is lifted: what counts is where they come to rest.
const rest = async () => {
  const ends = (one) => one.effect && one.effect.getComputedTiming().endTime !== Infinity;
  const moving = document.getAnimations ? document.getAnimations().filter(ends) : [];
  await Promise.all(moving.map((one) => one.finished.catch(() => {})));
  // A figure that counts up is taken away in a frame after its animation has ended.
  while (document.querySelector("[data-counts]")) await new Promise(requestAnimationFrame);
};
