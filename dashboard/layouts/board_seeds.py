"""Which shipped board a map is kin to, and what it lends it: points of areas that both have, land by name, seas by neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from dashboard.maps.seeds import Seed, read_areas, read_hints
from engine.title.loader import folder_name
from engine.titles import load_title, titles

FEWEST = 20
"""Areas of land that a map shares with the board that it is kin to."""
PART, MOST_OF = 3, 0.75
"""Areas, and share of them, that a record of fewer than FEWEST areas shares with the board of which it tells a part."""
ALIKE = 0.5
"""Share of their neighbours on land, of those that either has, that two sea zones have in common when they are the same."""
NUMBERED_ALIKE = 0.7
"""Share of the sea zones of one name that are alike when the numbers of two maps are the same."""

Neighbours = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Board:
    """A shipped board: the seeds of its areas, and which areas touch."""

    seeds: dict[str, list[Seed]]
    links: dict[str, frozenset[str]]

    def of(self, kind: str) -> list[str]:
        """Return the areas of a kind, land or sea."""
        return [area for area, seeds in self.seeds.items() if seeds[0].kind == kind]


def touching(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """Return the neighbours of each area, by the pairs of those that touch."""
    found: dict[str, set[str]] = {}
    for one, two in pairs:
        if one != two:
            found.setdefault(one, set()).add(two)
            found.setdefault(two, set()).add(one)
    return {area: frozenset(others) for area, others in found.items()}


@lru_cache(maxsize=1)
def boards() -> tuple[Board, ...]:
    """Return the shipped boards."""
    found = []
    for slug in titles():
        title = load_title(slug)
        name = folder_name(slug)
        if title.folder is None or not (title.folder / "map.geojson").is_file():
            continue
        areas = read_areas(title.folder)
        seeds: dict[str, list[Seed]] = {}
        for seed in [*areas, *(hint for hint in read_hints(name, areas) if hint.area in title.areas)]:
            seeds.setdefault(seed.area, []).append(seed)
        found.append(Board(seeds, touching((link.area, link.to) for link in title.links)))
    return tuple(found)


def part_of(land: Iterable[str]) -> Board | None:
    """Return the board of which a record tells a part, as the text of one turn does; None where it tells of many areas, or of others."""
    mine = set(land)
    shared = [(len(mine.intersection(board.of("land"))), board) for board in boards()]
    enough = [one for one in shared if len(mine) < FEWEST and one[0] >= max(PART, MOST_OF * len(mine))]
    return max(enough, key=lambda one: one[0])[1] if enough else None


def kin(land: Iterable[str]) -> Board | None:
    """Return the board whose land is most like a map's, by name; None where none shares enough of it."""
    mine = set(land)
    shared = [(mine.intersection(board.of("land")), mine.union(board.of("land")), board) for board in boards()]
    enough = [(len(both) / len(either), board) for both, either, board in shared if len(both) >= FEWEST]
    return max(enough, key=lambda one: one[0])[1] if enough else None


def same_seas(seas: Iterable[str], links: Neighbours, board: Board) -> dict[str, str]:
    """Return which of a board's sea zones a map's are, by name.

    Where the maps number alike, names decide, unless the neighbours contradict; else two sea zones are the same that have most of their
    neighbours on land in common, and more of them than with any other.

    Args:
        seas: the map's sea zones. links: neighbours of its areas. board: the board that it is kin to.
    """
    common = frozenset(board.of("land")) & frozenset(links)
    mine, theirs = list(seas), board.of("sea")

    def alike(one: str, two: str) -> float | None:
        ours, other = links.get(one, frozenset()) & common, board.links.get(two, frozenset()) & common
        return len(ours & other) / len(ours | other) if ours | other else None

    named = {sea: alike(sea, sea) for sea in mine if sea in board.seeds}
    known = [share for share in named.values() if share is not None]
    if known and sum(share >= ALIKE for share in known) >= NUMBERED_ALIKE * len(known):
        return {sea: sea for sea, share in named.items() if share is None or share >= ALIKE}
    shares = [(share, one, two) for one in mine for two in theirs if (share := alike(one, two)) and share > ALIKE]
    found: dict[str, str] = {}
    for _, one, two in sorted(shares, key=lambda row: (-row[0], row[1:])):
        if one not in found and two not in found.values():
            found[one] = two
    return found
