// The map that plays a game: what `dashboard/player/payload.py` makes goes in, a board that steps through its turns comes out.
// The same file serves the dashboard (with streamlit.js below it), notebooks (with widget.js) and a page of its own.
// Names come from records: they are only ever set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const KEYS = { " ": "play", ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", "+": "closer", "=": "closer", "-": "farther" };
const SPEEDS = [1, 2, 4, 10];
const NAMELESS = "Nobody", CLOSED = "Impassable";
const STAR = "M0-7L1.6-2.2L6.7-2.2L2.5.8L4.1 5.7L0 2.7L-4.1 5.7L-2.5.8L-6.7-2.2L-1.6-2.2Z";
const BURST = Array.from({ length: 20 }, (_, at) => {
  const far = at % 2 ? 9 : 17, turn = (at * Math.PI) / 10;
  return `${at ? "L" : "M"}${(far * Math.cos(turn)).toFixed(1)} ${(far * Math.sin(turn)).toFixed(1)}`;
}).join("") + "Z";
const SIGNS = {          // of the buttons, on a sheet of 16 by 16
  first: "M3 3H5V13H3ZM14 3V13L6 8Z", previous: "M12 3V13L4 8Z", play: "M4 2.5L13 8L4 13.5Z", pause: "M3.5 3H6.5V13H3.5ZM9.5 3H12.5V13H9.5Z",
  next: "M4 3V13L12 8Z", last: "M11 3H13V13H11ZM2 3V13L10 8Z",
  closer: "M7 2H9V7H14V9H9V14H7V9H2V7H7Z", farther: "M2 7H14V9H2Z", all: "M1 3V13H15V3ZM3 5H13V11H3ZM6 7H10V9H6Z",
  full: "M2 2H7V4H4V7H2ZM14 2V7H12V4H9V2ZM14 14H9V12H12V9H14ZM2 14V9H4V12H7V14Z",
};
const UNTOLD = "Nothing is recorded for this turn.";
const LONGEST = 10;       // letters of a line of a name, before it breaks
const MOST_ZOOM = 14;
const SHALLOW = 0.4;      // of the colour of whoever controls a sea: it stays a sea
const PATIENCE = 500;     // milliseconds without a step after which a moment counts as looked at

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

// ---- the game, unfolded -------------------------------------------------------------------------------------------

// Owner of each area at the end of each turn.
function unfoldOwners(game) {
  return game.owners.map((course) => {
    const owners = new Int16Array(game.turns.length).fill(-1);
    for (let at = 0; at < course.length; at += 2) owners.fill(course[at + 1], course[at]);
    return owners;
  });
}

// Units in each area at the end of each turn: one object for as long as nothing changes there.
function unfoldUnits(game) {
  const now = game.areas.map(() => new Map());
  const told = game.areas.map(() => []);
  game.stacks.forEach((changes, turn) => {
    const touched = new Set();
    for (let at = 0; at < changes.length; at += 4) {
      const [area, power, unit, count] = changes.slice(at, at + 4);
      touched.add(area);
      if (!now[area].has(power)) now[area].set(power, new Map());
      const units = now[area].get(power);
      count ? units.set(unit, count) : units.delete(unit);
      if (!units.size) now[area].delete(power);
    }
    told.forEach((course, area) => {
      const copy = () => [...now[area]].sort(([one], [two]) => one - two).map(([power, units]) => [power, [...units]]);
      course.push(turn && !touched.has(area) ? course[turn - 1] : copy());
    });
  });
  return told;
}

// Pairs of an area and something, by area.
function byArea(pairs) {
  const found = new Map();
  for (let at = 0; at < pairs.length; at += 2) {
    if (!found.has(pairs[at])) found.set(pairs[at], []);
    found.get(pairs[at]).push(pairs[at + 1]);
  }
  return found;
}

// ---- the board ----------------------------------------------------------------------------------------------------

class Board {
  constructor(game, id) {
    this.game = game;
    this.id = id;
    this.owners = unfoldOwners(game);
    this.units = unfoldUnits(game);
    this.layers = Object.fromEntries(
      ["ground", "areas", "edges", "events", "names", "marks", "pieces"].map((name) => [name, draw("g", { class: name })])
    );
    this.svg = draw("svg", { class: "board", role: "img" }, this.patterns(), ...Object.values(this.layers));
    if (game.ground) this.layers.ground.append(draw("path", { d: game.ground, "fill-rule": "evenodd" }));
    this.shapes = game.areas.map((area, at) => {
      const shape = draw("path", { d: area.d, class: area.kind, "data-area": at, "data-name": area.name, "fill-rule": "evenodd" });
      this.layers.areas.append(shape);
      return shape;
    });
    this.names = game.areas.map((area) => this.name(area));
    this.marks = game.areas.map((area) => this.mark(area));
    this.pieces = game.areas.map(() => this.layers.pieces.appendChild(draw("g", { class: "stack" })));
    this.events = [];
    this.shown = game.areas.map(() => ({ owner: undefined, units: undefined }));
    this.scales = game.areas.map(() => 1);
  }

  // The first side's areas are plain, the second's hatched, the third's dotted: colour is never all that tells sides apart.
  patterns() {
    const defs = draw("defs");
    this.game.powers.forEach((power, at) => {
      const look = { patternUnits: "userSpaceOnUse", width: 8, height: 8, class: "pattern" };
      const pattern = draw("pattern", { id: `${this.id}-${at}`, ...look }, draw("rect", { width: 8, height: 8, fill: power.color }));
      if (power.side === 1) pattern.append(draw("path", { d: "M-2 2L2-2M0 8L8 0M6 10L10 6", stroke: power.ink }));
      if (power.side === 2) pattern.append(draw("circle", { cx: 4, cy: 4, r: 1, fill: power.ink }));
      defs.append(pattern);
    });
    this.defs = defs;
    return defs;
  }

  fill(power) {
    return power < 0 ? "" : this.game.powers[power].side === 1 || this.game.powers[power].side === 2
      ? `url(#${this.id}-${power})` : this.game.powers[power].color;
  }

  name(area) {
    const lines = [];
    for (const word of area.short.split(/\s+/)) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < LONGEST) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    const text = draw("text", { class: area.kind });
    lines.forEach((line, at) => {
      const span = draw("tspan", { x: 0, dy: at ? 9.5 : -(lines.length - 1) * 9.5 });
      span.textContent = line;
      text.append(span);
    });
    this.layers.names.append(text);
    return { text, letters: Math.max(...lines.map((line) => line.length)), lines: lines.length };
  }

  mark(area) {
    if (!area.city && area.capital < 0) return null;
    const look = area.capital >= 0 ? draw("path", { d: STAR }) : draw("circle", { r: 3.2 });
    look.setAttribute("transform", "translate(0 -4)");
    return this.layers.marks.appendChild(draw("g", {}, look));
  }

  // Show the end of a turn; only what differs from what is shown is touched.
  show(turn) {
    const { game, layers } = this;
    const changed = [];
    game.areas.forEach((area, at) => {
      const shown = this.shown[at], owner = this.owners[at][turn], units = this.units[at][turn];
      if (shown.owner !== owner) this.own(at, owner);
      if (shown.units !== units) this.stack(at, units, owner);
      Object.assign(shown, { owner, units });
      if (turn && owner !== this.owners[at][turn - 1] && (this.owned(area) || area.value)) changed.push(at);
    });
    layers.edges.replaceChildren(...["halo", "line"].flatMap((look) => changed.map((at) => draw("path", { d: game.areas[at].d, class: look }))));
    this.showEvents(turn);
  }

  // A sea that TripleA gives an owner stays a sea: its owner is told, not painted, unless the game's rules know control of seas.
  owned(area) {
    return area.kind !== "sea" || this.game.seas;
  }

  own(at, owner) {
    const shape = this.shapes[at], area = this.game.areas[at], painted = owner >= 0 && this.owned(area), land = area.kind !== "sea";
    shape.dataset.holder = owner < 0 ? "" : this.game.powers[owner].name;
    shape.style.fill = painted ? this.fill(owner) : "";
    shape.style.fillOpacity = painted && !land ? SHALLOW : "";
    this.names[at].text.style.fill = painted && land ? this.game.powers[owner].ink : "";
    this.names[at].text.style.stroke = painted && land ? this.game.powers[owner].color : "";
  }

  // A counter a power with its number of units; its form is its side's. Facilities are told, not counted.
  stack(at, units, owner) {
    const counts = units
      .map(([power, held]) => [power, held.reduce((sum, [unit, count]) => sum + (this.game.units[unit][1] ? 0 : count), 0)])
      .filter(([, count]) => count)
      .sort(([one], [two]) => (two === owner) - (one === owner));
    const wide = counts.map(([, count]) => 8 + 6 * String(count).length);
    const rows = [];
    counts.forEach((count, number) => (number % 3 ? rows.at(-1).push(number) : rows.push([number])));
    const counters = rows.flatMap((row, line) => {
      let x = -row.reduce((sum, number) => sum + wide[number] + 1, -1) / 2;
      return row.map((number) => {
        const counter = this.counter(...counts[number], wide[number], x, (this.marks[at] ? 3 : 1) + 15 * line);
        x += wide[number] + 1;
        return counter;
      });
    });
    this.pieces[at].replaceChildren(...counters);
  }

  counter(power, count, wide, x, y) {
    const { color, ink, side } = this.game.powers[power];
    const text = draw("text", { x: x + wide / 2, y: y + 10.5, fill: ink });
    text.textContent = count;
    return draw("g", { class: "counter" }, draw("rect", { x, y, width: wide, height: 14, rx: [7, 1, 4][side] ?? 4, fill: color, stroke: ink }), text);
  }

  showEvents(turn) {
    const { game } = this;
    const battles = [...byArea(game.battles[turn]).keys()].map((at) => [at, draw("path", { d: BURST, class: "battle" })]);
    const raids = [...byArea(game.losses[turn])].map(([at, losses]) => {
      const words = `−${losses.reduce((sum, loss) => sum + loss, 0)}`, wide = 10 + 6 * words.length;
      const text = draw("text", { y: -10.5 });
      text.textContent = words;
      return [at, draw("g", { class: "convoy" }, draw("rect", { x: -wide / 2, y: -22, width: wide, height: 15, rx: 3 }), text)];
    });
    this.events = [...battles, ...raids].map(([at, mark]) => [at, draw("g", { "data-area": at }, mark)]);
    this.layers.events.replaceChildren(...this.events.map(([, mark]) => mark));
    this.events.forEach(([at, mark]) => this.place(mark, at));
  }

  place(node, at) {
    const [x, y] = this.game.areas[at].at;
    node.setAttribute("transform", `translate(${x} ${y}) scale(${this.scales[at].toFixed(4)})`);
  }

  // Fit counters, marks and names to the size at which areas are seen; `unit` is a unit of the sheet in pixels.
  scale(unit) {
    this.game.areas.forEach((area, at) => {
      const room = area.at[2] * unit;
      this.scales[at] = clamp(room / 13, unit < 0.13 ? 0.4 : 0.62, 1.15) / unit;
      for (const node of [this.pieces[at], this.marks[at]]) if (node) this.place(node, at);
      const { text, letters, lines } = this.names[at];
      const size = Math.min((2.2 * room) / (letters * 5.4), (2.4 * room) / (lines * 9.5 + 12), 1.15);
      text.style.display = size < 0.72 ? "none" : "";
      const [x, y] = area.at, lift = this.marks[at] ? 12 : 2;
      text.setAttribute("transform", `translate(${x} ${y}) scale(${(size / unit).toFixed(4)}) translate(0 ${-lift})`);
    });
    this.events.forEach(([at, mark]) => this.place(mark, at));
    for (const pattern of this.defs.children) pattern.setAttribute("patternTransform", `scale(${(1 / unit).toFixed(4)})`);
  }
}

// ---- looking closer -----------------------------------------------------------------------------------------------

class View {
  constructor(board, stage) {
    Object.assign(this, { board, svg: board.svg, stage, fingers: new Map(), dragged: false });
    [this.wide, this.high] = board.game.size;
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) this.svg.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    this.svg.addEventListener("dblclick", (event) => this.zoom(2, event));
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !this.full) return;       // without Ctrl the page scrolls, as everywhere
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 150), event);
    }, { passive: false });
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(stage);
  }

  resize() {
    const wide = this.stage.clientWidth;
    if (!wide) return;
    const most = this.full ? window.innerHeight - this.beneath() : Math.max(320, 0.8 * window.innerHeight);
    const high = this.full ? Math.max(200, most) : clamp((wide * this.high) / this.wide, 200, most);
    this.svg.style.height = `${high}px`;
    this.aspect = wide / high;
    this.pixels = wide;
    const least = Math.max(this.wide, this.high * this.aspect);
    const zoomed = this.width && this.whole && this.width < this.whole * 0.999;
    this.whole = least;
    zoomed ? this.set(this.x, this.y, this.width) : this.all();
  }

  // Whether the player fills the screen.
  get full() {
    return this.stage.closest(":fullscreen") !== null;
  }

  // Height of all that stands in one column with the board.
  beneath() {
    const column = this.stage.parentElement;
    const edge = Number.parseFloat(getComputedStyle(this.stage.closest(".sitrep-player")).paddingTop) || 0;
    return [...column.children].reduce((sum, one) => sum + (one === this.stage ? 0 : one.offsetHeight + 8), 0) + 2 * edge;
  }

  all() {
    this.set((this.wide - this.whole) / 2, (this.high - this.whole / this.aspect) / 2, this.whole);
  }

  set(x, y, width) {
    width = clamp(width, this.whole / MOST_ZOOM, this.whole);
    const high = width / this.aspect;
    const [left, top] = [(this.wide - this.whole) / 2, (this.high - this.whole / this.aspect) / 2];
    this.x = clamp(x, left, left + this.whole - width);
    this.y = clamp(y, top, top + this.whole / this.aspect - high);
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${width} ${high}`);
    this.svg.style.touchAction = width < this.whole * 0.999 ? "none" : "pan-y";
    if (this.width !== width || this.seen !== this.pixels) this.board.scale(this.pixels / width);
    this.width = width;
    this.seen = this.pixels;
  }

  // Zoom by a factor around a place on the screen, or the middle of what is on it.
  zoom(by, place) {
    const box = this.svg.getBoundingClientRect();
    const { clientX, clientY } = place ?? this.middle(box);
    const [right, down] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    const width = clamp(this.width / by, this.whole / MOST_ZOOM, this.whole);
    this.set(this.x + (this.width - width) * right, this.y + ((this.width - width) / this.aspect) * down, width);
  }

  // The middle of that part of the board which is not scrolled out of the window.
  middle(box) {
    const between = (low, high, end) => (clamp(low, 0, end) + clamp(high, 0, end)) / 2;
    const seen = box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth;
    return seen ? { clientX: between(box.left, box.right, window.innerWidth), clientY: between(box.top, box.bottom, window.innerHeight) }
      : { clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2 };
  }

  down(event) {
    this.dragged = false;
    this.fingers.set(event.pointerId, event);
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (event.pointerType === "mouse" && !event.buttons) return void this.fingers.delete(event.pointerId);
    const moved = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (!this.dragged && moved < 4) return;
    this.dragged = true;
    const others = [...this.fingers.values()].filter((one) => one.pointerId !== event.pointerId);
    if (others.length) {
      const far = (one) => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY);
      this.zoom(far(event) / Math.max(far(before), 1), others[0]);
    } else {
      const unit = this.width / this.pixels;
      this.set(this.x - (event.clientX - before.clientX) * unit, this.y - (event.clientY - before.clientY) * unit, this.width);
    }
    this.fingers.set(event.pointerId, event);
  }
}

// ---- what stands in an area ---------------------------------------------------------------------------------------

function tell(board, at, turn) {
  const { game } = board, area = game.areas[at], owner = board.owners[at][turn];
  const held = owner >= 0 ? game.powers[owner].name : area.kind === "closed" ? CLOSED : NAMELESS;
  const lines = [make("b", {}, area.name)];
  if (area.city) lines.push(make("div", {}, `Victory city: ${area.city}`));
  if (area.capital >= 0) lines.push(make("div", {}, `Capital of ${game.powers[area.capital].name}`));
  if (area.kind !== "sea" || owner >= 0) lines.push(make("div", {}, `Held by ${held}${area.value ? `, worth ${area.value} ${game.money}` : ""}`));
  for (const [power, units] of board.units[at][turn]) {
    const said = units.map(([unit, count]) => `${count} ${game.units[unit][0]}`).join(", ");
    const dot = make("i", { class: "dot" });
    dot.style.background = game.powers[power].color;
    lines.push(make("div", {}, dot, `${game.powers[power].name}: ${said}`));
  }
  if (!board.units[at][turn].length && area.kind !== "closed") lines.push(make("div", { class: "faint" }, "No units"));
  for (const what of ["battles", "convoys"])
    for (const said of byArea(game[what][turn]).get(at) ?? []) lines.push(make("div", { class: "event" }, said));
  return lines;
}

// ---- the player ---------------------------------------------------------------------------------------------------

let made = 0;

class Player {
  constructor(host, game, { turn, report, onStop, onTurn } = {}) {
    this.game = game;
    this.report = report;
    this.onStop = onStop;
    this.onTurn = onTurn;
    this.speed = SPEEDS[1];
    this.board = new Board(game, `sitrep-${++made}`);
    this.build(host);
    this.view = new View(this.board, this.stage);
    this.view.resize();
    this.go(Number.isInteger(turn) ? turn : game.turns.length - 1);
    this.listen();
  }

  build(host) {
    const last = this.game.turns.length - 1;
    const button = (name, title) => make("button", { type: "button", "data-do": name, title, "aria-label": title },
      draw("svg", { viewBox: "0 0 16 16", width: 16, height: 16 }, draw("path", { d: SIGNS[name] })));
    this.clock = make("div", { class: "clock" });
    this.playButton = button("play", "Play or pause (space)");
    this.slider = make("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Turn" });
    this.pace = make("select", { "aria-label": "Turns per second" }, ...SPEEDS.map((speed) => make("option", { value: speed }, `${speed}/s`)));
    this.pace.value = this.speed;
    this.news = make("div", { class: "news" });
    this.tip = make("div", { class: "tip", hidden: "" });
    const zoom = make("div", { class: "zoom" }, button("closer", "Zoom in (+)"), button("farther", "Zoom out (-)"), button("all", "Whole map"),
      ...(document.fullscreenEnabled ? [button("full", "Full screen")] : []));
    this.stage = make("div", { class: "stage" }, this.board.svg, this.tip);
    const steps = make("div", { class: "steps" }, button("first", "First (Home)"), button("previous", "Back (left arrow)"),
      this.playButton, button("next", "Next (right arrow)"), button("last", "Last (End)"));
    // A board that never changes, such as a title's set-up, has nothing to play.
    const bar = last ? make("div", { class: "bar" }, steps, this.clock, make("div", { class: "course" }, this.slider, this.pace, zoom))
      : make("div", { class: "bar" }, this.clock, make("div", { class: "course" }, zoom));
    this.told = make("div", { class: "told", tabindex: 0, role: "region", "aria-label": "What happened in this turn" });
    this.root = make("div", { class: "sitrep-player", tabindex: 0, role: "group", "aria-label": "The game on the map, turn by turn" },
      make("div", {}, this.stage, bar, this.news, this.legend()), ...(this.report ? [make("div", { class: "beside" }, this.told)] : []));
    host.append(this.root);
  }

  legend() {
    const held = new Set(this.board.owners.flatMap((owners, at) => (this.game.areas[at].kind === "sea" ? [] : [...owners])));
    const seen = this.game.powers.map((_, at) => at).filter((at) => held.has(at) || this.board.units.some((course) => course.some((units) => units.some(([power]) => power === at))));
    const sides = new Map();
    for (const at of seen) {
      const { side } = this.game.powers[at];
      if (!sides.has(side)) sides.set(side, []);
      sides.get(side).push(at);
    }
    const swatch = (at) => draw("svg", { width: 16, height: 12 }, draw("rect", { width: 16, height: 12, fill: this.game.powers[at].color }),
      ...(this.game.powers[at].side === 1 ? [draw("path", { d: "M-2 6L6-2M0 12L12 0M6 14L18 2M12 16L20 8", stroke: this.game.powers[at].ink })] : []),
      ...(this.game.powers[at].side === 2 ? [draw("circle", { cx: 4, cy: 6, r: 1, fill: this.game.powers[at].ink }), draw("circle", { cx: 12, cy: 6, r: 1, fill: this.game.powers[at].ink })] : []));
    return make("div", { class: "legend" }, ...[...sides].map(([side, powers]) =>
      make("div", {}, ...(this.game.sides[side] ? [make("span", { class: "side" }, this.game.sides[side])] : []), ...powers.map((at) => make("span", {}, swatch(at), this.game.powers[at].name)))));
  }

  listen() {
    this.root.addEventListener("keydown", (event) => {
      const wanted = KEYS[event.key], at = event.composedPath()[0];
      if (!wanted || event.ctrlKey || event.metaKey || event.altKey || at === this.pace) return;
      if (event.key === " " && at instanceof HTMLButtonElement) return;     // the button itself is pressed
      event.preventDefault();
      this.act(wanted, this.over);
    });
    this.root.addEventListener("click", (event) => {
      const pressed = event.target.closest("[data-do]");
      if (pressed) this.act(pressed.dataset.do);
    });
    this.slider.addEventListener("input", () => { this.pause(); this.go(Number(this.slider.value)); });
    this.pace.addEventListener("change", () => { this.speed = Number(this.pace.value); });
    const { svg } = this.board;
    svg.addEventListener("pointermove", (event) => {
      if (this.pinned || event.pointerType !== "mouse") return;
      event.buttons ? this.hide() : this.point(event);
    });
    svg.addEventListener("pointermove", (event) => { this.over = event; });
    svg.addEventListener("pointerleave", () => {
      this.over = undefined;
      if (!this.pinned) this.hide();
    });
    this.root.addEventListener("fullscreenchange", () => this.view.resize());
    svg.addEventListener("click", (event) => {
      this.root.focus({ preventScroll: true });
      if (this.view.dragged) return;
      const same = this.pinned && this.pointed === this.areaOf(event);
      this.pinned = !same && this.areaOf(event) !== null;
      this.pinned ? this.point(event) : this.hide();
    });
  }

  // Do what a button or a key says; `place` is where the pointer is on the board.
  act(what, place) {
    const last = this.game.turns.length - 1;
    const to = { first: 0, previous: this.turn - 1, next: this.turn + 1, last }[what];
    if (what === "play") this.playing ? this.pause() : this.play();
    else if (to !== undefined) { this.pause(); this.go(clamp(to, 0, last)); }
    else if (what === "all") this.view.all();
    else if (what === "full") this.view.full ? document.exitFullscreen() : this.root.requestFullscreen();
    else this.view.zoom(what === "closer" ? 1.6 : 1 / 1.6, place);
  }

  // Show a moment to somebody who follows a link to it, wherever on the page that stands.
  visit(turn, behavior = "smooth") {
    this.pause();
    this.go(turn);
    this.root.scrollIntoView({ behavior, block: "start" });
    this.root.focus({ preventScroll: true });
  }

  play() {
    const last = this.game.turns.length - 1;
    if (!last) return;
    if (this.turn === last) this.go(0);
    this.setPlaying(true);
    let due = performance.now() + 1000 / this.speed;
    const step = (now) => {
      if (!this.playing) return;
      if (now >= due) {
        due = Math.max(due + 1000 / this.speed, now);
        this.go(this.turn + 1);
        if (this.turn === last) this.pause();
      }
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  pause() {
    if (!this.playing) return;
    cancelAnimationFrame(this.frame);
    this.setPlaying(false);
    this.rest();
  }

  setPlaying(playing) {
    this.playing = playing;
    this.playButton.querySelector("path").setAttribute("d", SIGNS[playing ? "pause" : "play"]);
    this.playButton.setAttribute("aria-pressed", playing);
    this.news.setAttribute("aria-live", playing ? "off" : "polite");
    this.root.classList.toggle("playing", playing);
  }

  go(turn) {
    this.turn = clamp(turn, 0, this.game.turns.length - 1);
    const [round, power] = this.game.turns[this.turn];
    this.clock.textContent = power < 0 ? (this.turn ? `Round ${round}` : "Set-up") : `Round ${round}, ${this.game.powers[power].turn}`;
    this.slider.value = this.turn;
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.board.svg.setAttribute("aria-label", `Board: ${this.clock.textContent}`);
    this.news.textContent = this.game.news[this.turn] || (this.turn ? this.game.quiet : "The board at set-up.");
    this.board.show(this.turn);
    if (this.report) this.tell();
    if (!this.tip.hidden) this.retell();
    this.onTurn?.(this.turn);
    this.rest();
  }

  // Tell the report of the turn: names of phases, and the sentences of each.
  tell() {
    const phases = (this.report[this.turn] ?? []).flatMap(([phase, sentences]) => [
      ...(phase ? [make("h4", {}, phase)] : []),
      make("ul", {}, ...sentences.map(([table, text]) => make("li", { class: table }, text))),
    ]);
    this.told.replaceChildren(make("h3", {}, this.clock.textContent), ...(phases.length ? phases : [make("p", {}, UNTOLD)]));
    this.told.scrollTop = 0;
  }

  // Say where the player came to rest: not while it plays, and not for each of many steps.
  rest() {
    clearTimeout(this.resting);
    if (!this.onStop) return;
    if (this.said === undefined) { this.said = this.turn; return; }
    this.resting = setTimeout(() => {
      if (this.playing || this.said === this.turn) return;
      this.said = this.turn;
      this.onStop(this.turn);
    }, PATIENCE);
  }

  areaOf(event) {
    const found = event.target.closest?.("[data-area]");
    return found ? Number(found.dataset.area) : null;
  }

  point(event) {
    const at = this.areaOf(event);
    if (at === null) return this.hide();
    if (this.pointed !== at || this.tip.hidden) {
      this.pointed = at;
      this.retell();
      this.tip.hidden = false;
    }
    const box = this.stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const left = x + 16 + this.tip.offsetWidth > box.width ? x - 12 - this.tip.offsetWidth : x + 16;
    this.tip.style.left = `${clamp(left, 0, Math.max(0, box.width - this.tip.offsetWidth))}px`;
    this.tip.style.top = `${clamp(y + 14, 0, Math.max(0, box.height - this.tip.offsetHeight))}px`;
  }

  retell() {
    this.tip.replaceChildren(...tell(this.board, this.pointed, this.turn));
  }

  hide() {
    this.tip.hidden = true;
    this.pinned = false;
  }

  end() {
    this.setPlaying(false);
    clearTimeout(this.resting);
    this.unfollow?.();
    this.view.watch.disconnect();
    this.root.remove();
  }
}

function player(host, game, options) {
  return new Player(host, game, options);
}

// Have links of the page show their moment in a player: `turnOf` tells the turn that a link leads to. Returns how to end that.
// A link that is opened in a tab of its own is the browser's; with `leads` the page's address changes as with any link.
function follow(shown, turnOf, leads = false) {
  const clicked = (event) => {
    const link = event.target.closest?.("a[href]"), turn = link ? turnOf(link) : NaN;
    if (!Number.isInteger(turn) || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!leads) event.preventDefault();
    shown.visit(turn);
  };
  document.addEventListener("click", clicked);
  return () => document.removeEventListener("click", clicked);
}
