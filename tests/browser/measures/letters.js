// Text that is cut, or runs out of what it stands in.
const FRAMED = [
  ...["answer", "tool", "seat", "record", "round"].map((hook) => `[data-${hook}]`),
  ...["feet", "strip", "tools", "bar", "top"].map((name) => `[data-part=${name}]`),
].join();
const ACROSS = ["left", "right"];
const DOWN = ["top", "bottom"];

const pen = document.createElement("canvas").getContext("2d");

// A line's box is as high as its font allows; what counts is where the ink of a word ends.
const ink = (word, look, { left, right, top }) => {
  pen.font = `${look.fontStyle} ${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  const size = pen.measureText(word);
  const base = top + size.fontBoundingBoxAscent;
  const [rises, falls] = [size.actualBoundingBoxAscent, size.actualBoundingBoxDescent];
  return { left, right, top: base - rises, bottom: base + falls };
};

const beyond = (letters, frame, sides) =>
  Math.max(
    ...sides.map((side) =>
      side === "left" || side === "top" ? frame[side] - letters[side] : letters[side] - frame[side],
    ),
  );

const hasBox = (one) => !["inline", "contents"].includes(style(one).display);

// A list that scrolls shows elsewhere what it cuts; sideways only one outside all hooks may.
const isFree = (one, way) =>
  /auto|scroll/.test(style(one)[`overflow${way}`]) &&
  (way === "Y" || !one.closest("[data-part], [data-question]"));

const cuts = (one, way, sides) => {
  const boxed = chain(one).filter((each) => hasBox(each) && each !== document.body);
  const end = boxed.findIndex((each) => isFree(each, way));
  return boxed
    .slice(0, end < 0 ? boxed.length : end)
    .filter((each) => style(each)[`overflow${way}`] !== "visible")
    .map((each) => [each, sides, "cut off"]);
};

const frames = (one) => {
  const framed = one.closest(FRAMED);
  const place = framed && `outside ${nameOf(framed)}`;
  return [
    [chain(one).find(hasBox), ACROSS, "outside its box"],
    ...(framed ? [[framed, ACROSS, place], [framed, DOWN, place]] : []),
    ...cuts(one, "X", ACROSS),
    ...cuts(one, "Y", DOWN),
  ];
};

// The table's name and the small line under it may end in three dots, nothing else.
const mayEnd = (one) =>
  one.closest("[data-part=top]") &&
  chain(one).some((each) => style(each).textOverflow === "ellipsis");

const texts = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const list = [];
  while (walker.nextNode()) list.push(walker.currentNode);
  return list.filter((text) => {
    const one = text.parentElement;
    if (!text.data.trim() || !isShown(one) || one.closest("option, svg")) return false;
    return !isOnlySpoken(one) && !mayEnd(one);
  });
};

// A name that is told whole beside it, or heard elsewhere, may end in three dots; what is above and below
// them may not be cut.
const toldOf = (one) => one.closest("[data-name]")?.dataset.name ?? one.title;
const isTold = (one) => toldOf(one) === one.textContent.trim() || Boolean(one.closest("[aria-hidden=true]"));
const endsInDots = (one) => isTold(one) && style(one).textOverflow === "ellipsis";

const isLeftOut = (one, rect) =>
  endsInDots(one) && style(one).webkitLineClamp !== "none" && rect.top + rect.bottom > 2 * inner(one).bottom;

const inks = (text) => {
  const look = style(text.parentElement);
  return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const places = [...range.getClientRects()].filter((rect) => !isLeftOut(text.parentElement, rect));
    return places.map((rect) => ink(word, look, rect));
  });
};

const clippedText = (text) => {
  const one = text.parentElement;
  const letters = inks(text);
  const measured = frames(one).filter(([, sides]) => sides === DOWN || !endsInDots(one));
  return measured.flatMap(([frame, sides, what]) => {
    const edges = inner(frame);
    const most = Math.max(0, ...letters.map((each) => beyond(each, edges, sides)));
    const slack = sides === DOWN ? 1 : SLACK;
    return most > slack ? [`${nameOf(one)} is ${px(most)} px ${what}`] : [];
  });
};

const cutBox = (one) => {
  if (endsInDots(one)) return [];
  const more = one.scrollWidth - one.clientWidth;
  return hasBox(one) && style(one).overflowX !== "visible" && more > 0
    ? [`${nameOf(one)} is ${more} px cut off`]
    : [];
};

const clipped = () => {
  const list = texts();
  const holders = unique(list.map((text) => text.parentElement));
  return unique([...list.flatMap(clippedText), ...holders.flatMap(cutBox)]);
};

// Words and icons of one line, button or part that lie on each other.
const meet = (one, other) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;

const drawn = () => [
  ...texts().flatMap((text) => inks(text).map((place) => [text.parentElement, place])),
  ...all("svg").map((icon) => [icon, box(icon)]),
];

const overlapping = () => {
  const groups = new Map();
  for (const [one, place] of drawn()) {
    const frame = one.closest(FRAMED);
    groups.set(frame, [...(groups.get(frame) || []), [one, place]]);
  }
  groups.delete(null);
  const pairs = [...groups].flatMap(([frame, list]) =>
    list.flatMap(([one, place], at) =>
      list
        .slice(at + 1)
        .filter(([other, its]) => other !== one && meet(place, its))
        .map(([other]) => `${nameOf(frame)}: "${mark(one)}" and "${mark(other)}" meet`),
    ),
  );
  return unique(pairs);
};

const mark = (one) => (one.localName === "svg" ? "icon" : words(one));
