"""Details of single sentences that no example of the book shows: who has nowhere to go, dice that would favour some, wars out of play."""

from __future__ import annotations

import pytest

from engine.odds.battle import Forces
from engine.rules import EndPhase
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import GoToWar, Yes
from engine.titles.blitz.position import board
from engine.titles.blitz.sampled_odds import NoBattle, sampled
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.settings import distant_wars
from engine.titles.blitz.turn_end.research import chance
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table

ALLIES = ("afa", "usa", "ussr")


@pytest.mark.section("1.3")
def test_1_3_who_must_make_way_and_has_nowhere_to_go_is_destroyed() -> None:
    lands = {row.area for row in TITLE.holdings if row.scenario == "campaign" and row.power in ALLIES} - {"levant"}
    play = table("1st-air-army levant@2", power="afa", take={**dict.fromkeys(lands, "germany"), "levant": "ussr"})
    agenda.before(play, "make-way 1st-air-army afa")
    agenda.run(play)
    assert at(play, "1st-air-army") == "ussr-pool"


@pytest.mark.section("7.8")
@pytest.mark.parametrize(("count", "dice", "drawn"), [(5, [6, 6, 1, 3], 2), (5, [6, 5], 4), (2, [6, 6], 1), (1, [], 0)])
def test_7_8_dice_that_would_favour_some_units_are_rolled_again(count: int, dice: list[int], drawn: int) -> None:
    """Of 36 falls 35 are shared by five units: a double six is rolled again; two units share all of them, and one needs no dice."""
    play = table(phase="build", dice=dice)
    assert chance(play, "germany", count) == drawn
    assert not play.dice.left


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ({("army-group-b", "germany"): 1}, {("18th-army", "germany"): 1}),
        ({("army-group-b", "germany"): 1, ("2nd-army", "afa"): 1}, {("home-guard", "afa"): 1}),
        ({("army-group-b", "germany"): 1}, {("home-guard", "afa"): 1, ("18th-army", "germany"): 1}),
    ],
)
def test_odds_of_one_side_against_itself_or_of_both_together_are_no_battle(
    attackers: dict[tuple[str, str], int], defenders: dict[tuple[str, str], int]
) -> None:
    with pytest.raises(NoBattle, match="name counters of both sides"):
        sampled(TITLE, Forces(attackers, defenders), games=1)


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
def test_f_a_war_out_of_play_is_with_every_enemy_that_it_names() -> None:
    play = table(scenario="rise-and-fall", power="germany")
    (war,) = distant_wars(TITLE, "rise-and-fall")
    agenda.before(play, f"distant-war {war.slug}")
    do(play, Yes())
    assert [play.position.relation(war.power, enemy) for enemy in war.enemies] == ["war"] * 2
    assert specials.DISTANT.read(play.state, war.slug) == "yes"


def test_odds_of_two_sides_are_a_battle() -> None:
    forces = Forces({("army-group-b", "germany"): 1}, {("home-guard", "afa"): 1})
    result = sampled(TITLE, forces, "paris", games=3)
    assert result.win + result.lose + result.draw + result.retreat == pytest.approx(1)


@pytest.mark.section("9.3")
def test_9_3_nothing_is_owed_in_a_scenario_in_which_nothing_is_built() -> None:
    play = table(
        "18th-army western-germany@1",
        scenario="western-europe",
        phase="build",
        stores={"germany": (3, 0)},
        options={"minor-ally-builds": "yes"},
    )
    assert broken(play, EndPhase()) == []


@pytest.mark.section("3.2", "3.4")
def test_3_2_french_ships_stay_in_vichy_france_when_a_power_at_peace_with_their_new_one_declares_war_on_it() -> None:
    play = table(
        "marine-nationale vichy-france@2, home-fleet scotland@1",
        phase="move",
        power="germany",
        markers={"vichy-france": "yes", "fallen/france": "yes", "ally/vichy-france": "nobody"},
        owners={"marine-nationale": "neutral"},
        take={"paris": "germany", "vichy-france": ""},
    )
    settle(do(play, GoToWar("japan", "vichy-france")))
    french, british = keys(play, "marine-nationale", "home-fleet")
    assert (french.power, french.area) == ("afa", "vichy-france")
    assert not board.is_barred(play.position, french, "vichy-france")
    assert board.is_barred(play.position, british, "vichy-france")
