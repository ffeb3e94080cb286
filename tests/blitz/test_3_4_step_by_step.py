"""3.4: what each step of a conquest and of a liberation changes, and what it leaves as it was."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import No
from engine.titles.blitz.politics import conquest, france, politics
from engine.titles.blitz.position import board
from engine.titles.blitz.vocabulary import CONQUERED, FREED, HOME, RETURNING, SEAT
from tests.blitz.table import TITLE, agenda_of, at, do, keys, settle, table

pytestmark = pytest.mark.section("3.4")

ALLONE = {f"conquered/{country}": "axis" for country in ("austria-czechoslovakia", "libya", "italian-east-africa")}
"""Germany has lost its minor allies: Germany and Italy are left."""


def test_3_4_all_that_is_due_is_conquered_at_once() -> None:
    """ "Each one must be conquered individually", and play is paused for all of them."""
    play = table("2nd-army libya@2", take={"libya": "afa", "italian-east-africa": "afa"})
    politics.settle(play)
    assert [board.is_conquered(play.position, one) for one in ("libya", "italian-east-africa")] == [True, True]


def test_3_4_all_that_is_due_is_liberated_at_once() -> None:
    play = table(markers={"conquered/libya": "axis", "conquered/italian-east-africa": "axis"})
    politics.settle(play)
    assert [board.is_conquered(play.position, one) for one in ("libya", "italian-east-africa")] == [False, False]


def test_3_4_nothing_is_due_where_nothing_has_changed_hands() -> None:
    assert conquest._open_cases(table().position) == []
    assert conquest._open_cases(table(take={"poland": "germany"}, markers={"conquered/poland": "allies"}).position) == []


@pytest.mark.parametrize(("freed", "back"), [("", True), ("yes", False)])
def test_3_4_paris_alone_frees_france_once_later_a_line_is_asked_for(monkeypatch: pytest.MonkeyPatch, freed: str, back: bool) -> None:
    """ "France is liberated when the Allies once again control Paris"; "after that the standard rules ... apply"."""
    told = {"conquered/france": "allies", "fallen/france": "yes"} | ({"freed/france": freed} if freed else {})
    play = table(markers=told)
    monkeypatch.setattr(conquest, "supplied", lambda position, power: set())
    conquest.settle(play)
    assert board.is_conquered(play.position, "france") is not back


@pytest.mark.parametrize(("reached", "back"), [({"spain", "portugal"}, True), ({"spain"}, False), (set(), False)])
def test_3_4_lines_reach_all_of_what_is_liberated(monkeypatch: pytest.MonkeyPatch, reached: set[str], back: bool) -> None:
    told = {"ally/iberia": "germany", "conquered/iberia": "axis"}
    play = table(take={"spain": "germany", "portugal": "germany"}, markers=told)
    monkeypatch.setattr(conquest, "supplied", lambda position, power: reached)
    conquest.settle(play)
    assert board.is_conquered(play.position, "iberia") is not back


def test_3_4_the_only_home_that_is_left_is_chosen_at_once() -> None:
    play = table("alpini-army milan@2", take={"rome": "afa"}, markers=ALLONE)
    conquest.conquer(play, "italy")
    assert agenda_of(play) == [] and board.home_of(play.position, "alpini-army") == "germany"


def test_3_4_a_home_that_has_fallen_before_it_was_chosen_is_none() -> None:
    """Two countries fall together, and one home is left."""
    play = table("alpini-army milan@2", take={"rome": "afa"}, markers={key: value for key, value in ALLONE.items() if "libya" not in key})
    conquest.conquer(play, "italy")
    assert agenda_of(play) == ["new-home italy germany"]
    conquest.conquer(play, "libya")
    agenda.run(play)
    assert play.pending is None and board.home_of(play.position, "alpini-army") == "germany"


def test_3_4_who_had_found_a_home_there_moves_on_and_nobody_else() -> None:
    """British units live in Canada since their islands fell, Polish ones in India; Canada falls too."""
    seats = {"conquered/great-britain": "allies", "seat/great-britain": "canada", "conquered/poland": "allies", "seat/poland": "india"}
    play = table("canadian-army london@1", markers=seats)
    conquest.move_home(play, "canada", "afa", "australia")
    assert [SEAT.read(play.state, country) for country in ("canada", "great-britain", "poland")] == ["australia", "australia", "india"]
    assert HOME.read(play.state, "canadian-army") == "australia"


def near_east(*holders: str, dice: tuple[int, ...] = ()) -> Play:
    """The Near East, once an ally of the USA, is free again; these powers hold Persia, Iraq and the Levant."""
    told = {"ally/near-east": "usa", "conquered/near-east": "allies"}
    play = table(take=dict(zip(("persia", "iraq", "levant"), holders, strict=True)), markers=told, dice=dice)
    conquest.liberate(play, "near-east", "allies")
    agenda.run(play)
    return play


def test_3_4_who_holds_most_of_a_liberated_country_has_it_and_decides() -> None:
    play = near_east("usa", "afa", "afa")
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("give-back", "afa")
    assert board.ally_of(play.position, "near-east") == "afa" and FREED.read(play.state, "near-east") == "yes"
    do(play, No())
    assert {board.holder(play.position, area) for area in TITLE.regions["near-east"]} == {"afa"}


@pytest.mark.parametrize(("die", "has"), [(1, "afa"), (2, "afa"), (3, "usa"), (4, "usa"), (5, "ussr"), (6, "ussr")])
def test_3_4_a_tie_is_tossed_for(die: int, has: str) -> None:
    play = near_east("ussr", "usa", "afa", dice=(die,))
    (toss,) = (event for event in play.events if getattr(event, "purpose", "") == "coin")
    assert toss.power == "afa" and board.ally_of(play.position, "near-east") == has


def test_3_4_a_question_is_asked_only_where_the_country_was_another_powers() -> None:
    """The USA holds most of what was its own."""
    assert near_east("usa", "usa", "afa").pending is None


def test_3_4_what_always_goes_back_are_only_homes_and_those_of_the_afa_and_germany() -> None:
    """ "The only major power home country at the start of the game ..., or for the AFA: Great Britain, or for Germany: Germany"."""
    assert conquest.must_return(table().position) == {"germany", "japan", "great-britain", "usa", "ussr"}


def test_3_4_what_an_enemy_still_holds_of_a_liberated_country_stays_his() -> None:
    """Rome frees Italy while the AFA is in Milan."""
    play = table("2nd-army milan@2", take={"milan": "afa"}, markers={"conquered/italy": "axis", "fallen/italy": "yes"})
    politics.settle(play)
    assert not board.is_conquered(play.position, "italy") and board.holder(play.position, "milan") == "afa"
    assert CONQUERED.read(play.state, "italy") == "" and FREED.read(play.state, "italy") == "yes"


def test_3_4_units_in_the_force_pool_go_to_who_keeps_a_country() -> None:
    """ "You immediately assume control of all of that country's units that are on the map or in the Force Pool"."""
    told = {"conquered/poland": "allies"}
    play = table("2nd-army poland@2, polish-army afa-pool@2", take={"poland": "usa"}, markers=told)
    conquest.liberate(play, "poland", "allies")
    agenda.run(play)
    do(play, No())
    settle(play)
    (key,) = keys(play, "polish-army")
    assert (key.power, key.area) == ("usa", "usa-pool")


def test_3_4_more_units_come_back_in_later_turns() -> None:
    aside = "bersaglieri germany-set-aside@1, alpini-army germany-set-aside@2, folgore germany-set-aside@1"
    play = table(aside, markers={"conquered/italy": "axis", "fallen/italy": "yes"})
    politics.settle(play)
    agenda.run(play)
    settle(play)
    assert RETURNING.read(play.state, "italy") == "germany"
    assert sorted(at(play, unit) for unit in ("bersaglieri", "alpini-army", "folgore")) == [
        "germany-pool",
        "germany-set-aside",
        "germany-set-aside",
    ]


def test_3_4_ships_in_vichy_france_are_whose_france_is_and_nobody_elses_units() -> None:
    """ "The major power that liberated France takes control of the naval units in Vichy France too"."""
    told = {"vichy-france": "yes", "fallen/france": "yes", "freed/france": "yes", "ally/vichy-france": "usa"}
    units = "marine-nationale vichy-france@2, 1st-army vichy-france@2, 12th-fleet vichy-france@1"
    play = table(units, take={"vichy-france": "usa"}, markers=told, owners={"marine-nationale": board.NEUTRAL})
    france.end_vichy(play)
    assert {key.unit: key.power for key in keys(play, "marine-nationale", "1st-army", "12th-fleet")} == {
        "marine-nationale": "afa",
        "1st-army": "usa",
        "12th-fleet": "usa",
    }


def test_3_4_ships_in_a_liberated_vichy_france_are_whose_it_becomes() -> None:
    """Whoever has taken it first, when it is given back to another; another power's army stays its own."""
    owners = {"marine-nationale": "usa"}
    play = table("marine-nationale vichy-france@2, 1st-army vichy-france@2", take={"vichy-france": "usa"}, owners=owners)
    france.free_vichy(play, "afa")
    assert [key.power for key in keys(play, "marine-nationale", "1st-army")] == ["afa", "usa"]
