"""Strategic bombing raids: shares of raids that the rules play, against what the books' figures give by hand."""

from __future__ import annotations

import json
from math import comb, sqrt

import pytest
from click.testing import CliRunner

from sitrep import main

GAMES, ERRORS = 600, 4.0


def run(*words: str) -> dict:
    done = CliRunner().invoke(main, ["odds", *words, "--raid", "--games", str(GAMES), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def close(found: float, exact: float) -> bool:
    return abs(found - exact) <= ERRORS * max(sqrt(exact * (1 - exact) / GAMES), 1 / GAMES)


def shares(rows: list[dict], key: str) -> dict:
    return {row[key]: row["chance"] for row in rows}


def test_a_gun_fires_at_each_bomber_and_each_that_is_left_drops_a_die() -> None:
    """Two bombers: each is shot down with 1 of 6; what is left does a die of damage each (Strategic Bombing Raids)."""
    found = run("aa1942", "2 bmb", "aa gun, factory")
    left, damage = shares(found["attackers_left"], "units"), shares(found["damage"], "points")
    for number, name in ((2, "2 bomber"), (1, "bomber"), (0, "")):
        assert close(left[name], comb(2, number) * (5 / 6) ** number * (1 / 6) ** (2 - number)), name
    assert close(damage[0], 1 / 36)
    assert close(damage[2], (25 / 36) * (1 / 36) + (10 / 36) * (1 / 6)), "two ones, or a two of the only one"
    assert close(damage[12], (25 / 36) * (1 / 36))
    assert (found["area"], found["target"]) == ("eastern-united-states", "industrial-complex"), "the richest area"
    assert found["mean_damage"] == pytest.approx(2 * 5 / 6 * 3.5, abs=ERRORS * 2.6 / sqrt(GAMES))


def test_without_a_gun_nobody_is_shot_down() -> None:
    found = run("aa1942", "bomber", "factory")
    assert found["attackers_left"] == [{"units": "bomber", "chance": 1.0}] and found["attacker_lost"] == 0.0


def test_interceptors_fight_with_their_air_figures_if_they_go_up() -> None:
    """Global: fighters and bombers hit with 1 of 6 in the air. A bomber and its escort hit a third of two fighters."""
    words = ("global-1939", "bomber, fighter", "2 fighter")
    both, one = run(*words), run(*words, "--intercept", "fighter")
    assert both["defender_lost"] == pytest.approx(10 * 2 / 6, abs=ERRORS * 5.3 / sqrt(GAMES))
    hit = 1 - (5 / 6) ** 2
    assert one["defender_lost"] == pytest.approx(10 * hit, abs=ERRORS * 4.7 / sqrt(GAMES))


def test_interceptors_go_up_where_an_option_lets_them() -> None:
    words = ("aa1942-second-edition", "bomber, fighter", "2 fighter")
    assert run(*words)["defender_lost"] == 0.0
    assert run(*words, "--option", "air-battles=on")["defender_lost"] == pytest.approx(10 * 2 / 6, abs=ERRORS * 5.3 / sqrt(GAMES))


def test_islands_are_bombed_too() -> None:
    """Bombers come from any distance: an island has no neighbour on land, or only one that nobody enters."""
    for area, attacker in (("japan", "united-states"), ("united-kingdom", "germany")):
        found = run("aa1942-second-edition", "bomber", "factory", "--in", area, "--attacker", attacker)
        assert found["area"] == area
        assert found["mean_damage"] == pytest.approx(5 / 6 * 3.5, abs=ERRORS * 2.1 / sqrt(GAMES)), "the factory fires at each bomber"


def test_damage_that_is_paid_is_no_more_for_each_bomber_than_the_area_is_worth() -> None:
    """Revised: the Caucasus is worth 4, so dice of 5 and 6 cost 4; nobody's gun stands there."""
    found = run("revised", "2 bomber", "factory", "--in", "caucasus", "--attacker", "germany")
    assert found["mean_damage"] == pytest.approx(2 * 18 / 6, abs=ERRORS * 1.6 / sqrt(GAMES))


@pytest.mark.parametrize("area", ["sea-zone-5", "switzerland"])
def test_what_cannot_be_bombed_is_no_area_of_a_raid(area: str) -> None:
    done = CliRunner().invoke(main, ["odds", "aa1942", "bomber", "factory", "--raid", "--in", area, "--attacker", "united-kingdom"])
    assert done.exit_code == 1 and "no land area" in done.output


def test_what_bombs_nothing_is_no_raid() -> None:
    done = CliRunner().invoke(main, ["odds", "aa1942", "2 inf", "factory", "--raid"])
    assert done.exit_code == 1 and "a raid needs bombers" in done.output
    done = CliRunner().invoke(main, ["odds", "--map", "WW2v5", "bomber", "factory", "--raid"])
    assert done.exit_code == 1 and "its rules are not here, or know no strategic bombing raids" in done.output


@pytest.mark.parametrize(
    ("title", "up", "said"),
    [
        ("aa1942", "fighter", "Fighter cannot intercept in Axis & Allies 1942"),
        ("global-1939", "3 fighter", "3 x Fighter are to intercept, and the defender has 2"),
        ("global-1939", "bomber", "cannot intercept in Axis & Allies Global 1939: expected Fighter"),
    ],
)
def test_who_cannot_intercept_or_is_not_there_is_told(title: str, up: str, said: str) -> None:
    done = CliRunner().invoke(main, ["odds", title, "bomber", "2 fighter, factory", "--raid", "--intercept", up])
    assert done.exit_code == 1 and said in done.output, done.output
