"""All battles due in a turn: how many work, by counting outcomes one by one, and in records that are cut before the battles are fought."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.events import BattleStarted, PhaseStarted
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.odds.several import MOST_WAITED_FOR, Part, how_many
from engine.odds.turn import due_in, turn_odds, turns_with_battles
from engine.recording import Fidelity
from engine.replay import Game
from engine.rules import Position
from engine.state import state_at
from ingest import replay_file
from ingest.samples import HERE, samples
from sitrep import main
from tests.slow import slow_after

MOSCOW = next(path for path in samples() if path.name.startswith("axis-takes-moscow"))


def by_outcomes(parts: list[Part]) -> list[float]:
    """Go through every way that the battles' own dice can fall; what waits for a lost one is lost."""
    out = [0.0] * (len(parts) + 1)
    for dice in product((True, False), repeat=len(parts)):
        weight = 1.0
        for part, lucky in zip(parts, dice, strict=True):
            weight *= part.chance if lucky else 1 - part.chance

        def works(number: int, dice: tuple[bool, ...] = dice) -> bool:
            return dice[number] and all(works(before) for before in parts[number].after)

        out[sum(works(number) for number in range(len(parts)))] += weight
    return out


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [Part(0.7)],
        [Part(0.7), Part(0.5), Part(0.2)],
        [Part(0.6), Part(0.9, (0,)), Part(0.8, (0,)), Part(0.5)],
        [Part(0.9, (2, 3)), Part(0.4), Part(0.7), Part(0.6), Part(0.3, (2,))],
    ],
)
def test_how_many_of_several_work(parts: list[Part]) -> None:
    assert how_many(parts) == pytest.approx(by_outcomes(parts))


def test_a_landing_fails_with_the_sea_before_its_coast() -> None:
    """A sea battle at 1/2 and two landings at 1 behind it: all or nothing; three alone at 1/2 would all work in 1/8."""
    assert how_many([Part(0.5), Part(1.0, (0,)), Part(1.0, (0,))]) == [0.5, 0.0, 0.0, 0.5]
    with pytest.raises(ValueError, match="waited for"):
        how_many([Part(0.5)] * (MOST_WAITED_FOR + 1) + [Part(0.5, tuple(range(MOST_WAITED_FOR + 1)))])


def run(*words: str) -> dict:
    done = CliRunner().invoke(main, ["odds", *words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_each_battle_of_a_turn_has_the_odds_that_it_has_alone() -> None:
    found = run(str(MOSCOW), "--turn", "--round", "3", "--power", "Germany")
    assert found["battles"] and found["round"] == 3
    alone = 1.0
    for row in found["battles"]:
        one = run(str(MOSCOW), "--battle", str(row["battle"]))
        assert row["works"] == pytest.approx(one["take"] or one["win"])
        alone *= row["works"]
    assert found["just"][-1] == pytest.approx(alone, abs=1e-8) and sum(found["just"]) == pytest.approx(1.0)


def test_battles_of_a_record_that_ends_before_them_are_due_all_the_same() -> None:
    """The log of a game, cut before the first battle of each turn: what stands there then is what was fought."""
    game = replay_file(MOSCOW)
    whole = turn_odds(game, round_=2, power="germany")
    assert len(whole.battles) > 1
    first = next(at for at, event in enumerate(game.events) if isinstance(event, BattleStarted) and event.battle == whole.battles[0].number)
    cut = turn_odds(replace(game, events=game.events[:first]))
    told = {due.start.area: due for due in cut.battles}
    assert {due.number for due in cut.battles} == {0} and cut.power == "germany"
    for due in whole.battles:
        if not due.after and due.start.kind == "land":
            assert told[due.start.area].works == pytest.approx(due.works), due.start.area
    assert {due.start.area for due in whole.battles} <= told.keys()


def test_what_is_asked_of_no_turn_is_refused() -> None:
    done = CliRunner().invoke(main, ["odds", str(MOSCOW), "--turn", "--round", "99", "--power", "germany"])
    assert done.exit_code == 1 and "has no turn at round 99, germany" in done.output


def test_the_turn_is_told_in_sentences() -> None:
    done = CliRunner().invoke(main, ["odds", str(MOSCOW), "--turn", "--round", "2", "--power", "germany"])
    assert done.exit_code == 0 and "round 2:" in done.output and "All of them work in " in done.output


@pytest.mark.shared
def test_a_save_in_the_middle_of_its_battles_has_those_that_are_left(shared: Path) -> None:
    found = turn_odds(replay_file(shared / "saves" / "ai-ww2v5-g5-midbattle.tsvg"))
    assert found.battles and all(due.answer for due in found.battles) and sum(found.work) == pytest.approx(1.0)


def neighbours_at(game: Game, at: int) -> set[str]:
    """Return the sea zones in which ships may attack enemies that they have been beside since before the turn (Global War, 0.5 b)."""
    state = state_at(game.events, at)
    if game.title.slug != "global-war-1936":
        return set()
    return {due.area for due in battles_due(Position(game.title, state)) if not due.required}


RULED = (
    "spain-and-china.jsonl",
    "arsenal-of-democracy.jsonl.gz",
    "allies-take-berlin.jsonl.zst",
    "paris-in-the-winter.jsonl.gz",
    "axis-projects-power.tsvg",
)
"""Games with truces, neutrals, lone submarines, territories in revolt; and a save, which its title's rules did not make."""


def by_rules(game: Game) -> bool:
    return game.fidelity is Fidelity.ORDERS


@pytest.mark.parametrize("name", slow_after(3, RULED))
def test_what_is_due_before_the_first_battle_of_each_turn_is_what_was_fought_in_it(name: str) -> None:
    """The record is cut there; then at the end of the turn, when nothing is due, however many enemies stand side by side in peace."""
    game = replay_file(HERE / name)
    fought = missed = extra = 0
    for turn in turns_with_battles(game):
        due = {start.area for start in due_in(game.title, state_at(game.events, turn.at), turn.power, by_rules(game))}
        areas = {end.area for _, end in turn.over}
        old = neighbours_at(game, turn.at)
        fought, missed, extra = fought + len(areas), missed + len(areas - due - old), extra + len(due - areas)
    assert fought > 10 and not missed
    assert extra <= (2 if name.endswith(".tsvg") else 0), "a save does not tell bombers that raid from those that attack"


@pytest.mark.parametrize("name", slow_after(2, RULED))
def test_nothing_is_due_any_more_when_a_turn_is_over(name: str) -> None:
    game = replay_file(HERE / name)
    ends = [at for at, event in enumerate(game.events) if isinstance(event, PhaseStarted) and event.phase == "collect-income"]
    assert len(ends) > 5
    for at in ends:
        state = state_at(game.events, at + 1)
        assert not due_in(game.title, state, state.clock.power, by_rules(game)), f"round {state.clock.round}"


def test_what_was_played_is_told_as_a_range_and_so_is_what_follows_from_it() -> None:
    """Of two battles one is played twenty times and told within some points, one followed to its ends: both work within what these give."""
    game = replay_file(HERE / "won-by-a-point.jsonl.zst")
    turn = turn_odds(game, round_=5, power="italy", games=20)
    assert [due.answer.result.samples for due in turn.battles] == [20, 0]
    (played, exact), ends = turn.battles, [due.within for due in turn.battles]
    assert played.works == 1 and ends[0] == pytest.approx((20 / (20 + 1.96**2), 1.0), abs=1e-4) and 0 < exact.works < 1
    assert ends[1] == (exact.works, exact.works)
    assert turn.least[2] == pytest.approx((ends[0][0] * ends[1][0], ends[0][1] * ends[1][1]))
    assert turn.least[1][0] == pytest.approx(1 - (1 - ends[0][0]) * (1 - ends[1][0])) and turn.least[0] == (1.0, 1.0)
    followed = turn_odds(replay_file(MOSCOW), round_=3, power="germany")
    assert all(low == high for low, high in followed.least)
    done = CliRunner().invoke(
        main, ["odds", str(HERE / "won-by-a-point.jsonl.zst"), "--turn", "--games", "20", "--round", "5", "--power", "italy"]
    )
    assert re.search(r"works over 8\d%", done.output) and "works 100" not in done.output
