// Copy a link; over plain HTTP there is no clipboard API, so the old way is the second.
"use strict";
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = button.parentElement.querySelector("[data-link]");
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
});
