// The map that plays a game: what `dashboard/player/payload.py` makes goes in, a board that steps through its turns comes out.
// The files of this folder are one program (`fragment.program` says in which order). It serves the dashboard (with streamlit.js
// below it), notebooks (with widget.js) and a page of its own. Names come from records: they are only ever set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const STAR = "M0-7L1.6-2.2L6.7-2.2L2.5.8L4.1 5.7L0 2.7L-4.1 5.7L-2.5.8L-6.7-2.2L-1.6-2.2Z";
const BURST = Array.from({ length: 20 }, (_, at) => {
  const far = at % 2 ? 9 : 17, turn = (at * Math.PI) / 10;
  return `${at ? "L" : "M"}${(far * Math.cos(turn)).toFixed(1)} ${(far * Math.sin(turn)).toFixed(1)}`;
}).join("") + "Z";
const SIGNS = {          // of the buttons, on a sheet of 16 by 16
  first: "M3 3H5V13H3ZM14 3V13L6 8Z", previous: "M12 3V13L4 8Z", play: "M4 2.5L13 8L4 13.5Z", pause: "M3.5 3H6.5V13H3.5ZM9.5 3H12.5V13H9.5Z",
  next: "M4 3V13L12 8Z", last: "M11 3H13V13H11ZM2 3V13L10 8Z",
  closer: "M7 2H9V7H14V9H9V14H7V9H2V7H7Z", farther: "M2 7H14V9H2Z", full: "M2 2H7V4H4V7H2ZM14 2V7H12V4H9V2ZM14 14H9V12H12V9H14ZM2 14V9H4V12H7V14Z",
  arrows: "M1 12C3 6 6 4.5 10 4.5V1.5L15 6L10 10.5V7.5C7 7.5 4 8.5 1 12Z", stay: "M5 1H11V3H10V7L12.5 9.5V11H8.8V15H7.2V11H3.5V9.5L6 7V3H5Z",
};

function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function draw(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// Forms of sides: plain, hatched, dotted, crossed. Colour is never all that tells sides apart, and a side has the same form in every game.
const CORNERS = [1, 7, 4, 0];          // roundness of its counters
const HATCHES = [
  () => [],
  (ink) => [draw("path", { d: "M-2 2L2-2M0 8L8 0M6 10L10 6", stroke: ink })],
  (ink) => [draw("circle", { cx: 4, cy: 4, r: 1, fill: ink })],
  (ink) => [draw("path", { d: "M2 4H6M4 2V6", stroke: ink })],
];
const hatch = (form, ink) => (HATCHES[form] ?? HATCHES[0])(ink);
