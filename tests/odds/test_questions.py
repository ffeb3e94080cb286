"""Questions about the end of a battle, answered by a small recursion beside; percentiles by hand; technologies by the book's figures."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from engine.odds.answers import battle_odds
from engine.odds.names import OddsError
from engine.odds.questions import Question, chance_of, percentiles, question
from engine.odds.written import forces_of
from engine.titles import load_title
from sitrep import main
from tests.odds.test_what_can_be_asked import by_hand

TITLE = load_title("aa1942")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("at least 3 left, among them a tank", Question("attacker", "at least", 3, (("tank", 1),))),
        ("3 left", Question("attacker", "at least", 3)),
        ("at least 2 units left, among them 2 tanks and a ftr", Question("attacker", "at least", 2, (("tank", 2), ("fighter", 1)))),
        ("defender at most 1", Question("defender", "at most", 1)),
        ("the defender has nothing left", Question("defender", "at most", 0)),
        ("exactly 2 left", Question("attacker", "exactly", 2)),
        ("2 tanks and a fighter left", Question("attacker", "at least", 0, (("tank", 2), ("fighter", 1)))),
        ("at least one tank left", Question("attacker", "at least", 0, (("tank", 1),))),
        ("swing at least 10", Question("swing", "at least", 10.0)),
        ("TUV > -5", Question("swing", ">", -5.0)),
    ],
)
def test_a_question_as_people_write_it(text: str, read: Question) -> None:
    assert question(TITLE, text) == read


@pytest.mark.parametrize("text", ["how are you", "", "at least 3 lft among tank", "2 unicorns left"])
def test_what_is_no_question_is_told_with_an_example(text: str) -> None:
    with pytest.raises(OddsError, match="at least 3 left, among them a tank"):
        question(TITLE, text)


def test_the_chance_of_what_is_left() -> None:
    attack, defense = ["infantry", "infantry", "infantry", "tank", "fighter"], ["infantry", "infantry", "infantry"]
    left = by_hand(attack, defense)
    forces = forces_of(TITLE, "3 infantry, tank, fighter", "3 infantry", attack_order=["infantry", "tank"])
    found = battle_odds(TITLE, forces).result

    def told(text: str) -> float:
        return chance_of(found, question(TITLE, text))

    def counted(least: int, **among: int) -> float:
        fits = (all(units.count(unit) >= n for unit, n in among.items()) and len(units) >= least for units in left)
        return float(sum(chance for ok, chance in zip(fits, left.values(), strict=True) if ok))

    assert told("at least 3 left, among them a tank") == pytest.approx(counted(3, tank=1), abs=1e-8)
    assert told("at least 2 left, among them a fighter") == pytest.approx(counted(2, fighter=1), abs=1e-8)
    assert told("an infantry left") == pytest.approx(counted(0, infantry=1), abs=1e-8)
    assert told("5 left") == pytest.approx(counted(5), abs=1e-8)
    assert told("nothing left") == pytest.approx(1 - counted(1), abs=1e-8), "an attacker that loses has nothing left"
    assert told("defender at most 0") == pytest.approx(1.0 - told("defender at least 1"), abs=1e-8)


def test_percentiles_of_the_swing_by_hand() -> None:
    """Two infantry at 1 and 2: 1/4 swings +3, 5/8 -3 and 1/8 nought. The shares up to each are 5/8, 6/8 and all."""
    found = battle_odds(TITLE, forces_of(TITLE, "infantry", "infantry")).result
    hit, back = Fraction(1, 6), Fraction(1, 3)
    some = 1 - (1 - hit) * (1 - back)
    lose, both = (1 - hit) * back / some, hit * back / some
    assert (float(lose), float(both)) == (0.625, 0.125)
    assert percentiles(found.swings, (1, 62, 63, 75, 76, 99)) == [
        (1, -3.0),
        (62, -3.0),
        (63, 0.0),
        (75, 0.0),
        (76, 3.0),
        (99, 3.0),
    ]
    assert chance_of(found, question(TITLE, "swing at least 0")) == pytest.approx(0.375)
    assert chance_of(found, question(TITLE, "swing > 0")) == pytest.approx(0.25)


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["odds", *words])
    return done.exit_code, done.output


def test_the_command_answers_and_tells_percentiles() -> None:
    words = (
        "aa1942",
        "3inf 2arm ftr",
        "4inf",
        "--ask",
        "at least 3 left, among them a tank",
        "--ask",
        "swing at least 10",
    )
    code, text = run(*words)
    found = json.loads(run(*words, "--json")[1])
    assert code == 0 and "Percentiles of the swing: 5 %" in text and "at least 3 left, among them a tank  " in text
    assert [row["question"] for row in found["answers"]] == ["at least 3 left, among them a tank", "swing at least 10"]
    assert found["percentiles"]["50"] <= found["percentiles"]["95"]


def test_technologies_change_the_figures_they_are_said_to_change() -> None:
    """Jet fighters and the like stand in revisions.csv of titles."""
    code, text = run("aa1942", "3inf", "inf", "--attack-tech", "jets")
    assert code == 1 and "has no technology 'jets'; it has super-subs, jet-power, " in text
    title = load_title("global-1939")
    row = next(
        row for row in title.revisions if row.tech and row.attack and not row.when and not row.power and title.units[row.unit].cls == "air"
    )
    words = ("global-1939", f"3 {row.unit}", "4 infantry", "--json")
    plain = json.loads(run(*words)[1])
    better = json.loads(run(*words, "--attack-tech", title.technologies[row.tech].name)[1])
    worse = json.loads(run(*words, "--defend-tech", row.tech)[1])
    assert better["win"] > plain["win"] and worse["win"] == plain["win"], row


def test_submarines_stay_or_submerge_as_told() -> None:
    words = ("aa1942", "3 sub", "bb ca", "--json")
    under = json.loads(run(*words, "--submerge", "attacker")[1])
    assert under["attacker_lost"] == under["win"] == 0.0 and under["submerge"] == {"attacker": True, "defender": False}
    assert json.loads(run(*words, "--submerge", "nobody")[1])["win"] > 0.3


def test_the_attacker_leaves_when_it_has_only_aircraft() -> None:
    """An infantry and a bomber lose the infantry first: the bomber then leaves, and is never lost."""
    words = ("aa1942", "infantry, bomber", "3 infantry", "--attack-order", "infantry, bomber", "--json")
    assert json.loads(run(*words)[1])["attacker_aircraft"] > 0.1
    found = json.loads(run(*words, "--only-aircraft")[1])
    left = {row["units"]: row["chance"] for row in found["attackers_left"]}
    assert found["retreat"] == pytest.approx(left["bomber"] - (found["win"] - found["take"]), abs=1e-8)
    assert found["retreat"] > 0.5


def test_one_attack_after_the_other() -> None:
    words = ("aa1942", "2 inf", "3 inf", "--then", "2 tanks, ftr (uk)")
    code, text = run(*words)
    found = json.loads(run(*words, "--json")[1])
    assert code == 0 and "Attack 2: 2 tank" in text and "The area is taken in" in text
    assert found["take"] == pytest.approx(sum(one["needed"] * one["take"] for one in found["attacks"]), abs=1e-6)
