// What a browser keeps, and what it says where it keeps nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { phone, tab } from "../../../ledger/static/ledger/storage.js";

function standIn(name, how) {
  Object.defineProperty(globalThis, name, { configurable: true, ...how });
}

function memory(room = 9) {
  const kept = new Map();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at],
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, text) {
      if (kept.size >= room) throw new Error("full");
      kept.set(key, text);
    },
    removeItem: (key) => kept.delete(key),
  };
}

test("what is set is there until it is dropped, in a place of its own", () => {
  standIn("localStorage", { value: memory() });
  standIn("sessionStorage", { value: memory() });
  assert.equal(phone.keeps(), true);
  assert.equal(phone.set("a", "1"), true);
  assert.equal(tab.set("b", "2"), true);
  assert.deepEqual([phone.keys(), tab.keys()], [["a"], ["b"]]);
  assert.deepEqual([phone.get("a"), phone.get("b")], ["1", null]);
  phone.drop("a");
  assert.deepEqual(phone.keys(), []);
});

test("one that takes what it does not give back keeps nothing", () => {
  standIn("localStorage", { value: { ...memory(), getItem: () => null } });
  assert.equal(phone.keeps(), false);
});

const NOTHING = {
  "no storage": { value: null },
  "a forbidden one": {
    get() {
      throw new Error("denied");
    },
  },
  "a full one": { value: memory(0) },
};

for (const [name, how] of Object.entries(NOTHING))
  test(`${name} keeps nothing and throws nothing`, () => {
    standIn("localStorage", how);
    assert.equal(phone.keeps(), false);
    assert.equal(phone.set("a", "1"), false);
    assert.equal(phone.get("a"), null);
    assert.deepEqual(phone.keys(), []);
    assert.doesNotThrow(() => phone.drop("a"));
  });
