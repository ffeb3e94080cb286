"""`sitrep odds`: forces as text, a battle of a record, JSON, and errors that name the cure."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from ingest.samples import samples
from sitrep import main

MOSCOW = next(str(path) for path in samples() if path.name.startswith("axis-takes-moscow"))


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["odds", *words])
    return done.exit_code, done.output


def test_text_says_who_wins_what_it_costs_and_what_is_left() -> None:
    code, text = run("aa1942", "3 infantry, artillery, 2 tank, fighter", "4 infantry, anti-aircraft-gun, tank", "--in", "ukraine-ssr")
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


def told(text: str) -> dict[str, tuple[float, float]]:
    """Return between what each line tells its chance to be: a figure is as good as its last digit."""
    found = {}
    for name, how, low, digits, high in re.findall(r"^(.+?)  +(under |over |)(\d+(\.\d+)?)(?:% to (\d+))?%$", text, flags=re.M):
        least, off = float(low), 0.5 / 10 ** max(0, len(digits) - 1)
        ends = {"under ": (0.0, least), "over ": (least, 100.0)}.get(how, (least - off, float(high or low) + off))
        found[name] = ends
    return found


def test_a_raid_tells_no_digit_that_2000_plays_do_not_give() -> None:
    """A bomber that the gun hits one time in six, and that does one die of damage, else."""
    code, text = run("aa1942", "bomber", "anti-aircraft-gun", "--raid")
    lines = told(text.replace(" left  ", " left   "))
    true = {f"at least  {points} damage": 100 * 5 / 6 * (7 - points) / 6 for points in range(1, 7)}
    true |= {"bomber left": 100 * 5 / 6, "nobody left": 100 / 6}
    assert code == 0 and lines.keys() == true.keys(), text
    assert {name: ends for name, ends in lines.items() if not ends[0] <= true[name] <= ends[1]} == {}
    low, high = map(float, re.search(r"does (\S+) to (\S+) damage", text).groups())
    assert low <= 5 / 6 * 3.5 <= high


def test_what_is_left_and_lost_in_battles_played_is_told_as_ranges_and_the_swing_is_that_of_the_exact_ends() -> None:
    words = ("blitz", "army-group-center (germany)", "bef", "--in", "paris", "--games", "100")
    code, text = run(*words, "--ask", "at least 1 left")
    found = json.loads(run(*words, "--json")[1])
    assert code == 0, text
    lines = [line for line in text.splitlines() if line.endswith("%")]
    chances = 0 if found["samples"] else 5
    loose = [line for line in lines[chances:] if re.search(r"\d\.\d%$", line)]
    assert lines and not loose, "of 100 battles no tenth of a per cent is known"
    exact = sum(row["swing"] * row["chance"] for row in found["swings"])
    assert found["swing"] == pytest.approx(exact, abs=1e-6)


def test_a_second_attack_on_what_battles_played_have_left_is_told_as_ranges() -> None:
    """The first takes the area, or not; the second then always: 1 in all, with what rounding adds."""
    words = (
        "black-swan",
        "2 tank-4 (germany)",
        "infantry-4 (soviet-union)",
        "--in",
        "lvov",
        "--then",
        "2 infantry-4 (germany)",
    )
    code, text = run(*words, "--games", "100")
    assert code == 0, text
    assert not re.search(r"(wins|needed|taken in) \d+\.\d%", text), text
