"""Playing on: any moment of a recorded game can be taken up, changed, and played to its end by bots."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import sitrep
from engine.errors import IllegalOrder, SitrepError
from engine.events import BattleEnded, BattleStarted, PhaseStarted, RoundStarted
from engine.families.axis_allies.orders import Buy
from engine.observations import Bank, Owner, Points, Units, Winner
from engine.orders import Order
from engine.play import Play
from engine.recording import Recording
from engine.replay import Game, replay
from engine.simulation import before_battle, flip_of, moment, play_on, simulate, turn_at
from engine.simulation.changes import change
from engine.simulation.flip import _is_same, goes_otherwise
from engine.simulation.play_on import _begun
from engine.simulation.simulate import Simulation
from engine.state import state_at
from engine.title.loader import load_title
from ingest import replay_file
from ingest.play_on import Plan, play_many
from ingest.samples import samples
from ingest.workers import Workers
from tests.aa1942.positions import play_from

TITLE = load_title("aa1942")
PLAYING_ON = import_module("engine.simulation.play_on")
SAVE = next(path for path in samples() if path.suffix == ".tsvg")


@cache
def played() -> Game:
    recording, _ = simulate(TITLE, 5, "greedy", round_limit=1)
    return replay(recording, TITLE)


@cache
def save() -> Game:
    return replay_file(SAVE)


def begun(game: Game, at: int, *changes: object) -> Simulation:
    return _begun(moment(game, at), "1", "greedy", 1, changes, {})  # type: ignore[arg-type]


def test_a_log_is_played_on_from_the_last_order_before_the_event() -> None:
    game = played()
    places = [seq for seq, _ in game.orders]
    inside = next(seq for seq, after in pairwise(places) if after > seq + 2)
    for at in (inside, inside + 1):
        found = moment(game, at)
        assert found.seq == inside and found.state == state_at(game.events, inside)


def test_a_save_is_played_on_from_the_beginning_of_the_turn() -> None:
    found = moment(save(), 1500)
    assert (found.seq, found.turn.power, found.turn.turn) == (1465, "germany", 17)
    play = begun(save(), 1500).play
    clock = play.state.clock
    assert (clock.round, clock.turn, clock.power, clock.phase) == (4, 17, "germany", "purchase-units")
    assert play.state.points == {("axis", "victory-cities"): 6, ("allies", "victory-cities"): 6}


def test_the_same_seed_and_number_play_on_alike_and_another_number_otherwise() -> None:
    start = moment(save(), 1500)
    one, two, three = (play_on(start, number, 7, rounds=1) for number in (1, 1, 2))
    assert one == two and three.number == 2
    assert one.strengths != three.strengths and one.how == "round-limit" and one.rounds == 4


def test_a_finished_game_is_not_played_on_from_its_end() -> None:
    with pytest.raises(SitrepError, match="the game is over after event 3,325; play on from an earlier event"):
        moment(save())


def test_a_game_that_was_stopped_at_a_limit_of_rounds_goes_on_from_its_last_order() -> None:
    recording, game = simulate(TITLE, 1, "steady", round_limit=1)
    assert game.state.how == "round-limit"
    start = moment(replay(recording, TITLE))
    assert start.seq == game.orders[-1][0] and not start.state.ended
    found = play_on(start, rounds=2)
    assert (found.how, found.rounds) == ("round-limit", 2)


def test_a_board_becomes_what_see_lines_say() -> None:
    wanted = (Bank("germany", 99), Owner("caucasus", "germany"), Units("germany", "germany", "2 tank, infantry"))
    state = begun(save(), 1500, *wanted).play.state
    assert all(one.held(TITLE, state) == one.said(TITLE) for one in wanted)
    assert moment(save(), 1500).state.resources["germany", "ipc"] != 99


def test_an_order_of_a_change_is_checked_and_carried_out() -> None:
    play = begun(save(), 1500, Bank("germany", 20), Buy("2 destroyer")).play
    assert play.state.pool["germany", "destroyer"] == 2 and play.state.resources["germany", "ipc"] == 4
    with pytest.raises(IllegalOrder, match=r"change 2, 'buy 2 destroyer', in germany's purchase-units: .*cannot pay"):
        begun(save(), 1500, Bank("germany", 3), Buy("2 destroyer"))


def test_what_is_no_change_of_a_board_is_refused() -> None:
    play = begun(save(), 1500).play
    for wanted, why in ((Points("axis", 5), "count points by what is held and done"), (Winner("axis"), "'concede'")):
        with pytest.raises(SitrepError, match=rf"\(.*{why}.*\); expected bank, owner, units, damage or technology"):
            change(play, wanted)


def turned(game: Game, battle: int) -> BattleEnded:
    """Begin a battle of a record until it goes the other way, and return how it ended."""
    start, flip = flip_of(game, battle)
    for number in range(1, 200):
        fought = _begun(start, f"{number}", "greedy", 1, (), {})
        if goes_otherwise(fought, flip):
            break
    return next(event for event in fought.play.events if isinstance(event, BattleEnded) and event.battle == battle)


def test_a_battle_goes_the_other_way() -> None:
    game = played()
    ended = next(event for event in game.events if isinstance(event, BattleEnded) and event.winner == "attacker")
    last = turned(game, ended.battle)
    assert (last.battle, last.area) == (ended.battle, ended.area) and last.winner != "attacker"


@pytest.mark.parametrize(("name", "battle", "area"), [("barbarossa", 9, "riga"), ("barbarossa", 20, "central-med")])
def test_the_battle_of_the_record_is_turned_and_not_the_one_that_a_bot_would_fight(name: str, battle: int, area: str) -> None:
    game = replay_file(next(path for path in samples() if path.name.startswith(name)))
    was = next(event for event in game.events if isinstance(event, BattleEnded) and event.battle == battle)
    now = turned(game, battle)
    assert was.area == area
    assert (now.kind, now.area, now.attacker) == (was.kind, was.area, was.attacker) and now.winner != was.winner


def test_a_battle_is_begun_by_the_order_of_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replay_file(next(path for path in samples() if path.name.startswith("warsaw-holds")))
    (start, flip), given, steps = flip_of(game, 3), list[Order](), list[int]()
    submit, step = Play.submit, Simulation.step

    def watched(play: Play, order: Order) -> None:
        given.append(order)
        submit(play, order)

    def stepped(simulation: Simulation) -> None:
        steps.append(len(given))
        step(simulation)

    monkeypatch.setattr(Play, "submit", watched)
    monkeypatch.setattr(Simulation, "step", stepped)
    goes_otherwise(_begun(start, "1", "greedy", 1, (), {}), flip)
    assert given[0] == flip.order == next(order for seq, order in game.orders if seq == start.seq)
    assert steps[:1] in ([], [1]), "before any bot has its turn"


def test_another_battle_with_its_number_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody can win it: the bots' next battle, at The Hague, would be the third, too.
    game = replay_file(next(path for path in samples() if path.name.startswith("warsaw-holds")))
    monkeypatch.setattr(PLAYING_ON, "TRIES", 5)
    start, flip = flip_of(game, 3)
    with pytest.raises(SitrepError, match=r"battle 3: begun 5 times, .* as recorded: won by nobody"):
        play_on(start, flip=flip, rounds=1)


def test_a_battle_that_never_ends_otherwise_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAYING_ON, "TRIES", 2)
    monkeypatch.setattr(PLAYING_ON, "goes_otherwise", lambda game, flip: False)
    start, flip = flip_of(played(), 1)
    with pytest.raises(SitrepError, match=f"battle 1: begun 2 times, .* as recorded: won by the {flip.winner}"):
        play_on(start, flip=flip)


def test_a_turn_and_a_phase_are_found_by_their_names() -> None:
    game = played()
    for round_, power, phase in ((1, "germany", ""), (1, "germany", "combat-move"), (1, "japan", "purchase-units")):
        clock = moment(game, turn_at(game, round_, power, phase)).state.clock
        assert (clock.round, clock.power) == (round_, power) and clock.phase == (phase or "purchase-units")
    assert moment(save(), turn_at(save(), 4, "germany")).turn.turn == 17
    with pytest.raises(SitrepError, match="'germany' has no turn in round 9; the record has rounds 1 to 1"):
        turn_at(game, 9, "germany")
    with pytest.raises(SitrepError, match="no phase 'buying' in germany's turn in round 1; expected one of purchase-units, "):
        turn_at(game, 1, "germany", "buying")


@pytest.mark.parametrize("name", ["axis-takes-moscow", "warsaw-holds"])
def test_a_phase_is_found_or_it_is_said_that_nobody_gave_an_order_in_it(name: str) -> None:
    game, now, found = replay_file(next(path for path in samples() if path.name.startswith(name))), 0, 0
    for event in game.events[:400]:
        if isinstance(event, RoundStarted):
            now = event.round
        if not isinstance(event, PhaseStarted):
            continue
        try:
            clock = moment(game, turn_at(game, now, event.power, event.phase)).state.clock
        except SitrepError as error:
            assert f"nobody gave an order in {event.power}'s {event.phase} of round {now}" in str(error)
        else:
            found += 1
            assert (clock.round, clock.power, clock.phase) == (now, event.power, event.phase)
    assert found > 3


def test_an_unfinished_record_is_played_on_from_its_end() -> None:
    recording, _ = simulate(TITLE, 5, "greedy", round_limit=1)
    half = len(recording.entries) // 2
    game = replay(Recording(recording.header, recording.entries[:half]), TITLE)
    assert not game.state.ended and moment(game).seq == len(game.events)


def test_a_battle_that_the_defender_won_is_turned_too() -> None:
    game = replay_file(next(path for path in samples() if path.name.startswith("axis-takes-moscow")))
    assert turned(game, 1).winner != "defender"


def test_a_battle_is_the_same_by_its_kind_area_and_attacker() -> None:
    one = BattleStarted(1, "land", "karelia-ssr", "germany", "soviet-union", "tank", "infantry")
    assert _is_same(one, msgspec.structs.replace(one, attackers="2 tank", battle=2))
    for field in ("kind", "area", "attacker"):
        assert not _is_same(one, msgspec.structs.replace(one, **{field: "other"}))


def test_units_that_a_line_adds_and_takes_away_are_the_free_ones_of_all_stacks() -> None:
    """Four tanks, of which two have moved; a transport with a load and one without."""
    stacks = {
        "karelia-ssr": "germany: 2 tank, 2 tank [used=1 from=eastern-europe]",
        "sea-zone-5": "germany: 2 infantry [aboard], transport, transport [cargo=germany/infantry+germany/infantry]",
    }
    for line, left in (
        (Units("karelia-ssr", "germany", "3 tank"), {"": 1, "used=1 from=eastern-europe": 2}),
        (Units("karelia-ssr", "germany", "7 tank"), {"": 5, "used=1 from=eastern-europe": 2}),
        (Units("karelia-ssr", "germany", "1 tank"), {"used=1 from=eastern-europe": 1}),
        (Units("sea-zone-5", "germany", ""), {}),
    ):
        play = play_from(stacks, "germany", "noncombat-move")
        change(play, line)
        assert {key.condition: n for key, n in play.position.stacks(line.area)} == left
    play = play_from(stacks, "germany", "noncombat-move")
    change(play, Units("sea-zone-5", "germany", "transport"))
    assert {key.condition: n for key, n in play.position.stacks("sea-zone-5")} == {"": 1}


def test_an_event_beyond_the_record_is_refused() -> None:
    with pytest.raises(SitrepError, match="no event 99,999; expected one of 0 to 3,325"):
        moment(save(), 99_999)


def test_a_battle_of_a_save_cannot_be_turned() -> None:
    with pytest.raises(SitrepError, match="only from the beginning of a turn"):
        before_battle(save(), 3)


def test_a_file_of_edits_changes_the_board_as_the_same_lines_do(tmp_path: Path) -> None:
    lines = ['{"see":"bank","power":"germany","amount":20}', '{"do":"buy","units":"2 destroyer"}']
    (tmp_path / "fleet.jsonl").write_text("# as if the fleet had been bought\n" + "\n".join(lines) + "\n")
    base = ["play-on", str(SAVE), "--at", "1500", "--games", "1", "--rounds", "1", "--jobs", "0", "--json"]
    edited = CliRunner().invoke(sitrep.main, [*base, "--edit", str(tmp_path / "fleet.jsonl")])
    typed = CliRunner().invoke(sitrep.main, [*base, "--as", lines[0], "--as", lines[1]])
    plain = CliRunner().invoke(sitrep.main, base)
    assert edited.exit_code == 0 and edited.stdout == typed.stdout != plain.stdout


@pytest.mark.parametrize("failure", [MemoryError(), BrokenProcessPool("a process died")], ids=["memory", "killed"])
def test_a_game_that_takes_all_memory_is_told_so(failure: Exception) -> None:
    class Full(Executor):
        def submit(self, fn: object, /, *args: object, **kwargs: object) -> Future[object]:
            done = Future[object]()
            done.set_exception(failure)
            return done

    with pytest.raises(SitrepError, match="a process ran out of memory, or was stopped"):
        play_many(Plan(moment(save(), 1500)), 3, Workers(Full(), 1))
