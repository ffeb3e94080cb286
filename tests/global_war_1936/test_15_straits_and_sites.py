"""Sections 7.3, 12.9, 15.4 and 15.6: bombs on building sites, guns at crossings, Slovakia, forced straits."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move, Press
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import chart, supply
from engine.titles.global_war_1936.economy.income import tracker
from engine.titles.global_war_1936.orders import Annex, Force, Relay, Resist, Wreck
from engine.titles.global_war_1936.placing import PlaceUnits
from tests.global_war_1936.positions import EARLY, battle, combat, due, losses, play_from, problems, standing

# 12.9 Coastal artillery at narrow crossings

MESSINA = Move("2 destroyer", "sea-zone-50 > sea-zone-52")


def through_messina(ships: str, dice: list[int], guns: str = "coastal-artillery [border:sea-zone-50!]") -> Play:
    return play_from(
        {"sea-zone-50": f"great-britain: {ships}", "sicily": f"italy: {guns}, infantry"},
        "great-britain",
        "combat-move",
        relations={("great-britain", "italy"): "war"},
        dice=dice,
    )


@pytest.mark.section("12.9")
def test_12_9_guns_fire_once_at_each_surface_ship_that_passes_a_narrow_crossing() -> None:
    play = through_messina("2 destroyer", [3, 4])
    play.submit(MESSINA)
    assert losses(play) == [("great-britain", "destroyer", 1, "coastal-artillery")]
    assert standing(play, "sea-zone-52").startswith("great-britain: destroyer")


@pytest.mark.section("12.9")
def test_12_9_a_gun_has_three_shots_a_turn_at_passers() -> None:
    play = through_messina("4 destroyer", [4, 4, 4])
    play.submit(Move("4 destroyer", "sea-zone-50 > sea-zone-52"))
    assert losses(play) == []


@pytest.mark.section("12.9")
@pytest.mark.parametrize(
    ("guns", "ships", "dice", "left"),
    [
        (2, "battleship", [3, 4], "battleship~1"),
        (2, "battleship", [3, 3], ""),
        (1, "2 battleship", [3, 3], "2 battleship~1"),
        (2, "2 battleship", [3, 4, 3, 4], "battleship"),
        (2, "destroyer", [3, 3], ""),
    ],
)
def test_12_9_each_gun_fires_at_each_ship_that_passes(guns: int, ships: str, dice: list[int], left: str) -> None:
    """Two guns may sink one battleship; of two ships they fire at the first, the second, and again at the first and the second."""
    play = through_messina(ships, dice, f"{guns} coastal-artillery [border:sea-zone-50!]")
    play.submit(Move(ships, "sea-zone-50 > sea-zone-52"))
    assert standing(play, "sea-zone-52").removeprefix("great-britain: ").split(" [")[0] == left


@pytest.mark.section("12.9")
def test_12_9_submarines_pass_unseen_and_friends_unharmed() -> None:
    play = through_messina("submarine", [])
    play.submit(Move("submarine", "sea-zone-50 > sea-zone-52"))
    friendly = play_from(
        {"sea-zone-50": "italy: destroyer", "sicily": "italy: coastal-artillery [border:sea-zone-50!]"},
        "italy",
        "combat-move",
    )
    friendly.submit(Move("destroyer", "sea-zone-50 > sea-zone-52"))
    assert losses(play) == losses(friendly) == []


# 15.6 Forcing a strait

GIBRALTAR = Force("2 destroyer", "sea-zone-32 > sea-zone-48")


def at_gibraltar(dice: list[int], ships: str = "2 destroyer", **more: object) -> Play:
    more = {"options": {"forced-straits": "on"}, "relations": {("germany", "great-britain"): "war"}} | more
    stacks = {"sea-zone-32": f"germany: {ships}", "gibraltar": "great-britain: infantry"}
    return play_from(stacks, "germany", "combat-move", dice=dice, **more)  # type: ignore[arg-type]


@pytest.mark.section("15.6")
def test_15_6_the_owner_fires_once_at_each_ship_and_the_others_are_through() -> None:
    play = at_gibraltar([3, 4])
    assert problems(play, Move("2 destroyer", GIBRALTAR.path)) == ["combat-move/canals"]
    play.submit(GIBRALTAR)
    assert losses(play) == [("germany", "destroyer", 1, "strait")]
    assert standing(play, "sea-zone-48").startswith("germany: destroyer") and standing(play, "sea-zone-32") == ""


@pytest.mark.section("15.6")
def test_15_6_a_ship_that_bears_the_hit_is_through_with_damage() -> None:
    play = at_gibraltar([3], "battleship")
    play.submit(Force("battleship", GIBRALTAR.path))
    assert standing(play, "sea-zone-48").startswith("germany: battleship~1")


@pytest.mark.section("15.6")
def test_15_6_straits_are_forced_with_the_option_alone_where_they_are_closed() -> None:
    assert problems(at_gibraltar([], options={}), GIBRALTAR) == ["force/option"]
    assert problems(at_gibraltar([], control={"gibraltar": "germany"}), GIBRALTAR) == ["force/way"]
    assert problems(at_gibraltar([]), Force("3 destroyer", GIBRALTAR.path)) == ["force/units"]


# 7.3 Damaging facilities under construction

SITE = {("game", "chart/great-britain/air-base/london//1"): "1"}


def over_london(dice: list[int], bombers: str = "strategic-bomber [moved]", **more: object) -> Play:
    more = {"options": {"site-bombing": "on"}, "markers": SITE} | more
    stacks = {"london": f"germany: {bombers}; great-britain: infantry"}
    return combat("germany", stacks, dice, relations={("germany", "great-britain"): "war"}, **more)


@pytest.mark.section("7.3")
@pytest.mark.parametrize(("dice", "left"), [([1, 3], 1), ([1, 4], 0)])
def test_7_3_a_building_site_bears_four_points_and_is_set_back_by_five(dice: list[int], left: int) -> None:
    play = over_london(dice)
    play.submit(Wreck("strategic-bomber", "london", "air-base"))
    assert len(chart.items(play.position)) == left and not play.state.battle


@pytest.mark.section("7.3")
def test_7_3_a_site_is_pushed_back_one_turn_at_a_time() -> None:
    play = over_london([6, 6], markers={("game", "chart/great-britain/major-shipyard/london//2"): "1"})
    play.submit(Wreck("strategic-bomber", "london", "major-shipyard"))
    assert chart.items(play.position) == [chart.Item("great-britain", "major-shipyard", "london", "", 1, 1)]


@pytest.mark.section("7.3")
def test_7_3_the_damage_that_a_site_bears_stays_until_it_is_finished() -> None:
    markers = {
        ("game", "ready/great-britain/air-base/london/"): "1",
        ("game", "site-damage/london/air-base/"): "3",
    }
    pool = {"great-britain": "air-base"}
    play = play_from({"london": "great-britain: infantry"}, "great-britain", "noncombat-move", markers=markers, pool=pool)
    play.submit(EndPhase("noncombat-move"))
    assert play.phase.slug == PlaceUnits.slug and play.state.damage["london", "air-base"] == 3


@pytest.mark.section("7.3")
def test_7_3_only_sites_are_bombed_so_and_only_with_the_option() -> None:
    assert problems(over_london([], options={}), Wreck("strategic-bomber", "london", "air-base")) == ["wreck/option"]
    assert problems(over_london([]), Wreck("strategic-bomber", "london", "major-port")) == ["wreck/target"]
    fighters = over_london([], "fighter [moved]")
    assert problems(fighters, Wreck("fighter", "london", "air-base")) == ["wreck/units"]


# 15.4 Slovakian resistance

ARMY = {"bohemia": "germany: 3 infantry", "slovakia": "czechoslovakia: infantry"}


def annexing(dice: list[int], answer: Resist | None, **more: object) -> Play:
    play = EARLY.play_from(
        ARMY,
        "germany",
        "combat-move",
        control={"bohemia": "germany"},
        options={"slovakia": "guarded"} | dict(more.pop("options", {})),  # type: ignore[arg-type]
        markers={("game", "income|great-britain"): "10", ("game", "income|france"): "5"},
        round=6,
        dice=dice,
        **more,
    )
    play.submit(Annex("3 infantry", "bohemia > slovakia"))
    play.submit(EndPhase("combat-move"))
    if answer:
        play.submit(answer)
    return play


@pytest.mark.section("15.4")
def test_15_4_britain_answers_once_germany_has_moved() -> None:
    play = annexing([], None)
    assert due(play) == "resistance great-britain" and play.state.control["slovakia"] == "czechoslovakia"


@pytest.mark.section("15.4")
def test_15_4_an_annexation_that_is_allowed_goes_on_as_ever() -> None:
    play = annexing([], Resist())
    assert play.state.control["slovakia"] == "germany" and "czechoslovakia" not in standing(play, "slovakia")


@pytest.mark.section("15.4")
@pytest.mark.parametrize(
    ("dice", "holder", "incomes"),
    [([1, 12, 12, 12], "germany", (7, 4)), ([12, 12, 12, 1, 12, 12, 1, 12, 1], "czechoslovakia", (13, 6))],
)
def test_15_4_the_battle_decides_what_the_guarantors_gain(dice: list[int], holder: str, incomes: tuple) -> None:
    play = annexing(dice, Resist(contest=True))
    play.submit(battle("slovakia"))
    while play.state.battle:
        play.submit(Press() if due(play).startswith("press") else play.pending.default)
    play.submit(EndPhase("conduct-combat"))
    assert play.state.control["slovakia"] == holder
    assert tuple(tracker(play.position, power) for power in ("great-britain", "france")) == incomes


# 12.10 Railways that are bombed

TRACK = Wreck("strategic-bomber", "austria", "railroad", "slovakia")


def over_austria(dice: list[int]) -> Play:
    stacks = {"austria": "great-britain: strategic-bomber [moved]; germany: infantry"}
    war = {("germany", "great-britain"): "war"}
    return combat("great-britain", stacks, dice, relations=war, control={"austria": "germany"})


@pytest.mark.section("12.10", "1.14")
def test_12_10_a_bombed_railway_carries_nothing_and_has_no_guns() -> None:
    play = over_austria([1, 1])
    assert supply.has_track(play.position, "austria", "slovakia")
    play.submit(TRACK)
    assert not supply.has_track(play.position, "slovakia", "austria") and losses(play) == []
    assert supply.has_track(play.position, "austria", "slovakia", whole=False)
    assert play.state.markers["game", "track-damage/austria/slovakia"] == "2"


@pytest.mark.section("12.10")
def test_12_10_only_railways_are_bombed_so() -> None:
    assert problems(over_austria([]), Wreck("strategic-bomber", "austria", "railroad", "saxony")) != []


@pytest.mark.section("12.10", "7.4")
def test_12_10_a_point_of_damage_costs_one() -> None:
    damage = {("game", "track-damage/austria/slovakia"): "2"}
    play = play_from({}, "germany", "production", money={"germany": 2}, markers=damage)
    assert problems(play, Relay("austria > bohemia")) == ["relay/track"]
    play.submit(Relay("slovakia > austria"))
    assert supply.has_track(play.position, "austria", "slovakia") and play.state.resources["germany", "ipp"] == 0
    poor = play_from({}, "germany", "production", money={"germany": 1}, markers=damage)
    assert problems(poor, Relay("slovakia > austria")) == ["relay/funds"]
