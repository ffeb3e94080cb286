"""Submarines that can submerge only once a destroyer is gone: the ledger expects of a power what it did the last time in the game.

Its luck is nothing on average whatever players do, what happens is uniform among what is expected of who does always the same, and a second
ledger, which knows none of the odds, says the same to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

import msgspec
import pytest
import scipy

from engine import events as ev
from engine.odds.answers import battle_odds
from engine.odds.diving import STAY, Dive, best_dive
from engine.odds.ledger import Entry, ledger
from engine.odds.recorded import battle_of
from engine.odds.recorded_battle import FAIR, SUBMERGE
from engine.odds.written import forces_of
from engine.titles import load_title
from tests.odds.second_submarines import Sea
from tests.odds.test_diving import fought
from tests.odds.test_ledger_of_saves import ERRORS, UNLIKELY
from tests.slow import slow_after

TITLE = load_title("aa1942")
BATTLES = (("destroyer, 3 submarine", "destroyer, 2 cruiser"), ("destroyer, 2 cruiser", "destroyer, 3 submarine"))
"""In both it costs much to submerge as soon as one may; nobody may at first."""
PLAYS = 160
BOTH = Dive(True, True)
PLAYERS: dict[str, Callable[[int], Dive]] = {
    "they dive": lambda number: BOTH,
    "they stay": lambda number: STAY,
    "they dive every third time": lambda number: BOTH if number % 3 == 0 else STAY,
}


@lru_cache
def record(players: str) -> tuple[list[ev.Event], ...]:
    """The events of many battles of one game, played by the title's rules."""
    battles = []
    for number in range(1, PLAYS + 1):
        attackers, defenders = BATTLES[number % 2]
        events = fought(TITLE, forces_of(TITLE, attackers, defenders), PLAYERS[players](number), 7000 + number)
        mine = [msgspec.structs.replace(one, battle=number) for one in events if getattr(one, "battle", 0)]
        battles.append([one for one in mine if not isinstance(one, ev.UnitsMoved)])
    return tuple(battles)


@lru_cache
def entries(players: str) -> list[Entry]:
    found = ledger(TITLE, [event for battle in record(players) for event in battle])
    assert len(found) == PLAYS and all((one.dice, one.samples) == (FAIR, 0) for one in found)
    return found


@pytest.mark.parametrize("players", slow_after(2, PLAYERS))
def test_luck_is_nothing_on_average_whatever_the_players_do(players: str) -> None:
    luck = [one.luck for one in entries(players)]
    mean, error = sum(luck) / PLAYS, scipy.stats.tstd(luck) / PLAYS**0.5
    assert abs(mean) <= ERRORS * error, f"mean luck {mean:+.2f}, standard error {error:.2f}"


@pytest.mark.parametrize("players", ["they dive", "they stay"])
def test_what_happens_is_uniform_among_what_is_expected_of_who_does_the_same_each_time(players: str) -> None:
    ranks, lots = [], Random(players)
    for one in entries(players):
        less = sum(chance for swing, chance in one.swings if swing < one.actual - 1e-6)
        same = sum(chance for swing, chance in one.swings if abs(swing - one.actual) <= 1e-6)
        ranks.append(less + lots.random() * same)
    assert scipy.stats.kstest(ranks, "uniform").pvalue > UNLIKELY, f"mean rank {sum(ranks) / PLAYS:.3f}"
    # Nothing is left to decisions but the first battle in which each side had a choice.
    assert sum(abs(one.decisions) > 1e-6 for one in entries(players)) <= 2


def second(battles: tuple[list[ev.Event], ...]) -> Iterator[tuple[float, float]]:
    """Yield what the second ledger says of each battle, of players of whom nothing is known that they stay, as is better here."""
    shown = [False, False]
    for battle in battles:
        told = Sea(TITLE, (shown[0], shown[1])).told(battle)
        yield told.expected, told.luck
        for side, (power, foe) in enumerate(((battle[0].attacker, 1), (battle[0].defender, 0))):
            if (chose := chance(battle, power, foe)) is not None:
                shown[side] = chose


def chance(battle: list[ev.Event], power: str, foe: int) -> bool | None:
    """Return whether a power's submarines submerged at their first chance; None: they had none."""
    sides = {battle[0].attacker: battle[0].attackers, battle[0].defender: battle[0].defenders}
    enemy = (battle[0].attacker, battle[0].defender)[foe]
    boats = 3 if "submarine" in sides[power] else 0
    hunters, number = sides[enemy].count("destroyer"), 0
    for event in battle[1:]:
        if isinstance(event, ev.UnitsChanged) and event.cause == SUBMERGE and event.power == power:
            return True
        if isinstance(event, ev.DiceRolled) and event.round > number:
            number = event.round
            if boats and not hunters:
                return False
        if isinstance(event, ev.UnitsRemoved):
            boats -= event.count * (event.power == power and event.unit == "submarine")
            hunters -= event.count * (event.power == enemy and event.unit == "destroyer")
    return None


@pytest.mark.parametrize("players", PLAYERS)
def test_a_second_ledger_says_the_same(players: str) -> None:
    assert all(best_dive(TITLE, forces_of(TITLE, *sides)) == STAY for sides in BATTLES)
    found = [(one.expected, one.luck) for one in entries(players)]
    chosen = 0
    for number, (mine, other) in enumerate(zip(found, second(record(players)), strict=True), 1):
        assert mine == pytest.approx(other, abs=1e-6), f"battle {number}"
        chosen += abs(entries(players)[number - 1].decisions) > 1e-6
    assert players != "they dive every third time" or chosen > 20, "so the ledger tells decisions from luck"


def test_the_odds_of_a_recorded_battle_and_the_ledger_expect_the_same() -> None:
    battles = record("they dive every third time")
    for number in range(1, PLAYS, PLAYS // 12):
        before = [event for battle in battles[: number - 1] for event in battle]
        battle = battle_of(TITLE, battles[number - 1], number, before)
        one = entries("they dive every third time")[number - 1]
        assert battle_odds(TITLE, battle.forces, dive=battle.dive).result.swing == pytest.approx(one.expected, abs=1e-6)
