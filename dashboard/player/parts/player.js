// ---- the player ---------------------------------------------------------------------------------------------------

const KEYS = { " ": "play", ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", "+": "closer", "=": "closer", "-": "farther", f: "full", m: "arrows", 0: "all" };
const SAID = "Keys: space plays, arrows step, Home and End jump, + and - zoom, 0 shows the whole board, f fills the screen, m shows moves";
const SPEEDS = [1, 2, 4, 10];
const UNTOLD = "Nothing is recorded for this turn.";
const PATIENCE = 500;     // milliseconds without a step after which a moment counts as looked at
const FEW = 6;            // sentences of a phase that a phone shows unfolded
const FADE = 900;         // milliseconds in which a new owner comes up, at most three quarters of a step while it plays

let made = 0;

class Player {
  // `report` is what `by_turn` makes of the game; `article` instead gives the node of the page that tells a turn.
  constructor(host, game, { turn, report, article, onStop, onTurn } = {}) {
    Object.assign(this, { game, report, article, onStop, onTurn, speed: SPEEDS[1] });
    this.board = new Board(game, `sitrep-${++made}`);
    this.build(host);
    this.view = new View(this.board, this.stage, (box) => this.press(box));
    this.view.resize();
    this.go(Number.isInteger(turn) ? turn : game.opens);
    // On a page that stands farther down already, the board is made low at once, around what happens in its turn.
    this.reading = new Reading(this.root, this.view);
    this.stayButton.hidden = !this.reading.frame;
    this.stayButton.setAttribute("aria-pressed", Boolean(this.reading.on));
    this.listen();
  }

  build(host) {
    const last = this.game.turns.length - 1;
    const button = (name, title, more = {}) => make("button", { type: "button", "data-do": name, title, "aria-label": title, ...more },
      draw("svg", { viewBox: "0 0 16 16", width: 16, height: 16 }, draw("path", { d: SIGNS[name] })));
    this.clock = make("div", { class: "clock" });
    this.playButton = button("play", "Play or pause (space)");
    this.arrowsButton = button("arrows", "Moves of the turn (m)", { "aria-pressed": true });
    this.stayButton = button("stay", "Keep the map in view while reading");
    this.slider = make("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Turn" });
    this.pace = make("select", { "aria-label": "Turns per second" }, ...SPEEDS.map((speed) => make("option", { value: speed }, `${speed}/s`)));
    this.pace.value = this.speed;
    this.news = make("div", { class: "news", role: "region", "aria-label": "What the turn changed", tabindex: "0" });
    this.tip = make("div", { class: "tip", hidden: "" });
    const zoom = make("div", { class: "zoom" }, button("closer", "Zoom in (+)"), button("farther", "Zoom out (-)"), ...(last ? [this.arrowsButton] : []), this.stayButton,
      ...(document.fullscreenEnabled ? [button("full", "Full screen (f)")] : []));
    this.stage = make("div", { class: "stage" }, this.board.svg, this.theatres(), this.tip);
    const steps = make("div", { class: "steps" }, button("first", "First (Home)"), button("previous", "Back (left arrow)"),
      this.playButton, button("next", "Next (right arrow)"), button("last", "Last (End)"));
    // A board that never changes, such as a title's set-up, has nothing to play.
    const bar = last ? make("div", { class: "bar" }, steps, this.clock, make("div", { class: "course" }, this.slider, this.pace, zoom))
      : make("div", { class: "bar" }, this.clock, make("div", { class: "course" }, zoom));
    this.told = make("div", { class: "told", tabindex: 0, role: "region", "aria-label": "What happened in this turn" });
    const telling = this.report || this.article ? [this.told] : [];
    this.root = make("div", { class: "sitrep-player", tabindex: 0, role: "group", "aria-label": "The game on the map, turn by turn", "aria-description": SAID },
      make("div", { class: "main" }, this.stage, bar), make("div", { class: "extras" }, this.news, ...telling, this.legend()));
    host.append(this.root);
  }

  // A button a theatre, and one for the whole board. The keys are 1, 2, ... and 0.
  theatres() {
    const button = (name, key, box) => {
      const made = make("button", { type: "button", title: `${name} (${key})`, "aria-pressed": box === null }, name);
      made.addEventListener("click", () => (box ? this.view.fit(box) : this.view.all()));
      return made;
    };
    this.boxes = this.game.theatres.map(([, ...box]) => box);
    this.looks = [...this.game.theatres.map(([name], at) => button(name, at + 1, this.boxes[at])), button("Whole board", 0, null)];
    return make("div", { class: "theatres", role: "group", "aria-label": "Part of the board" }, ...this.looks);
  }

  press(box) {
    this.looks.forEach((one, at) => one.setAttribute("aria-pressed", box === (this.boxes[at] ?? null)));
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
    const swatch = (at) => {
      const { color, ink, side } = this.game.powers[at], form = this.game.forms[side];
      const tiles = [0, 8].map((x) => draw("g", { transform: `translate(${x} 2)`, class: "pattern" }, ...hatch(form, ink)));
      return draw("svg", { width: 16, height: 12 }, draw("rect", { width: 16, height: 12, fill: color }), ...tiles);
    };
    return make("div", { class: "legend" }, ...[...sides].map(([side, powers]) =>
      make("div", {}, ...(this.game.sides[side] ? [make("span", { class: "side" }, this.game.sides[side])] : []), ...powers.map((at) => make("span", {}, swatch(at), this.game.powers[at].name)))));
  }

  listen() {
    this.root.addEventListener("keydown", (event) => this.pressed(event));
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
    this.root.addEventListener("fullscreenchange", () => { this.reading.frame && this.reading.follow(); this.view.resize(); });
    svg.addEventListener("click", (event) => {
      this.root.focus({ preventScroll: true });
      if (this.view.dragged) return;
      const same = this.pinned && this.pointed === this.areaOf(event);
      this.pinned = !same && this.areaOf(event) !== null;
      this.pinned ? this.point(event) : this.hide();
    });
  }

  pressed(event) {
    const at = event.composedPath()[0], theatre = this.boxes[Number(event.key) - 1];
    const wanted = KEYS[event.key];
    if (!(wanted || theatre) || event.ctrlKey || event.metaKey || event.altKey || at === this.pace) return;
    if (event.key === " " && at instanceof HTMLButtonElement) return;     // the button itself is pressed
    event.preventDefault();
    wanted ? this.act(wanted, this.over) : this.view.fit(theatre);
  }

  // Do what a button or a key says; `place` is where the pointer is on the board.
  act(what, place) {
    const last = this.game.turns.length - 1;
    const to = { first: 0, previous: this.turn - 1, next: this.turn + 1, last }[what];
    if (what === "play") this.playing ? this.pause() : this.play();
    else if (to !== undefined) { this.pause(); this.go(clamp(to, 0, last)); }
    else if (what === "all") this.view.all();
    else if (what === "full") this.fill();
    else if (what === "arrows") this.arrowsButton.setAttribute("aria-pressed", !this.root.classList.toggle("still"));
    else if (what === "stay") { this.reading.set(!this.reading.on); this.stayButton.setAttribute("aria-pressed", this.reading.on); }
    else this.view.zoom(what === "closer" ? 1.6 : 1 / 1.6, place);
  }

  fill() {
    if (!document.fullscreenEnabled) return;
    this.view.full ? document.exitFullscreen() : this.root.requestFullscreen();
  }

  // Show a moment to somebody who follows a link to it, wherever on the page that stands; a map that is in view stays where it is.
  visit(turn, behavior = "smooth") {
    this.pause();
    this.go(turn, FADE);
    const box = this.stage.getBoundingClientRect(), reading = this.reading.frame && this.reading.gone > 0;
    if (!reading || box.bottom < 0 || box.top > window.innerHeight) this.root.scrollIntoView({ behavior, block: "start" });
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
        this.go(this.turn + 1, Math.min(FADE, 750 / this.speed));
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

  // Show the end of a turn. The one that follows what is shown fades in.
  go(turn, fade = turn === this.turn + 1 ? FADE : 0) {
    this.turn = clamp(turn, 0, this.game.turns.length - 1);
    const [round, power] = this.game.turns[this.turn];
    const when = this.game.dates[round] ?? `Round ${round}`;
    this.clock.textContent = power < 0 ? (this.turn ? when : "Set-up") : `${when}, ${this.game.powers[power].turn}`;
    this.slider.value = this.turn;
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.board.svg.setAttribute("aria-label", `Board: ${this.clock.textContent}`);
    this.news.textContent = this.game.news[this.turn];
    this.board.show(this.turn, fade);
    if (this.view.less && this.view.theatre === null) this.view.frame();
    if (this.report || this.article) this.tell();
    if (!this.tip.hidden) this.retell();
    this.onTurn?.(this.turn);
    this.rest();
  }

  // Tell the report of the turn: names of phases, and the sentences of each.
  tell() {
    this.told.replaceChildren(...(this.article ? this.article(this.turn).cloneNode(true).childNodes : this.sentences()));
    if (window.innerWidth <= TOO_NARROW) this.fold();
    this.told.scrollTop = this.told.scrollLeft = 0;
  }

  // On a phone, fold away the phases of which much is told.
  fold() {
    for (const list of this.told.querySelectorAll("h4 + ul")) {
      if (list.childElementCount <= FEW) continue;
      const head = list.previousElementSibling, folded = make("details", {}, make("summary", {}, `${head.textContent} (${list.childElementCount})`));
      head.replaceWith(folded);
      folded.append(list);
    }
  }

  sentences() {
    const phases = (this.report[this.turn] ?? []).flatMap(([phase, sentences]) => [
      ...(phase ? [make("h4", {}, phase)] : []),
      make("ul", {}, ...sentences.map(([table, text]) => make("li", { class: table }, text))),
    ]);
    return [make("h3", {}, this.clock.textContent), ...(phases.length || !this.turn ? phases : [make("p", {}, UNTOLD)])];
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
    this.reading.end();
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
