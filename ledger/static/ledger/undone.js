// What was pressed in the panel of a round, or where one is asked about, and did nothing is said right there.

const PLACE = "#panel [data-address], #nod";

function say(event) {
  const { ctx } = event.detail;
  const place = ctx?.request.method === "POST" && ctx.sourceElement.closest(PLACE);
  if (!place || (event.type !== "htmx:error" && ctx.response.status < 400)) return;
  event.preventDefault();
  const why = new DOMParser().parseFromString(ctx.text || "", "text/html").querySelector(".errorlist");
  const words = why || document.getElementById("no-answer").content.firstElementChild.cloneNode(true);
  place.querySelector(".errorlist")?.remove();
  const asked = place.querySelector("#flag-form, .actions, #nod > span");
  place.insertBefore(words, asked?.parentElement === place ? asked : null);
  words.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:error", say);
document.addEventListener("htmx:after:request", say);

export {};
