// A phone that keeps score stays awake from the first tap on, a board from the moment it is open.
// Over plain HTTP no browser has a wake lock; there a moving picture that nobody sees keeps those
// awake that do not sleep while a video plays, and one line says that this is not certain.
// A page out of sight lets go by itself and asks again when it is back.
const board = document.getElementById("board");
let tapped = false;

let video;

function play() {
  if (!video) {
    const canvas = document.createElement("canvas");
    const drawn = canvas.getContext("2d");
    video = document.createElement("video");
    video.className = "awake";
    video.muted = video.playsInline = true;
    video.srcObject = canvas.captureStream(1);
    document.body.append(video);
    setInterval(() => drawn.fillRect(0, 0, 1, 1), 1000);
  }
  return video.play();
}

const stay = () => (navigator.wakeLock?.request("screen") ?? play()).catch(() => {}); // later, maybe

// Said until somebody goes there or wants to hear no more; the server then leaves the line away.
const line = document.getElementById("safe-line");
line?.addEventListener("click", (event) => {
  if (event.target === line) return;
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
