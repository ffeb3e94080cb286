// ---- the map stays while one reads --------------------------------------------------------------------------------

const LEAST = 0.34;       // of the window that a board takes while one reads below it
const TOO_LOW = 520;      // pixels of a window in which there is no room for map and text
const TOO_NARROW = 700;   // pixels of a window in which the map stays only when asked to

// The frame of the map (`.sitrep-sticky`, on the dashboard a container of that key) sticks to the top of the window. As the page scrolls on below
// it, what stands under the board goes, then the board shrinks; the room that it leaves is given to what stands next, so that nothing on the page jumps.
class Reading {
  constructor(root, view) {
    const named = (root.getRootNode().host ?? root).closest(".sitrep-sticky, .st-key-sitrep-sticky");
    if (!named) return;
    this.frame = named;
    while (this.frame.parentElement.childElementCount === 1) this.frame = this.frame.parentElement;     // Streamlit wraps it
    const { top, zIndex } = getComputedStyle(named);
    Object.assign(this.frame.style, { top, zIndex });
    Object.assign(this, { root, view, gone: 0 });
    this.moved = () => { this.due ??= requestAnimationFrame(() => { this.due = undefined; this.follow(); }); };
    document.addEventListener("scroll", this.moved, { capture: true, passive: true });
    addEventListener("resize", this.moved);
    this.set(window.innerWidth > TOO_NARROW);
  }

  set(on) {
    this.on = on;
    this.frame.style.position = on ? "sticky" : "static";
    this.follow();
  }

  // Pixels that the page has scrolled on since the frame reached the top of the window.
  get past() {
    const before = this.frame.previousElementSibling?.getBoundingClientRect().bottom ?? this.frame.parentElement.getBoundingClientRect().top;
    return (Number.parseFloat(getComputedStyle(this.frame).top) || 0) - before;
  }

  follow() {
    const { root, view } = this;
    if (view.full) return void this.shrink(0, 0);
    const sticks = this.on && window.innerHeight >= TOO_LOW && this.past > 0;
    if (!sticks) return void this.shrink(0, 0);
    if (!this.gone) this.high = root.getBoundingClientRect().height;
    const extras = root.querySelector(".extras").offsetHeight;
    const most = Math.max(0, view.natural - Math.max(180, LEAST * window.innerHeight));
    this.shrink(clamp(this.past, 0, extras + most), extras);
  }

  // Take `gone` pixels from the player's height: first those of what stands under the board, `extras`, then the board's.
  shrink(gone, extras) {
    const { root, view, frame } = this, less = Math.max(0, Math.round(gone - extras)), below = frame.nextElementSibling;
    this.gone = gone;
    root.classList.toggle("reading", gone > 0 && gone >= extras);
    root.style.height = gone ? `${this.high - gone}px` : "";
    if (this.below && this.below !== below) this.below.style.paddingTop = "";
    this.below = below;
    if (below) below.style.paddingTop = gone ? `${gone}px` : "";
    if (less === (view.less ?? 0)) return;
    view.less = less;
    view.resize();
  }

  end() {
    if (!this.frame) return;
    document.removeEventListener("scroll", this.moved, { capture: true });
    removeEventListener("resize", this.moved);
  }
}
