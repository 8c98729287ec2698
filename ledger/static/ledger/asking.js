// Where no stream comes through, the page asks. A tunnel may hold back streams and let all else pass:
// whether the network is there at all, only an ordinary request can tell.
const EVERY = 8000; // milliseconds between two questions, as the line says
const QUIET = 16000; // time for two tries of the stream; after that the page does without it
const HOPE = 8000; // between two tries until then
const TRIES = [30000, 240000]; // between two tries from then on: at least, at most

// How often the table has changed, and its newest line; a café's login page says something else.
const ANSWER = /^\d+ \w*$/;

const clock = () => performance.now(); // nobody sets it

async function answerOf(address) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), EVERY);
  try {
    const answer = await fetch(address, { cache: "no-store", signal: patience.signal });
    return { status: answer.status, text: answer.ok ? await answer.text() : "" };
  } catch {
    return { status: 0, text: "" };
  } finally {
    clearTimeout(timer);
  }
}

// The page tells its state, shows another, and hears what is answered.
export function asker(stream, state, show, hear) {
  const address = stream.dataset.address.replace(/live\/$/, "newest/");
  let asked = -EVERY;
  let waits = false; // for an answer
  let quiet = clock(); // since when requests may be answered and the stream says nothing

  function begin() {
    quiet = clock();
  }

  function answered(text) {
    show(clock() - quiet < QUIET ? "lost" : "asks");
    hear(text);
  }

  function unanswered() {
    begin();
    show("away");
  }

  async function ask() {
    if (waits || clock() - asked < EVERY) return;
    waits = true;
    asked = clock();
    const { status, text } = await answerOf(address);
    waits = false;
    if (document.hidden || state() === "live") return;
    if (status === 404) htmx.trigger(stream, "gone");
    else if (ANSWER.test(text)) answered(text);
    else unanswered();
  }

  return {
    begin,
    ask,
    // As long again as it has said nothing.
    pause: (tried) => (state() === "asks" ? Math.min(TRIES[1], Math.max(TRIES[0], tried - quiet)) : HOPE),
  };
}
