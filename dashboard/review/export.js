// The story beside the map follows the turn that the player shows; all of it is there for those without scripts, and on paper.
document.documentElement.classList.add("live");
const story = document.querySelector(".story");
const told = [...story.querySelectorAll("article")];
document.addEventListener("turn", (event) => {
  told.forEach((article, turn) => article.classList.toggle("now", turn === event.detail));
  story.scrollTop = 0;
});
story.querySelector("input").addEventListener("change", (event) => story.classList.toggle("whole", event.target.checked));
