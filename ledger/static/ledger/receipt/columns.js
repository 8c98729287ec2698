// JSON in columns, put together again: ledger/exports/receipt/columns.py says how it is taken apart.
import { readerOf } from "./bits.js";

const COUNTING = new Set(["number", "stands_for", "round"]);
const WHOLE = new Set(["rules", "bet_unit", "people", "says", "balances", "signs"]);
const MILLION = 1e6; // microseconds of a second

const unzigzag = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

function instant(moment) {
  const seconds = Math.floor(moment / MILLION);
  const rest = String(moment - seconds * MILLION).padStart(6, "0");
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${rest}+00:00`;
}

const before = (text) => [0, 1, 2, 3, 4].map((size) => size + text.slice(text.length - size));

// The line of JSON before all else.
function tablesOf(read) {
  let text = "";
  while (!text.endsWith("\n")) text += String.fromCharCode(read(8, before(text)));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (sign) => sign.charCodeAt(0))));
}

export function unpack(bytes) {
  const read = readerOf(bytes);
  const left = tablesOf(read);
  const columns = new Map();
  let [moment, last] = [0, 0];

  function long(path) {
    const length = read(6, [path]);
    return length && 2 ** (length - 1) + read(length - 1);
  }

  function uuid() {
    const hex = Array.from({ length: 32 }, () => read(4).toString(16)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  function valueIn(column, path) {
    const size = Math.ceil(Math.log2(column.table.length));
    if (!size) return column.table[0];
    const beside = `${path} ${last}`;
    last = read(size, [path, beside, `${beside} ${column.last}`]);
    column.last = last;
    return column.table[last];
  }

  function parts([shape], path, key) {
    if (typeof shape === "number") return Array.from({ length: shape }, () => get(`${path}[]`, `${key}[]`));
    const made = {};
    for (const name of shape) made[name] = get(`${path}.${/^\d+$/.test(name) ? "#" : name}`, name);
    return made;
  }

  function get(path, key) {
    if (!columns.has(path)) columns.set(path, { table: left.shift(), last: 0, sum: 0 });
    const column = columns.get(path);
    if (key === "at") {
      moment += unzigzag(long(path));
      return instant(moment);
    }
    if (key === "submission") return uuid();
    const value = valueIn(column, path);
    if (Array.isArray(value) && !WHOLE.has(key)) return parts(value, path, key);
    if (!COUNTING.has(key) || typeof value !== "number") return value;
    column.sum += value;
    return column.sum;
  }

  return get("", "");
}
