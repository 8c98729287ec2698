// What stays where it is, with nothing over it; what of the sheet is in sight.
const STILL = ["strip", "tabs", "tools", "bar"];

const fixtures = () => [
  ...all("[data-part=heads] [data-seat]").map((one) => [`head ${one.dataset.seat}`, one]),
  ...part("feet").map((one, at) => [`foot ${at + 1}`, one]),
  ...STILL.flatMap((name) => part(name).map((one) => [name, one])),
];

const boxes = () =>
  Object.fromEntries(
    fixtures().map(([name, one]) => {
      const { top, height, left, width } = box(one);
      return [name, { top: px(top), height: px(height), left: px(left), width: px(width) }];
    }),
  );

const isClear = (colour) => /^rgba\(.*, 0\)$/.test(colour);

const paints = (one) => {
  if (chain(one).reduce((share, each) => share * style(each).opacity, 1) < 0.01) return false;
  if (/^(img|svg|canvas|video|use|path|input)$/.test(one.localName)) return true;
  if ([...one.childNodes].some((each) => each.nodeType === 3 && each.data.trim())) return true;
  return [null, "::before", "::after"].some((pseudo) => {
    const look = style(one, pseudo);
    if (pseudo && look.content === "none") return false;
    const isEdged = parseFloat(look.borderTopWidth) > 0 && !isClear(look.borderTopColor);
    return !isClear(look.backgroundColor) || look.backgroundImage !== "none" || isEdged;
  });
};

// What lets taps through is at no point, until it no longer does.
const withAllHit = (look) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { pointer-events: auto !important }");
  const before = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...before, sheet];
  try {
    return look();
  } finally {
    document.adoptedStyleSheets = before;
  }
};

const isHit = (one, [x, y]) => {
  const hit = document.elementFromPoint(x, y);
  return hit !== null && one.contains(hit);
};

const above = (one, [x, y]) => {
  const stack = document.elementsFromPoint(x, y);
  const at = stack.findIndex((each) => one.contains(each));
  return at < 0 ? stack.slice(0, 1) : stack.slice(0, at);
};

const over = () => {
  const places = fixtures().map(([name, one]) => {
    const every = points(one, 8);
    const inside = every.filter((point) => isInWindow(...point));
    return { name, one, inside, isWhole: inside.length === every.length };
  });
  const met = (look) =>
    places.map(({ one, inside }) => unique(inside.flatMap((point) => look(one, point))));
  const tapped = met((one, point) => (isHit(one, point) ? [] : [document.elementFromPoint(...point)]));
  const painted = withAllHit(() => met(above)).map((stack) => stack.filter(paints));
  return places.flatMap(({ name, isWhole }, at) => [
    ...(isWhole ? [] : [`${name} lies outside the window`]),
    ...unique([...tapped[at], ...painted[at]].map(nameOf)).map(
      (what) => `${name} lies under ${what}`,
    ),
  ]);
};

const spare = (one, side, way) => {
  const isPage = one === document.documentElement;
  const isOpen = !isPage && style(one)[`overflow${way}`] === "visible";
  const more = one[`scroll${side}`] - one[`client${side}`];
  return isOpen || more <= 1 ? 0 : more;
};

const around = () => unique([document.documentElement, ...part("bar").flatMap(chain)]);

const sideways = () =>
  around()
    .filter((one) => spare(one, "Width", "X"))
    .map((one) => `${one.localName} scrolls sideways by ${spare(one, "Width", "X")} px`);

const barAtBottom = () => {
  const bottoms = part("bar").map((one) => box(one).bottom);
  if (!bottoms.length) return ["there is no bar"];
  return bottoms
    .filter((bottom) => Math.abs(bottom - innerHeight) > SLACK)
    .map((bottom) => `the bar ends at ${px(bottom)} px of ${innerHeight}`);
};

const covering = () => [
  ...over(),
  ...barAtBottom(),
  ...(scrollY ? [`the page is scrolled by ${px(scrollY)} px`] : []),
  ...around()
    .filter((one) => spare(one, "Height", "Y"))
    .map((one) => `${one.localName} can be scrolled by ${spare(one, "Height", "Y")} px`),
  ...sideways(),
];

// With large letters the page scrolls, and the bar ends with the window all the while.
const looseBar = () => {
  const problems = [...sideways(), ...barAtBottom()];
  for (const one of around().filter((each) => spare(each, "Height", "Y"))) {
    const before = one.scrollTop;
    for (const share of [0, 0.5, 1]) {
      one.scrollTop = spare(one, "Height", "Y") * share;
      problems.push(...barAtBottom().map((each) => `${each}, scrolled to ${px(one.scrollTop)}`));
    }
    one.scrollTop = before;
  }
  return unique(problems);
};

const isUncovered = (one) => points(one, 2).every((point) => isHit(one, point));

const linesInSight = () => {
  const isWhole = (line) => {
    const { top, bottom } = inner(line.closest("[data-part=sheet]"));
    return box(line).top >= top - SLACK && box(line).bottom <= bottom + SLACK;
  };
  return all("[data-part=sheet] [data-round]").filter((line) => isWhole(line) && isUncovered(line))
    .length;
};

const stripInSight = () => part("strip").some((one) => words(one) && isUncovered(one));
