// Which kept round goes when, and what an answer means. `next` is pure: from a state and an event it
// makes the next state, whose `effects` are what the page does about it, in this order.
//
// items    the kept rounds, oldest first (outbox_store.js)
// form     {id, rules, seats, newest, start, typed, comes} of the round being told, null without a form;
//          `comes` where the form is empty, and something else was typed that it is not shown with
// stopped  this page sends nothing: it is of a closed table or of a book that was replaced
// sending  the id that is on its way
// pause    milliseconds before the next try
// shut     the link was changed: nothing is sent before this page is opened anew
// closed   the table was closed when a round last reached it

export const START = { sending: "", pause: 0, shut: false, closed: false };

const PATIENCE = [2000, 30000]; // milliseconds between two tries: first, at most

// What a form says of the page that it stands on; the others were tapped.
export const STATE = [
  "csrfmiddlewaretoken",
  "submission",
  "newest",
  "rules",
  "terms",
  "seats",
  "start",
  "changes",
  "log",
  "shape",
];

export const fieldValue = (item, name) => item.fields.find(([each]) => each === name)?.[1] ?? "";
export const asTapped = (item) => item.fields.filter(([name]) => !STATE.includes(name));

function withField(item, name, value) {
  const others = item.fields.filter(([each]) => each !== name);
  return { ...item, fields: value ? [...others, [name, value]] : others };
}

const sorted = (text = "") => text.split(",").sort().join();
const same = (item, form, name) => sorted(fieldValue(item, name)) === sorted(form[name]);

// Another game's cards are tapped by another script.
export const sameGame = (item, form) => !form || same(item, form, "rules");
export const fits = (item, form) => Boolean(form) && same(item, form, "rules") && same(item, form, "seats");

// The round in the form, of which every tap was taken back.
const isEmptied = ({ id }, form) => form?.id === id && !form.typed;

// One that is only half told, or of another game, holds up no other.
export const first = ({ items, form }) =>
  items.find((item) => !item.aside && sameGame(item, form) && !isEmptied(item, form));

const find = (state, id) => state.items.find((item) => item.id === id);
const inOrder = (one, other) => one.turn - other.turn || (one.id < other.id ? -1 : 1);
const effect = (state, ...done) => ({ ...state, effects: [...state.effects, done] });
const without = (state, id) => state.items.filter((item) => item.id !== id);
const drop = (state, id) => effect({ ...state, items: without(state, id) }, "drop", id);

function keep(state, item) {
  const items = [...without(state, item.id), item].sort(inOrder);
  return effect({ ...state, items }, "keep", item);
}

// What the round before decided, this phone learnt with its answer: who leads, what it starts with.
function upToDate(item, form) {
  if (!form || fieldValue(item, "newest") !== form.newest) return item;
  const led = withField(item, "start", form.start);
  return same(item, form, "seats") ? withField(led, "seats", form.seats) : led;
}

function pump(state) {
  const item = first(state);
  if (!item || item.held || state.sending || state.shut || state.stopped) return state;
  return effect({ ...state, sending: item.id }, "send", upToDate(item, state.form));
}

// Where only the answer of a first try was lost, the second brings it before the page hears of it.
function later(state, elsewhere) {
  const pause = elsewhere ? Math.min(PATIENCE[1], Math.max(PATIENCE[0], state.pause * 2)) : 0;
  return effect({ ...state, pause }, "wait", pause);
}

function bringAside(state) {
  const aside = state.items.find((item) => item.aside && fits(item, state.form));
  return aside ? effect(drop(state, aside.id), "fill", aside) : state;
}

const nextRound = (state) => bringAside(effect(state, "blank"));

// This one is done with, and the next was told knowing it and every round up to `number`.
function settle(state, id, number) {
  const turn = find(state, id)?.turn;
  const after = state.items.find((item) => item.turn > turn);
  const knows = after && Number(fieldValue(after, "newest")) < number;
  return drop(knows ? keep(state, withField(after, "newest", String(number))) : state, id);
}

const taps = (item) => JSON.stringify(asTapped(item).filter(([, value]) => value));

// Of a round that waits already this is how it was typed last: half told or not, it stays what it was. One
// that is on its way as it was typed goes on by itself.
function putAside(state, typed) {
  const item = find(state, typed.id);
  if (item && state.sending === typed.id && taps(item) === taps(typed)) return state;
  const { aside = false } = item ?? { aside: true };
  return keep(state, { ...typed, held: true, aside });
}

// Back into the form; what was being told there waits its turn. Who has left the table since
// stands in no card here: then the server shows the form.
function takeUp(state, item, typed) {
  const { form } = state;
  const moves = (form.typed || form.comes) && typed.id !== item.id;
  const next = keep(moves ? putAside(state, typed) : state, { ...item, held: true });
  if (fits(item, form)) return effect(next, "takeUp", item);
  return effect(next, "show", upToDate(item, form));
}

// What a keyboard went on changing while it was on its way stays in the form, to be sent from there.
function notSent(state, item, typed) {
  return taps(typed) === taps(item) ? nextRound(state) : effect(keep(state, { ...typed, held: true }), "offline");
}

// It is in the form with the server's words beside it, or goes there if nothing else does.
function refused(state, { id, elsewhere, hidden }) {
  const { form, shut } = state;
  const item = find(state, id);
  if (!form) return state;
  if (!elsewhere) {
    if (!item || form.id === id) return effect(state, "remember");
    const other = { ...withField(item, "submission", form.id), id: form.id }; // the old id is on the books with other facts
    return effect(drop(keep(state, other), id), "remember");
  }
  return item && !shut && sameGame(item, form) && !form.typed && !form.comes && !hidden ? takeUp(state, item) : state;
}

const events = {
  // A round was kept and is about to be sent; behind others it waits for its turn.
  submit: (state, { id }) =>
    !state.sending && first(state).id === id ? { ...state, sending: id } : pump(nextRound(state)),

  // `outcome` is "recorded" (as round `number`), "refused" (`gone` where the link was changed; `untold` where
  // the facts make no round), "closed", or "" where no answer of ours came; `elsewhere` where it was sent from
  // the list, or the form shows another by now. What this phone could not keep, and what is no round yet, is
  // in the form alone, and stays there.
  answered(state, { id, outcome, number, gone, elsewhere, untold }) {
    if (outcome === "recorded") return settle({ ...state, closed: false }, id, number);
    if (outcome === "closed") return { ...state, closed: true };
    const item = find(state, id);
    if (outcome !== "refused") return item || elsewhere ? state : effect(state, "offline");
    const now = { ...state, shut: gone };
    if (untold && !elsewhere && !item?.refused) return drop(now, id);
    return item ? keep(now, { ...item, held: !gone || !elsewhere, refused: true }) : now;
  },

  ended(state, event) {
    const { id, outcome, elsewhere, typed } = event;
    if (state.sending !== id) return state;
    const now = { ...state, sending: "" };
    if (outcome === "refused") return refused(now, event);
    if (outcome === "recorded") return pump(elsewhere ? { ...now, pause: 0 } : bringAside({ ...now, pause: 0 }));
    const item = find(now, id);
    return later(item && !elsewhere ? notSent(now, item, typed) : now, elsewhere);
  },

  wake: (state) => pump({ ...state, pause: 0 }),
  tick: pump,
  take: (state, { id, typed }) => pump(takeUp(state, find(state, id), typed)),
  putAside: (state, { typed }) => putAside(state, typed),
  throwAway: (state, { id }) => pump(drop(effect(state, "bin", find(state, id)), id)),

  // Of two phones' rounds this one is the same; who told on has seen what it met.
  same(state, { typed }) {
    const binned = effect(state, "bin", { ...typed, held: true, same: true });
    return pump(nextRound(settle(binned, typed.id, Number(fieldValue(typed, "newest")))));
  },
};

export const next = (state, event) => events[event.type]({ ...state, effects: [] }, event);
