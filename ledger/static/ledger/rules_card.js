// Print the card, where scripts can.
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => window.print());

export {};
