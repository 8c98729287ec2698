// A phone that keeps score stays awake from the first tap on, a board from the moment it is open.
// Over plain HTTP no browser has a wake lock; there a moving picture that nobody sees keeps those
// awake that do not sleep while a video plays, and one line says that this is not certain.
// A page out of sight lets go by itself and asks again when it is back.
const board = document.getElementById("board");
let tapped = false;

const line = document.getElementById("safe-line");
let playing = false;

function play() {
  if (playing) return;
  playing = true;
  const canvas = document.createElement("canvas");
  const drawn = canvas.getContext("2d");
  const video = Object.assign(document.createElement("video"), {
    className: "awake",
    muted: true,
    playsInline: true,
    srcObject: canvas.captureStream(1),
  });
  video.setAttribute("aria-hidden", "true");
  document.body.append(video);
  setInterval(() => drawn.fillRect(0, 0, 1, 1), 1000);
  video.play().catch(() => {
    video.remove();
    playing = false; // the browser wants a tap first
  });
}

const stay = () => (navigator.wakeLock ? navigator.wakeLock.request("screen").catch(() => {}) : play());

// Said until somebody goes there or wants to hear no more; the server then leaves the line away.
line?.addEventListener("click", (event) => {
  if (!event.target.closest("a, button")) return;
  // biome-ignore lint/suspicious/noDocumentCookie: no browser has another way over plain HTTP
  document.cookie = "safe_line=seen; max-age=31536000; path=/; samesite=lax";
  line.hidden = true;
});

if (board) stay(); // a browser that wants a tap first gets its chance below
document.addEventListener("click", () => {
  if (!tapped) stay();
  tapped = true;
});
document.addEventListener("visibilitychange", () => {
  if ((tapped || board) && !document.hidden) stay();
});

export {};
