// A line on the spine follows the turn that the map shows.
document.addEventListener("turn", (event) => {
  for (const spine of document.querySelectorAll(".sitrep-spine")) {
    spine.style.setProperty("--turn", event.detail);
    spine.classList.add("following");
  }
});
