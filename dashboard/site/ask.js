// Asks the site's Parquet files by DuckDB in a worker. A question's tables are fetched when it names them for the first time.
const form = document.querySelector("form.ask"), said = document.querySelector("#said"), place = document.querySelector("#answer");
const waiting = new Map(), there = new Set();
let worker = null, ready = null, connection = 0, next = 1;

function send(type, data, transfer = []) {
  return new Promise((resolve, reject) => {
    waiting.set(next, { resolve, reject });
    worker.postMessage({ messageId: next++, type, data }, transfer);
  });
}

function heard({ data }) {
  const task = waiting.get(data.requestId);
  if (!task || data.type === "LOG" || data.type === "INSTANTIATE_PROGRESS") return;
  waiting.delete(data.requestId);
  if (data.type === "ERROR") task.reject(new Error(data.data.message));
  else task.resolve(data.data);
}

const run = (sql) => send("RUN_QUERY", [connection, sql]);
const address = (path) => new URL(path, location.href).href;
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

async function start() {
  worker = new Worker(SITE.worker);
  worker.addEventListener("message", heard);
  await send("INSTANTIATE", [address(SITE.program), null]);
  await send("OPEN", { path: ":memory:", allowUnsignedExtensions: false });
  connection = await send("CONNECT", null);
  await run("SET autoinstall_known_extensions = false");  // else DuckDB asks its own host for what it lacks
  await run("SET autoload_known_extensions = false");
  await run(`LOAD ${quoted(address(SITE.extension))}`);
  await run(SITE.macros);
}

async function table(name) {
  if (there.has(name)) return;
  const { columns, files } = SITE.tables[name];
  await Promise.all(files.map(async (file) => {
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    const content = new Uint8Array(await answer.arrayBuffer());
    await send("REGISTER_FILE_BUFFER", [file, content], [content.buffer]);
  }));
  const listed = Object.keys(columns).map((column) => `"${column}"`).join(", ");
  const nothing = Object.entries(columns).map(([column, type]) => `NULL::${type} AS "${column}"`).join(", ");
  const rows = files.length ? `SELECT ${listed} FROM read_parquet([${files.map(quoted).join(", ")}])` : `SELECT ${nothing} WHERE false`;
  await run(`CREATE VIEW ${name} AS ${rows}`);
  there.add(name);
}

async function needed(sql) {
  const words = new Set(sql.toLowerCase().match(/[a-z_][a-z0-9_]*/g));
  const views = Object.keys(SITE.views).filter((name) => words.has(name));
  const tables = new Set(Object.keys(SITE.tables).filter((name) => words.has(name)));
  for (const name of views) SITE.views[name].tables.forEach((one) => tables.add(one));
  for (const name of tables) await table(name);
  // a view may ask others: those whose tables are all there are made, in an order in which that works
  for (const [name, { sql: text, tables: its }] of views.length ? Object.entries(SITE.views) : []) {
    if (there.has(name) || !its.every((one) => there.has(one))) continue;
    await run(`CREATE VIEW ${name} AS ${text}`);
    there.add(name);
  }
}

function cells(text) {
  const rows = [[]];
  for (const [, plain, quotedCell, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\r?\n|$)/g).map((one) => [one[0], one[2], one[1], one[3]])) {
    rows.at(-1).push(quotedCell === undefined ? plain : quotedCell.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.length > 1 || row[0] !== "");
}

function show(text) {
  const [head, ...rows] = cells(text);
  const cut = rows.length > SITE.rows;
  const shown = document.createElement("table"), body = shown.createTBody();
  shown.createCaption().textContent = "The answer, row by row";
  const line = shown.createTHead().insertRow();
  for (const name of head) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    line.append(cell);
  }
  for (const row of rows.slice(0, SITE.rows)) {
    const made = body.insertRow();
    for (const value of row) made.insertCell().textContent = value;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = "answer.csv";
  link.textContent = "Download as CSV";
  place.replaceChildren(link, shown);
  const count = Math.min(rows.length, SITE.rows).toLocaleString("en");
  said.textContent = `${count} rows of ${head.length} columns${cut ? `; there are more rows, but only ${count} are kept` : ""}.`;
}

async function ask() {
  const sql = form.elements.sql.value.trim().replace(/;+$/, "");
  said.textContent = "Asking ...";
  place.replaceChildren();
  try {
    await (ready ??= start());
    await needed(sql);
    await run(`COPY (SELECT * FROM (${sql}\n) LIMIT ${SITE.rows + 1}) TO 'answer.csv' (FORMAT csv, HEADER)`);
    show(new TextDecoder().decode(await send("COPY_FILE_TO_BUFFER", "answer.csv")));
    await send("DROP_FILE", "answer.csv");
  } catch (error) {
    said.textContent = `This question could not be answered: ${error.message}`;
  }
}

if (location.protocol === "file:") {
  said.textContent = "This page needs a web host: browsers run DuckDB only for pages that come from one. All other pages open from a file, too.";
} else {
  form.hidden = false;
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  form.elements.preset.addEventListener("change", () => {
    form.elements.sql.value = SITE.presets[form.elements.preset.value] ?? form.elements.sql.value;
  });
}
