"""3.2 Land Movement against a twin: the rules of a single march written down once more, from the tables and the state alone.

Random marches, legal or not, in every scenario as it begins and after some random marches; both must say the same.
"""

from __future__ import annotations

import csv
from itertools import pairwise
from random import Random

import pytest

from engine.dice import SeededDice
from engine.events import PhaseStarted, RoundStarted
from engine.families.blocks.land.orders import March
from engine.play import Play
from engine.state import Stack
from tests.black_swan.board import RULES, TITLE
from tests.black_swan.tables import FOLDER
from tests.slow import slow_after

pytestmark = pytest.mark.section("3.2")

AXIS, WEST, EAST = "axis", "western-allies", "soviets"
SIDE = {row.power: row.side for row in TITLE.powers.values()}
LAND = {row.area for row in TITLE.areas.values() if row.kind == "land" and row.terrain != "impassable"}
SEA = {row.area for row in TITLE.areas.values() if row.kind == "sea"}
OWNER = {row.area: row.original_owner for row in TITLE.areas.values()}
REGION: dict[str, set[str]] = {}
for _row in TITLE.memberships:
    REGION.setdefault(_row.region, set()).add(_row.area)
with (FOLDER / "borders.csv").open(encoding="utf-8", newline="") as _file:
    BORDERS = [(row["area"], row["to"], row["border"]) for row in csv.DictReader(_file)]
with (FOLDER / "links.csv").open(encoding="utf-8", newline="") as _file:
    _LINKS = [(row["area"], row["to"]) for row in csv.DictReader(_file)]
TOUCH = {*_LINKS, *((two, one) for one, two in _LINKS)}
HOMES = {
    "finland": REGION["home-finland"] | REGION["home-soviet-union"],
    "hungary": REGION["home-hungary"] | REGION["home-soviet-union"],
    "romania": REGION["home-romania"] | REGION["home-soviet-union"],
    "bulgaria": REGION["home-bulgaria"],
}
for _power, _others in (
    ("hungary", ("poland", "yugoslavia")),
    ("romania", ("poland", "yugoslavia")),
    ("bulgaria", ("yugoslavia", "greece")),
):
    HOMES[_power] |= {area for area, owner in OWNER.items() if owner in _others}
for _power in ("poland", "denmark", "norway", "netherlands", "belgium", "greece", "yugoslavia", "vichy-france"):
    HOMES[_power] = REGION.get(f"home-{_power}") or {area for area, owner in OWNER.items() if owner == _power}
NORTHWEST = {
    "helsinki", "tampere", "oulu", "petsamo", "viipuri", "murmansk", "kandalaksha", "kostomuksha", "petrozavodsk",
    "narvik", "trondheim", "bergen", "oslo",
}  # fmt: skip


class Twin:
    """What a march may do, asked of a state."""

    def __init__(self, play: Play) -> None:
        self.state = play.state
        self.season = ("summer", "fall", "winter", "spring")[(play.state.clock.round - 1 + self._first(play)) % 4]

    def _first(self, play: Play) -> int:
        """Every scenario but 1939 begins in a Spring."""
        return 0 if "1939" in play.state.scenario else 3

    def at_war(self, one: str, two: str) -> bool:
        sides, status = {SIDE[one], SIDE[two]}, {self.state.standing[one], self.state.standing[two]}
        return len(sides) == 2 and AXIS in sides and "neutral" not in status

    def together(self, one: str, two: str) -> bool:
        status = {self.state.standing[one], self.state.standing[two]}
        return one == two or (SIDE[one] == SIDE[two] and "neutral" not in status)

    def here(self, area: str) -> list[tuple[Stack, int]]:
        return [(key, count) for key, count in self.state.stacks.items() if key[0] == area]

    def foes(self, power: str, area: str) -> bool:
        return any(self.at_war(power, key[1]) for key, _ in self.here(area))

    def mates(self, power: str, area: str) -> list[tuple[Stack, int]]:
        """All blocks of the power's Side (camp), both factions of the Allies."""
        return [(key, count) for key, count in self.here(area) if (SIDE[key[1]] == AXIS) == (SIDE[power] == AXIS)]

    def weather(self, area: str) -> str:
        if area in REGION["med-front"]:
            return "good"
        return {"fall": "mud", "winter": "snow"}.get(self.season, "good")

    def may_be(self, power: str, area: str) -> bool:
        holder = self.state.control.get(area)
        neutral = holder is not None and not self.at_war(power, holder) and not self.together(power, holder)
        closed = self.state.standing["soviet-union"] == "neutral" and area in self._closed(power)
        return area in LAND and not neutral and not closed and area in HOMES.get(power, LAND)

    def _closed(self, power: str) -> set[str]:
        later = {"petsamo"} if self.state.scenario == "campaign-1939" and self.state.clock.round > 2 else set()
        axis = {"vilnius", "lvov", "viipuri", "riga", "tallinn", "bessarabia"} if SIDE[power] == AXIS else set()
        return later | axis

    def legal(self, key: Stack, path: tuple[str, ...]) -> bool:
        """Return whether one block that has not acted may march along a path of land areas and sea zones."""
        area, power, unit, _, _ = key
        kind = unit.rsplit("-", 1)[0].replace("elite-", "").replace("sniper-", "")
        points = {"infantry": 1, "artillery": 1, "tank": 2, "air": 2, "airborne": 2}.get(kind, 0)
        target, flier = path[-1], kind in ("air", "airborne")
        if area != path[0] or target not in LAND or len(path) < 2 or self.foes(power, area):
            return False
        cost = 0
        for one, two in pairwise(path):
            if (one, two) not in TOUCH or (two in SEA and not flier) or (one in SEA and two in SEA):
                return False
            if two not in SEA and not self.may_be(power, two):
                return False
            cost += self._cost(kind, one, two)
        if cost > points or sum(point in SEA for point in path) > 1:
            return False
        return self._passes(power, kind, path) and self._arrives(key, kind, path)

    def _cost(self, kind: str, one: str, two: str) -> int:
        rough = two in REGION["rough"] or (two in LAND and self.weather(two) == "mud")
        arrows = any({one, two} == {a, b} and border == "double-arrow" for a, b, border in BORDERS)
        return 2 if kind == "tank" and (rough or arrows) else 1

    def _passes(self, power: str, kind: str, path: tuple[str, ...]) -> bool:
        over = [area for area in path[1:-1] if area in SEA or self.foes(power, area)]
        if not over or kind == "air":
            return True
        held = self.state.control.get(path[-1])
        return kind == "airborne" and not (held and self.at_war(power, held)) and not self.foes(power, path[-1])

    def _arrives(self, key: Stack, kind: str, path: tuple[str, ...]) -> bool:
        _, power, _, _, _ = key
        target, mates = path[-1], self.mates(power, path[-1])
        if any(not self.together(power, other[1]) or {power, other[1]} in _APART for other, _ in mates):
            return False
        limit = 2 if target in REGION["small"] else 4
        siberian = target in REGION["siberia"] and power == "soviet-union"
        if sum(count for _, count in mates) >= limit and target != "usa" and not siberian:
            return False
        held = self.state.control.get(target)
        ground = any(not _is_air(other) for other, _ in mates)
        if kind == "air" and held and self.at_war(power, held) and not ground:
            return False
        return not self.foes(power, target) or self._engages(power, kind, path, mates)

    def _engages(self, power: str, kind: str, path: tuple[str, ...], mates: list) -> bool:
        target = path[-1]
        of_class = "infantry" if kind == "airborne" else kind
        if sum(count for other, count in mates if _class(other) == of_class) >= 2:
            return False
        arrows = any({path[-2], target} == {a, b} and border == "double-arrow" for a, b, border in BORDERS)
        if arrows and kind != "air" and self.weather(target) != "good":
            return False
        red = SIDE[power] == AXIS and any(key[1] == "soviet-union" for key, _ in self.here(target))
        line = path[0] in NORTHWEST and target not in NORTHWEST
        taken = SIDE.get(self.state.control.get("leningrad", ""), "") == AXIS
        return not (red and (target in REGION["siberia"] or (line and not taken)))


_APART = ({"france", "great-britain"}, {"hungary", "romania"})


def _class(key: Stack) -> str:
    return key[2].rsplit("-", 1)[0].replace("elite-", "").replace("sniper-", "").replace("airborne", "infantry")


def _is_air(key: Stack) -> bool:
    return _class(key) == "air"


def random_path(rng: Random, area: str) -> tuple[str, ...]:
    """Return a way of one or two steps, now and then of three, over areas that touch (mostly) and do not repeat."""
    path = [area]
    for _ in range(rng.choice((1, 1, 2, 2, 2, 3))):
        near = [other for other in TITLE.neighbours[path[-1]] if other not in path]
        if not near:
            break
        path.append(rng.choice(near) if rng.random() < 0.97 else rng.choice(sorted(LAND)))
    return tuple(path)


@pytest.mark.parametrize("season", slow_after(2, range(4)))
@pytest.mark.parametrize("scenario", ["1939", "1941", "1943", "1944"])
@pytest.mark.parametrize("camp", ["germany", "great-britain"])
def test_a_march_is_judged_as_its_twin_judges_it(scenario: str, season: int, camp: str) -> None:
    rng, play = Random(f"{scenario} {season} {camp}"), Play(RULES, SeededDice(1))
    play.start(scenario)
    play.emit(RoundStarted(1 + season))
    play.emit(PhaseStarted(camp, "land", 99))
    found = {True: 0, False: 0}
    for _ in range(400):
        twin = Twin(play)
        own = [key for key in sorted(play.state.stacks) if key[0] in LAND and not key[4] and _moves(key, camp)]
        key = rng.choice(own)
        path = random_path(rng, key[0])
        order = March(f"{key[2]}@{key[3]} ({key[1]})", " > ".join(path))
        if any(other != key and other[:4] == key[:4] for other in play.state.stacks):
            continue  # blocks of the same kind that have moved already might be meant
        wrong = play.check(order)
        assert (not wrong) == twin.legal(key, path), (order, wrong)
        found[not wrong] += 1
        if not wrong and rng.random() < 0.5:
            play.submit(order)
    assert found[True] > 15
    assert found[False] > 15


def _moves(key: Stack, camp: str) -> bool:
    early = key[2] == "elite-artillery-4" and key[1] == "soviet-union"
    return (SIDE[key[1]] == AXIS) == (camp == "germany") and SIDE[key[1]] != "neutral" and not early
