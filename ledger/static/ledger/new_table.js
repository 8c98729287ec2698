// A new table: names of all in one field part themselves, "next" on the keyboard goes to the next name,
// and typing another bet unit takes the chip back.
const names = () => [...document.querySelectorAll("input[name^=player_]")];
const BETWEEN = /\s*[,;\n]\s*/;

function part(field, text) {
  const typed = text.split(BETWEEN).filter(Boolean);
  const places = names().slice(names().indexOf(field));
  if (typed.length < 2 || typed.length > places.length) return false;
  for (const [at, name] of typed.entries()) places[at].value = name;
  const last = places[typed.length - 1];
  last.closest("details")?.setAttribute("open", "");
  last.focus();
  return true;
}

document.addEventListener("paste", (event) => {
  if (names().includes(event.target) && part(event.target, event.clipboardData.getData("text"))) event.preventDefault();
});
document.addEventListener("change", (event) => {
  if (names().includes(event.target)) part(event.target, event.target.value);
  if (event.target.name === "bet_unit") event.target.form.elements.other.value = "";
});
document.addEventListener("input", (event) => {
  if (event.target.name !== "other" || !event.target.value) return;
  for (const chip of event.target.form.querySelectorAll("[name=bet_unit]")) chip.checked = false;
});
document.addEventListener("keydown", (event) => {
  const shown = names().filter((name) => name.offsetParent);
  const next = shown[shown.indexOf(event.target) + 1];
  if (event.key !== "Enter" || !shown.includes(event.target) || !next) return;
  event.preventDefault();
  next.focus();
});

export {};
