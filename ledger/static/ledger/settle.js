// Settling: own digits for a part that was paid, so that no keyboard covers the rows; the picture and the
// message go out.
import "./send_picture.js";

const field = (part) => part.closest("form").querySelector("[data-digits]");

function offerKeys() {
  for (const keys of document.querySelectorAll(".keys")) {
    keys.hidden = false;
    field(keys).inputMode = "none";
  }
}
offerKeys();
document.addEventListener("htmx:after:swap", offerKeys);

// What a row opens is not left under the bar.
document.addEventListener(
  "toggle",
  ({ target }) => target.open && target.querySelector(".part")?.scrollIntoView({ block: "nearest" }),
  true,
);

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-digit]");
  if (!key) return;
  const { value } = field(key);
  field(key).value = key.dataset.digit ? value + key.dataset.digit : value.slice(0, -1);
});
