// Which round goes when: every order of events that a café's network makes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { first, next, START } from "../../../ledger/static/ledger/outbox_state.js";

const FIELDS = { rules: "tien_len", seats: "1,2,3,4", newest: "0" };

function round(id, turn, more = {}) {
  const fields = Object.entries({ submission: id, ...FIELDS, ...more.fields, "place-1": String(turn) });
  return { turn, words: `ván ${id}`, ...more, id, fields };
}

const FORM = { id: "form", typed: false, start: undefined, ...FIELDS };
const page = (items, more = {}) => ({ ...START, items, form: FORM, stopped: false, ...more });
const effects = (state) => state.effects.map(([effect, what]) => [effect, what?.id ?? what]);
const ids = (state) => state.items.map((item) => item.id);
const value = (item, name) => item.fields.find(([each]) => each === name)?.[1];

test("a round goes at once where none waits", () => {
  const state = next(page([round("a", 1)]), { type: "submit", id: "a" });
  assert.equal(state.sending, "a");
  assert.deepEqual(state.effects, []);
});

test("behind another it waits, its form is emptied, and the first is sent", () => {
  const state = next(page([round("a", 1), round("b", 2)]), { type: "submit", id: "b" });
  assert.equal(state.sending, "a");
  assert.deepEqual(effects(state), [
    ["blank", undefined],
    ["send", "a"],
  ]);
});

test("a round that this phone could not keep stays in the form, where an answer that is none of ours is told", () => {
  const answered = { type: "answered", id: "a", outcome: "", number: 0, gone: false, elsewhere: false };
  assert.deepEqual(effects(next(page([]), answered)), [["offline", undefined]]);
  assert.deepEqual(effects(next(page([round("a", 1)], { sending: "a" }), answered)), []);
});

test("while one is on its way, no other is sent", () => {
  const items = [round("a", 1), round("b", 2)];
  for (const type of ["wake", "tick"]) assert.deepEqual(next(page(items, { sending: "a" }), { type }).effects, []);
  assert.equal(next(page(items, { sending: "a" }), { type: "submit", id: "b" }).sending, "a");
});

test("a recorded round goes, and the next was told knowing it", () => {
  const there = page([round("a", 1), round("b", 2)], { sending: "a" });
  const answered = next(there, { type: "answered", id: "a", outcome: "recorded", number: 7, elsewhere: true });
  assert.deepEqual(ids(answered), ["b"]);
  assert.equal(value(answered.items[0], "newest"), "7");
  const ended = next(answered, { type: "ended", id: "a", outcome: "recorded", elsewhere: true });
  assert.equal(ended.sending, "b");
  assert.equal(ended.pause, 0);
});

test("without an answer it is tried again, after longer and longer, at most half a minute", () => {
  let state = page([round("a", 1)]);
  const pauses = [];
  for (let time = 0; time < 6; time += 1) {
    state = next(state, { type: "tick" });
    assert.equal(state.sending, "a");
    state = next(state, { type: "ended", id: "a", outcome: "", elsewhere: true });
    assert.equal(state.sending, "");
    assert.deepEqual(ids(state), ["a"]);
    pauses.push(state.pause);
  }
  assert.deepEqual(pauses, [2000, 4000, 8000, 16000, 30000, 30000]);
  assert.equal(next(state, { type: "wake" }).pause, 0);
});

test("a round sent from the form that gets no answer leaves the form, or stays where it was changed", () => {
  const there = page([round("a", 1)], { sending: "a", form: { ...FORM, id: "a", typed: true } });
  const lost = { type: "ended", id: "a", outcome: "", elsewhere: false };
  assert.deepEqual(effects(next(there, { ...lost, typed: round("a", 1) })), [
    ["blank", undefined],
    ["wait", 0],
  ]);
  const changed = next(there, { ...lost, typed: round("a", 1, { fields: { cong: "2" } }) });
  assert.deepEqual(effects(changed), [
    ["keep", "a"],
    ["offline", undefined],
    ["wait", 0],
  ]);
  assert.equal(changed.items[0].held, true);
  assert.deepEqual(next(changed, { type: "tick" }).effects, []);
});

test("a refused round waits to be looked at and holds up those after it", () => {
  const items = [round("a", 1), round("b", 2)];
  const answered = next(page(items, { sending: "a", form: { ...FORM, typed: true } }), {
    type: "answered",
    id: "a",
    outcome: "refused",
    gone: false,
    elsewhere: true,
  });
  const ended = next(answered, { type: "ended", id: "a", outcome: "refused", elsewhere: true });
  assert.deepEqual([ended.items[0].held, ended.items[0].refused], [true, true]);
  assert.deepEqual(next(ended, { type: "wake" }).effects, []);
});

test("a refused round of which every tap was taken back in the form holds up none after it", () => {
  const items = [round("a", 1, { held: true, refused: true }), round("b", 2)];
  const wakes = (typed) => next(page(items, { form: { ...FORM, id: "a", typed } }), { type: "wake" });
  assert.deepEqual(effects(wakes(true)), []);
  assert.deepEqual(effects(wakes(false)), [["send", "b"]]);
  assert.deepEqual(ids(wakes(false)), ["a", "b"]);
});

test("facts that make no round yet stay in the form alone, unless they waited before", () => {
  const sent = (item) => page([item], { sending: "a", form: { ...FORM, id: "a", typed: true } });
  const answer = { type: "answered", id: "a", outcome: "refused", untold: true, elsewhere: false };
  assert.deepEqual(ids(next(sent(round("a", 1)), answer)), []);
  assert.deepEqual(ids(next(sent(round("a", 1, { refused: true })), answer)), ["a"]);
});

test("a refused round goes into a form in which nothing is told, and nowhere while nobody looks", () => {
  const refused = round("a", 1, { held: true, refused: true });
  const ended = { type: "ended", id: "a", outcome: "refused", elsewhere: true };
  const there = page([refused], { sending: "a" });
  assert.deepEqual(effects(next(there, { ...ended, hidden: false })), [
    ["keep", "a"],
    ["takeUp", "a"],
  ]);
  assert.deepEqual(next(there, { ...ended, hidden: true }).effects, []);
  const comes = { ...there, form: { ...FORM, comes: true } };
  assert.deepEqual(next(comes, { ...ended, hidden: false }).effects, []);
});

test("a link that was changed stops everything", () => {
  const there = page([round("a", 1), round("b", 2)], { sending: "a" });
  const shut = next(there, { type: "answered", id: "a", outcome: "refused", gone: true, elsewhere: true });
  assert.equal(shut.shut, true);
  assert.equal(shut.items[0].held, false);
  const ended = next(shut, { type: "ended", id: "a", outcome: "refused", elsewhere: true });
  assert.deepEqual(next(ended, { type: "wake" }).effects, []);
});

test("a closed table is tried again, a page that was made of one is not", () => {
  const there = page([round("a", 1)], { sending: "a" });
  const closed = next(there, { type: "answered", id: "a", outcome: "closed", elsewhere: true });
  assert.equal(closed.closed, true);
  assert.equal(next(closed, { type: "ended", id: "a", outcome: "closed", elsewhere: true }).pause, 2000);
  assert.deepEqual(next(page([round("a", 1)], { stopped: true }), { type: "wake" }).effects, []);
});

test("a round of another game or half told holds up no other", () => {
  const other = round("a", 1, { fields: { rules: "phom" } });
  const aside = round("b", 2, { aside: true, held: true });
  const state = page([other, aside, round("c", 3)]);
  assert.equal(first(state).id, "c");
  assert.deepEqual(effects(next(state, { type: "wake" })), [["send", "c"]]);
});

test("what was put aside comes back with an empty form of the same people", () => {
  const aside = round("b", 2, { aside: true, held: true });
  const there = page([round("a", 1), aside], { sending: "a", form: { ...FORM, id: "a", typed: true } });
  const lost = next(there, { type: "ended", id: "a", outcome: "", elsewhere: false, typed: round("a", 1) });
  assert.deepEqual(effects(lost), [
    ["blank", undefined],
    ["drop", "b"],
    ["fill", "b"],
    ["wait", 0],
  ]);
});

test("what is typed over waits half told, or where it was refused", () => {
  const typed = { type: "putAside", typed: round("a", 1) };
  const half = next(page([]), typed).items[0];
  assert.deepEqual([half.held, half.aside], [true, true]);
  const refused = next(page([round("a", 1, { held: true, refused: true })]), typed).items[0];
  assert.deepEqual([refused.held, refused.aside], [true, false]);
});

test("what is half told holds up no other when it is put aside again", () => {
  const half = next(page([]), { type: "putAside", typed: round("a", 1) });
  const again = next(page(half.items), { type: "putAside", typed: round("a", 1) });
  assert.equal(first({ ...again, items: [...again.items, round("b", 2)] }).id, "b");
});

test("a round taken back into an empty form lets what comes there wait", () => {
  const there = page([round("a", 1)], { form: { ...FORM, comes: true } });
  const taken = next(there, { type: "take", id: "a", typed: round("comes", 2) });
  assert.deepEqual(
    taken.items.map((item) => [item.id, item.held, item.aside]),
    [
      ["a", true, undefined],
      ["comes", true, true],
    ],
  );
  const empty = next(page([round("a", 1)]), { type: "take", id: "a", typed: round("form", 2) });
  assert.deepEqual(ids(empty), ["a"]);
});

test("a round taken back into the form lets what was told there wait", () => {
  const there = page([round("a", 1)], { form: { ...FORM, typed: true } });
  const taken = next(there, { type: "take", id: "a", typed: round("form", 2) });
  assert.deepEqual(effects(taken), [
    ["keep", "form"],
    ["keep", "a"],
    ["takeUp", "a"],
  ]);
  assert.deepEqual(
    taken.items.map((item) => [item.id, item.held, item.aside]),
    [
      ["a", true, undefined],
      ["form", true, true],
    ],
  );
});

test("of people who have left the server shows the form", () => {
  const left = round("a", 1, { fields: { seats: "1,2,3,5" } });
  assert.deepEqual(effects(next(page([left]), { type: "take", id: "a" })), [
    ["keep", "a"],
    ["show", "a"],
  ]);
});

test("what is sent says who leads as this phone learnt it since", () => {
  const form = { ...FORM, seats: "2,3,4,1", start: "1" };
  const [, item] = next(page([round("a", 1)], { form }), { type: "wake" }).effects[0];
  assert.deepEqual([value(item, "seats"), value(item, "start")], ["2,3,4,1", "1"]);
  const behind = { ...form, newest: "3" };
  const [, other] = next(page([round("a", 1)], { form: behind }), { type: "wake" }).effects[0];
  assert.deepEqual([value(other, "seats"), value(other, "start")], ["1,2,3,4", undefined]);
});

test("whatever happens in whatever order, no round is lost that nobody threw away or the server named", () => {
  for (let seed = 1; seed <= 3000; seed += 1) walk(seed, next);
});

test("an outbox that lets go of a round without an answer is found", () => {
  function forgetful(state, event) {
    const after = next(state, event);
    const lost = event.type === "ended" && !event.outcome && event.id;
    return { ...after, items: after.items.filter((item) => item.id !== lost) };
  }
  assert.throws(() => {
    for (let seed = 1; seed <= 50; seed += 1) walk(seed, forgetful);
  }, assert.AssertionError);
});

function walk(seed, step) {
  let at = seed;
  const some = (...choices) => {
    at = (at * 48271) % 2147483647;
    return choices[at % choices.length];
  };
  let state = page([]);
  const there = new Set();
  for (let turn = 1; turn < 25; turn += 1) {
    const id = `r${turn}`;
    const form = { ...FORM, id, typed: some(true, false) };
    state = { ...state, form };
    const typed = round(id, turn);
    const before = state.sending;
    const event = some(
      () => ({ type: "wake" }),
      () => ({ type: "tick" }),
      () => {
        state = { ...state, items: [...state.items, typed], form: { ...form, typed: true } };
        there.add(id);
        return { type: "submit", id };
      },
      () =>
        before && { type: "answered", id: before, outcome: some("recorded", "refused", "closed", ""), elsewhere: true },
      () => state.items.length && { type: "take", id: some(...state.items).id, typed },
      () => state.items.length && { type: "throwAway", id: some(...state.items).id },
    )();
    if (!event) continue;
    state = step(state, event);
    if (event.outcome === "recorded" || event.type === "throwAway") there.delete(event.id);
    if (event.type === "take" && form.typed) there.add(id);
    for (const [effect, item] of state.effects) if (effect === "fill") there.delete(item.id);
    if (event.type === "answered") state = step(state, { ...event, type: "ended", hidden: some(true, false), typed });
    for (const [effect, item] of state.effects) if (effect === "fill") there.delete(item.id);
    assert.deepEqual(new Set(ids(state)), there, `seed ${seed}, turn ${turn}, ${event.type}`);
    assert.ok(!state.sending || before === state.sending || ids(state).includes(state.sending));
  }
}

test("what is on its way as it was typed goes on by itself where another is taken up", () => {
  const there = page([round("a", 1), round("b", 2, { held: true })], {
    sending: "a",
    form: { ...FORM, id: "a", typed: true },
  });
  const takes = (typed) => next(there, { type: "take", id: "b", typed });
  assert.equal(takes(round("a", 1)).items[0].held, undefined);
  assert.equal(takes(round("a", 1, { fields: { "place-2": "2" } })).items[0].held, true);
});
