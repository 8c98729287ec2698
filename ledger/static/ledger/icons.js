// A symbol of the page's own sprite (table/icons.html).

const SVG = "http://www.w3.org/2000/svg";

export function icon(name) {
  const drawn = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  drawn.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  drawn.append(use);
  return drawn;
}
