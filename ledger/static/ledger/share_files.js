// Copy a link, or hand it to where the phone shares things, where its browser can; over plain HTTP there is no clipboard API, so the old way is the second.
// A file goes to where the phone shares things, where it takes such a file; else it is downloaded.

// No phone takes these in the name of a file.
export const fileName = (text) => text.replace(/[\\/:*?"<>|]/g, "_");
const asFile = (link, ...parts) => new File(parts, fileName(link.dataset.file), { type: link.type });

async function fetched(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(answer.status);
  return asFile(link, await answer.blob());
}

// The page has the file already: a phone that will not share it after all need not fetch it again.
export function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function share(link) {
  let file;
  try {
    file = await fetched(link);
    await navigator.share({ files: [file] });
  } catch (error) {
    if (!file) location.href = link.href;
    else if (error.name !== "AbortError") save(file);
  }
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-file]");
  if (!link || !navigator.canShare?.({ files: [asFile(link, "")] })) return;
  event.preventDefault();
  if (link.ariaBusy === "true") return;
  const status = document.querySelector("[data-making]");
  status.textContent = status.dataset.making;
  link.ariaBusy = "true";
  await share(link);
  status.textContent = "";
  link.ariaBusy = "false";
});

for (const button of document.querySelectorAll("[data-send]")) {
  button.hidden = !navigator.share;
  const url = button.parentElement.querySelector("[data-link]").value;
  button.addEventListener("click", () => navigator.share({ url }).catch(() => {})); // changed their mind
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = button.parentElement.querySelector("[data-link]");
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
});
