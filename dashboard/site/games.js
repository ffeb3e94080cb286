// Search and filters over the list of games; without scripts the whole list is there.
const form = document.querySelector("form.find");
const lines = [...document.querySelectorAll("table#games tbody tr")].map((row) => ({
  row, text: row.textContent.toLowerCase(), title: row.cells[1].textContent, result: row.cells[3].textContent,
}));
const said = document.querySelector("#found");
const fields = ["find", "title", "result"].map((name) => form.elements[name]);

function filter() {
  const [find, title, result] = fields.map((field) => field.value);
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const line of lines) {
    const fits = words.every((word) => line.text.includes(word)) && (!title || line.title === title) && (!result || line.result === result);
    line.row.hidden = !fits;
    count += fits;
  }
  said.textContent = `${count.toLocaleString("en")} of ${lines.length.toLocaleString("en")} games`;
}

function offer(field, values) {
  for (const value of [...new Set(values)].sort()) field.append(new Option(value, value));
}

offer(fields[1], lines.map((line) => line.title));
offer(fields[2], lines.map((line) => line.result));
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
