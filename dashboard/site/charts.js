// Draws a page's charts as soon as they are nearly seen, and all of them for paper. Each has a root of its own, so that the styles of
// the map do not reach it.
const options = { mode: "vega-lite", ast: true, actions: false, renderer: "svg", config: CONFIG };
const draw = (place) => {
  seen.unobserve(place);
  if (place.shadowRoot) return;
  const inside = document.createElement("div");
  inside.style.display = "block";
  place.attachShadow({ mode: "open" }).append(inside);
  const spec = JSON.parse(place.nextElementSibling.textContent);
  vegaEmbed(inside, spec, options).then(({ view }) => {
    const fit = () => view.resize().runAsync(); // once the width is known, the legend has another number of lines
    addEventListener("resize", fit);
    return fit();
  }).catch((error) => { inside.textContent = `This chart cannot be drawn: ${error.message}`; });
};
const seen = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => draw(entry.target)),
  { rootMargin: "400px" });
const places = document.querySelectorAll("div.chart");
places.forEach((place) => seen.observe(place));
addEventListener("beforeprint", () => places.forEach(draw));
