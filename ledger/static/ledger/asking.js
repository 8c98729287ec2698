// Where no stream comes through, the page asks. A tunnel may hold back streams and let all else pass:
// whether the network is there at all, only an ordinary request can tell.
const EVERY = 8000; // milliseconds between two questions, as the line says
const QUIET = 16000; // time for two tries of the stream; after that the page does without it
const HOPE = 8000; // between two tries until then
const TRIES = [30000, 240000]; // between two tries from then on: first, at most

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

// The page `shows` what is so, `hears` answers while it asks, and `ends` where the link was renewed.
export function asker(address, { follows, show, hear, end }) {
  let asked = -EVERY;
  let waits = false; // for an answer
  let quiet = clock(); // since when requests may be answered and the stream says nothing
  let pause = HOPE; // between two tries of the stream

  function begin() {
    quiet = clock();
    pause = HOPE;
  }

  function answered(text) {
    if (clock() - quiet < QUIET) {
      show("lost");
      return;
    }
    if (pause === HOPE) pause = TRIES[0];
    show("asks");
    hear(text);
  }

  function unanswered() {
    begin();
    show("away");
  }

  async function ask() {
    if (waits || document.hidden) return;
    waits = true;
    asked = clock();
    const { status, text } = await answerOf(address);
    waits = false;
    if (document.hidden || follows()) return;
    if (status === 404) end();
    else if (ANSWER.test(text)) answered(text);
    else unanswered();
  }

  return {
    begin,
    ask,
    askInTime: () => clock() - asked >= EVERY && ask(),
    pause: () => pause,
    tried() {
      if (pause !== HOPE) pause = Math.min(TRIES[1], pause * 2);
    },
  };
}
