// Search and filters over the list of games; without scripts the whole list is there. SEATS: the names of those who played each.
const form = document.querySelector("form.find");
const lines = [...document.querySelectorAll("table#games tbody tr")].map((row, at) => {
  const [played, title, , result, , rounds] = [...row.cells].map((cell) => cell.textContent);
  const day = /^\d/.test(played) ? played.slice(0, 10) : "";
  const names = SEATS[at].map((name) => name.toLowerCase());
  return { row, at, text: row.textContent.toLowerCase(), day, title, result, names, rounds: Number(rounds.replaceAll(",", "")) || 0 };
});
const orders = {
  oldest: (one, two) => (one.day || "9999").localeCompare(two.day || "9999"),
  longest: (one, two) => two.rounds - one.rounds,
  title: (one, two) => one.title.localeCompare(two.title),
};
const said = document.querySelector("#found");
const fields = ["find", "title", "result", "player", "since", "until", "sort"].map((name) => form.elements[name]);

function filter() {
  const [find, title, result, player, since, until, sort] = fields.map((field) => field.value);
  const wanted = player.trim().toLowerCase();
  const exact = lines.some((line) => line.names.includes(wanted)); // else a part of a name will do
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const line of lines) {
    const fits = words.every((word) => line.text.includes(word)) && (!title || line.title === title) && (!result || line.result === result)
      && (!wanted || line.names.some((name) => (exact ? name === wanted : name.includes(wanted))))
      && (!since || line.day >= since) && (!until || (line.day && line.day <= until));
    line.row.hidden = !fits;
    count += fits;
  }
  const order = orders[sort] ?? (() => 0);
  lines[0]?.row.parentNode.append(...[...lines].sort((one, two) => order(one, two) || one.at - two.at).map((line) => line.row));
  said.textContent = `${count.toLocaleString("en")} of ${lines.length.toLocaleString("en")} games`;
}

function offer(field, values) {
  for (const value of [...new Set(values)].sort()) field.append(new Option(value, value));
}

offer(fields[1], lines.map((line) => line.title));
offer(fields[2], lines.map((line) => line.result));
for (const name of [...new Set(SEATS.flat())].sort()) document.querySelector("#players").append(new Option(name, name));
const asked = new URLSearchParams(location.hash.slice(1));
for (const field of fields) field.value = asked.get(field.name) ?? "";
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  const kept = new URLSearchParams(fields.filter((field) => field.value).map((field) => [field.name, field.value]));
  history.replaceState(null, "", `#${kept}`);
  filter();
});
filter();
