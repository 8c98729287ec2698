// What the browser itself calls a shift of the layout, after a tap too.
const UNMOVED = ["heads", "feet", "strip", "tabs", "tools", "bar"]
  .map((name) => `[data-part=${name}]`)
  .join();

// Of what moves as a whole the browser names the outermost, which may hold the parts.
const partOf = (node) => {
  const one = node && (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement);
  const near = one && (one.closest(UNMOVED) || one.querySelector(UNMOVED));
  return near ? near.dataset.part : "";
};

const note = (entries) => {
  for (const { value, hadRecentInput, sources } of entries) {
    const parts = sources
      .map(({ node, previousRect: from, currentRect: to }) => [partOf(node), from, to])
      .filter(([name]) => name)
      .map(([name, from, to]) => `${name} from ${from.x}, ${from.y} to ${to.x}, ${to.y}`);
    if (parts.length) window.layoutShifts.push({ value, hadRecentInput, parts });
  }
};

const watchShifts = () => {
  if (window.shiftObserver) window.shiftObserver.disconnect();
  window.layoutShifts = [];
  window.shiftObserver = new PerformanceObserver((list) => note(list.getEntries()));
  window.shiftObserver.observe({ type: "layout-shift" });
};

// A shift is counted when its frame is painted.
const shifts = async () => {
  if (!window.shiftObserver) throw new Error("nobody watches the shifts of this document");
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  note(window.shiftObserver.takeRecords());
  return window.layoutShifts;
};
