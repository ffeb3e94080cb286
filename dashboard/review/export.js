// The report beside the map follows the turn that the player shows; all of it is there for those without scripts, and on paper.
document.documentElement.classList.add("live");
const report = document.querySelector(".turn-report");
const told = [...report.querySelectorAll("article")];
document.addEventListener("turn", (event) => {
  told.forEach((article, turn) => article.classList.toggle("now", turn === event.detail));
  report.scrollTop = 0;
});
report.querySelector("input").addEventListener("change", (event) => report.classList.toggle("whole", event.target.checked));
