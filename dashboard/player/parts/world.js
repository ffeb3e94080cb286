// ---- a board that goes around the world ---------------------------------------------------------------------------

// Where areas lie on a sheet whose left and right edges are one meridian. `cut` is where it is cut: what lies left of it is drawn one turn
// of the globe farther right, so that one can look across the edge of the sheet, as onto the Pacific.
class World {
  constructor(game) {
    this.around = game.around;
    this.cut = 0;
    this.rings = this.around ? game.areas.map((area) => area.d.split("M").slice(1).map(World.ring)) : [];
    this.turns = this.rings.map((rings) => rings.map(() => 0));
    this.areas = game.areas;
    this.shift = game.areas.map(() => 0);
  }

  // A ring as where its path starts, the rest of its path, and the middle of its extent.
  static ring(text) {
    const split = text.indexOf(" "), left = Number(text.slice(0, split));
    const steps = text.slice(text.indexOf("l") + 1, -1).split(/ |(?=-)/).map(Number);
    let x = left, low = left, high = left;
    for (let at = 0; at < steps.length; at += 2) {
      x += steps[at];
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    return { left, rest: text.slice(split), middle: (low + high) / 2 };
  }

  turnOf(x) {
    return Math.ceil((this.cut - x) / this.around);
  }

  // Cut the sheet somewhere else. Returns the numbers of the areas that lie elsewhere now.
  cutAt(cut) {
    if (!this.around || cut === this.cut) return [];
    this.cut = cut;
    return this.areas.map((_, at) => at).filter((at) => {
      this.shift[at] = this.turnOf(this.areas[at].at[0]) * this.around;
      const turns = this.rings[at].map((ring) => this.turnOf(ring.middle));
      const moved = turns.some((turn, number) => turn !== this.turns[at][number]);
      this.turns[at] = turns;
      return moved;
    });
  }

  path(at) {
    if (!this.around) return this.areas[at].d;
    return this.rings[at].map(({ left, rest }, number) => `M${left + this.turns[at][number] * this.around}${rest}`).join("");
  }

  point(at) {
    const [x, y] = this.areas[at].at;
    return [x + this.shift[at], y];
  }

  // The point of an area on whichever turn of the globe is nearest to `x`.
  pointNear(at, x) {
    const [there, y] = this.areas[at].at;
    return [this.around ? there + Math.round((x - there) / this.around) * this.around : there, y];
  }
}
