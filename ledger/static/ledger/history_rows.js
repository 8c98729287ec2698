// Rows of the history that come anew: what was opened in one is asked for again, and no word typed there
// is lost. What was pressed in a row and did nothing is said right there.

const now = document.getElementById("now");

const words = () => [...document.querySelectorAll(".history [name=word]")].filter((field) => field.value);
const ofOthers = ({ sourceElement }) => sourceElement === now || sourceElement.matches("[hx-morph-skip]");

function putBack([row, action, word]) {
  const field = document.querySelector(`#${row} [action="${action}"] [name=word]`);
  if (field) {
    field.value ||= word;
    return;
  }
  const said = document.getElementById("too-late").content.firstElementChild.cloneNode(true);
  said.querySelector("q").textContent = word;
  document.querySelector(`#${row} .inside`)?.append(said);
}

document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  if (!ofOthers(ctx)) return;
  ctx.words = words().map((field) => [field.closest("li").id, field.form.getAttribute("action"), field.value]);
  ctx.rows = ctx.sourceElement === now ? tasks.map((task) => task.target?.id).filter((id) => /^round-\d/.test(id)) : [];
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ofOthers(ctx)) return;
  for (const row of ctx.rows) {
    const opened = [...document.querySelectorAll(`#${row} [hx-morph-skip]`)];
    const why = opened.find((part) => !part.querySelector(":scope > a"));
    if (why) htmx.ajax("GET", why.getAttribute("hx-get"), { source: why, target: why });
  }
  ctx.words.forEach(putBack);
});

function sayUndone(event) {
  const { ctx } = event.detail;
  const row = ctx?.request.method === "POST" && ctx.sourceElement.closest(".history .inside");
  if (!row || (event.type !== "htmx:error" && ctx.response.status < 400)) return;
  event.preventDefault();
  const why = new DOMParser().parseFromString(ctx.text || "", "text/html").querySelector(".problem");
  const words = why || document.getElementById("no-answer").content.firstElementChild.cloneNode(true);
  row.querySelector(":scope > .problem")?.remove();
  row.append(words);
}

document.addEventListener("htmx:error", sayUndone);
document.addEventListener("htmx:after:request", sayUndone);

export {};
