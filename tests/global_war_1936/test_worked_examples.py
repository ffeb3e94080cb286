"""Worked examples of the book that no other file plays; coverage/examples.csv lists all of them, and the test of each."""

from __future__ import annotations

import csv
import importlib
import re
from pathlib import Path

import pytest

from engine.families.axis_allies.board import is_friendly, own_stacks
from engine.families.axis_allies.orders import Declare, Move
from engine.mechanics.orders import Lose
from engine.rules import EndPhase
from engine.title.coverage import load_coverage
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.orders import Advance, Build, Cross, Grant
from engine.titles.global_war_1936.politics import alignment
from engine.titles.global_war_1936.production import chart
from tests.global_war_1936.positions import (
    BOARD,
    EARLY,
    FOLDER,
    SLUG,
    TITLE,
    battle,
    begun,
    combat,
    play_from,
    problems,
    rolls,
)
from tests.global_war_1936.test_1_map import fight, numbers
from tests.global_war_1936.test_9_11_convoy_raiding import loss, raided

EXAMPLE = re.compile(r"\bexample\b|\be\.g\.", re.IGNORECASE)


@pytest.mark.section("0.2", "7.9")
def test_example_0_2_a_half_is_rounded_up() -> None:
    play = play_from({"new-york": "united-states: major-factory"}, "united-states", "production", money={"united-states": 40})
    assert problems(play, Grant("anzac", 4)) == [], "ANZAC has 7"
    assert problems(play, Grant("anzac", 5)) != []


@pytest.mark.section("0.3", "12.7")
def test_example_0_3_a_the_highest_bonus_alone_counts_in_a_fortified_city() -> None:
    for number, expected in (("1", 6), ("2", 5)):
        play = fight("leningrad", "infantry [moved from=latvia]", "infantry, fortification [border:karjala!]", round=number)
        assert numbers(play, "leningrad", "defender")["infantry"] == expected


@pytest.mark.section("0.5")
def test_example_0_5_a_the_british_enter_picardy_when_both_are_at_war_with_the_same_major_power() -> None:
    stacks, cross = {"london": "great-britain: infantry"}, Cross("infantry", "london > picardy")
    assert (
        problems(
            EARLY.play_from(
                stacks,
                "great-britain",
                "noncombat-move",
                relations={("great-britain", "france"): "peace", ("great-britain", "germany"): "peace"},
            ),
            cross,
        )
        != []
    )
    assert problems(BOARD.play_from(stacks, "great-britain", "noncombat-move"), cross) == []


@pytest.mark.section("0.5")
def test_example_0_5_c_comintern_and_allies_at_sea_defend_together() -> None:
    fleets = "germany: 2 heavy-cruiser [moved]; great-britain: light-cruiser; soviet-union: destroyer"
    play = combat("germany", {"sea-zone-20": fleets}, [12] * 12)
    play.submit(battle("sea-zone-20"))
    assert {row[1] for row in rolls(play)} == {"germany", "great-britain", "soviet-union"}


@pytest.mark.section("0.5")
def test_example_0_5_d_an_italian_submarine_is_no_casualty_of_a_german_attack() -> None:
    fleets = "germany: heavy-cruiser [moved], light-cruiser [moved]; united-states: battleship; italy: submarine"
    play = combat("germany", {"sea-zone-20": fleets}, [12, 12, 1] + [12] * 9)
    play.submit(battle("sea-zone-20"))
    assert play.pending is not None and play.pending.default == Lose("light-cruiser")
    assert problems(play, Lose("submarine (italy)")) == ["casualties/not-there"]


@pytest.mark.section("0.9")
def test_example_0_9_germany_and_france_are_enemies_when_they_are_at_war() -> None:
    assert "france" not in begun("1936").position.enemies_of("germany")
    assert "france" in begun("1939").position.enemies_of("germany")


@pytest.mark.section("0.9")
def test_example_0_9_london_is_friendly_to_the_united_states_when_they_are_aligned() -> None:
    play = begun("1939")
    assert not is_friendly(play.position, "london", "united-states")
    play.submit(Declare("united-states", by="germany"))
    assert is_friendly(play.position, "london", "united-states")


@pytest.mark.section("0.9")
def test_example_0_9_poland_consists_of_five_land_zones() -> None:
    zones = {area for area, row in TITLE.areas.items() if row.original_owner == "poland"}
    assert zones == {"warsaw", "lubelskie", "dolnoslaske", "east-poland", "west-poland"}


@pytest.mark.section("1.1")
def test_example_1_1_a_lake_lies_between_chad_and_nigeria() -> None:
    assert "nigeria" not in TITLE.neighbours["chad"]


@pytest.mark.section("1.15")
def test_example_1_15_italy_does_not_make_a_combat_move_through_suez() -> None:
    link = next(link for link in TITLE.links if link.passage == "suez-canal")
    play = EARLY.play_from(
        {link.area: "italy: light-cruiser"},
        "italy",
        "combat-move",
        control={"eastern-egypt": "great-britain"},
        relations={("italy", "great-britain"): "peace"},
    )
    assert problems(play, Move("light-cruiser", f"{link.area} > {link.to}")) == ["combat-move/canal"]


@pytest.mark.section("1.24.1")
def test_example_1_24_a_mountain_infantry_gains_nothing_more_in_a_mountain_city() -> None:
    play = fight("madrid", "infantry [moved]", "infantry, mountain-infantry")
    assert numbers(play, "madrid", "defender") == {"infantry": 5, "mountain-infantry": 5}
    assert numbers(play, "madrid", "attacker") == {"infantry": 1}


@pytest.mark.section("1.24.1")
def test_example_1_24_b_mountain_infantry_is_subject_to_the_river() -> None:
    for number, expected in (("1", (1, 5)), ("2", (2, 5))):
        play = fight(
            "romania",
            "mountain-infantry [moved from=bulgaria], medium-armor [moved from=bulgaria]",
            "infantry",
            round=number,
        )
        found = numbers(play, "romania", "attacker")
        assert (found["mountain-infantry"], found["medium-armor"]) == expected


@pytest.mark.section("1.24.1")
def test_example_1_24_c_a_river_city() -> None:
    for number, expected in (("1", 5), ("2", 6)):
        play = fight("stalingrad", "medium-armor [moved from=rostov]", "infantry", round=number)
        assert numbers(play, "stalingrad", "attacker") == {"medium-armor": expected}
        assert numbers(play, "stalingrad", "defender") == {"infantry": 5}


@pytest.mark.section("4.4")
def test_example_4_4_units_of_a_minor_that_aligns_in_production_move_in_the_same_turn() -> None:
    play = begun("1936")
    alignment.align(play, "hungary", "germany")
    play.submit(EndPhase("production"))
    assert play.state.clock.phase == "combat-move"
    units = [TITLE.units[key.unit] for key, _ in own_stacks(play.position, "hungary", "germany")]
    unit = next(row for row in units if row.cls == "land" and row.move)
    found = problems(play, Move(unit.unit, "hungary > yugoslavia"))
    assert not {"combat-move/units", "combat-move/moved"} & set(found), found


@pytest.mark.section("5.5")
def test_example_5_5_britain_declares_war_as_a_submarine_sails_into_the_zone_of_its_seaplane() -> None:
    zone, near = "sea-zone-25", "sea-zone-24"
    play = BOARD.play_from(
        {zone: f"great-britain: seaplane [patrol:{zone}!]", near: "germany: submarine"},
        "germany",
        "noncombat-move",
        relations={("germany", "great-britain"): "peace"},
    )
    play.submit(Move("submarine", f"{near} > {zone}"))
    play.submit(Declare("germany", by="great-britain"))
    assert "germany" in play.position.enemies_of("great-britain") and play.state.clock.power == "germany"


@pytest.mark.section("6.1")
def test_example_6_1_the_first_turns_are_july_1936_and_january_1937() -> None:
    assert [calendar.month_in(TITLE, "1936", number) for number in (1, 2)] == ["1936-07", "1937-01"]


@pytest.mark.section("7.3")
def test_example_7_3_a_heavy_cruiser_costs_ten_in_two_turns() -> None:
    stacks = {"western-germany": "germany: major-factory, major-shipyard"}
    play = play_from(stacks, "germany", "production", money={"germany": 20})
    play.submit(Build("heavy-cruiser"))
    assert play.state.resources["germany", "ipp"] == 15 and not play.state.pool
    marker = {("game", "chart/germany/heavy-cruiser///1"): "1"}
    later = play_from(stacks, "germany", "production", money={"germany": 15}, markers=marker)
    assert [item.unit for item in chart.items(later.position)] == ["heavy-cruiser"]
    later.submit(Advance("heavy-cruiser", 1))
    assert later.state.resources["germany", "ipp"] == 10 and later.state.pool == {("germany", "heavy-cruiser"): 1}


@pytest.mark.section("9.3")
def test_example_9_3_on_a_three_the_attacker_picks_and_on_a_four_the_defender() -> None:
    stacks = {"picardy": "germany: tactical-bomber [moved used=1]; france: infantry, medium-armor"}
    for die, what in ((3, "pick"), (4, "casualties")):
        play = combat("germany", stacks, [die] + [12] * 9)
        play.submit(battle("picardy"))
        assert play.pending is not None and play.pending.what == what


@pytest.mark.section("12.8")
@pytest.mark.parametrize("zone", [zone for zone in TITLE.neighbours["crete"] if zone.startswith("sea")])
def test_example_12_9_a_fortification_covers_all_of_crete(zone: str) -> None:
    units = f"great-britain: infantry [moved from={zone}]; germany: infantry, fortification [border:sea-zone-57!]"
    play = combat("great-britain", {"crete": units}, [12] * 9, control={"crete": "germany"})
    play.submit(battle("crete"))
    assert rolls(play)[0][0] == "works"


@pytest.mark.section("9.11")
def test_example_appendix_b_28_a_submarine_does_up_to_seven_damages() -> None:
    play = raided("germany: 2 submarine [moved convoy-raid]", [6, 1, 1, 6])
    assert loss(play)[0][2:] == (6, 6), "7, of which the line has 6"


# All of them


def rows() -> list[dict[str, str]]:
    with (FOLDER / "coverage" / "examples.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_worked_example_has_a_number_of_its_own_and_a_test_that_there_is() -> None:
    table, sections = rows(), {section.name.split()[0] for section in load_coverage(SLUG).sections}
    assert len({row["number"] for row in table}) == len(table) > 40
    assert [row["number"] for row in table if row["section"] not in sections] == []
    assert [row["number"] for row in table if bool(row["test"]) == bool(row["note"])] == [], "a test, or why there is none"
    for row in table:
        for name in row["test"].split():
            file, _, test = name.partition("::")
            module = importlib.import_module(f"tests.global_war_1936.{file}")
            assert callable(getattr(module, test, None)), f"{row['number']}: there is no {name}"


def test_the_test_of_an_example_is_one_of_its_section() -> None:
    """A test that says nothing of the section of its example would be another's."""
    wrong = []
    for row in rows():
        for name in row["test"].split():
            file, _, test = name.partition("::")
            module = importlib.import_module(f"tests.global_war_1936.{file}")
            marks = [*getattr(getattr(module, test), "pytestmark", []), *_listed(getattr(module, "pytestmark", []))]
            told = {arg for mark in marks if mark.name == "section" for arg in mark.args}
            if row["section"] not in told:
                wrong.append((row["number"], row["section"], sorted(told)))
    assert wrong == []


def _listed(marks: object) -> list:
    return marks if isinstance(marks, list) else [marks]


def test_no_worked_example_of_the_book_is_missing(shared: Path) -> None:
    """Every line of the book that says `example` or `e.g.` is in the table, and every line of the table is one of the book."""
    book = (shared / "rulebooks" / "global-war-1936.txt").read_text(encoding="utf-8").splitlines()
    said = {number for number, line in enumerate(book, 1) if EXAMPLE.search(line)}
    listed = {int(number) for row in rows() for number in row["lines"].split()}
    assert said - listed == set(), "write their tests, and list them"
    assert all(0 < number <= len(book) for number in listed)
