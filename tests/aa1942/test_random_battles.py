"""Battles with any forces, dice and decisions end, and their accounts balance (section General Combat)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import BattleEnded, BattleStarted
from engine.families.axis_allies.board import tuv
from engine.families.axis_allies.combat.battle import REMOVED_AS
from engine.forces import parse_units
from engine.play import Play
from tests.aa1942.battles import combat
from tests.aa1942.positions import TITLE
from tests.axisallies.battles import fight_out

pytestmark = pytest.mark.section("3. General Combat")

LAND = ("infantry", "artillery", "tank", "anti-aircraft-gun")
AIR = ("fighter", "bomber")
SHIPS = ("battleship", "aircraft-carrier", "cruiser", "destroyer", "submarine", "transport")
SEED = st.integers(0, 2**32)
MOVED = "[used=1 from={} moved]"


def units(kinds: tuple[str, ...], most: int = 4) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(kinds), st.integers(1, most), max_size=len(kinds))


def written(power: str, forces: dict[str, int], came: str = "") -> str:
    """Units of a power as `positions` reads them; aircraft came from afar, all others from `came`."""
    parts = []
    for unit, count in forces.items():
        moved = "[used=2]" if unit in AIR else MOVED.format(came)
        parts.append(f"{count} {unit} {moved}" if came else f"{count} {unit}")
    return f"{power}: {', '.join(parts)}" if parts else ""


def value(text: str) -> int:
    return tuv(TITLE, ((item.unit, item.count) for item in parse_units(text)))


def check_accounts(play: Play) -> None:
    starts = [event for event in play.events if isinstance(event, BattleStarted)]
    stops = [event for event in play.events if isinstance(event, BattleEnded)]
    assert len(starts) == len(stops) and not play.state.battle
    for start, stop in zip(starts, stops, strict=True):
        assert (start.attacker_value, start.defender_value) == (value(start.attackers), value(start.defenders))
        assert start.attacker_value - stop.attacker_lost == value(stop.attackers)
        assert start.defender_value - stop.defender_lost == value(stop.defenders)
    for key, count in play.state.stacks.items():
        words = set(key[4].split())
        assert count > 0 and words.isdisjoint(REMOVED_AS) and "withdrawn" not in words, key
        assert key[3] == TITLE.units[key[2]].strength, f"{key} is still damaged"
    assert not [key for key in play.state.markers if key[0] == "battle"]


def worth(play: Play, power: str) -> int:
    """TUV of a power's units on the board; guns and factories are left out, for they change hands."""
    standing = ((key[2], count) for key, count in play.state.stacks.items() if key[1] == power)
    return tuv(TITLE, ((unit, count) for unit, count in standing if not TITLE.units[unit].has("capturable")))


def lost(play: Play) -> int:
    return sum(event.attacker_lost for event in play.events if isinstance(event, BattleEnded))


@given(mine=units((*LAND[:3], *AIR)), theirs=units((*LAND, *AIR)), allies=units((*LAND, *AIR), 2), seed=SEED)
def test_land_battles(mine: dict, theirs: dict, allies: dict, seed: int) -> None:
    there = [
        written("germany", mine, "ukraine-ssr"),
        written("soviet-union", theirs),
        written("united-kingdom", allies),
    ]
    play = combat("germany", {"caucasus": "; ".join(filter(None, there))})
    before = worth(play, "germany")
    fight_out(play, seed)
    check_accounts(play)
    assert worth(play, "germany") == before - lost(play)


@given(mine=units((*SHIPS, *AIR)), theirs=units(SHIPS), allies=units(SHIPS, 2), seed=SEED, planes=st.integers(0, 4))
def test_sea_battles(mine: dict, theirs: dict, allies: dict, seed: int, planes: int) -> None:
    decks = 2 * (theirs.get("aircraft-carrier", 0) + allies.get("aircraft-carrier", 0))
    theirs = theirs | ({"fighter": min(planes, decks)} if min(planes, decks) else {})
    there = [
        written("germany", mine, "sea-zone-5"),
        written("united-kingdom", theirs),
        written("united-states", allies),
    ]
    play = combat("germany", {"sea-zone-6": "; ".join(filter(None, there))})
    before = worth(play, "germany")
    fight_out(play, seed)
    check_accounts(play)
    assert worth(play, "germany") == before - lost(play)


@given(
    loads=st.lists(st.sampled_from(("infantry", "tank", "infantry+infantry", "infantry+tank")), min_size=1, max_size=3),
    escort=units(SHIPS[:5], 2),
    zone=units(SHIPS, 2),
    coast=units((*LAND, *AIR), 2),
    air=units(AIR, 2),
    seed=SEED,
)
def test_amphibious_assaults(loads: list, escort: dict, zone: dict, coast: dict, air: dict, seed: int) -> None:
    ships, moved = [], "used=1 from=sea-zone-6 moved"
    for load in loads:
        cargo = "+".join(f"united-kingdom/{unit}" for unit in load.split("+"))
        ships.append(f"transport [{moved} loaded cargo={cargo} target=norway]")
        ships += [f"{unit} [aboard loaded target=norway]" for unit in load.split("+")]
    fleet = ", ".join([*ships, *(f"{n} {unit} [{moved}]" for unit, n in escort.items())])
    planes = written("united-kingdom", air, "sea-zone-6")
    stacks = {
        "sea-zone-5": "; ".join(filter(None, (f"united-kingdom: {fleet}", written("germany", zone)))),
        "norway": "; ".join(filter(None, (planes, written("germany", coast)))),
    }
    play = combat("united-kingdom", stacks)
    before = worth(play, "united-kingdom")
    fight_out(play, seed)
    check_accounts(play)
    assert worth(play, "united-kingdom") == before - lost(play)
