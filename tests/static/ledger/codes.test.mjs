// Two phones that compare codes find a second book, and nothing where there is one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, compared } from "../../../ledger/static/ledger/codes.js";
import { honest, split } from "./evenings.mjs";

const HASH = "1a2b3c4d".padEnd(64, "0");
const known = { line: 57, head: HASH, heads: { 56: "ffff00001111aaaa", 40: "0123456789abcdef" } };

test("a code is read however it is typed", () => {
  assert.equal(codeOf(57, HASH), "57·1a2b-3c4d");
  for (const typed of ["57·1a2b-3c4d", " 57 1A2B3C4D ", "57.1a2b 3c4d", "57-1a2b-3c4d", "57: 1a2b–3c4d", "571a2b3c4d"])
    assert.deepEqual(compared(known, typed), { outcome: "same", line: 57 });
  for (const typed of ["", "57", "1a2b-3c4d", "57·1a2b-3c4", "57·1a2b-3c4dd", "57·1a2b-3c4g", "·1a2b-3c4d", "12345678"])
    assert.equal(compared(known, typed).outcome, "unread");
});

test("it is compared at the line that both keep", () => {
  assert.equal(compared(known, "57·1a2b-3c4e").outcome, "other");
  assert.equal(compared(known, "56·ffff-0000").outcome, "same");
  assert.equal(compared(known, "40·0123-4568").outcome, "other");
  assert.equal(compared(known, "58·1a2b-3c4d").outcome, "ahead");
  assert.equal(compared(known, "41·1a2b-3c4d").outcome, "older");
});

test("in honest evenings nobody finds another book", () => {
  const tally = {};
  for (let seed = 1; seed <= 300; seed += 1) honest(seed, tally);
  assert.equal(tally.other, undefined);
  for (const each of ["restore", "renew", "upgrade", "join"]) assert.ok(tally[each] > 100, each);
  assert.ok(tally.same > 1000);
});

test("the first two phones of different books say so, each alone nothing", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { doubts, said, alike } = split(seed);
    assert.deepEqual([doubts, said, alike], [false, "other", "same"], `${seed}`);
  }
});
