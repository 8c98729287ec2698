// A form sent once ignores a second press; what is shown once does not come back with the page.

let sent = false;
document.querySelector("#content-main form")?.addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = true;
});

addEventListener("pagehide", () => {
  sent = false;
  for (const field of document.querySelectorAll("[data-once]")) field.value = "";
});

export {};
