// The picture as a PNG, which chat apps take: to where the phone shares things, else downloaded.
// The text goes there too. Without this script the link downloads the picture as it is drawn.

import { fileName, save } from "./share_files.js";

async function drawn(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// Closing the sheet is no failure; whatever else the phone will not share is downloaded.
async function sendPicture(link) {
  const png = await drawn(link.href);
  const name = `${fileName(link.dataset.picture)}.png`;
  const file = new File([png], name, { type: "image/png" });
  try {
    if (!navigator.canShare?.({ files: [file] })) return save(file);
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error.name !== "AbortError") save(file);
  }
}

const offerText = () => {
  for (const button of document.querySelectorAll("[data-text]")) button.hidden = !navigator.share;
};
offerText();
document.addEventListener("htmx:after:swap", offerText);

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-picture]");
  if (!link) return;
  event.preventDefault();
  sendPicture(link).catch(() => {
    location.href = link.href;
  });
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-text]");
  if (!button) return;
  const text = button.parentElement.querySelector("[data-link]").value;
  try {
    await navigator.share({ text });
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
});
