// ---- looking closer -----------------------------------------------------------------------------------------------

const MOST_ZOOM = 14;
const AROUND = 0.8;       // of the globe: who sees less of it can look across the edge of the sheet
const NEAREST = 4.5;      // how close a look at what happens in a turn comes
const MARGIN = 0.02;      // around a theatre, of its width

// `theatre` is the part of the board that is shown: a box, null for the whole board, undefined for whatever the reader looks at.
class View {
  constructor(board, stage, onLook) {
    Object.assign(this, { board, svg: board.svg, stage, onLook, theatre: null, fingers: new Map(), dragged: false });
    [this.wide, this.high] = board.game.size;
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) this.svg.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    this.svg.addEventListener("dblclick", (event) => this.zoom(2, event));
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(stage);
  }

  // The wheel zooms a board that was clicked; before that, and where it cannot zoom out any farther, the page scrolls as everywhere.
  wheel(event) {
    const mine = event.ctrlKey || this.full || this.stage.closest(".sitrep-player").matches(":focus-within");
    const farthest = event.deltaY > 0 && this.width >= this.whole * 0.999;
    if (!mine || (farthest && !event.ctrlKey && !this.full)) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 150), event);
  }

  resize() {
    const wide = this.stage.clientWidth;
    if (!wide) return;
    const high = this.full ? Math.max(200, window.innerHeight - this.beneath()) : this.natural - (this.less ?? 0);
    this.svg.style.height = `${high}px`;
    this.aspect = wide / high;
    this.pixels = wide;
    const seen = this.width && this.whole ? [this.x, this.y + this.width / this.before / 2, this.width, this.whole] : null;
    this.whole = Math.max(this.wide, this.high * this.aspect);
    this.before = this.aspect;
    if (this.theatre) this.fit(this.theatre);
    else if (this.less && this.theatre === null) this.frame();
    else if (seen && this.theatre !== null && seen[2] < seen[3] * 0.999) this.set(seen[0], seen[1] - seen[2] / this.aspect / 2, seen[2]);
    else this.all();
  }

  // Height of the whole board at the width of its place, in pixels: never more than leaves room for what stands below it.
  get natural() {
    return Math.round(clamp((this.stage.clientWidth * this.high) / this.wide, 200, Math.max(320, 0.66 * window.innerHeight)));
  }

  // Whether the player fills the screen.
  get full() {
    return this.stage.closest(":fullscreen") !== null;
  }

  // Height of all that stands in one column with the board: on a phone the buttons of theatres, too. The legend does, where no report of
  // the turn stands beside the board.
  beneath() {
    const column = this.stage.parentElement, extras = column.nextElementSibling;
    const edge = Number.parseFloat(getComputedStyle(this.stage.closest(".sitrep-player")).paddingTop) || 0;
    const below = extras.querySelector(".told") ? [] : [extras];
    const inside = this.stage.offsetHeight - this.svg.clientHeight;
    return inside + [...column.children, ...below].reduce((sum, one) => sum + (one === this.stage || !one.offsetHeight ? 0 : one.offsetHeight + 12), 0) + 2 * edge;
  }

  all() {
    this.theatre = null;
    this.set((this.wide - this.whole) / 2, (this.high - this.whole / this.aspect) / 2, this.whole);
    this.onLook?.(null);
  }

  // Show where something happens in the turn, on a board too low to be seen whole.
  frame() {
    const [x, y, wide, high] = this.board.happening();
    const most = this.board.game.around ? 0.99 * AROUND * this.board.game.around : this.wide;
    const width = Math.min(Math.max(wide, high * this.aspect, this.whole / NEAREST), most);
    this.set(x + wide / 2 - width / 2, y + high / 2 - width / this.aspect / 2, width);
  }

  // Show a part of the board, [x, y, width, height], as large as the place allows.
  fit(box) {
    const [x, y, wide, high] = box, margin = MARGIN * wide;
    const width = Math.max(wide + 2 * margin, (high + 2 * margin) * this.aspect);
    this.set(x + wide / 2 - width / 2, y + high / 2 - width / this.aspect / 2, width);
    this.theatre = box;
    this.onLook?.(box);
  }

  set(x, y, width) {
    width = clamp(width, this.whole / MOST_ZOOM, this.whole);
    const high = width / this.aspect, { around } = this.board.game;
    const [left, top] = [(this.wide - this.whole) / 2, (this.high - this.whole / this.aspect) / 2];
    const free = around && width < AROUND * around;
    this.x = free ? x - Math.floor(x / around) * around : clamp(x, left, left + this.whole - width);
    this.y = clamp(y, top, top + this.whole / this.aspect - high);
    this.board.cutAt(free ? this.x + width / 2 - around / 2 : 0);
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${width} ${high}`);
    this.svg.style.touchAction = width < this.whole * 0.999 ? "none" : "pan-y";
    if (this.width !== width || this.seen !== this.pixels) this.board.scale(this.pixels / width);
    this.width = width;
    this.seen = this.pixels;
  }

  // Look somewhere of one's own choice: no theatre is shown any more.
  look(x, y, width) {
    this.set(x, y, width);
    this.onLook?.(undefined);
    this.theatre = undefined;
  }

  // Zoom by a factor around a place on the screen, or the middle of what is on it.
  zoom(by, place) {
    const box = this.svg.getBoundingClientRect();
    const { clientX, clientY } = place ?? this.middle(box);
    const [right, down] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    const width = clamp(this.width / by, this.whole / MOST_ZOOM, this.whole);
    if (width > this.whole * 0.999) return this.all();
    this.look(this.x + (this.width - width) * right, this.y + ((this.width - width) / this.aspect) * down, width);
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
    } else if (this.width < this.whole * 0.999) {
      const unit = this.width / this.pixels;
      this.look(this.x - (event.clientX - before.clientX) * unit, this.y - (event.clientY - before.clientY) * unit, this.width);
    }
    this.fingers.set(event.pointerId, event);
  }
}
