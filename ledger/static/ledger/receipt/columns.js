// JSON in columns, put together again: ledger/exports/receipt/columns.py says how it is taken apart.
const COUNTING = new Set(["number", "stands_for", "round", "posting"]);
const WHOLE = new Set(["rules", "bet_unit", "people", "says", "balances", "signs"]);
const MILLION = 1e6; // microseconds of a second

const unzigzag = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

function instant(moment) {
  const seconds = Math.floor(moment / MILLION);
  const rest = String(moment - seconds * MILLION).padStart(6, "0");
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${rest}+00:00`;
}

function uuid(bytes) {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function columnsOf(bytes) {
  const end = bytes.indexOf(10); // the line of JSON before the bytes
  let at = end + 1;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))).map(([size, ...table]) => {
    at += size;
    return { table, at: at - size, last: 0 };
  });
}

// 5 signs for 4 bytes, the last ones for fewer.
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

export function bytesOf(text) {
  const length = Math.floor((text.length * 4) / 5);
  const view = new DataView(new ArrayBuffer(length + 4));
  for (let from = 0; from < text.length; from += 5) {
    const signs = [...text.slice(from, from + 5).padEnd(5, "~")];
    view.setUint32(
      (from / 5) * 4,
      signs.reduce((sum, sign) => sum * 85 + SIGNS.indexOf(sign), 0),
    );
  }
  return new Uint8Array(view.buffer, 0, length);
}

export function unpack(bytes) {
  const left = columnsOf(bytes);
  const columns = new Map();
  let moment = 0;

  function number(column) {
    let [found, place] = [0, 1];
    for (;;) {
      const byte = bytes[column.at++];
      found += (byte & 127) * place;
      place *= 128;
      if (!(byte > 127)) return found;
    }
  }

  function parts([shape], path, key) {
    if (typeof shape === "number") return Array.from({ length: shape }, () => get(`${path}[]`, `${key}[]`));
    const made = {};
    for (const name of shape) made[name] = get(`${path}.${/^\d+$/.test(name) ? "#" : name}`, name);
    return made;
  }

  function get(path, key) {
    if (!columns.has(path)) columns.set(path, left.shift());
    const column = columns.get(path);
    if (key === "at") {
      moment += unzigzag(number(column));
      return instant(moment);
    }
    if (key === "submission") {
      column.at += 16;
      return uuid(bytes.subarray(column.at - 16, column.at));
    }
    const value = column.table[number(column)];
    if (Array.isArray(value) && !WHOLE.has(key)) return parts(value, path, key);
    if (!COUNTING.has(key) || typeof value !== "number") return value;
    column.last += value;
    return column.last;
  }

  return get("", "");
}
