// On paper all turns are told.
const turns = document.querySelector(".turn-report");
addEventListener("beforeprint", () => { turns.open = true; });
