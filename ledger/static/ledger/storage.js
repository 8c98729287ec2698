// What a browser keeps under a key: `phone` until it is dropped, `tab` while the tab is open. None of it
// throws. A browser may have no storage (an Android WebView says null), forbid it (each access throws
// where cookies are blocked) or have no room left: then `get` gives null, `keys` none, and `set` and
// `keeps` say false.

function storage(name) {
  function attempt(step, otherwise) {
    try {
      return step(globalThis[name]); // looked up each time: that alone may throw
    } catch {
      return otherwise;
    }
  }

  const get = (key) => attempt((place) => place.getItem(key), null);
  const drop = (key) => attempt((place) => place.removeItem(key));
  const set = (key, text) =>
    attempt((place) => {
      place.setItem(key, text);
      return true;
    }, false);
  return {
    get,
    set,
    drop,
    keys: () => attempt((place) => Array.from({ length: place.length }, (_, at) => place.key(at)), []),
    keeps() {
      set("keeps", "1");
      const answer = get("keeps");
      drop("keeps");
      return answer === "1";
    },
  };
}

export const phone = storage("localStorage");
export const tab = storage("sessionStorage");

// What is kept as JSON; null where that is nothing, or nothing that can be read.
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
