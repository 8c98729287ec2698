// Chance that is the same each time, by Marsaglia's xorshift: numbers from 0 up to 1.
export function chance(seed) {
  let state = seed + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}
