// SHA-512 (FIPS 180-4) of bytes, as bytes. Browsers have one of their own over HTTPS only.
const SIZE = 128; // bytes of a block
const WORD = 64n;
const ROUNDS = 80;

const cut = (value) => BigInt.asUintN(64, value);

// The first 64 bits of the fraction of a root of a number, which is the whole root of it shifted.
function fraction(number, degree) {
  const wanted = BigInt(number) << (WORD * degree);
  let root = 0n;
  for (let bit = 1n << (WORD + 5n); bit; bit >>= 1n) if ((root | bit) ** degree <= wanted) root |= bit;
  return cut(root);
}

function fractions(count, degree) {
  const values = [];
  for (let number = 2; values.length < count; number += 1) {
    let prime = true;
    for (let by = 2; by * by <= number; by += 1) prime &&= number % by !== 0;
    if (prime) values.push(fraction(number, degree));
  }
  return values;
}

const START = fractions(8, 2n);
const ROUND = fractions(ROUNDS, 3n);

const turned = (word, by) => cut((word >> by) | (word << (WORD - by)));

function padded(bytes) {
  const all = new Uint8Array(Math.ceil((bytes.length + 17) / SIZE) * SIZE);
  all.set(bytes);
  all[bytes.length] = 0x80;
  new DataView(all.buffer).setBigUint64(all.length - 8, BigInt(bytes.length * 8));
  return new DataView(all.buffer);
}

function scheduled(block, from) {
  const words = [];
  for (let at = 0; at < 16; at += 1) words.push(block.getBigUint64(from + 8 * at));
  for (let at = 16; at < ROUNDS; at += 1) {
    const [old, late] = [words[at - 15], words[at - 2]];
    const first = turned(old, 1n) ^ turned(old, 8n) ^ (old >> 7n);
    const second = turned(late, 19n) ^ turned(late, 61n) ^ (late >> 6n);
    words.push(cut(words[at - 16] + first + words[at - 7] + second));
  }
  return words;
}

function mixed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const choice = (e & f) ^ (cut(~e) & g);
    const first = h + (turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n)) + choice + ROUND[at] + words[at];
    const second = (turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, cut(d + first), c, b, a, cut(first + second)];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => cut(word + state[at]));
}

export function sha512(bytes) {
  const block = padded(bytes);
  let state = START;
  for (let from = 0; from < block.byteLength; from += SIZE) state = mixed(state, scheduled(block, from));
  const made = new DataView(new ArrayBuffer(64));
  for (const [at, word] of state.entries()) made.setBigUint64(8 * at, word);
  return new Uint8Array(made.buffer);
}
