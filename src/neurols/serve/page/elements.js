// Elements of the page. All that comes from the server is shown as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";

// After Okabe and Ito and Tol: told apart by the colour-blind. Dashes tell those of one colour apart.
export const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#7a8b00", "#882255"];
export const DASHES = ["", "8 4", "2 3", "8 3 2 3"];

export const at = (id) => document.getElementById(id);
export const colour = (place) => COLOURS[place % COLOURS.length];
export const dash = (place) => DASHES[Math.floor(place / COLOURS.length) % DASHES.length];

export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function drawn(name, attributes = {}, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// Black or white, whichever can be read on a colour.
export function readable(fill) {
  const [r, g, b] = [1, 3, 5].map((from) => parseInt(fill.slice(from, from + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000" : "#fff";
}

export function key(place) {
  const mark = drawn("svg", { class: "key", viewBox: "0 0 24 10", "aria-hidden": "true" });
  mark.append(drawn("line", { x1: 0, y1: 5, x2: 24, y2: 5, stroke: colour(place), "stroke-width": 4, "stroke-dasharray": dash(place) }));
  return mark;
}

export function number(value, digits = 3) {
  return value === null || value === undefined ? "–" : Number(value).toLocaleString("en", { maximumFractionDigits: digits });
}

export function button(text, onClick, attributes = {}) {
  const made = element("button", text, { type: "button", ...attributes });
  made.addEventListener("click", onClick);
  return made;
}
