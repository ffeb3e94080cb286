// ---- the board ----------------------------------------------------------------------------------------------------

const LONGEST = 10;       // letters of a line of a name, before it breaks
const SHALLOW = 0.4;      // of the colour of whoever controls a sea: it stays a sea
const LAYERS = ["ground", "areas", "fades", "edges", "events", "names", "marks", "moves", "pieces"];

class Board {
  constructor(game, id) {
    this.game = game;
    this.id = id;
    this.owners = unfoldOwners(game);
    this.units = unfoldUnits(game);
    this.world = new World(game);
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, draw("g", { class: name })]));
    this.arrows = new Arrows(game, this.world, this.layers.moves);
    this.svg = draw("svg", { class: "board", role: "img" }, this.patterns(), ...Object.values(this.layers));
    const turns = !game.ground ? [] : game.around ? [-1, 0, 1] : [0];      // nobody is told of it: it is drawn on every turn of the globe
    this.layers.ground.append(...turns.map((turn) => draw("path", { d: game.ground, "fill-rule": "evenodd", transform: `translate(${turn * game.around} 0)` })));
    this.shapes = game.areas.map((area, at) => {
      const shape = draw("path", { d: area.d, class: area.kind, "data-area": at, "data-name": area.name, "fill-rule": "evenodd" });
      this.layers.areas.append(shape);
      return shape;
    });
    this.names = game.areas.map((area) => this.name(area));
    this.marks = game.areas.map((area) => this.mark(area));
    this.pieces = game.areas.map(() => this.layers.pieces.appendChild(draw("g", { class: "stack" })));
    this.events = [];
    this.unit = 1;
    this.shown = game.areas.map(() => ({ owner: undefined, units: undefined, level: undefined }));
    this.scales = game.areas.map(() => 1);
  }

  patterns() {
    const defs = draw("defs");
    this.game.powers.forEach((power, at) => {
      const look = { patternUnits: "userSpaceOnUse", width: 8, height: 8, class: "pattern" };
      const ground = draw("rect", { width: 8, height: 8, fill: power.color });
      defs.append(draw("pattern", { id: `${this.id}-${at}`, ...look }, ground, ...hatch(this.game.forms[power.side], power.ink)));
    });
    this.defs = defs;
    return defs;
  }

  fill(power) {
    if (power < 0) return "";
    return this.game.forms[this.game.powers[power].side] ? `url(#${this.id}-${power})` : this.game.powers[power].color;
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

  // Show the end of a turn; only what differs from what is shown is touched. `fade` is how long a new owner takes to come up, in milliseconds.
  show(turn, fade = 0) {
    const { game, layers, world } = this;
    const changed = [], before = [];
    game.areas.forEach((area, at) => {
      const shown = this.shown[at], owner = this.owners[at][turn], units = this.units[at][turn];
      if (shown.owner !== owner) {
        if (fade && shown.owner !== undefined && this.owned(area)) before.push(this.before(at, fade));
        this.own(at, owner);
      }
      const restack = shown.units !== units || shown.owner !== owner;
      Object.assign(shown, { owner, units });
      if (restack) this.stack(at);
      if (turn && owner !== this.owners[at][turn - 1] && (this.owned(area) || area.value)) changed.push(at);
    });
    layers.fades.replaceChildren(...before);
    layers.edges.replaceChildren(...["halo", "line"].flatMap((look) => changed.map((at) => draw("path", { d: world.path(at), class: look, "data-edge": at }))));
    this.arrows.show(turn);
    this.showEvents(turn);
    this.changed = changed;
  }

  // The part of the sheet in which something happens in the turn that is shown, [x, y, width, height]: attacks and what they won, else any moves.
  happening() {
    const { game, arrows, changed, events, world } = this, moves = arrows.moves[arrows.turn];
    let areas = [...changed, ...events.map(([at]) => at)];
    if (!areas.length) areas = moves.map(({ way }) => way.at(-1));
    if (!areas.length) return [0, 0, ...game.size];
    const points = [game.areas[areas[0]].at.slice(0, 2)];
    for (const at of areas.slice(1)) points.push(world.pointNear(at, points[0][0]));
    const edges = (axis) => [Math.min(...points.map((point, at) => point[axis] - game.areas[areas[at]].at[2])), Math.max(...points.map((point, at) => point[axis] + game.areas[areas[at]].at[2]))];
    const [[left, right], [top, bottom]] = [edges(0), edges(1)], room = 0.04 * game.size[0];
    return [left - room, top - room, right - left + 2 * room, bottom - top + 2 * room];
  }

  // An area as it was, which fades away over what it has become.
  before(at, fade) {
    const was = this.shapes[at].cloneNode();
    was.removeAttribute("data-area");
    was.style.animationDuration = `${fade}ms`;
    return was;
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

  // The counters of an area, as close a look at its units as it has room for.
  stack(at) {
    const { units, owner } = this.shown[at];
    if (!units) return;
    const { level, counters, scale } = fitting(this.game, units, owner, this.game.areas[at].at[2] * this.unit, this.unit < 0.13 ? 0.4 : 0.62);
    this.shown[at].level = level;
    this.scales[at] = scale / this.unit;
    this.pieces[at].replaceChildren(...drawCounters(this.game, counters, this.marks[at] ? 3 : 1));
    this.place(this.pieces[at], at);
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
    this.events.forEach(([at, mark]) => this.place(mark, at, this.plain(at)));
  }

  // The scale of marks in an area, whatever its counters show.
  plain(at) {
    return clamp((this.game.areas[at].at[2] * this.unit) / 13, this.unit < 0.13 ? 0.4 : 0.62, 1.15) / this.unit;
  }

  place(node, at, scale = this.scales[at]) {
    const [x, y] = this.world.point(at);
    node.setAttribute("transform", `translate(${x} ${y}) scale(${scale.toFixed(4)})`);
  }

  // Cut the sheet where nobody looks.
  cutAt(cut) {
    const moved = this.world.cutAt(cut);
    if (!moved.length) return;
    for (const at of moved) {
      this.shapes[at].setAttribute("d", this.world.path(at));
      for (const edge of this.layers.edges.querySelectorAll(`[data-edge="${at}"]`)) edge.setAttribute("d", this.world.path(at));
    }
    this.scale(this.unit);
    if (this.arrows.turn !== undefined) this.arrows.show(this.arrows.turn);
  }

  // Fit counters, marks and names to the size at which areas are seen; `unit` is a unit of the sheet in pixels.
  scale(unit) {
    this.unit = unit;
    this.game.areas.forEach((area, at) => {
      const room = area.at[2] * unit;
      this.stack(at);
      if (this.marks[at]) this.place(this.marks[at], at, this.plain(at));
      const { text, letters, lines } = this.names[at];
      const size = Math.min((2.2 * room) / (letters * 5.4), (2.4 * room) / (lines * 9.5 + 12), 1.15);
      text.style.display = size < 0.72 ? "none" : "";
      const [x, y] = this.world.point(at), lift = this.marks[at] ? 12 : 2;
      text.setAttribute("transform", `translate(${x} ${y}) scale(${(size / unit).toFixed(4)}) translate(0 ${-lift})`);
    });
    this.events.forEach(([at, mark]) => this.place(mark, at, this.plain(at)));
    this.arrows.scale(unit);
    for (const pattern of this.defs.children) pattern.setAttribute("patternTransform", `scale(${(1 / unit).toFixed(4)})`);
  }
}
