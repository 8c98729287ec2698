// Send the card's link to where the phone shares things, or print the card.
const send = async (button) => {
  try {
    await navigator.share({ title: button.dataset.title, url: button.dataset.share });
  } catch (error) {
    if (error.name !== "AbortError") throw error; // closing the sheet is no failure
  }
};
for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.matches("[data-share]")) send(button);
  if (button?.matches("[data-print]")) window.print();
});

export {};
