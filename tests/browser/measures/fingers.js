// What a finger meets: answers under something, things too small, hooks that are not there.
// Where heads stand in two decks, those that can be the answer answer who.
const answers = (question) => [
  ...all("[data-answer]", question),
  ...all("[data-part=heads] [data-answer]"),
];

const EDGE = 6; // less of an answer than this may be cut off

const targets = (question) => unique([...controls(question), ...answers(question)]);

const problemOf = (one, least) => {
  const { left, top, width, height } = box(one);
  const x = left + width / 2;
  for (const y of [top + height / 2, top + EDGE, top + height - EDGE]) {
    if (!isInWindow(x, y)) return `lies outside the window, at ${px(x)}, ${px(y)}`;
    const hit = document.elementFromPoint(x, y);
    if (!one.contains(hit)) return `lies under ${nameOf(hit)}`;
  }
  const low = height < ("answer" in one.dataset ? least : Math.min(least, 44)) - SLACK;
  return low ? `is ${px(height)} px high` : "";
};

const unreachable = (least) =>
  all("[data-question]").flatMap((question) => {
    const name = `question ${question.dataset.question}`;
    const list = targets(question);
    if (!list.length) return [`${name}: there is nothing to tap`];
    return list
      .map((one) => [one, problemOf(one, least)])
      .filter(([, problem]) => problem)
      .map(([one, problem]) => `${name}: ${nameOf(one)} ${problem}`);
  });

const questions = () => all("[data-question]").map((one) => one.dataset.question);

// A field may also be tapped at its label, wherever that stands.
const reach = (one) => {
  const sizes = [handle(one), ...(one.labels || [])].map(box);
  return ["width", "height"].map((side) => Math.max(...sizes.map((each) => each[side])));
};

const smallTargets = (least) =>
  all(TAPPED)
    .filter((one) => !one.closest("[data-round]") && !isOnlySpoken(handle(one)))
    .filter((one) => Math.min(...reach(one)) < least - SLACK)
    .map((one) => `${nameOf(handle(one))} is ${reach(one).map(px).join(" × ")} px`);

const wrongParts = () =>
  ["top", "sheet", "heads", "strip", "bar"]
    .filter((name) => part(name).length !== 1)
    .map((name) => `${part(name).length} are part ${name}`);

const wrongSeats = () => {
  const seats = all("[data-part=heads] [data-seat]").map((one) => one.dataset.seat);
  const feet = part("feet").length;
  return [
    ...(seats.length ? [] : ["no head has data-seat"]),
    ...twice(seats).map((seat) => `two heads are seat ${seat}`),
    ...(feet && feet !== seats.length ? [`there are ${feet} feet to ${seats.length} heads`] : []),
  ];
};

const wrongRounds = () =>
  twice(all("[data-round]").map((one) => one.dataset.round)).map((one) => `two are round ${one}`);

const wrongTools = () =>
  part("tools")
    .flatMap(controls)
    .filter((one) => !one.closest("[data-tool]"))
    .map((one) => `${nameOf(one)} has no data-tool`);

const wrongAnswers = (question) => {
  const name = `question ${question.dataset.question}`;
  const list = answers(question);
  const isNone = (one) => !one.matches(`${TAPPED}, label`);
  return [
    ...(list.length ? [] : [`${name} has no data-answer`]),
    ...list.filter(isNone).map((one) => `${name}: ${nameOf(one)} is nothing to tap`),
    ...twice(list.map((one) => one.dataset.answer)).map((one) => `${name}: two are ${one}`),
  ];
};

const hooks = () => [
  ...wrongParts(),
  ...wrongSeats(),
  ...wrongRounds(),
  ...wrongTools(),
  ...all("[data-question]").flatMap(wrongAnswers),
];
