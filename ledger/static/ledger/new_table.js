// Typing another bet unit takes the chip back; "next" on the keyboard goes to the next name.
document.addEventListener("input", (event) => {
  if (event.target.name !== "other" || !event.target.value) return;
  for (const chip of event.target.form.querySelectorAll("[name=bet_unit]")) chip.checked = false;
});
document.addEventListener("change", (event) => {
  if (event.target.name === "bet_unit") event.target.form.elements.other.value = "";
});
document.addEventListener("keydown", (event) => {
  const names = [...document.querySelectorAll("input[name^=player_]")].filter((name) => name.offsetParent);
  const next = names[names.indexOf(event.target) + 1];
  if (event.key !== "Enter" || !names.includes(event.target) || !next) return;
  event.preventDefault();
  next.focus();
});

export {};
