// Signatures that OpenSSL makes are true; each that is changed, or spelt otherwise, is not.

import assert from "node:assert/strict";
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from "node:crypto";
import { test } from "node:test";
import { verifies } from "../../../ledger/static/ledger/ed25519.js";
import { sha512 } from "../../../ledger/static/ledger/sha512.js";
import { fingerprint, follows } from "../../../ledger/static/ledger/signer.js";

const PRIME = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const FOREIGN = Buffer.from("302e020100300506032b657004220420", "hex"); // PKCS 8 before the 32 bytes of a key
const PUBLIC = Buffer.from("302a300506032b6570032100", "hex");

const spelt = (bytes) => Buffer.from(bytes).toString("base64url");
const number = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
const bytes = (value) => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

function signer(seed = randomBytes(32)) {
  const key = createPrivateKey({ key: Buffer.concat([FOREIGN, seed]), format: "der", type: "pkcs8" });
  const raw = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(PUBLIC.length);
  return { raw, key: spelt(raw), sign: (text) => sign(null, Buffer.from(text), key) };
}

function openssl(raw, text, signature) {
  try {
    const key = createPublicKey({ key: Buffer.concat([PUBLIC, raw]), format: "der", type: "spki" });
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    return false;
  }
}

test("a hash is that of OpenSSL, of every length up to three blocks", () => {
  for (let length = 0; length < 300; length += 1) {
    const made = randomBytes(length);
    assert.equal(spelt(sha512(made)), createHash("sha512").update(made).digest("base64url"));
  }
});

test("what was signed is true, with one bit changed anywhere it is not", () => {
  for (let tried = 0; tried < 40; tried += 1) {
    const [one, text] = [signer(), randomBytes(tried).toString("base64")];
    const signature = one.sign(text);
    assert.equal(verifies(one.key, text, spelt(signature)), true);
    const [other, key] = [Buffer.from(signature), Buffer.from(one.raw)];
    other[tried + 20] ^= 1 << (tried % 8);
    key[tried % 32] ^= 1 << (tried % 8);
    assert.equal(verifies(one.key, text, spelt(other)), false);
    assert.equal(verifies(spelt(key), text, spelt(signature)), openssl(key, text, signature));
    assert.equal(verifies(one.key, `${text} `, spelt(signature)), false);
  }
});

test("a factor that is larger than the order is refused", () => {
  const one = signer();
  const signature = one.sign("a");
  const more = bytes(number(signature.subarray(32)) + ORDER);
  assert.equal(verifies(one.key, "a", spelt(Buffer.concat([signature.subarray(0, 32), more]))), false);
});

test("a key of small order, with which one signature fits every text, is refused", () => {
  const eight = number(Buffer.from("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "hex"));
  const small = [0n, 1n, PRIME - 1n, eight, PRIME - eight, PRIME, PRIME + 1n];
  for (const y of small) {
    for (const sign of [0n, 1n << 255n]) {
      for (const random of small) {
        const signature = Buffer.concat([bytes(random), bytes(0n)]);
        assert.equal(verifies(spelt(bytes(y | sign)), "any text", spelt(signature)), false);
      }
    }
  }
});

test("each has one spelling", () => {
  const one = signer();
  const signature = spelt(one.sign("a"));
  const other = signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(85) + 1);
  for (const wrong of ["", `${signature}=`, signature.slice(1), other, ` ${signature.slice(1)}`])
    assert.equal(verifies(one.key, "a", wrong), false);
});

test("a new key is known by the signature of the one before it, of no other", () => {
  const [old, now, other] = [signer(), signer(), signer()];
  const by = (one, of) => ({ key: one.key, signature: spelt(one.sign(`ledger key follows\n${of.key}`)) });
  const [known, new_] = [fingerprint(old.key), fingerprint(now.key)];
  assert.equal(follows({ key: now.key, before: [by(other, now), by(old, now)] }, known, new_), true);
  for (const before of [[], [by(other, now)], [by(old, other)]])
    assert.equal(follows({ key: now.key, before }, known, new_), false);
  const forged = { key: old.key, signature: spelt(other.sign(`ledger key follows\n${now.key}`)) };
  assert.equal(follows({ key: now.key, before: [forged] }, known, new_), false);
  assert.equal(follows({ key: now.key, before: [by(old, now)] }, known, fingerprint(other.key)), false);
});
