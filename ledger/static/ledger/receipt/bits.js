// Numbers in few bits, read again: ledger/exports/receipt/bits.py says how they are written. Both reckon with
// the same doubles in the same order.
const WEIGHT = 3;
const FEW = 2;
const LEAST = 2 ** -14;

const narrower = (chance, [zeros, ones]) => (ones + WEIGHT * chance) / (zeros + ones + WEIGHT);
const chanceOf = (counts) => Math.min(Math.max(counts.reduce(narrower, 0.5), LEAST), 1 - LEAST);

function learn(counts, bit) {
  for (const each of counts) {
    each[bit] += 1;
    if (each[1 - bit] > FEW) each[1 - bit] = (each[1 - bit] + FEW) / 2;
  }
}

export function readerOf(bytes) {
  const known = new Map();
  let [at, low, high, code] = [0, 0, 0xffffffff, 0];

  function follow() {
    if (at > bytes.length + 2) throw new RangeError("less than was written");
    code = ((code << 8) | bytes[at]) >>> 0; // after the last one 0
    at += 1;
  }

  function next(chance) {
    const middle = low + Math.floor((high - low) * chance);
    const bit = code > middle ? 0 : 1;
    if (bit) high = middle;
    else low = middle + 1;
    while (low >>> 24 === high >>> 24) {
      follow();
      low = (low << 8) >>> 0;
      high = ((high << 8) | 255) >>> 0;
    }
    return bit;
  }

  function countsIn(context) {
    if (!known.has(context)) known.set(context, []);
    return known.get(context);
  }

  for (let byte = 0; byte < 4; byte += 1) follow();

  // A number of so many bits.
  return (size, contexts = []) => {
    const tables = contexts.map(countsIn);
    let node = 1;
    for (let left = size; left > 0; left -= 1) {
      const counts = tables.map((each) => (each[node] = each[node] ?? [0, 0]));
      const bit = next(chanceOf(counts));
      learn(counts, bit);
      node = 2 * node + bit;
    }
    return node - 2 ** size;
  };
}
