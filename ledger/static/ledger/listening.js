// One listening: from a tap on the microphone to words in the field of the sentence, which then go the way
// of typed ones. Only its end tells what was heard: Chrome on Android calls words final that it goes on to
// change, and says them again with more behind.

const WHY = {
  "not-allowed": "denied",
  "service-not-allowed": "denied",
  "audio-capture": "denied",
  network: "offline",
};

let now = null; // the listening that is on: {recogniser, say, panel, problem}

const microphone = () => document.querySelector("[data-open=say]");
const field = () => document.getElementById("said");

function add(text, { 0: { transcript } }) {
  const more = transcript.trim();
  return more.startsWith(text) ? more : `${text} ${more}`;
}

const heard = (results) => Array.from(results).reduce(add, "");

function paint(listens) {
  const button = microphone();
  if (!button) return;
  button.setAttribute("role", "button");
  button.setAttribute("aria-pressed", String(listens));
  button.dataset.kind = listens ? "" : "plain";
}

function end(listening) {
  if (now !== listening) return;
  const { say, panel, problem } = listening;
  paint(false);
  say(problem, "minus");
  now = null;
  if (!problem) panel.querySelector(".button").click();
}

// Nobody waits for its words any more.
function drop() {
  if (!now) return;
  const { recogniser, say } = now;
  paint(false);
  say("");
  now = null;
  recogniser.abort();
}

function begin(Recogniser, say) {
  const recogniser = new Recogniser();
  const listening = { recogniser, say, panel: document.getElementById("say"), problem: "silent" };
  const on = (name, act) => recogniser.addEventListener(name, (event) => now === listening && act(event));
  now = listening;
  recogniser.lang = "vi-VN"; // of the sentences, whatever the language of the page
  recogniser.interimResults = true;
  on("start", () => {
    paint(true);
    say("listens");
  });
  on("result", ({ results }) => {
    field().value = heard(results);
    listening.problem = field().value ? "" : "silent";
  });
  on("error", ({ error }) => {
    if (error !== "no-speech") listening.problem = WHY[error] ?? "silent";
  });
  on("end", () => end(listening));
  say("");
  try {
    recogniser.start();
  } catch {
    listening.problem = "silent";
    end(listening);
  }
}

// What the panel is to say is named by what happens: the words are its own (microphone.js).
export function listen(Recogniser, say) {
  if (now) now.recogniser.stop();
  else begin(Recogniser, say);
}

document.addEventListener("shut", ({ detail }) => detail === "say" && drop());
for (const typing of ["input", "pointerdown"])
  document.addEventListener(typing, ({ target }) => target === field() && drop());
// A link that is called a button is pressed by the space bar too.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target !== microphone()) return;
  event.preventDefault();
  if (!event.repeat) event.target.click();
});
document.addEventListener("htmx:after:swap", () => now?.panel.isConnected === false && drop());
