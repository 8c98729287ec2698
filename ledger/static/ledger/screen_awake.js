// A phone that keeps score stays awake from the first tap on, a board from the moment it is open;
// both only where the browser lets them (never over plain HTTP), so the page promises nothing.
// A page out of sight lets go by itself and asks again when it is back.
const board = document.getElementById("board");
let tapped = false;

const stay = () => navigator.wakeLock?.request("screen").catch(() => {}); // battery low: then not

if (board) stay(); // a browser that wants a tap first gets its chance below
document.addEventListener("click", () => {
  if (!tapped) stay();
  tapped = true;
});
document.addEventListener("visibilitychange", () => {
  if ((tapped || board) && !document.hidden) stay();
});

export {};
