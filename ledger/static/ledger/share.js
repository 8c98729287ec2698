// Copy a link; over plain HTTP there is no clipboard API, so the old way is the second.
// A file goes to where the phone shares things, where it can; else it is downloaded.
"use strict";

async function asFile(address) {
  const answer = await fetch(address);
  const name = answer.headers.get("Content-Disposition").match(/filename\*?=(?:utf-8'')?"?([^";]+)/i);
  return new File([await answer.blob()], decodeURIComponent(name[1]), { type: answer.headers.get("Content-Type") });
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-file]");
  if (!link || !navigator.canShare?.({ files: [new File([""], "a.csv", { type: "text/csv" })] })) return;
  event.preventDefault();
  try {
    await navigator.share({ files: [await asFile(link.href)] });
  } catch (error) {
    if (error.name !== "AbortError") location.href = link.href;
  }
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = button.parentElement.querySelector("[data-link]");
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
});
