// SHA-256 (FIPS 180-4) of a text in UTF-8, in hex. Browsers have one of their own over HTTPS only.
const SIZE = 64; // bytes of a block

// The first 32 bits of the fraction of a root of each of the first primes.
function fractions(count, root) {
  const values = [];
  for (let number = 2; values.length < count; number += 1) {
    let prime = true;
    for (let by = 2; by * by <= number; by += 1) prime &&= number % by !== 0;
    if (prime) values.push(((number ** root % 1) * 2 ** 32) | 0);
  }
  return values;
}

const START = fractions(8, 1 / 2);
const ROUND = fractions(64, 1 / 3);

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function padded(bytes) {
  const length = Math.ceil((bytes.length + 9) / SIZE) * SIZE;
  const all = new Uint8Array(length);
  all.set(bytes);
  all[bytes.length] = 0x80;
  new DataView(all.buffer).setUint32(length - 4, bytes.length * 8);
  return new DataView(all.buffer);
}

function mixed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < SIZE; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUND[at] + words[at];
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}

function scheduled(block, from) {
  const words = [];
  for (let at = 0; at < SIZE; at += 1) {
    if (at < 16) words.push(block.getInt32(from + 4 * at));
    else {
      const [old, late] = [words[at - 15], words[at - 2]];
      const first = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words.push((words[at - 16] + first + words[at - 7] + second) | 0);
    }
  }
  return words;
}

export function sha256(text) {
  const block = padded(new TextEncoder().encode(text));
  let state = START;
  for (let from = 0; from < block.byteLength; from += SIZE) state = mixed(state, scheduled(block, from));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
