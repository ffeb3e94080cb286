"""7.1, 7.4 to 7.6: who rolls, who lends to whom, what is traded, and what raids are told."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine import events as ev
from engine.rules import Position
from engine.titles.blitz import agenda
from engine.titles.blitz.position import board
from engine.titles.blitz.turn_end import turn_end
from engine.titles.blitz.turn_end.turn_end import TurnEnd
from engine.titles.blitz.vocabulary import LEND, LOST_HOMES
from tests.blitz.table import at, table

AT_WAR = ["germany usa", "japan usa", "germany ussr"]


@pytest.mark.section("7.1")
@pytest.mark.parametrize(("lost", "asker"), [("germany", "afa"), ("afa", "japan")])
def test_7_1_the_afa_rolls_for_partisans(lost: str, asker: str) -> None:
    """ "The AFA player rolls one die": not the first power of the Turn End, but for a game that goes on without the AFA."""
    play = table(phase="turn-end", power="japan", dice=[6])
    play.emit(ev.PowerChanged(lost, "", "conquered", "told"))
    agenda.before(play, "partisans")
    agenda.run(play)
    (roll,) = (event for event in play.events if isinstance(event, ev.DiceRolled) and event.purpose == "partisans")
    assert roll.power == asker


@pytest.mark.section("7.1", "Scenario D. Barbarossa")
def test_7_1_no_partisan_is_placed_out_of_play() -> None:
    play = table(scenario="barbarossa", phase="turn-end", take={"hyderabad": "germany", "moscow": "germany"})
    assert not board.is_in_play(play.position, "hyderabad") and board.ally_of(play.position, "india") == "afa"
    sites = turn_end.partisan_sites(play.position, "allies", turn_end.ANY)
    assert "moscow" in sites and "hyderabad" not in sites


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
def test_c_what_the_scenario_does_before_builds_is_done_as_the_turn_end_opens() -> None:
    """C.8: Italian units in the Force Pool leave the game in turn 7, the fifth of the scenario."""
    play = table("italian-sub germany-pool@1", scenario="atlantic", phase="turn-end", turn=5)
    TurnEnd().open(play)
    assert LOST_HOMES.read(play.state) == "italy" and at(play, "italian-sub") == ""


@pytest.mark.section("7.4")
@pytest.mark.parametrize(("size", "amount"), [(1, 1), (2, 1)])
def test_7_4_china_is_lent_one_at_most(size: int, amount: int) -> None:
    """ "Only one Resource per Turn maximum may be lend leased to China"."""
    play = table(f"bay-of-bengal-ll bay-of-bengal@{size}", phase="turn-end", at_war=AT_WAR)
    assert turn_end.delivers(play.position, "bay-of-bengal-ll") == amount


@pytest.mark.section("7.4")
@pytest.mark.parametrize(
    ("way", "taken", "amount"),
    [
        ({"leningrad"}, {}, 2),
        ({"leningrad"}, {"leningrad": "germany"}, 0),
        ({"norway", "finland"}, {}, 0),
    ],
)
def test_7_4_one_land_area_of_the_recipient_is_enough(
    monkeypatch: pytest.MonkeyPatch, way: set[str], taken: dict[str, str], amount: int
) -> None:
    """The line begins on the shore of the LL's sea, and may pass through neutral countries."""
    asked = list[tuple[tuple[str, ...], bool]]()

    def reach(position: Position, sources: Iterable[str], power: str, *, neutrals: bool = False) -> frozenset[str]:
        asked.append((tuple(sources), neutrals))
        return frozenset({*way, "arctic-ocean"})

    monkeypatch.setattr(turn_end, "reach", reach)
    play = table("arctic-ocean-ll arctic-ocean@2", phase="turn-end", at_war=AT_WAR, take=taken)
    assert turn_end.delivers(play.position, "arctic-ocean-ll") == amount
    (home, first), (shore, second) = asked
    assert (first, second) == (False, True) and "london" in home and "leningrad" in shore


AT_SEA = "north-atlantic-ll north-atlantic@2, arctic-ocean-ll arctic-ocean@2, bering-sea-ll bering-sea@2"


def lending(north_atlantic: str, arctic: str, bering: str) -> Position:
    """Return a position in which these Resources and Oil are to be delivered."""
    play = table(AT_SEA, phase="turn-end", at_war=AT_WAR)
    for unit, told in (("north-atlantic-ll", north_atlantic), ("arctic-ocean-ll", arctic), ("bering-sea-ll", bering)):
        LEND.set(play, told, unit)
    return play.position


@pytest.mark.section("7.4")
def test_7_4_who_is_lent_to_lends_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The AFA has nothing of its own; what the USA sends it goes on to the USSR, and what it sends the USSR itself does not."""
    own = {"afa": [0, 0], "usa": [3, 5]}
    monkeypatch.setattr(turn_end, "_before_lending", lambda position, power: (list(own[power]), []))
    position = lending("2 1", "3 2", "1 1")
    assert turn_end.lent(position, "north-atlantic-ll") == (2, 1)
    assert turn_end.lent(position, "arctic-ocean-ll") == (2, 1), "no more than has come"
    assert turn_end.lent(position, "bering-sea-ll") == (1, 1)


@pytest.mark.section("7.4")
def test_7_4_each_ll_unit_takes_of_what_those_before_it_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"afa": [0, 0], "usa": [2, 2]}
    monkeypatch.setattr(turn_end, "_before_lending", lambda position, power: (list(own[power]), []))
    position = lending("2 1", "3 2", "2 2")
    assert turn_end.lent(position, "north-atlantic-ll") == (2, 1)
    assert turn_end.lent(position, "bering-sea-ll") == (0, 1), "2 and 2, less 2 and 1"


@pytest.mark.section("7.4")
@pytest.mark.parametrize(
    ("told", "left", "given"),
    [("2 1", [5, 1], (2, 1)), ("2 1", [1, 5], (1, 2)), ("1 2", [5, 1], (2, 1)), ("2 1", [1, 1], (1, 1)), ("2 0", [-1, 1], (0, 1))],
)
def test_7_4_what_is_lacking_of_the_one_is_given_of_the_other(told: str, left: list[int], given: tuple[int, int]) -> None:
    assert turn_end._given(lending(told, "0 0", "0 0"), "north-atlantic-ll", left) == given


@pytest.mark.section("7.6", "3.4")
def test_7_6_a_power_that_is_out_of_the_game_counts_nothing() -> None:
    play = table(phase="turn-end", at_war=AT_WAR)
    play.emit(ev.PowerChanged("ussr", "", "conquered", "ussr"))
    agenda.before(play, "income")
    agenda.run(play)
    stores = {power: play.state.resources.get((power, "resources"), 0) for power in ("usa", "ussr")}
    assert stores["usa"] > 0 and stores["ussr"] == 0


@pytest.mark.section("7.6", "3.4")
@pytest.mark.parametrize(
    ("told", "homes"),
    [
        ({}, ("great-britain", "france")),
        ({"conquered/great-britain": "allies", "seat/great-britain": "canada"}, ("great-britain", "france", "canada")),
        ({"conquered/great-britain": "allies"}, ("great-britain", "france")),
    ],
)
def test_7_6_the_new_home_of_british_units_needs_no_convoy(told: dict[str, str], homes: tuple[str, ...]) -> None:
    position = table(markers=told).position
    assert turn_end.home_yield(position, "afa") == homes
    turn_end.production_line(position, "afa")


@pytest.mark.section("7.6")
def test_7_6_a_raid_is_told_with_who_made_it() -> None:
    """An AFA fleet is in the sea area too, and the first of those there."""
    play = table("u-boat-ii north-sea@1, home-fleet north-sea@1", phase="turn-end", power="germany")
    play.emit(ev.FacilityChanged("north-sea", "convoy-great-britain", "afa", "damaged", 1, 1))
    turn_end.collect(play, "afa")
    (raid,) = (event for event in play.events if isinstance(event, ev.ConvoyRaided))
    assert (raid.area, raid.raider, raid.victim, raid.cap) == ("north-sea", "germany", "afa", 1)


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
def test_c_convoys_cost_nothing_where_production_is_fixed() -> None:
    play = table(scenario="atlantic", phase="turn-end")
    play.emit(ev.FacilityChanged("north-sea", "convoy-great-britain", "afa", "damaged", 1, 1))
    assert turn_end.collect(play, "afa") == (4, 1)
    assert not [event for event in play.events if isinstance(event, ev.ConvoyRaided)]
    assert turn_end.raided(play.position, "afa") == 1, "the damage itself is kept"


@pytest.mark.section("7.5")
def test_7_5_who_has_lost_all_its_oil_trades_none() -> None:
    def in_force(**taken: str) -> set[str]:
        return {row.giver for row in turn_end.trades(table(take={area.replace("_", "-"): power for area, power in taken.items()}).position)}

    assert {"usa", "ussr"} <= in_force()
    assert "ussr" not in in_force(caucasus_mountains="afa")
    assert "usa" not in in_force(west_coast="afa", central_plains="afa")


FAR = {"poland": "afa", "central-europe": "afa", "byelorussia": "afa", "moscow": "afa"}


@pytest.mark.section("7.5", "7.6")
@pytest.mark.parametrize(("held", "arrives"), [({}, True), ({"don-basin": "afa"}, False), (FAR, False)])
def test_7_5_oil_goes_through_the_giver_s_own_lands(held: dict[str, str], arrives: bool) -> None:
    """From the Caucasus by the Don and the Ukraine to German Poland: no sea and no other land leads there."""
    lands = {"poland": "germany", "ankara": "afa", "istanbul": "afa", "persia": "afa", "stalingrad": "afa", "samarkand": "afa"}
    fleets = "mediterranean-fleet black-sea@1, home-fleet north-sea@1"
    play = table(fleets, take=lands | held, markers={"ally/turkey": "afa", "ally/near-east": "afa", "ally/central-europe": "afa"})
    assert ("ussr-germany" in {row.trade for row in turn_end.trades(play.position)}) is arrives
