// Whether the service that signs now is the one whose key this phone has seen: the old key signs the new one.
import { verifies } from "./ed25519.js";
import { sha256 } from "./sha256.js";

const DIGITS = 20; // of a fingerprint, see ledger/common/signature.py
const FOLLOWS = "ledger key follows\n";

export const fingerprint = (key) => sha256(key).slice(0, DIGITS);

// Whether a key whose fingerprint this phone keeps has signed the key that has the other one.
export function follows({ key, before }, known, now) {
  const signed = (old) => fingerprint(old.key) === known && verifies(old.key, FOLLOWS + key, old.signature);
  return fingerprint(key) === now && before.some(signed);
}
