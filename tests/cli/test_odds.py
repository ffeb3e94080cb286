"""`sitrep odds`: forces as text, a battle of a record, JSON, and errors that name the cure."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ingest.samples import samples
from sitrep import main

MOSCOW = next(str(path) for path in samples() if path.name.startswith("axis-takes-moscow"))


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["odds", *words])
    return done.exit_code, done.output


def test_text_says_who_wins_what_it_costs_and_what_is_left() -> None:
    code, text = run(
        "aa1942", "3 infantry, artillery, 2 tank, fighter", "4 infantry, anti-aircraft-gun, tank", "--in", "ukraine-ssr"
    )
    assert code == 0 and "Exact odds." in text and "Ukraine S.S.R." in text
    for words in (
        "attacker wins",
        "and takes the area",
        "defender wins",
        "On average the attacker loses",
        "In 9 battles out of 10",
        "Attackers left",
        "Defenders left",
    ):
        assert words in text


@pytest.mark.parametrize("name", ["aa-gun", "anti-aircraft-gun"])
def test_units_may_be_called_as_tripleas_map_does(name: str) -> None:
    code, text = run("aa1942", "fighter", f"infantry, {name}", "--in", "ukraine-ssr")
    assert code == 0 and "infantry, anti-aircraft-gun in Ukraine" in text


def test_json_of_a_recorded_battle_adds_up() -> None:
    code, text = run(MOSCOW, "--battle", "3", "--json")
    found = json.loads(text)
    assert code == 0 and found["exact"]
    assert found["win"] + found["lose"] + found["draw"] + found["retreat"] == pytest.approx(1.0)
    assert sum(row["chance"] for row in found["swings"]) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("aa1942", "3 infanty", "tank"), "did you mean infantry?"),
        (("aa1942", "3 infantry", "tank", "--in", "ukrane-ssr"), "did you mean ukraine-ssr?"),
        (("aa1942", "3 infantry, destroyer", "tank"), "does not fight at sea"),
        ((MOSCOW, "--battle", "9999"), "no battle 9999"),
    ],
)
def test_errors_say_what_is_wrong_and_the_cure(words: tuple[str, ...], said: str) -> None:
    code, text = run(*words)
    assert code == 1 and said in text


def test_an_order_of_loss_is_kept_to_and_a_land_unit_is_kept_if_told() -> None:
    words = ("aa1942", "2 infantry, 2 fighter", "2 infantry", "--attack-order", "infantry, fighter", "--json")
    told = [json.loads(run(*words, *more)[1])["take"] for more in ((), ("--no-keep-land",), ("--keep-land",))]
    assert told[0] == told[1] == pytest.approx(0.7384, abs=1e-4) and told[2] == pytest.approx(0.9641, abs=1e-4)


def test_it_says_which_ships_bombard_and_who_fights_on() -> None:
    words = ("aa1942", "infantry, tank", "2 infantry", "--bombard", "2 cruiser, battleship", "--seaborne", "infantry")
    code, text = run(*words, "--rounds", "1")
    assert code == 0 and text.splitlines()[0].endswith("bombarded by battleship")
