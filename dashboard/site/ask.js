// Asks the site's tables by DuckDB in a worker. A table is fetched when a question names it for the first time.
const form = document.querySelector("form.ask"), said = document.querySelector("#said"), place = document.querySelector("#answer");
const waiting = new Map(), reading = new Map(), there = new Set();
let worker = null, reader = null, ready = null, connection = 0, next = 1, download = "";

const say = (text) => { said.textContent = text; };
const address = (path) => new URL(path, location.href).href;

// Each message to DuckDB's worker is answered by one that names it.
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

function read(file) {
  return new Promise((resolve, reject) => {
    reading.set(address(file), { resolve, reject });
    reader.postMessage(address(file));
  });
}

function hasRead({ data: { file, stream, wrong } }) {
  const task = reading.get(file);
  reading.delete(file);
  if (wrong) task.reject(new Error(wrong));
  else task.resolve(stream);
}

// A worker that cannot be started, or breaks down, leaves everything that waits for it unanswered.
function broken(path) {
  return (event) => {
    const error = new Error(`${path} cannot be run${event.message ? `: ${event.message}` : ""}`);
    for (const tasks of [waiting, reading]) {
      for (const task of tasks.values()) task.reject(error);
      tasks.clear();
    }
    stop();
  };
}

function hire(path, onmessage, options) {
  const hired = new Worker(path, options);
  hired.addEventListener("message", onmessage);
  hired.addEventListener("error", broken(path));
  return hired;
}

// A program that is run so keeps to the page's own policy: whatever a question asks for, nothing but the site is reached.
const bound = (path) => URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(address(path))})`], { type: "text/javascript" }));

async function start() {
  say("Starting DuckDB (fetched once, 40 MB) ...");
  worker = hire(bound(SITE.worker), heard);
  reader = hire(SITE.reader, hasRead, { type: "module" });
  await send("INSTANTIATE", [address(SITE.program), null]);
  await send("OPEN", { path: ":memory:", allowUnsignedExtensions: false });
  connection = await send("CONNECT", null);
  await run("SET autoinstall_known_extensions = false");  // else DuckDB asks its own host for what it lacks
  await run("SET autoload_known_extensions = false");
  await run("ATTACH ':memory:' AS site (COMPRESS)");  // a tenth of the memory
  await run("USE site");
  await run(SITE.macros);
}

// What went wrong in the workers cannot be undone there, so the next question begins with new ones.
function stop() {
  worker?.terminate();
  reader?.terminate();
  there.clear();
  ready = null;
}

async function table(name) {
  const { columns, files } = SITE.tables[name];
  const listed = Object.keys(columns).map((column) => `"${column}"`).join(", ");
  await run(`CREATE OR REPLACE TABLE ${name} (${Object.entries(columns).map(([column, type]) => `"${column}" ${type}`).join(", ")})`);
  for (const [number, file] of files.entries()) {
    say(`Fetching ${name}${files.length > 1 ? `, ${number + 1} of ${files.length} files` : ""} ...`);
    const stream = await read(file);
    await send("INSERT_ARROW_FROM_IPC_STREAM", [connection, stream, { schema: "main", name: "arrived", create: true }], [stream.buffer]);
    await run(`INSERT INTO ${name} (${listed}) SELECT ${listed} FROM arrived`);
    await run("DROP TABLE arrived");
    await run("CHECKPOINT site");  // compresses what has come
  }
  there.add(name);
}

async function needed(sql) {
  const words = new Set(sql.toLowerCase().match(/[a-z_][a-z0-9_]*/g));
  const views = Object.keys(SITE.views).filter((name) => words.has(name));
  const tables = new Set(Object.keys(SITE.tables).filter((name) => words.has(name)));
  for (const name of views) SITE.views[name].tables.forEach((one) => tables.add(one));
  for (const name of tables) if (!there.has(name)) await table(name);
  // a view may ask others: those whose tables are all there are made, in an order in which that works
  for (const [name, { sql: text, tables: its }] of views.length ? Object.entries(SITE.views) : []) {
    if (there.has(name) || !its.every((one) => there.has(one))) continue;
    await run(`CREATE OR REPLACE VIEW ${name} AS ${text}`);
    there.add(name);
  }
}

// Cells of CSV: text, or null for an empty cell without quotes.
function cells(text) {
  const rows = [];
  let row = [];
  for (const [, inQuotes, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\r?\n|$)/g)) {
    row.push(inQuotes === undefined ? plain || null : inQuotes.replaceAll('""', '"'));
    if (end === ",") continue;
    if (end) rows.push(row);
    row = [];
  }
  return rows;
}

const NUMBERS = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|UINTEGER|DOUBLE|FLOAT|DECIMAL.*)$/;

function show(text, types) {
  const [head, ...rows] = cells(text);
  const cut = rows.length > SITE.rows;
  const shown = document.createElement("table"), body = shown.createTBody();
  const looks = types.map((type) => (NUMBERS.test(type) ? "n" : ""));
  shown.createCaption().textContent = "The answer, row by row";
  const line = shown.createTHead().insertRow();
  for (const [at, name] of head.entries()) {
    const cell = document.createElement("th");
    Object.assign(cell, { scope: "col", className: looks[at], textContent: name, title: types[at] });
    line.append(cell);
  }
  for (const row of rows.slice(0, SITE.rows)) {
    const made = body.insertRow();
    for (const [at, value] of row.entries()) Object.assign(made.insertCell(), { className: looks[at], textContent: value ?? SITE.dash });
  }
  const link = document.createElement("a");
  URL.revokeObjectURL(download);
  link.href = download = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = "answer.csv";
  link.textContent = "Download as CSV";
  place.replaceChildren(link, shown);
  const count = Math.min(rows.length, SITE.rows).toLocaleString("en");
  const counted = (number, word) => `${number} ${word}${number === "1" ? "" : "s"}`;
  say(`${counted(count, "row")}, ${counted(String(head.length), "column")}${cut ? `; there are more rows, but only ${count} are kept` : ""}.`);
}

async function answer(query) {
  await send("REGISTER_FILE_BUFFER", ["answer.csv", new Uint8Array()]);
  await run(`COPY (${query}) TO 'answer.csv' (FORMAT csv, HEADER, USE_TMP_FILE false)`);
  const text = new TextDecoder().decode(await send("COPY_FILE_TO_BUFFER", "answer.csv"));
  await send("DROP_FILE", "answer.csv");
  return text;
}

// What DuckDB says, and what to do about it.
const CURES = [
  [/extension/i, "DuckDB in a browser has no extensions, such as JSON functions. Ask without them, or take the tables from Downloads and ask on your machine."],
  [/Table with name|Referenced table/, () => `The tables are: ${[...Object.keys(SITE.tables), ...Object.keys(SITE.views)].sort().join(", ")}.`],
  [/Referenced column|does not have a column/, "The Dictionary lists the columns of each table."],
  [/out of memory|allocation|memory access/i, "This is more than a browser can hold: name fewer tables, or take them from Downloads and ask on your machine."],
  [/Parser Error/, "A question is one SELECT."],
  [/XMLHttpRequest|IO Error|read_parquet|read_csv|COPY/, "Only the site's own tables can be asked."],
  [/cannot be fetched|cannot be run|Failed to fetch|NetworkError/, "Look whether the site can be reached, and ask again; if that does not help, its makers should upload the folders sql and lake."],
];

function wrong(told) {
  const message = told.replace(/\s*\nLINE \d+:[\s\S]*/, ""); // a place in another text than the reader's, within the COPY that fetches the answer
  const cure = CURES.find(([pattern]) => pattern.test(message))?.[1];
  say(`This question could not be answered. ${message}${cure ? `\n${typeof cure === "function" ? cure() : cure}` : ""}`);
}

async function ask() {
  const sql = form.elements.sql.value.trim().replace(/[;\s]+$/, "");
  const button = form.querySelector("button");
  button.disabled = true;
  place.replaceChildren();
  try {
    await (ready ??= start());
    await needed(sql);
    say("Asking ...");
    const told = await answer(`SELECT column_type FROM (DESCRIBE (${sql}\n))`);
    show(await answer(`SELECT * FROM (${sql}\n) LIMIT ${SITE.rows + 1}`), cells(told).slice(1).map(([type]) => type));
  } catch (error) {
    wrong(error.message);
    if (!/ Error: /.test(error.message) || /memory/i.test(error.message)) stop();
  } finally {
    button.disabled = false;
    if (document.activeElement === document.body) button.focus();  // a button that is disabled loses a keyboard's place
  }
}

if (location.protocol === "file:") {
  say("This page needs a web host: browsers run DuckDB only for pages that come from one. All other pages open from a file, too.");
} else {
  form.hidden = false;
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  form.elements.preset.addEventListener("change", () => {
    form.elements.sql.value = SITE.presets[form.elements.preset.value] ?? form.elements.sql.value;
  });
}
