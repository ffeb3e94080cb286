"""2.2, 3.4, 4.2, 6.5: what counts together, what is left alone, and a narrow passage that either of two holders opens."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.strictness import Strictness
from engine.titles.blitz.combat import phases
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack, AttackKind, Command, GoToWar, Resolve, ReturnToBase
from engine.titles.blitz.politics import conquest
from engine.titles.blitz.position import board, changes, ways
from engine.titles.blitz.position.supply import is_open
from engine.titles.blitz.turn_end import minor_builds, victory
from engine.titles.blitz.vocabulary import CLEAN, FALLEN
from tests.blitz.table import RULES, TITLE, Dice, at, broken, do, keys, settle, table


@pytest.mark.section("4.2", "9.8")
@pytest.mark.parametrize(
    ("singapore", "south_east_asia", "open_to"),
    [
        ("afa", "afa", ["allies"]),
        ("afa", "japan", ["axis", "allies"]),
        ("japan", "afa", ["axis", "allies"]),
        ("japan", "japan", ["axis"]),
        ("japan", "", ["axis", "allies"]),
        ("afa", "", ["axis", "allies"]),
    ],
)
def test_4_2_malacca_is_closed_where_both_its_shores_are_enemy_controlled(singapore: str, south_east_asia: str, open_to: list[str]) -> None:
    """9.8 tells of the note on the map: "when Singapore and South-East Asia are both enemy-controlled"."""
    position = table(take={"singapore": singapore, "south-east-asia": south_east_asia}).position
    assert [side for side in ("axis", "allies") if is_open(position, side, "bay-of-bengal", "south-china-sea")] == open_to


@pytest.mark.section("2.2")
def test_2_2_what_a_trs_brings_home_counts_against_its_free_blitz() -> None:
    ship = "europe-trs north-sea@1 [cargo=afa/2nd-army], 2nd-army north-sea@2 [aboard]"
    play = table(ship, phase="return", power="afa", blitzing={"afa": "free"})
    do(play, ReturnToBase("europe-trs", "london"))
    assert (at(play, "2nd-army"), phases.free_left(play.position, "afa")) == ("london@2", 1)


@pytest.mark.section("5.3", "6.5")
@pytest.mark.parametrize(
    ("other", "fought"),
    [
        (Attack("factory", "western-germany", "bomber-command"), ("ground", "western-germany")),
        (Attack("ground", "milan", "french-army"), ("ground", "western-germany")),
    ],
)
def test_6_5_who_is_committed_to_another_attack_goes_home_after_that(other: Attack, fought: tuple[AttackKind, str]) -> None:
    """Another kind of attack on the same land area, or one of the same kind on another: its units are still in it."""
    force = "2nd-army paris@1, bomber-command london@2, french-army vichy-france@2, volkssturm western-germany@1, alpini-army milan@2"
    play = table(force, power="afa", dice=[1, 5])
    settle(do(play, Attack("ground", "western-germany", "2nd-army"), other, Announced()))
    settle(do(play, Resolve(*fought)))
    assert combat.announced(play.position) == [(other.kind, other.area)]
    (key,) = keys(play, other.units)
    assert f"target={other.area}" in key.condition and other.kind in board.words(key)


@pytest.mark.section("3.4")
def test_3_4_vichys_army_alone_is_left_out_when_the_allies_hold_french_north_africa() -> None:
    """Its land unit "does not set up on the map"; the armies of countries that are neutral wait on."""
    told = {"fallen/france": "yes", "conquered/france": "allies", "vichy-france": "yes", "ally/vichy-france": "nobody"}
    taken = {"vichy-france": "", "paris": "germany", "algeria": "afa", "morocco": "afa"}
    play = table(phase="move", take=taken, markers=told)
    settle(do(play, GoToWar("germany", "vichy-france")))
    assert [at(play, unit) for unit in ("vichy-army", "swedish-army")] == ["afa-set-aside", "minor-countries"]


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
def test_f_the_war_out_of_play_may_be_announced_as_the_first_turn_starts() -> None:
    play = Play(RULES, Dice([]), strictness=Strictness.RAISE)
    play.start("rise-and-fall", {}, {})
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("distant-war", "germany")


@pytest.mark.section("3.4")
def test_3_4_a_special_case_falls_with_its_capital_the_first_time_alone() -> None:
    play = table(take={"paris": "germany"})
    conquest.conquer(play, "france")
    assert [FALLEN.read(play.state, country) for country in ("france", "poland")] == ["yes", ""]
    assert conquest._key_areas(play.position, "france") == board.areas_of(play.position, "france")


@pytest.mark.section("1.11", "3.4")
@pytest.mark.parametrize(("conquered", "box"), [("", "germany-pool"), ("axis", "germany-set-aside")])
def test_3_4_a_small_counter_goes_where_its_big_one_goes(conquered: str, box: str) -> None:
    told = {"conquered/germany": conquered} if conquered else {}
    play = table("big-army-group-center poland@4, army-group-center germany-reserve@2", markers=told)
    (key,) = keys(play, "big-army-group-center")
    changes.destroy(play, key)
    assert [at(play, unit) for unit in ("big-army-group-center", "army-group-center")] == [box, box]


@pytest.mark.section("8. Victory and Game End", "6.6")
@pytest.mark.parametrize(("die", "kept"), [(1, "germany 1"), (6, "")])
def test_8_an_attack_that_takes_land_without_loss_is_remembered(die: int, kept: str) -> None:
    force = "army-group-b western-germany@2, army-group-a western-germany@2, waffen-ss-army western-germany@2, polish-army paris@1"
    play = table(force, dice=[6, die], take={"paris": "afa"}, markers={"clean/paris": "germany 0"})
    settle(do(play, Attack("ground", "paris", "army-group-b, army-group-a, waffen-ss-army"), Announced()))
    settle(do(play, Resolve("ground", "paris")))
    assert board.holder(play.position, "paris") == "germany" and CLEAN.read(play.state, "paris") == kept


@pytest.mark.section("8. Victory and Game End")
def test_8_a_power_without_points_counts_for_none_in_its_players_average() -> None:
    assert set(victory.averages(table().position).values()) == {0.0}
    assert victory.averages(table(points={"germany": 4}, players={"germany": "Ann", "japan": "Ann"}).position)["Ann", "axis"] == 2.0


@pytest.mark.section("9.5")
def test_9_5_a_commander_of_a_power_that_is_not_in_the_scenario_stays_where_he_is() -> None:
    """Germany is out of play in E, though its side acts and its supply reaches Berlin."""
    told = {"commander/german-army-leaders": "manstein area:berlin"}
    play = table(phase="return", power="japan", scenario="rising-sun", options={"commanders": "yes"}, markers=told)
    assert broken(play, Command("manstein", "berlin")) == ["command/power"]


@pytest.mark.section("9.3")
@pytest.mark.parametrize(("conquered", "owed"), [("", ["germany", "austria-czechoslovakia"]), ("axis", ["germany"])])
def test_9_3_nothing_is_owed_to_a_conquered_country(conquered: str, owed: list[str]) -> None:
    told = {"conquered/austria-czechoslovakia": conquered} if conquered else {}
    play = table("festung berlin@1", phase="build", stores={"germany": (3, 0)}, markers=told, options={"minor-ally-builds": "yes"})
    assert minor_builds.owing(play.position) == owed


@pytest.mark.section("3.4", "3.2")
@pytest.mark.parametrize(("unit", "closed"), [("french-army", True), ("marine-nationale", False)])
def test_3_4_a_french_ship_alone_is_at_home_in_vichy_france(monkeypatch: pytest.MonkeyPatch, unit: str, closed: bool) -> None:
    play = table(f"{unit} vichy-france@1", markers={"vichy-france": "yes", "fallen/france": "yes"})
    monkeypatch.setattr(board, "restricted_minor", lambda position, country, power: country == "vichy-france")
    (key,) = keys(play, unit)
    assert (
        board.country_at(play.position, "vichy-france") == "vichy-france" and board.is_closed(play.position, key, "vichy-france") is closed
    )


@pytest.mark.section("4.2")
def test_4_2_a_sub_passes_under_a_closed_strait_and_not_a_canal() -> None:
    position = table().position
    assert [ways.passes_under(position, "mediterranean-sea", other) for other in ("western-approaches", "arabian-sea")] == [True, False]


@pytest.mark.section("1.3", "Scenario A. The Blitz of Western Europe")
@pytest.mark.parametrize(("scenario", "may"), [("campaign", True), ("western-europe", False)])
def test_1_3_a_unit_ends_in_land_that_is_in_play_alone(scenario: str, may: bool) -> None:
    play = table("army-group-b berlin@2", take={"rome": "germany"}, scenario=scenario)
    (key,) = keys(play, "army-group-b")
    assert board.can_stack(play.position, key, "rome") is may and not board.can_stack(play.position, key, "north-sea")


@pytest.mark.section("5.3", "3.1")
def test_5_3_who_is_at_war_with_one_of_the_attackers_defends_against_all() -> None:
    """Japan is at war with the USA alone, and the AFA attacks beside it."""
    force = "bomber-command canton@2, 8th-air-force canton@2, kido-butai tokyo@2, combined-fleet tokyo@1"
    play = table(force, power="afa", at_war=["japan usa"], take={"canton": "usa"})
    (key,) = keys(play, "kido-butai")
    assert combat._defends(play.position, key, "tokyo") is False, "nobody is committed yet"
    for unit in ("bomber-command", "8th-air-force"):
        (one,) = keys(play, unit)
        changes.commit(play, one, "tokyo", "port")
    assert combat._defends(play.position, key, "tokyo") is True


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("country", "open_"), [("ukraine", False), ("balkans", True)])
def test_3_4_a_part_of_a_country_is_not_conquered_by_itself(country: str, open_: bool) -> None:
    areas = [area for area in board.areas_of(table().position, country) if TITLE.areas[area].kind == "land"]
    play = table(take=dict.fromkeys(areas, "ussr"), markers={f"ally/{country}": "germany"})
    assert (country in conquest._open_cases(play.position)) is open_
