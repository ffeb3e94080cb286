"""Battles of global-1939 with any forces, technologies, dice and decisions end, and their accounts balance."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import BattleEnded, BattleStarted, UnitsRemoved
from engine.families.axis_allies.combat.battle import REMOVED_AS
from engine.forces import parse_units
from engine.mechanics.profile import profile
from engine.play import Play
from engine.simulation import make_bot
from tests.axisallies.battles import fight_out
from tests.global1939.positions import TITLE, combat

LAND = (
    "infantry",
    "artillery",
    "mechanized-infantry",
    "tank",
    "self-propelled-artillery",
    "heavy-tank",
    "anti-aircraft-gun",
)
AIR = ("fighter", "tactical-bomber", "bomber")
SHIPS = ("submarine", "transport", "destroyer", "cruiser", "aircraft-carrier", "battleship")
SEED = st.integers(0, 2**32)
TECHS = st.lists(st.sampled_from(sorted(TITLE.technologies)), max_size=3, unique=True)


def units(kinds: tuple[str, ...], most: int = 4) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(kinds), st.integers(1, most), max_size=len(kinds))


def written(power: str, forces: dict[str, int], came: str = "", words: str = "") -> str:
    """Units of a power as `positions` reads them; aircraft came from afar, all others from `came`."""
    parts = []
    for unit, count in forces.items():
        condition = "used=2" if came and unit in AIR else f"used=1 from={came} moved" if came else ""
        extra = words if unit in ("tank", "mechanized-infantry") else ""
        parts.append(f"{count} {unit} [{condition} {extra}]" if condition or extra else f"{count} {unit}")
    return f"{power}: {', '.join(parts)}" if parts else ""


def _totals(play: Play) -> Counter[tuple[str, str]]:
    totals: Counter[tuple[str, str]] = Counter()
    for key, count in play.state.stacks.items():
        if TITLE.units[key[2]].cls != "facility":
            totals[key[1], key[2]] += count
    return totals


def check_accounts(play: Play, before: Counter[tuple[str, str]]) -> None:
    starts = [event for event in play.events if isinstance(event, BattleStarted)]
    stops = [event for event in play.events if isinstance(event, BattleEnded)]
    assert len(starts) == len(stops) and not play.state.battle
    gone: Counter[tuple[str, str]] = Counter()
    for event in play.events:
        if isinstance(event, UnitsRemoved) and TITLE.units[event.unit].cls != "facility":
            gone[event.power, event.unit] += event.count
    assert _totals(play) + gone == before
    for start, stop in zip(starts, stops, strict=True):
        if start.kind != "raid":
            assert start.attacker_value - stop.attacker_lost == value(play, stop.attackers, start.attacker)
            assert start.defender_value - stop.defender_lost == value(play, stop.defenders, start.defender)
    for key, count in play.state.stacks.items():
        words = set(key[4].split())
        assert count > 0 and words.isdisjoint(REMOVED_AS) and words.isdisjoint({"withdrawn", "scrambled"}), key
    assert not [key for key in play.state.markers if key[0] == "battle"]


def value(play: Play, text: str, power: str) -> int:
    return sum(profile(play.position, item.power or power, item.unit).cost * item.count for item in parse_units(text))


@pytest.mark.section("Base game")
@given(
    mine=units((*LAND[:6], *AIR)),
    theirs=units((*LAND, *AIR)),
    allies=units(LAND, 2),
    drop=st.integers(0, 2),
    wall=st.booleans(),
    techs=TECHS,
    seed=SEED,
)
def test_land_battles(mine, theirs, allies, drop, wall, techs, seed) -> None:
    there = [
        written("germany", mine, "eastern-poland", "elite!"),
        written("soviet-union", theirs, words="elite!"),
        written("china", allies),
    ]
    if drop:
        there.append(f"germany: {drop} bomber [used=2 dropping], {drop} infantry [airborne moved]")
    if wall:
        there.append("soviet-union: fortification [border:eastern-poland!], minor-factory, air-base")
    play = combat(
        "germany",
        {"belarus": "; ".join(filter(None, there))},
        techs=dict.fromkeys(("germany", "soviet-union"), " ".join(techs)),
    )
    before = _totals(play)
    fight_out(play, seed)
    check_accounts(play, before)


@pytest.mark.section("Base game")
@given(
    mine=units((*SHIPS, *AIR)),
    theirs=units(SHIPS),
    allies=units(SHIPS, 2),
    planes=units(AIR, 3),
    techs=TECHS,
    seed=SEED,
)
def test_sea_battles_beside_an_air_base(mine, theirs, allies, planes, techs, seed) -> None:
    there = [written("japan", mine, "sea-zone-109"), written("united-kingdom", theirs), written("united-states", allies)]
    stacks = {
        "sea-zone-110": "; ".join(filter(None, there)),
        "united-kingdom": "; ".join(filter(None, ("united-kingdom: air-base", written("united-kingdom", planes)))),
    }
    play = combat("japan", stacks, techs=dict.fromkeys(("japan", "united-kingdom"), " ".join(techs)))
    before = _totals(play)
    fight_out(play, seed)
    play.phase.close(play)
    check_accounts(play, before)


@pytest.mark.section("Base game")
@given(
    escort=units(SHIPS[2:], 2),
    zone=units(SHIPS, 2),
    coast=units((*LAND, *AIR), 2),
    marines=st.booleans(),
    wall=st.booleans(),
    techs=TECHS,
    seed=SEED,
)
def test_amphibious_assaults(escort, zone, coast, marines, wall, techs, seed) -> None:
    moved, bound = "used=1 from=sea-zone-109 moved", "target=normandy-bordeaux"
    load = "cargo=united-kingdom/infantry+united-kingdom/tank"
    landing = f"transport [{moved} loaded {load} {bound}], infantry [aboard loaded {bound}{' marine' if marines else ''}]"
    fleet = ", ".join([landing, f"tank [aboard loaded {bound}]", *(f"{n} {unit} [{moved}]" for unit, n in escort.items())])
    stacks = {
        "sea-zone-110": "; ".join(filter(None, (f"united-kingdom: {fleet}", written("germany", zone)))),
        "normandy-bordeaux": "; ".join(
            filter(None, (written("germany", coast), "germany: fortification [border:sea-zone-110!], air-base" if wall else ""))
        ),
    }
    play = combat("united-kingdom", stacks, control={"normandy-bordeaux": "germany"}, techs={"germany": " ".join(techs)})
    before = _totals(play)
    fight_out(play, seed)
    play.phase.close(play)
    check_accounts(play, before)


@pytest.mark.section("Base game")
@given(
    raiders=st.dictionaries(st.sampled_from(("bomber", "fighter", "tactical-bomber")), st.integers(1, 4), min_size=1),
    home=units(("fighter", "infantry", "anti-aircraft-gun")),
    seed=SEED,
)
def test_raids_with_escorts_and_interceptors(raiders, home, seed) -> None:
    words = {"bomber": "raiding", "fighter": "raiding", "tactical-bomber": "raid:air-base raiding"}
    flying = ", ".join(f"{n} {unit} [used=3 {words[unit]}]" for unit, n in raiders.items())
    there = ["germany: major-factory, air-base", written("germany", home), f"united-kingdom: {flying}"]
    play = combat("united-kingdom", {"western-germany": "; ".join(filter(None, there))})
    before = _totals(play)
    fight_out(play, seed)
    check_accounts(play, before)
    assert not [key for key in play.state.stacks if {"raiding", "intercepting"}.intersection(key[4].split())]


@pytest.mark.section("Air Technology / Atomic Bomb")
def test_random_bots_drop_a_bomb_only_from_a_raid_that_can_carry_it() -> None:
    stacks = {
        "western-germany": "united-kingdom: tactical-bomber [used=3 raid:air-base raiding]; germany: air-base",
        "united-kingdom": "united-kingdom: atomic-bomb",
    }
    play = combat("united-kingdom", stacks, [6, 3], techs={"united-kingdom": "atomic-bomb"})
    bot = make_bot("random", 1)
    while play.state.clock.phase == "conduct-combat":
        play.submit(bot.decide(play))
    assert [event.how for event in play.events if isinstance(event, BattleEnded)] == ["bombed"]
    assert play.state.stacks["united-kingdom", "united-kingdom", "atomic-bomb", 1, ""] == 1
