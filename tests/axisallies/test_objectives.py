"""National objectives and the conditions that they hang on, as tables of any title of the family."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.errors import TitleError
from engine.families.axis_allies import conditions
from engine.families.axis_allies.conditions import Test, asked, within
from engine.families.axis_allies.economy.objectives import Objective
from engine.play import Play
from engine.rules import EndPhase, load_rules
from engine.title.model import Title
from tests.axisallies.positions import Positions

BOARD = Positions("aa1942", "standard")
PLAIN = BOARD.title


def row(condition: str = "it", part: int = 1, **cells: object) -> Test:
    return Test(**{"part": part, "condition": condition, "test": "owned", "source": "made up", **cells})  # type: ignore[arg-type]  # cells of any kind


def titled(*tests: Test, objectives: tuple[Objective, ...] = ()) -> Title:
    return replace(PLAIN, own={"conditions": tests, "objectives": objectives})


def play_of(
    title: Title, stacks: Mapping[str, str] | None = None, power: str = "germany", phase: str = "mobilize-units", **more: object
) -> Play:
    board = Positions("aa1942", "standard")
    board.title, board.rules = title, load_rules(title)
    return board.play_from(stacks or {}, power, phase, **more)  # type: ignore[arg-type]  # as `play_from` takes them


def met(*tests: Test, asks: str = "germany", stacks: Mapping[str, str] | None = None, **more: object) -> tuple[bool, int]:
    return tuple(asked(play_of(titled(*tests), stacks, **more).position, "it", asks))  # type: ignore[return-value]  # two of them


@pytest.mark.parametrize(
    ("cells", "control", "found"),
    [
        ({"areas": ("libya", "anglo-egypt-sudan"), "whose": "own"}, {}, (False, 1)),
        ({"areas": ("libya", "anglo-egypt-sudan"), "whose": "own", "least": 1}, {}, (True, 1)),
        ({"areas": ("libya", "anglo-egypt-sudan"), "whose": "own"}, {"anglo-egypt-sudan": "germany"}, (True, 1)),
        ({"areas": ("libya", "anglo-egypt-sudan"), "whose": "own"}, {"anglo-egypt-sudan": "japan"}, (False, 1)),
        ({"areas": ("libya", "anglo-egypt-sudan"), "whose": "allied"}, {"anglo-egypt-sudan": "japan"}, (True, 1)),
        ({"areas": ("libya", "anglo-egypt-sudan"), "whose": "own", "inverted": "yes"}, {}, (True, 1)),
        ({"areas": ("libya", "anglo-egypt-sudan"), "least": 1, "each": "yes"}, {"anglo-egypt-sudan": "germany"}, (True, 2)),
        ({"areas": ("libya",), "who": ("japan",)}, {}, (False, 1)),
        ({"areas": ("libya",), "who": ("japan", "germany")}, {}, (True, 1)),
    ],
)
def test_areas_are_held_by_a_power_or_by_its_side_and_so_many_of_them(
    cells: dict[str, object], control: dict[str, str], found: tuple[bool, int]
) -> None:
    assert met(row(**cells), control=control) == found


def test_groups_are_what_a_power_holds_or_held_at_the_start() -> None:
    whole = row(group="original")
    assert met(whole) == (True, 1)
    assert met(whole, control={"libya": "united-kingdom"}) == (False, 1)
    assert met(whole, control={"libya": "japan"}) == (False, 1)
    assert met(replace(whole, whose="allied"), control={"libya": "japan"}) == (True, 1)
    assert met(row(group="original-enemy", least=1), control={"anglo-egypt-sudan": "germany"}) == (True, 1)
    assert met(row(group="original-enemy", least=1)) == (False, 1)
    assert met(row(group="map")) == (False, 1)


@pytest.mark.parametrize(
    ("cells", "stacks", "found"),
    [
        ({"test": "units", "areas": ("anglo-egypt-sudan",)}, {"anglo-egypt-sudan": "united-kingdom: infantry"}, False),
        ({"test": "units", "areas": ("anglo-egypt-sudan",), "whose": "enemy"}, {"anglo-egypt-sudan": "united-kingdom: infantry"}, True),
        ({"test": "units", "areas": ("libya",), "whose": "allied"}, {"libya": "japan: infantry"}, True),
        ({"test": "units", "areas": ("libya",), "units": "infantry|tank=2"}, {"libya": "germany: infantry, tank"}, True),
        ({"test": "units", "areas": ("libya",), "units": "infantry=2"}, {"libya": "germany: infantry, tank"}, False),
        ({"test": "units", "areas": ("libya",), "units": "any=2"}, {"libya": "germany: infantry, tank"}, True),
        ({"test": "none", "group": "controlled", "whose": "guests"}, {"libya": "germany: tank"}, True),
        ({"test": "none", "group": "controlled", "whose": "guests"}, {"libya": "japan: fighter"}, False),
        ({"test": "none", "areas": ("sea-zone-15",), "whose": "enemy"}, {"sea-zone-15": "united-kingdom: submarine"}, False),
        (
            {"test": "none", "areas": ("sea-zone-15",), "whose": "enemy", "units": "any=1"},
            {"sea-zone-15": "united-kingdom: transport"},
            True,
        ),
        (
            {"test": "none", "areas": ("sea-zone-15",), "whose": "enemy-surface"},
            {"sea-zone-15": "united-kingdom: submarine, transport"},
            True,
        ),
        ({"test": "none", "areas": ("sea-zone-15",), "whose": "enemy-surface"}, {"sea-zone-15": "united-kingdom: destroyer"}, False),
        ({"test": "none", "areas": ("sea-zone-15",), "whose": "enemy-surface"}, {"sea-zone-15": "japan: destroyer"}, True),
    ],
)
def test_units_stand_in_areas_or_none_do(cells: dict[str, object], stacks: dict[str, str], found: bool) -> None:
    assert met(row(**cells), stacks=stacks) == (found, 1)


def test_rounds_wars_relations_and_technologies() -> None:
    assert [met(row(test="rounds", rounds=("2", "4-")), round=number)[0] for number in (1, 2, 3, 4, 9)] == [False, True, False, True, True]
    enemies = row(test="war", against=("japan", "soviet-union"), least=1)
    peace = {("germany", "soviet-union"): "peace"}
    assert met(enemies) == (True, 1) and met(enemies, relations=peace) == (False, 1)
    assert met(replace(enemies, least=0)) == (False, 1) and met(replace(enemies, least=0), relations=peace) == (True, 1)
    assert met(row(test="relation", against=("germany", "japan"), relation="allied"))[0]
    assert not met(row(test="relation", against=("germany", "japan"), relation="war"))[0]
    radar = row(test="technology", technologies=("radar",), least=1)
    assert [met(replace(radar, least=least), techs={"germany": "radar"})[0] for least in (1, 0)] == [True, False]
    assert [met(replace(radar, least=least))[0] for least in (1, 0)] == [False, True]


def test_a_condition_asks_others_all_any_or_so_many_of_them() -> None:
    parts = [row("one", areas=("libya",)), row("two", areas=("anglo-egypt-sudan",)), row("three", areas=("algeria",))]

    def holds(how: str) -> bool:
        return met(row(test="conditions", of=("one", "two", "three"), how=how), *parts)[0]

    assert [holds(how) for how in ("all", "", "any", "1", "2", "2-3", "3-")] == [False, False, True, False, True, True, False]


def test_all_tests_of_a_condition_hold() -> None:
    both = row(areas=("libya",)), row(part=2, areas=("anglo-egypt-sudan",))
    assert met(*both)[0] is False and met(*both, control={"anglo-egypt-sudan": "germany"})[0] is True


@pytest.mark.parametrize(
    ("tests", "what"),
    [
        ((row(test="conditions", of=("nothing",)),), "found 'nothing'; expected a condition"),
        ((row(test="conditions", of=("other",)), row("other", test="conditions", of=("it",))), "asks itself"),
        ((row(areas=("libya",)), row(part=2, areas=("anglo-egypt-sudan",), inverted="yes")), "inverted in some of its rows"),
    ],
)
def test_a_table_that_makes_no_sense_is_an_error(tests: tuple[Test, ...], what: str) -> None:
    with pytest.raises(TitleError, match=what):
        conditions.conditions(titled(*tests))


def test_spans_of_numbers() -> None:
    assert [within(span, 3) for span in ("3", "2", "2-3", "1-2", "3-", "4-")] == [True, False, True, False, True, False]


AFRICA = Objective(power="germany", objective="africa", name="Africa", value=5, condition="it", source="made up")


def paid(play: Play, **options: object) -> list[tuple[str, int, int]]:
    play.submit(EndPhase())
    told = [event for event in play.events if isinstance(event, ev.ResourceChanged) and event.power == "germany"]
    return [(event.cause, event.delta, event.balance) for event in told if event.cause in ("income", "objective")]


def test_an_objective_is_paid_after_the_income_and_told_by_its_name() -> None:
    play = play_of(titled(row(areas=("libya",)), objectives=(AFRICA,)), money={"germany": 0})
    assert paid(play) == [("income", 40, 40), ("objective", 5, 45)]
    assert [
        (event.key, event.value) for event in play.events if isinstance(event, ev.MarkerSet) and event.key.startswith("objective/")
    ] == [("objective/germany/africa", "Africa: 5")]
    lost = play_of(titled(row(areas=("anglo-egypt-sudan",)), objectives=(AFRICA,)), money={"germany": 0})
    assert paid(lost) == [("income", 40, 40)]


def test_an_objective_counts_for_each_area_and_takes_no_more_than_there_is() -> None:
    each = titled(row(areas=("libya", "algeria"), least=1, each="yes"), objectives=(AFRICA,))
    assert paid(play_of(each, money={"germany": 0}))[1] == ("objective", 10, 50)
    fine = titled(row(areas=("libya",)), objectives=(replace(AFRICA, value=-60),))
    assert paid(play_of(fine, money={"germany": 0}))[1] == ("objective", -40, 0)


def test_an_objective_of_one_use_is_paid_once() -> None:
    once = titled(row(areas=("libya",)), objectives=(replace(AFRICA, uses=1),))
    assert len(paid(play_of(once))) == 2
    assert len(paid(play_of(once, markers={("game", "objective-paid|germany|africa"): "1"}))) == 1
