// ---- the game, unfolded -------------------------------------------------------------------------------------------

// Owner of each area at the end of each turn.
function unfoldOwners(game) {
  return game.owners.map((course) => {
    const owners = new Int16Array(game.turns.length).fill(-1);
    for (let at = 0; at < course.length; at += 2) owners.fill(course[at + 1], course[at]);
    return owners;
  });
}

// Units in each area at the end of each turn: one object for as long as nothing changes there. Units stand in the order of their list.
function unfoldUnits(game) {
  const now = game.areas.map(() => new Map());
  const told = game.areas.map(() => []);
  const sorted = (entries) => [...entries].sort(([one], [two]) => one - two);
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
      const copy = () => sorted(now[area]).map(([power, units]) => [power, sorted(units)]);
      course.push(turn && !touched.has(area) ? course[turn - 1] : copy());
    });
  });
  return told;
}

// Moves of each turn: whose, whether they are none of an attack, how many units, and the areas on their way.
function unfoldMoves(game) {
  return game.moves.map((flat) => {
    const moves = [];
    for (let at = 0; at < flat.length; at += 4 + flat[at + 3]) {
      const [power, quiet, count, many] = flat.slice(at, at + 4);
      moves.push({ power, quiet, count, way: flat.slice(at + 4, at + 4 + many) });
    }
    return moves;
  });
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
