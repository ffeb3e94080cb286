// ---- what stands in an area ---------------------------------------------------------------------------------------

const NAMELESS = "Nobody", CLOSED = "Impassable", UNKNOWN = "–";

// What a power has in an area: a line with its totals, then its kinds of units in the order of their list.
function tellPower(game, power, units) {
  const dot = make("i", { class: "dot" });
  dot.style.background = game.powers[power].color;
  const fighting = units.filter(([unit]) => game.units[unit][1] !== "facility");
  const sum = (at) => fighting.reduce((total, [unit, count]) => total + count * game.units[unit][at], 0);
  const known = (at) => fighting.length && fighting.every(([unit]) => game.units[unit][at] !== null);
  const totals = [["attack", 3], ["defense", 4]].filter(([, at]) => known(at)).map(([name, at]) => `${name} ${sum(at)}`);
  if (known(5)) totals.push(`${sum(5)} ${game.money}`);
  const count = fighting.reduce((total, [, number]) => total + number, 0);
  const head = [count ? `${count} ${count === 1 ? "unit" : "units"}` : "", ...totals].filter(Boolean).join(", ");
  return [make("div", { class: "whose" }, dot, make("b", {}, `${game.powers[power].name}: `), head), tellUnits(game, units)];
}

function tellUnits(game, units) {
  const fights = game.units.some(([, , , attack, defense]) => attack !== null || defense !== null);
  const rows = units.map(([unit, count]) => {
    const [name, arm, symbol, attack, defense, cost] = game.units[unit];
    const sign = draw("svg", { width: 16, height: 12, viewBox: "0 0 16 12" }, draw("path", { d: game.symbols[symbol], "fill-rule": "evenodd" }));
    const strength = arm === "facility" || !fights ? "" : `${attack ?? UNKNOWN} / ${defense ?? UNKNOWN}`;
    return make("tr", {}, make("td", {}, sign), make("td", { class: "number" }, String(count)), make("td", {}, name),
      make("td", { class: "number" }, strength), make("td", { class: "number" }, cost === null ? UNKNOWN : `${cost}`));
  });
  return make("table", {}, make("caption", {}, fights ? `Attack / defense, and cost in ${game.money}, of one unit` : `Cost in ${game.money} of one unit`), ...rows);
}

// Moves of the turn into an area and out of it.
function tellMoves(board, at, turn) {
  const { game } = board, said = [];
  for (const { power, count, way } of board.arrows.moves[turn]) {
    const many = `${game.powers[power].name}: ${count} ${count === 1 ? "unit" : "units"}`;
    if (way.at(-1) === at) said.push(`${many} from ${game.areas[way[0]].name}`);
    else if (way[0] === at) said.push(`${many} to ${game.areas[way.at(-1)].name}`);
  }
  return said;
}

function tell(board, at, turn) {
  const { game } = board, area = game.areas[at], owner = board.owners[at][turn];
  const held = owner >= 0 ? game.powers[owner].name : area.kind === "closed" ? CLOSED : NAMELESS;
  const lines = [make("b", {}, area.name)];
  if (area.city) lines.push(make("div", {}, `Victory city: ${area.city}`));
  if (area.capital >= 0) lines.push(make("div", {}, `Capital of ${game.powers[area.capital].name}`));
  if (area.kind !== "sea" || owner >= 0) lines.push(make("div", {}, `Held by ${held}${area.value ? `, worth ${area.value} ${game.worth}` : ""}`));
  for (const [power, units] of board.units[at][turn]) lines.push(...tellPower(game, power, units));
  if (!board.units[at][turn].length && area.kind !== "closed") lines.push(make("div", { class: "faint" }, "No units"));
  for (const what of ["battles", "convoys"])
    for (const said of byArea(game[what][turn]).get(at) ?? []) lines.push(make("div", { class: "event" }, said));
  for (const said of tellMoves(board, at, turn)) lines.push(make("div", { class: "faint" }, said));
  return lines;
}
