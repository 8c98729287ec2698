// The microphone in the bar. Where the browser can hear it listens (listening.js, which comes at the tap)
// with the panel of the sentence open; elsewhere it opens that panel and no more. While the panel is open
// a tap starts or ends the listening, and ✕ shuts it.

const Recogniser = window.isSecureContext && (window.SpeechRecognition || window.webkitSpeechRecognition);
const panel = () => document.getElementById("say");
const field = () => document.getElementById("said");

const SAYS = ["listens", "silent", "offline", "denied"];
const wordsFor = (what) => panel().dataset.says.split("|")[SAYS.indexOf(what)].trim();

// What the panel says of the listening, in place of what it said before.
function say(what, className = "") {
  panel().querySelector("#say-heard, [data-heard]")?.remove();
  if (!what) return;
  const line = Object.assign(document.createElement("p"), { className, textContent: wordsFor(what) });
  const place = Object.assign(document.createElement("div"), { className: "note" });
  place.dataset.heard = "";
  place.setAttribute("role", className ? "alert" : "status");
  place.append(line);
  panel().querySelector(".sentence-in").after(place);
}

let failures = 0; // a browser may remember one

// Whoever types or shuts the panel before the script has come wants no listening any more.
function press({ dataset }) {
  const { value } = field();
  const isWanted = () => field()?.value === value && !panel().hasAttribute("data-shut");
  import(`${dataset.listening}?${failures}`).then(
    ({ listen }) => isWanted() && listen(Recogniser, say),
    () => {
      failures += 1;
      say("offline", "minus");
    },
  );
}

// panels.js opens the panel, and puts the focus into the field: no keyboard comes up for that.
function pressed(event) {
  const microphone = panel() && event.target.closest("[data-open=say]");
  if (!microphone) return;
  if (panel().hasAttribute("data-shut")) field().inputMode = "none";
  else {
    event.preventDefault();
    event.stopPropagation();
  }
  press(microphone);
}

// It comes up for a finger on the field.
function touched({ target }) {
  if (target !== field() || target.inputMode !== "none") return;
  target.inputMode = "";
  target.blur();
}

if (Recogniser) {
  document.addEventListener("click", pressed, { capture: true });
  document.addEventListener("pointerdown", touched);
}

export {};
