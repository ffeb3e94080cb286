// ---- units --------------------------------------------------------------------------------------------------------

const ROW = 14;           // height of a line of a counter
const ACROSS = 4;         // symbols beside each other
const ARMS = ["land", "air", "sea"];

// What a counter of a power shows, from the closest look to the widest: each kind of unit, each arm, all units. A cell is a symbol and a number.
function cellsOf(game, held, level) {
  const cells = new Map();
  for (const [unit, count] of held) {
    const [, arm, symbol] = game.units[unit];
    if (arm === "facility") continue;
    const key = [symbol, ARMS.includes(arm) ? arm : symbol, ""][level];
    cells.set(key, (cells.get(key) ?? 0) + count);
  }
  return [...cells];
}

// A counter: where its cells stand, how wide and how high it is.
function laid(power, cells) {
  let x = 0, y = 0, wide = 0;
  const spots = cells.map(([symbol, count], at) => {
    if (at && at % ACROSS === 0) [x, y] = [0, y + ROW];
    const spot = { symbol, count, x, y };
    x += (symbol ? 17 : 8) + 6 * String(count).length;
    wide = Math.max(wide, x);
    return spot;
  });
  return { power, spots, wide, high: y + ROW };
}

// Counters of an area at a level: lines of them, each no wider than ACROSS cells would be. Facilities are told, not counted.
function countersOf(game, units, owner, level) {
  const counters = units.map(([power, held]) => laid(power, cellsOf(game, held, level))).filter((one) => one.spots.length)
    .sort((one, two) => (two.power === owner) - (one.power === owner));
  const lines = [];
  for (const one of counters) {
    const line = lines.at(-1);
    if (line && line.wide + one.wide + 1 <= 30 * ACROSS) { line.counters.push(one); line.wide += one.wide + 1; line.high = Math.max(line.high, one.high); }
    else lines.push({ counters: [one], wide: one.wide, high: one.high });
  }
  return { lines, wide: Math.max(0, ...lines.map((line) => line.wide)), high: lines.reduce((sum, line) => sum + line.high + 1, 0) };
}

// The closest look that an area has room for, and its scale on the screen. `room` is in pixels, `least` the smallest scale of a plain number.
function fitting(game, units, owner, room, least) {
  for (const [level, enough] of [[0, 0.8], [1, 0.72]]) {
    const counters = countersOf(game, units, owner, level);
    const scale = Math.min((2.3 * room) / counters.wide, (1.5 * room) / counters.high, 1.15);
    if (scale >= enough) return { level, counters, scale };
  }
  return { level: 2, counters: countersOf(game, units, owner, 2), scale: clamp(room / 13, least, 1.15) };
}

function drawCounter(game, { power, spots, wide, high }, x, y) {
  const { color, ink, side } = game.powers[power];
  const cells = spots.flatMap((spot) => {
    const text = draw("text", { x: x + spot.x + (spot.symbol ? 15.5 : wide / 2), y: y + spot.y + 10.6, fill: ink, class: spot.symbol ? "after" : "" });
    text.textContent = spot.count;
    return spot.symbol ? [draw("path", { d: game.symbols[spot.symbol], transform: `translate(${x + spot.x + 2} ${y + spot.y + 2}) scale(.83)`, fill: ink, class: "symbol" }), text] : [text];
  });
  const plate = draw("rect", { x, y, width: wide, height: high, rx: CORNERS[game.forms[side]] ?? 4, fill: color, stroke: ink });
  return draw("g", { class: "counter" }, plate, ...cells);
}

// The drawing of an area's counters, the first line `top` below its point.
function drawCounters(game, { lines }, top) {
  let y = top;
  return lines.flatMap((line) => {
    let x = -line.wide / 2;
    const row = line.counters.map((one) => {
      const drawn = drawCounter(game, one, x, y);
      x += one.wide + 1;
      return drawn;
    });
    y += line.high + 1;
    return row;
  });
}
