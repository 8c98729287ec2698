// A phone that keeps score stays awake from the first tap on, a board from the moment it is open.
// Over plain HTTP no browser has a wake lock; there a moving picture that nobody sees keeps those
// awake that do not sleep while a video plays; a link says where it is certain.
// A page out of sight lets go by itself and asks again when it is back.
const board = document.querySelector(".board");
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

if (board) stay(); // a browser that wants a tap first gets its chance below
document.addEventListener("click", () => {
  if (!tapped) stay();
  tapped = true;
});
document.addEventListener("visibilitychange", () => {
  if ((tapped || board) && !document.hidden) stay();
});

export {};
