// Whether an Ed25519 signature (RFC 8032) is true. Browsers have this over HTTPS only, not all of them, and
// those that have it do not agree on odd keys: here a key or a point of the signature that is not in its one
// spelling, or that is of small order, is refused.
import { sha512 } from "./sha512.js";

const PRIME = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const LETTERS = 86; // of base64url that 64 bytes take, 43 take 32

const mod = (value, by = PRIME) => ((value % by) + by) % by;

function power(base, exponent) {
  let [result, square] = [1n, mod(base)];
  for (let left = exponent; left; left >>= 1n) {
    if (left & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

const inverse = (value) => power(value, PRIME - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT = power(2n, (PRIME - 1n) / 4n); // of -1

const number = (bytes) => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);

// A point as X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z; null where these are not the bytes of one.
function point(bytes) {
  const [sign, y] = [bytes[31] >> 7, number(bytes) & (2n ** 255n - 1n)];
  const [above, below] = [mod(y * y - 1n), mod(D * y * y + 1n)];
  let x = mod(above * below ** 3n * power(above * below ** 7n, (PRIME - 5n) / 8n));
  if (mod(below * x * x) !== above) x = mod(x * ROOT);
  if (y >= PRIME || mod(below * x * x) !== above || (!x && sign)) return null;
  if (Number(x & 1n) !== sign) x = PRIME - x;
  return [x, y, 1n, mod(x * y)];
}

function sum([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const [a, b] = [mod((y1 - x1) * (y2 - x2)), mod((y1 + x1) * (y2 + x2))];
  const [c, d] = [mod(2n * D * t1 * t2), mod(2n * z1 * z2)];
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

const ZERO = [0n, 1n, 1n, 0n];

function times(factor, one) {
  let [result, double] = [ZERO, one];
  for (let left = factor; left; left >>= 1n) {
    if (left & 1n) result = sum(result, double);
    double = sum(double, double);
  }
  return result;
}

const same = ([x1, y1, z1], [x2, y2, z2]) => !mod(x1 * z2 - x2 * z1) && !mod(y1 * z2 - y2 * z1);

function base() {
  const bytes = new Uint8Array(32).fill(0x66);
  bytes[0] = 0x58;
  return point(bytes);
}

const BASE = base();

// The bytes of base64url, null where it has another length or is not in its one spelling.
function bytesOf(text, letters) {
  if (text.length !== letters || !/^[\w-]*$/.test(text)) return null;
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  if (btoa(raw).slice(0, letters) !== text.replaceAll("-", "+").replaceAll("_", "/")) return null;
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

// Of a text, by a public key; both in base64url.
export function verifies(key, text, signature) {
  const [public_, signed] = [bytesOf(key, LETTERS / 2), bytesOf(signature, LETTERS)];
  if (!public_ || !signed) return false;
  const [who, random, factor] = [point(public_), point(signed.subarray(0, 32)), number(signed.subarray(32))];
  if (!who || !random || factor >= ORDER || same(times(8n, who), ZERO)) return false;
  const hashed = [...signed.subarray(0, 32), ...public_, ...new TextEncoder().encode(text)];
  const share = mod(number(sha512(Uint8Array.from(hashed))), ORDER);
  return same(times(factor, BASE), sum(random, times(share, who)));
}
