// ---- moves of a turn ----------------------------------------------------------------------------------------------

const HEAD = "M0 0L-9 4.5L-6.5 0L-9-4.5Z";
const BEND = 0.14;        // how far a move between two areas bends, of its length

// The points of a move: each as near as the globe allows to the one before. The last lies a little short of the middle of its area.
function wayOf(world, way) {
  const points = [world.point(way[0])];
  for (const area of way.slice(1)) points.push(world.pointNear(area, points.at(-1)[0]));
  const [x, y] = points.at(-1), [px, py] = points.at(-2), far = Math.hypot(x - px, y - py) || 1;
  const short = Math.min(0.7 * world.areas[way.at(-1)].at[2], 0.4 * far) / far;
  points[points.length - 1] = [x + (px - x) * short, y + (py - y) * short];
  return points;
}

// A smooth line through points as an SVG path, and the direction in which it arrives, in degrees.
function lineOf(points) {
  const text = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const end = points.at(-1);
  let before = points.at(-2), path = `M${text(points[0])}`;
  if (points.length === 2) {
    const [[ax, ay], [bx, by]] = points;
    before = [(ax + bx) / 2 - (by - ay) * BEND, (ay + by) / 2 + (bx - ax) * BEND];
    path += `Q${text(before)} ${text(end)}`;
  } else {
    for (let at = 1; at < points.length - 1; at++) {
      const next = at === points.length - 2 ? end : [(points[at][0] + points[at + 1][0]) / 2, (points[at][1] + points[at + 1][1]) / 2];
      path += `Q${text(points[at])} ${text(next)}`;
    }
  }
  return { path, end, angle: (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI };
}

class Arrows {
  constructor(game, world, layer) {
    Object.assign(this, { game, world, layer, moves: unfoldMoves(game), unit: 1 });
  }

  show(turn) {
    this.turn = turn;
    this.heads = [];
    this.layer.replaceChildren(...this.moves[turn].map((move) => this.arrow(move)));
    this.scale(this.unit);
  }

  arrow({ power, quiet, count, way }) {
    const { path, end, angle } = lineOf(wayOf(this.world, way));
    const { color, ink } = this.game.powers[power], wide = Math.min(1.8 + 0.9 * Math.log2(count + 1), 6);
    const head = draw("path", { d: HEAD, fill: color, stroke: ink, class: "head" });
    this.heads.push([head, end, angle, 0.75 + wide / 8]);
    const line = draw("path", { d: path, class: "line", stroke: color });
    const halo = draw("path", { d: path, class: "halo", stroke: ink });
    line.style.strokeWidth = `${wide}px`;
    halo.style.strokeWidth = `${wide + 1.6}px`;
    return draw("g", { class: quiet ? "move quiet" : "move", "data-count": count }, halo, line, head);
  }

  scale(unit) {
    this.unit = unit;
    for (const [head, [x, y], angle, size] of this.heads ?? [])
      head.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)}) scale(${(size / unit).toFixed(4)}) translate(4 0)`);
  }
}
