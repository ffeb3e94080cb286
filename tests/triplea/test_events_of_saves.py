"""What the events of a save say beside the state: causes, battles, dice, payments, held against the save's own words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from engine import events as ev
from engine.condition import parse_condition
from engine.replay import replay
from engine.state import GameState
from engine.title.model import Title
from ingest.triplea import changes as c
from ingest.triplea.events.lines import read_line
from ingest.triplea.events.matching import leaves
from ingest.triplea.events.save_replay import events_of
from ingest.triplea.history import Event, EventChild
from ingest.triplea.model import Save
from ingest.triplea.reader import parse
from ingest.triplea.rendering import Dice
from ingest.triplea.save import parse_save
from ingest.triplea.title.reading import Reading, read_title
from tests.triplea.javabytes import Java, listed
from tests.triplea.minigame import ATTACHABLE, NAMED, MiniGame, integer_map, named, plain
from tests.triplea.minigame import change as change_class
from tests.triplea.saves import MAPS, NEWER, PLAYED, by_size, save_of
from warehouse.game_rows import pack

pytestmark = pytest.mark.shared

GLOBAL = tuple(name for name in PLAYED if "global40" in name)


@lru_cache(maxsize=2)
def told(shared: Path, name: str) -> tuple[Save, Reading, list[ev.Event]]:
    save = save_of(shared, name)
    reading = read_title(save)
    return save, reading, events_of(save, reading)


def lines(save: Save, level: type) -> Iterator[tuple[str, str]]:
    """What each line of the history means, and the line."""
    name = "event" if level is Event else "child"
    for node in save.history.walk():
        if isinstance(node, level):
            yield read_line(name, node.title).means, node.title


@pytest.mark.parametrize("name", by_size(PLAYED + NEWER))
def test_every_change_has_a_cause(shared: Path, name: str) -> None:
    _, _, events = told(shared, name)
    causes = Counter((type(e).__name__, getattr(e, "cause", getattr(e, "how", ""))) for e in events)
    assert not {what: n for what, n in causes.items() if what[1] == "other"}


@pytest.mark.parametrize("name", by_size(PLAYED + NEWER))
def test_moves_have_their_routes(shared: Path, name: str) -> None:
    _, reading, events = told(shared, name)
    moves = [event for event in events if isinstance(event, ev.UnitsMoved)]
    assert moves or "politics" in name
    for move in moves:
        if move.cause != "scramble":
            assert (move.path[0], move.path[-1]) == (move.origin, move.destination)
            assert all(two in reading.title.neighbours[one] for one, two in zip(move.path, move.path[1:], strict=False))


@pytest.mark.parametrize("name", by_size(PLAYED))
def test_battles_end_as_the_program_noted(shared: Path, name: str) -> None:
    """The program keeps records of battles: winner, rounds with dice, and value lost by its own computing."""
    save, reading, events = told(shared, name)
    ours: dict[tuple[int, str, str, str], list[ev.BattleEnded]] = defaultdict(list)
    round_ = ended = matched = 0
    for event in events:
        if isinstance(event, ev.RoundStarted):
            round_ = event.round
        elif isinstance(event, ev.BattleEnded):
            ended += 1
            kind = event.kind if event.kind in ("raid", "air") else ""
            ours[round_, event.area, event.attacker, kind].append(event)
    dearer = set()
    for number, record in records(save):
        kind = "raid" if "BOMB" in record.kind else "air" if "AIR" in record.kind else ""
        key = number, reading.names.areas[record.territory], reading.names.power(record.attacker), kind
        if not ours[key]:  # taken while moving: no battle was fought
            assert record.outcome in ("CONQUERED", "BLITZED", "NO_BATTLE", None)
            continue
        event = ours[key].pop(0)
        matched += 1
        # The program calls aircraft over submarines that they cannot hit winners; we say that nobody has won.
        assert event.winner == record.winner.lower() or out_of_reach(event, reading.title)
        assert event.rounds == record.rounds or event.rounds == 0
        if (event.attacker_lost, event.defender_lost) != (record.attacker_lost_tuv, record.defender_lost_tuv):
            dearer.add(key[:2])
    assert ended - matched <= 1  # that of the turn in which the game was saved
    # Shipyards make ships cheaper for their owner; a title has one price for all.
    assert dearer == ({(10, "sea-zone-52"), (11, "sea-zone-63")} if "g4-tech" in name else set())


def out_of_reach(event: ev.BattleEnded, title: Title) -> bool:
    """Whether nobody has won, as only aircraft of one side and submarines of the other are left."""
    left = {side: {part.split(" (")[0].split()[-1] for part in side.split(", ")} for side in (event.attackers, event.defenders)}
    air = all(title.units[unit].cls == "air" for unit in left[event.attackers])
    return (event.winner, event.how) == ("none", "stalemate") and air and left[event.defenders] == {"submarine"}


@pytest.mark.parametrize("name", by_size(MAPS))
def test_nobody_wins_a_battle_in_which_only_the_other_side_is_left(shared: Path, name: str) -> None:
    fought = [event for event in told(shared, name)[2] if isinstance(event, ev.BattleEnded) and event.kind != "raid"]
    assert fought
    for event in fought:
        if bool(event.attackers) != bool(event.defenders):
            assert event.winner in ("none", "attacker" if event.attackers else "defender"), event


def records(save: Save) -> Iterator[tuple[int, c.BattleRecord]]:
    for change in save.history.changes:
        for leaf in leaves(change):
            if isinstance(leaf, c.BattleRecords):
                yield from ((leaf.round, record) for record in leaf.records)


@pytest.mark.parametrize("name", by_size(PLAYED + NEWER))
def test_every_die_is_told_once(shared: Path, name: str) -> None:
    save, _, events = told(shared, name)
    rolls = [node.shown for node in save.history.walk() if isinstance(node, (Event, EventChild)) and isinstance(node.shown, Dice)]
    told_ = [e for e in events if isinstance(e, ev.DiceRolled) and e.purpose not in ("bombing", "convoy")]
    assert Counter(die for e in told_ for die in e.dice) == Counter(die.pips for roll in rolls for die in roll.dice)
    assert sum(e.hits for e in told_) == sum(roll.hits for roll in rolls)
    exact = [(roll.expected, roll) for roll in rolls if roll.expected is not None]
    if name in NEWER and exact:
        in_battle = [e for e in told_ if e.purpose != "research"]
        expected = sum(value for value, roll in exact) - sum(
            node.shown.expected for node in save.history.walk() if isinstance(node, Event) and isinstance(node.shown, Dice)
        )
        assert sum(e.expected for e in in_battle) == pytest.approx(expected)


@pytest.mark.parametrize("name", by_size(PLAYED))
def test_dice_hit_at_or_below_their_target(shared: Path, name: str) -> None:
    _, reading, events = told(shared, name)
    for event in events:
        if isinstance(event, ev.DiceRolled) and event.target and event.hits == sum(d <= event.target for d in event.dice):
            fair = len(event.dice) * min(event.target, 6) / 6
            assert event.expected == pytest.approx(fair) or (fair < event.expected <= len(event.dice) and event.power == "japan")
            if event.unit and event.purpose in ("attack", "defence"):
                row = reading.title.units[event.unit]
                figure = row.attack if event.purpose == "attack" else row.defense
                assert event.target - figure in (0, 1)
        else:
            assert not isinstance(event, ev.DiceRolled) or event.target == 0


@pytest.mark.parametrize("name", by_size(PLAYED))
def test_casualties_are_those_of_the_battle_lines(shared: Path, name: str) -> None:
    save, _, events = told(shared, name)
    lost = Counter(event.cause for event in events for _ in range(getattr(event, "count", 0)) if isinstance(event, ev.UnitsRemoved))
    said = sum(len(node.shown.units) for node in save.history.walk() if _is_loss(node))
    assert lost["combat"] + lost["cargo-lost"] + lost["anti-air"] >= said
    assert set(lost) <= {"combat", "cargo-lost", "anti-air", "converted", "trigger", "no-landing"}
    assert all(event.battle for event in events if isinstance(event, ev.UnitsRemoved) and event.cause == "combat")


def _is_loss(node: object) -> bool:
    return isinstance(node, EventChild) and read_line("child", node.title).means in ("lost", "shot-down")


@pytest.mark.parametrize("name", by_size(PLAYED))
def test_payments_are_what_the_lines_say(shared: Path, name: str) -> None:
    save, _, events = told(shared, name)
    said: Counter[str] = Counter()
    for means, title in lines(save, Event):
        line = read_line("event", title)
        if means in ("income", "objective", "war-bonds"):
            said[means] += line.number("gained") + line.number("lost")
            said["convoy"] -= line.number("lost")
    paid: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ev.ResourceChanged) and event.cause in ("income", "objective", "war-bonds", "convoy"):
            paid[event.cause] += event.delta
    assert +paid == +said and -paid == -said


@pytest.mark.parametrize("name", by_size(GLOBAL))
def test_convoys_lose_what_the_income_lacks(shared: Path, name: str) -> None:
    _, reading, events = told(shared, name)
    raided = [event for event in events if isinstance(event, ev.ConvoyRaided)]
    assert len(raided) >= 2
    assert sum(event.loss for event in raided) == -sum(
        event.delta for event in events if isinstance(event, ev.ResourceChanged) and event.cause == "convoy"
    )
    for event in raided:
        assert event.loss <= event.cap and event.area in reading.title.areas
        assert reading.title.side_of[event.raider] != reading.title.side_of[event.victim]


@pytest.mark.parametrize("name", by_size(PLAYED))
def test_cargo_is_where_its_ship_is(shared: Path, name: str) -> None:
    _, _, events = told(shared, name)
    state, ships = GameState(), 0
    for event in events:
        if isinstance(event, ev.PhaseStarted):
            aboard: Counter[tuple[str, str, str]] = Counter()
            for (area, power, unit, _, condition), count in state.stacks.items():
                parsed = parse_condition(condition)
                aboard[area, power, unit] += count * parsed.aboard
                ships += count * bool(parsed.cargo)
                for item in parsed.cargo:
                    aboard[area, *item] -= count
            assert not {key: n for key, n in aboard.items() if n}
        state.apply(event)
    assert ships > 0 or name == "ai-classic-g1"  # whose ships never stay loaded from one phase to the next


def test_a_save_in_mid_battle_is_in_that_battle(shared: Path) -> None:
    _, _, events = told(shared, "ai-ww2v5-g5-midbattle")
    state = GameState().apply_all(events)
    last = [event for event in events if isinstance(event, ev.BattleStarted)][-1]
    assert (state.battle, last.area) == (last.battle, "west-russia")


def test_the_known_map_has_its_own_names(shared: Path) -> None:
    _, reading, events = told(shared, "ai-ww2v4-g1-fast")
    assert reading.title.slug == "aa1942" and reading.defects == ()
    assert {event.unit for event in events if isinstance(event, ev.UnitsPurchased)} <= reading.title.units.keys()


@pytest.mark.parametrize("name", by_size(PLAYED))
def test_phases_and_turns_count_up(shared: Path, name: str) -> None:
    save, reading, events = told(shared, name)
    phases = [event for event in events if isinstance(event, ev.PhaseStarted)]
    turns = [event.turn for event in phases]
    assert turns == sorted(turns) and set(turns) - {0} == set(range(1, max(turns) + 1))
    players = len({step.player for step in save.sequence if step.player and not re.search("Bid", step.name)})
    assert max(turns) <= players * len(save.history.rounds)
    assert {event.phase for event in phases} <= {*reading.title.phases, "set-up", "end-of-round"} | (
        {"research-technology", "activate-technology", "bid-purchase", "bid-placement"}
    )


def test_a_round_that_does_not_follow_the_one_before_it_is_a_defect() -> None:
    game = MiniGame()
    for number in (99, 2, 3, 5):
        game.round(number)
        game.step("redsMove", game.reds)
    found = [event for event in events_of(parse_save(game.stream())) if isinstance(event, ev.DefectFound)]
    assert [(one.rule, one.found, one.expected) for one in found] == [
        ("save/round", "99", "1"),
        ("save/round", "2", "100"),
        ("save/round", "5", "4"),
    ]


def test_units_that_cost_another_resource_than_pus_have_their_prices_in_it() -> None:
    """Tanks cost 6 Command each; PUs are there, and buy nothing."""
    game = MiniGame()
    command = named(plain("Resource", parent=ATTACHABLE), "Command")
    game.resources["Command"] = command
    game.rule.fields["costs"] = integer_map({command: 6})
    game.reds.fields["resources"].fields["resources"] = integer_map({game.pus: 3, command: 30})
    title = read_title(parse_save(game.stream())).title
    assert (title.resource, title.resources["command"].name) == ("command", "Command")
    assert (title.units["tank"].cost, title.units["tank"].resource) == (6, "command")
    assert {(row.resource, row.amount) for row in title.treasuries if row.power == "reds"} == {
        ("pus", 3),
        ("command", 30),
    }


def test_income_in_another_resource_than_pus_is_income() -> None:
    """As the program's sentences have it of one, and of what is not PUs."""
    for line in ("Reds collect 5 Command; end with 35 Command", "Reds collects 5 Command; ends with 35 Command total"):
        game = MiniGame()
        command = named(plain("Resource", parent=ATTACHABLE), "Command")
        game.resources["Command"] = command
        game.rule.fields["costs"] = integer_map({command: 6})
        game.reds.fields["resources"].fields["resources"] = integer_map({game.pus: 3, command: 35})
        game.round(1)
        game.step("redsEndTurn", game.reds)
        game.event(line)
        paid_out = change_class("ChangeResourceChange", "I:quantity L:playerName L:resourceName", "")
        game.change(Java(paid_out, {"quantity": 5, "playerName": "Reds", "resourceName": "Command"}))
        paid = [one for one in events_of(parse_save(game.stream())) if isinstance(one, ev.ResourceChanged)]
        assert [(one.resource, one.delta, one.balance, one.cause) for one in paid if one.delta == 5] == [("command", 5, 35, "income")], line


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("Germans collect 37 PUs; end with 47 PUs", "income"),
        ("Germans collect 5 ipcs; end with 30 ipcs total", "income"),
        ("Germans collect 37 PUs (4 lost to blockades); end with 43 PUs", "income"),
        ("Orcs collect 3 Gold Coins; end with 4 Gold Coins", "income"),
        ("Germans collect 9 PUs from War Bonds; end with 56 PUs", "war-bonds"),
    ],
)
def test_lines_of_income_are_told_from_war_bonds_in_any_money(line: str, means: str) -> None:
    found = read_line("event", line)
    assert found.means == means and found.number("gained") and found.number("end")


def test_a_unit_that_only_another_resource_buys_has_its_price_there_and_counts_in_tuv() -> None:
    """Tanks cost 6 PUs and a Command, and so PUs are the money; infantry costs 4 Command and 1 Fuel for two."""
    game = MiniGame()
    command, fuel = (named(plain("Resource", parent=ATTACHABLE), name) for name in ("Command", "Fuel"))
    game.resources |= {"Command": command, "Fuel": fuel}
    game.rule.fields["costs"] = integer_map({game.pus: 6, command: 1})
    second = Java(plain("ProductionRule", "L:costs L:results", NAMED), {"name": "buyInfantry"})
    second.fields |= {
        "costs": integer_map({command: 4, fuel: 1}),
        "results": integer_map({game.types["infantry"]: 2}),
    }
    game.rules["buyInfantry"] = second
    game.frontier.fields["rules"] = listed(game.rule, second)
    recording = parse(game.stream(), "mini.tsvg")
    title = recording.title
    assert title is not None
    priced = {name: (unit.cost, unit.resource) for name, unit in title.units.items()}
    assert priced == {"tank": (6, "ipc"), "infantry": (2, "command")}
    rows = pack(replay(recording, title)).tables["powers"].to_pylist()
    assert {row["power"]: row["tuv"] for row in rows if row["turn"] == 0} == {"reds": 8, "blues": 2}
