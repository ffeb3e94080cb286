"""The explorer of openings: games counted by hand, and a twin that reads events and shares nothing with it."""

from __future__ import annotations

from collections import Counter, defaultdict

import polars as pl
import pytest

from engine import events as ev
from engine.replay import Game
from tests.warehouse.openings import GERMANS, SOVIETS, attack, bought, opened, random_opened
from tests.warehouse.test_player_measures import wilson
from warehouse import Lake
from warehouse.openings import Explorer, Step, alike, cheap_units, of_title

CHEAP = frozenset({"infantry", "artillery"})
KARELIA = attack(1, GERMANS, "karelia-ssr", "attacker", ("infantry", ""))
FAILED = attack(1, GERMANS, "karelia-ssr", "defender", ("", "infantry"))
FIRST = Step(1, SOVIETS, "8 infantry")


@pytest.fixture
def told(lake: Lake) -> Explorer:
    """Eight infantry four times, once with one artillery for one of them; a fleet once; a game that a limit stopped, and one broken off."""
    tanks, planes = bought(GERMANS, tank=5), bought(GERMANS, fighter=2)
    lake.write([
        opened("a", bought(SOVIETS, infantry=8), tanks + KARELIA, winners=("allies",), played="2026-03-01"),
        opened("b", bought(SOVIETS, infantry=8), tanks + FAILED, winners=("axis",), bid=3, played="2026-01-05"),
        opened("c", bought(SOVIETS, infantry=7, artillery=1), planes, winners=("axis",), played=""),
        opened("d", bought(SOVIETS, infantry=8), planes, [], [], winners=(), how="round-limit", played="2026-02-02"),
        opened("e", bought(SOVIETS, submarine=4), [], winners=("allies",), seats={SOVIETS: "Cy", GERMANS: "Bo"}),
        opened("f", bought(SOVIETS, infantry=8), tanks, winners=None, played="2026-02-03"),
        opened("late", bought(SOVIETS, tank=4), scenario="late"),
    ])  # fmt: skip
    return of_title(lake, "aa1942")


def test_the_first_turn_counted_by_hand(told: Explorer) -> None:
    assert told.scenarios == {"standard": 6, "late": 1} and told.late == 0
    node = told.of_scenario("standard").node()
    assert node is not None and node.games == 6 and node.ended == ()
    most, fleet = node.branches
    assert (most.step, most.others, most.games) == (FIRST, {"1 artillery, 7 infantry": 1}, ("a", "f", "d", "b", "c"))
    assert (most.won, most.lost, most.drawn, most.unfinished, most.decided) == (1, 2, 0, 2, 3), "a limit of rounds is no draw"
    assert most.rate is not None and most.rate == pytest.approx((1 / 3, *wilson(1, 3)))
    assert (most.players, most.first, most.last) == ({"Ada": 5}, "2026-01-05", "2026-03-01")
    assert (fleet.step.bought, fleet.games, fleet.rate, fleet.players) == ("4 submarine", ("e",), (1.0, *wilson(1, 1)), {"Cy": 1})


def test_the_next_turn_counted_by_hand(told: Explorer) -> None:
    node = told.of_scenario("standard").node([FIRST])
    assert node is not None and (node.games, node.ended) == (5, ())
    tanks, planes = node.branches
    assert (tanks.step, tanks.games, planes.games) == (Step(1, GERMANS, "5 tank"), ("a", "f", "b"), ("d", "c"))
    assert [tuple(one) for one in tanks.attacks] == [("karelia-ssr", 2, 1, 1, 0, 0)] and planes.attacks == ()
    assert (tanks.won, tanks.lost, tanks.unfinished) == (1, 1, 1)
    assert tanks.bids == {"": 2, "axis 9": 1}, "three infantry of 3 before the game"
    assert (planes.won, planes.lost, planes.drawn, planes.unfinished) == (1, 0, 0, 1) and planes.first == planes.last == "2026-02-02"
    last = told.of_scenario("standard").node([FIRST, tanks.step])
    assert last is not None and last.games == 3 and set(last.ended) == {"a", "b", "f"}, "a turn that breaks off is left out"


def test_a_step_finds_its_branch_by_any_purchase_that_counts_with_it(told: Explorer) -> None:
    of = told.of_scenario("standard")
    assert of.node([Step(1, SOVIETS, "1 artillery, 7 infantry")]) == of.node([FIRST])
    assert of.node([Step(1, SOVIETS, "1 bomber")]) is None and of.node([Step(2, GERMANS, "8 infantry")]) is None


def test_only_the_games_of_a_player(told: Explorer) -> None:
    node = told.of_player("Cy").node()
    assert node is not None and node.games == 1 and told.players == ["Ada", "Bo", "Cy"]


def test_a_players_games_stand_in_the_rows_of_all_games(lake: Lake) -> None:
    """Nine games of Al with eight infantry; Bo once seven, once ten: his seven stand with the eight, and a way through them is his, too."""
    mine = [bought(SOVIETS, infantry=7), bought(SOVIETS, infantry=10)]
    lake.write([
        *(opened(f"al-{n}", bought(SOVIETS, infantry=8), bought(GERMANS, tank=5), seats={SOVIETS: "Al", GERMANS: "Cy"}) for n in range(9)),
        *(opened(f"bo-{n}", one, bought(GERMANS, tank=4 + n), seats={SOVIETS: "Bo", GERMANS: "Cy"}) for n, one in enumerate(mine)),
        opened("bo-2", mine[0], bought(GERMANS, fighter=1), seats={SOVIETS: "Bo", GERMANS: "Cy"}),
    ])  # fmt: skip
    every = of_title(lake, "aa1942")
    eight, bo = every.node([FIRST]), every.of_player("Bo")
    assert eight is not None and eight.games == 11 and eight == every.of_player("Cy").node([FIRST])
    root, node = bo.node(), bo.node([FIRST])
    assert root is not None and [(one.step.bought, one.others, len(one.games)) for one in root.branches] == [
        ("7 infantry", {}, 2), ("10 infantry", {}, 1),
    ]  # fmt: skip
    assert node is not None and node == bo.node([Step(1, SOVIETS, "7 infantry")]) == bo.of_scenario("standard").node([FIRST])
    assert (node.games, {one.step.bought: one.games for one in node.branches}) == (2, {"4 tank": ("bo-0",), "1 fighter": ("bo-2",)})
    assert bo.node([FIRST, Step(1, GERMANS, "5 tank")]) is None, "tanks are not cheap, and Bo's game had four of them"
    assert every.of_player("Al").node([Step(1, SOVIETS, "10 infantry")]) is None


def test_steps_are_read_from_an_address() -> None:
    assert Step.read(FIRST.text) == FIRST and Step.read("2 germany: ") == Step(2, "germany", "")
    assert [Step.read(text) for text in ("", "x", "4 germany: 1 tank", "1 : x", "germany: 1 tank")] == [None] * 5


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("8 infantry", "7 infantry", True), ("8 infantry", "1 artillery, 8 infantry", True),
        ("8 infantry", "1 artillery, 7 infantry", True),
        ("8 infantry", "6 infantry", False), ("8 infantry", "2 artillery, 6 infantry", False), ("8 infantry", "8 infantry, 1 tank", False),
        ("7 infantry, 1 tank", "8 infantry", False), ("1 infantry", "", False), ("1 tank", "1 infantry, 1 tank", True),
    ],
)  # fmt: skip
def test_purchases_that_differ_by_one_cheap_unit_count_together(one: str, other: str, same: bool) -> None:
    assert alike({one: 3, other: 2}, CHEAP) == {one: one, other: one if same else other}
    assert alike({one: 2, other: 3}, CHEAP) == {one: other if same else one, other: other}


def test_who_follows_leads_nobody() -> None:
    assert alike({"8 infantry": 9, "7 infantry": 5, "6 infantry": 1, "5 infantry": 3}, CHEAP) == {
        "8 infantry": "8 infantry", "7 infantry": "8 infantry", "6 infantry": "5 infantry", "5 infantry": "5 infantry",
    }  # fmt: skip


def test_cheap_units_of_a_title(lake: Lake) -> None:
    lake.write([opened("a", [], [])])
    units = lake.frame("title_units", "a")
    assert cheap_units(units) == {"infantry", "artillery"}
    assert cheap_units(units.with_columns(cost=pl.lit(0))) == frozenset(), "no price is known"
    assert cheap_units(units.with_columns(cost=pl.lit(2))) == frozenset(), "prices that are all alike say nothing"
    assert cheap_units(units.with_columns(resource=pl.col("class"))) == frozenset(), "other money is no comparison"


def test_the_tree_of_random_games_is_that_of_their_events(lake: Lake) -> None:
    games = [random_opened(seed) for seed in range(60)]
    lake.write(games)
    told = of_title(lake, "aa1942")
    seen = 0
    for path in ([], [told.node().branches[0].step]):  # type: ignore[union-attr]  # sixty games are there
        node = told.node(path)
        assert node is not None
        for branch in node.branches:
            mine = [one for one in games if one.header.game in branch.games]
            same = {branch.step.bought, *branch.others}
            assert {_bought(one, branch.step) for one in mine} == same
            side = "allies" if branch.step.power == SOVIETS else "axis"
            ends = Counter(_end(one, side) for one in mine)
            assert (branch.won, branch.lost, branch.drawn, branch.unfinished) == tuple(
                ends[x] for x in ("won", "lost", "drawn", "unfinished")
            )
            assert {one.area: (one.games, one.won, one.lost, one.undecided) for one in branch.attacks} == _attacked(mine, branch.step)
            seen += len(mine)
    assert seen > 60


def _turn(of: Game, step: Step) -> list[ev.Event]:
    """Return the events of a power's turn in a round, told apart by their order alone."""
    found, number, power = [], 0, ""
    for event in of.events:
        number = event.round if isinstance(event, ev.RoundStarted) else number
        power = event.power if isinstance(event, ev.PhaseStarted) else power
        if (number, power) == (step.round, step.power):
            found.append(event)
    return found


def _bought(of: Game, step: Step) -> str:
    units = {event.unit: event.count for event in _turn(of, step) if isinstance(event, ev.UnitsPurchased)}
    return ", ".join(f"{units[unit]} {unit}" for unit in sorted(units))


def _end(of: Game, side: str) -> str:
    ends = [event for event in of.events if isinstance(event, ev.GameEnded)]
    if not ends or ends[0].how == "round-limit":
        return "unfinished"
    return "drawn" if not ends[0].winners else "won" if side in ends[0].winners else "lost"


def _attacked(games: list[Game], step: Step) -> dict[str, tuple[int, int, int, int]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for one in games:
        for event in _turn(one, step):
            if isinstance(event, ev.BattleEnded):
                found[event.area][{"attacker": "won", "defender": "lost"}.get(event.winner, "undecided")] += 1
    return {area: (ends.total(), ends["won"], ends["lost"], ends["undecided"]) for area, ends in found.items()}
