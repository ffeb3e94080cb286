"""3.1.2 Seaborne Operations against a twin: the rules of a landing of one block written down once more from tables and state.

Random landings, legal or not, along random sea zones; both must say the same.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine.dice import SeededDice
from engine.events import MarkerSet, PhaseStarted, RoundStarted, UnitsPlaced
from engine.families.blocks.land.orders import Seaborne
from engine.play import Play
from engine.state import Stack
from tests.black_swan.board import RULES, TITLE
from tests.black_swan.test_3_2_twin import AXIS, BORDERS, LAND, NORTHWEST, REGION, SEA, SIDE, TOUCH, WEST, Twin
from tests.slow import slow_after

pytestmark = pytest.mark.section("3.1.2")

FRONTS = ("west-front", "med-front", "east-front")
BODIES = {
    "germany": ("mediterranean-sea", "atlantic-ocean", "baltic-sea"),
    "italy": ("mediterranean-sea",),
    "soviet-union": ("baltic-sea", "black-sea", "white-sea", "caspian-sea"),
    "great-britain": ("us-coastal-waters", "mediterranean-sea", "atlantic-ocean", "indian-ocean"),
}
BODIES |= dict.fromkeys(("france", "united-states"), BODIES["great-britain"])
BODIES |= dict.fromkeys(("finland", "hungary", "romania", "bulgaria"), BODIES["germany"])
STRAITS = {
    frozenset(("central-atlantic", "alboran-sea")): (WEST, [("gibraltar",)]),
    frozenset(("indian-ocean", "eastern-med")): (WEST, [("cairo", "sinai")]),
    frozenset(("norwegian-sea", "southern-baltic")): (AXIS, [("copenhagen", "bergen"), ("hamburg", "berlin")]),
    frozenset(("western-black-sea", "aegean-sea")): ("", []),
}
GROUND = (
    "infantry",
    "elite-infantry",
    "sniper-infantry",
    "tank",
    "elite-tank",
    "artillery",
    "elite-artillery",
    "airborne",
)
TWO_SIDED = ("atlantic-ocean", "mediterranean-sea", "baltic-sea")


class Landings(Twin):
    """What a landing may do, asked of a state in which every Blitz Disc is in hand and no ship has carried anybody."""

    def lands(self, key: Stack, path: tuple[str, ...]) -> bool:
        """Return whether one block may land along a path: port, sea zones, port."""
        area, power, unit, steps, _ = key
        kind, zones, target = unit.rsplit("-", 1)[0], path[1:-1], path[-1]
        if kind not in GROUND or steps < TITLE.units[unit].strength or self.foes(power, area) or not zones:
            return False
        return (
            self._is_enemy(power, target)
            and self._sky(power, target)
            and self._port(power, area, zones[0])
            and self._port(power, target, zones[-1])
            and all(self._crosses(power, zone) for zone in zones)
            and all(self._open(power, one, two) for one, two in pairwise(zones))
            and self._room(key, path)
        )

    def _is_enemy(self, power: str, target: str) -> bool:
        holder = self.state.control.get(target)
        return self.may_be(power, target) and ((holder and self.at_war(power, holder)) or self.foes(power, target))

    def _sky(self, power: str, target: str) -> bool:
        sky = self.weather(target)
        return sky == "good" or (sky == "snow" and power in ("soviet-union", "finland"))

    def _port(self, power: str, area: str, zone: str) -> bool:
        found = {border for a, b, border in BORDERS if {a, b} == {area, zone}}
        return bool(found & {"port", "orange-port"}) or ("red-port" in found and SIDE[power] == WEST)

    def _crosses(self, power: str, zone: str) -> bool:
        if zone not in SEA or not any(zone in REGION[body] for body in BODIES.get(power, ())):
            return False
        ships = sum(count for key, count in self.here(zone) if self.together(power, key[1]))
        holder = self.state.control.get(zone)
        shared = any(zone in REGION[body] for body in TWO_SIDED) and zone != "adriatic-sea"
        if not shared:
            side = AXIS if zone == "adriatic-sea" else {"great-britain": WEST}.get(self._sailor(zone), SIDE["soviet-union"])
            return ships > 0 and SIDE[power] == side
        return ships > 0 and (holder is None or SIDE[holder] == SIDE[power])

    def _sailor(self, zone: str) -> str:
        return "great-britain" if zone in ("us-coastal-waters", "indian-ocean") else "soviet-union"

    def _open(self, power: str, one: str, two: str) -> bool:
        if (one, two) not in TOUCH:
            return False
        side, doors = STRAITS.get(frozenset((one, two)), (SIDE[power], [()]))
        held = [all(SIDE.get(self.state.control.get(bank, ""), "") == side for bank in door) for door in doors]
        return SIDE[power] == side and any(held)

    def _room(self, key: Stack, path: tuple[str, ...]) -> bool:
        """The same as at the end of a march, but that nobody comes over double arrows."""
        power = key[1]
        target, mates = path[-1], self.mates(power, path[-1])
        if mates or not self.foes(power, target):
            return not any(not self.together(power, other[1]) for other, _ in mates)
        red = SIDE[power] == AXIS and any(other[1] == "soviet-union" for other, _ in self.here(target))
        line = path[0] in NORTHWEST and target not in NORTHWEST
        return not (red and line and SIDE.get(self.state.control.get("leningrad", ""), "") != AXIS)


def random_voyage(rng: Random, area: str) -> tuple[str, ...]:
    """Return a way over one to four sea zones from a coast to a coast; now and then one that is torn."""
    near = [zone for zone in TITLE.neighbours[area] if zone in SEA]
    path = [area, rng.choice(near)] if near else [area, rng.choice(sorted(SEA))]
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        ahead = [zone for zone in TITLE.neighbours[path[-1]] if zone in SEA and zone not in path]
        path.append(rng.choice(ahead) if ahead and rng.random() < 0.97 else rng.choice(sorted(SEA)))
    coast = [other for other in TITLE.neighbours[path[-1]] if other in LAND and other != area]
    return (*path, rng.choice(coast or sorted(LAND)))


@pytest.mark.parametrize("season", slow_after(2, range(4)))
@pytest.mark.parametrize("scenario", ["1941", "1942", "1943", "1944"])
def test_a_landing_is_judged_as_its_twin_judges_it(scenario: str, season: int) -> None:
    rng, play = Random(f"{scenario} {season}"), Play(RULES, SeededDice(1))
    play.start(scenario)
    play.emit(RoundStarted(1 + season))
    for side in (AXIS, WEST, "soviets"):
        for front in FRONTS:
            play.emit(MarkerSet("game", f"blitz-disc/{side}/{front}", "yes"))
    for power in ("germany", "italy", "great-britain", "soviet-union"):
        for zone in sorted(zone for body in BODIES[power] for zone in REGION[body]):
            if rng.random() < 0.6 and "surrendered" not in play.state.standing[power]:
                play.emit(UnitsPlaced(power, "light-surface-3", 1, zone, 3))
    found = {True: 0, False: 0}
    for turn, camp in enumerate(("germany", "great-britain")):
        play.emit(PhaseStarted(camp, "land", 90 + turn))
        twin = Landings(play)
        own = [key for key in sorted(play.state.stacks) if key[0] in LAND and (SIDE[key[1]] == AXIS) == (camp == "germany")]
        coastal = [key for key in own if any(zone in SEA for zone in TITLE.neighbours[key[0]])]
        whole = [key for key in coastal if key[2].startswith(GROUND) and key[3] == TITLE.units[key[2]].strength]
        for _ in range(1500):
            key = rng.choice(coastal if rng.random() < 0.2 else whole)
            path = random_voyage(rng, key[0])
            wrong = play.check(Seaborne(f"{key[2]}@{key[3]} ({key[1]})", " > ".join(path)))
            early = key[2] == "elite-artillery-4" and key[1] == "soviet-union" and scenario == "1941" and season == 0
            assert (not wrong) == (twin.lands(key, path) and not early), (key, path, wrong)
            found[not wrong] += 1
    assert found[False] > 100
    assert found[True] > 10 or season > 1, "few coasts of the Med can be landed on in bad weather"
