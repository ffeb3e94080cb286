"""Scenarios C to F, what each does besides the rules: on which turns exactly, whose choice it is, and how much is lost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.orders import Order
from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Besiege, Choose, GoTo, No, Yes
from engine.titles.blitz.position import board
from engine.titles.blitz.scenarios import specials
from engine.titles.blitz.settings import bonuses, sieges
from tests.blitz.table import TITLE, at, broken, do, settle, table
from tests.blitz.test_scenarios import turn

(HARBIN,) = sieges(TITLE, "rising-sun")


def game(units: str, game_turn: int, *, first: int = 1, phase: str = "turn-end", **told: object) -> Play:
    """A position in a game turn of a scenario that begins with turn `first`."""
    play = turn(table(units, **told), game_turn - first + 1, "germany" if first != 4 else "afa", phase)  # type: ignore[arg-type]
    assert board.game_turn(play.position) == game_turn
    return play


# Less and more to spend


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_other_fronts_take_one_to_four_resources() -> None:
    """One on turn 7, cumulative, at most four."""
    less = [specials.bonus_of(game("", turn, first=3, scenario="barbarossa").position, "germany")[0] for turn in range(5, 13)]
    assert less == [0, 0, -1, -2, -3, -4, -4, -4]
    assert specials.bonus_of(game("", 9, first=3, scenario="barbarossa").position, "ussr") == (0, 0)


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_an_overlay_may_end_what_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two on turn 9 and two more on each later turn, here at most five."""
    (grows,) = (row for row in bonuses(TITLE, "rising-sun") if row.growth > 0)
    monkeypatch.setattr(specials, "bonuses", lambda *_: [replace(grows, most=5)])
    more = [specials.bonus_of(game("", turn, first=4, scenario="rising-sun").position, "afa")[0] for turn in range(8, 13)]
    assert more == [0, 2, 4, 5, 5]


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_three_resources_are_offered_on_turns_five_to_eight_and_given_to_who_takes_them() -> None:
    """From turn 9 on two more each turn come by themselves: two, four, six."""
    offered, given = {}, {}
    for number in range(4, 12):
        play = game("", number, first=4, scenario="rising-sun")
        specials.before_builds(play)
        agenda.run(play)
        offered[number] = play.pending is not None and play.pending.power == "afa"
        given[number] = specials.bonus_of(play.position, "afa")
        assert specials.bonus_of(play.position, "usa") == (0, 0)
    assert offered == {number: 5 <= number <= 8 for number in range(4, 12)}
    assert given == {number: (max(0, 2 * (number - 8)), 0) for number in range(4, 12)}


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(("points", "answer", "after"), [(2, Yes(), (1, 0)), (1, Yes(), (0, 0)), (0, Yes(), (0, 1)), (2, No(), (2, 0))])
def test_e_they_cost_the_western_allies_a_point_or_bring_japan_one(points: int, answer: Order, after: tuple[int, int]) -> None:
    play = game("", 6, first=4, scenario="rising-sun", points={"afa": points})
    specials.before_builds(play)
    agenda.run(play)
    do(play, answer)
    assert tuple(play.state.points.get((power, "vp"), 0) for power in ("afa", "japan")) == after
    assert specials.bonus_of(play.position, "afa") == ((3, 0) if answer == Yes() else (0, 0))


# Turn nine in the West


def shed(units: str, *answers: str) -> Play:
    """The builds of turn 9 in D with German ARM, and which of them leaves first."""
    play = game(units, 9, first=3, scenario="barbarossa")
    specials.before_builds(play)
    agenda.run(play)
    for unit in answers:
        assert play.pending is not None and (play.pending.what, play.pending.power) == ("shed", "germany")
        do(play, Choose(unit))
    return play


ARMOUR = (
    "big-army-group-center berlin@4, waffen-ss-army berlin@2, army-group-north poland@2, 18th-army berlin@1, "
    "army-group-center germany-pool@1"
)


@pytest.mark.section("Scenario D. Barbarossa")
@pytest.mark.parametrize(
    ("answers", "left"),
    [
        (["big-army-group-center"], {"waffen-ss-army": 2, "army-group-north": 2}),
        (["waffen-ss-army", "army-group-north"], {"big-army-group-center": 4}),
        (["waffen-ss-army", "big-army-group-center"], {"army-group-center": 2, "army-group-north": 2}),
    ],
)
def test_d_four_sizes_of_arm_leave_in_all(answers: list[str], left: dict[str, int]) -> None:
    """One fully-built Big ARM, or the equivalent; the other units stay, and nothing more is asked."""
    play = shed(ARMOUR, *answers)
    assert play.pending is None
    arm = {
        key.unit: key.strength for key in board.on_map(play.position) if board.type_of(TITLE, key.unit) == "ARM" and key.power == "germany"
    }
    assert arm == left and at(play, "18th-army") == "berlin@1"
    gone = board.find(play.position, answers[0])
    assert gone is None, "it is removed for good, and in no Force Pool"


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_an_arm_that_loses_a_part_stays_and_the_last_one_goes_unasked() -> None:
    play = shed("waffen-ss-army berlin@1, army-group-north poland@2", "waffen-ss-army")
    assert play.pending is None and specials.armour_of(play.position, "germany") == []
    one = shed("big-army-group-center berlin@4")
    assert one.pending is None and board.find(one.position, "big-army-group-center") is None
    assert broken(shed(ARMOUR), Choose("18th-army")) == ["shed"]


# Harbin


def besieged(units: str, *dice: int, number: int = 12) -> Play:
    """Scenario E as the Western Allies may attack Harbin."""
    play = game(units, number, first=4, phase="return", scenario="rising-sun", power="afa", dice=dice)
    specials.press(play)
    agenda.run(play)
    return play


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize("number", [10, 11, 12])
def test_e_harbin_is_attacked_from_turn_eleven_on(number: int) -> None:
    play = besieged("kwantung-army harbin@2, 17th-area harbin@1", number=number)
    assert (play.pending is not None) is (number >= 11)
    if play.pending:
        assert (play.pending.what, play.pending.power) == ("press", "afa")
        assert broken(play, Besiege("port-arthur")) == ["press"] and broken(play, Besiege("")) == []


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("units", "size"), [("kwantung-army harbin@2", 2), ("kwantung-army harbin@2, 17th-area harbin@1", 3)])
def test_e_a_die_above_the_sizes_there_takes_harbin(units: str, size: int, die: int) -> None:
    """Land units count; aircraft that are based there do not."""
    play = besieged(f"{units}, zeroes harbin@1", die)
    do(play, Besiege("harbin"))
    settle(play)
    assert (board.holder(play.position, "harbin") == "ussr") is (die > size)


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_the_owner_chooses_the_first_loss_and_the_western_allies_the_second() -> None:
    play = besieged("kwantung-army harbin@2, 17th-area harbin@1, 25th-army harbin@1", 5)
    do(play, Besiege("harbin"))
    asked = list[str]()
    for unit in ("17th-area", "25th-army"):
        assert play.pending is not None and play.pending.what == "damage"
        asked.append(play.pending.power)
        assert broken(play, Choose("5th-fleet")) == ["pick"]
        do(play, Choose(unit))
    assert asked == ["japan", "afa"]
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("retreat", "japan")
    assert broken(play, GoTo("kwantung-army", "harbin")) == broken(play, GoTo("17th-area", "port-arthur")) == ["retreat"]
    do(play, GoTo("kwantung-army", "peking"))
    assert at(play, "kwantung-army") == "peking@2" and at(play, "25th-army") == at(play, "17th-area") == "japan-pool"


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_who_is_left_alone_takes_what_is_lost_and_a_garrison_that_is_too_small_just_leaves() -> None:
    """Two of damage are of the attack; Harbin that is lost for want of a garrison costs none."""
    alone = settle(do(besieged("big-kwantung-army harbin@4, kwantung-army japan-pool@1", 6), Besiege("harbin")))
    assert [key.strength for key in board.on_map(alone.position) if key.power == "japan"] == [2]
    small = table("25th-army harbin@1", scenario="rising-sun", phase="move", power="japan")
    specials.watch(small)
    agenda.run(small)
    settle(small)
    assert board.holder(small.position, "harbin") == "ussr" and at(small, "25th-army").endswith("@1")


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_who_has_nowhere_to_go_is_lost_with_harbin() -> None:
    beside = [area for area in TITLE.neighbours["harbin"] if TITLE.areas[area].kind == "land"]
    play = table("25th-army harbin@1", scenario="rising-sun", phase="move", power="japan", take=dict.fromkeys(beside, "usa"))
    specials.watch(play)
    agenda.run(play)
    assert at(play, "25th-army") == "japan-pool" and board.holder(play.position, "harbin") == "ussr"


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_then_areas_beside_what_has_fallen_are_attacked_and_those_beside_these() -> None:
    play = besieged("kwantung-army harbin@2", 5)
    do(play, Besiege("harbin"))
    settle(play)
    beside = {area for area in TITLE.neighbours["harbin"] if board.holder(play.position, area) == "japan"}
    assert specials.pressable(play.position, HARBIN) == sorted(beside) and "port-arthur" in beside and "tokyo" not in beside


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_land_units_of_who_loses_an_area_to_the_second_front_go_home_and_its_aircraft_leave() -> None:
    units = "18th-army belgium-netherlands@2, luftwaffe belgium-netherlands@2"
    play = game(units, 9, first=3, scenario="barbarossa", take={"belgium-netherlands": "germany"})
    specials.begin_turn(play)
    agenda.run(play)
    settle(play)
    assert board.holder(play.position, "belgium-netherlands") == "afa"
    assert at(play, "18th-army").partition("@")[0] in TITLE.regions["germany"] and at(play, "18th-army").endswith("@2")
    assert at(play, "luftwaffe").endswith("@2") and not at(play, "luftwaffe").startswith("belgium")
