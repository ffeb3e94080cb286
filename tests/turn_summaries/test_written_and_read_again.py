"""Turn summaries that Sitrep writes, read again: they tell what the record tells, step for step."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from engine import events as ev
from engine.replay import Game, replay
from ingest.read import replay_file
from ingest.samples import samples
from ingest.turn_summaries.reader import parse_turns, title
from ingest.turn_summaries.write.layout import LAYOUTS, write_turns
from tests.triplea.saves import ALL, by_size
from tests.turn_summaries.test_agrees_with_the_save import SAME, counted, moved, moved_by_anyone, stores, taken
from tests.turn_summaries.texts import MINI, facts, played

NOT_TOLD = {
    # Damage set by hand: the program's words name no place.
    ("newest/h2_global40_edit", "bombed"): {(1, "western-germany", "major-factory")},
}
"""What even a whole summary cannot say in the program's words."""


def again(game: Game, layout: str = "text") -> Game:
    """The game that its own summaries tell."""
    recording = parse_turns(write_turns(game.title, game.events, layout=layout).encode(), "written")
    return replay(recording, title(recording))


def unread(game: Game) -> list[str]:
    """Lines that were no sentences, or of another game."""
    return [event.found for event in game.events if isinstance(event, ev.DefectFound) and event.rule == "observed/line"]


@pytest.mark.shared
@pytest.mark.parametrize("name", by_size(ALL))
def test_a_save_and_its_summaries_say_the_same(shared: Path, name: str) -> None:
    save = replay_file(shared / "saves" / f"{name}.tsvg")
    text = again(save)
    assert unread(text) == []
    for key in (*SAME, moved_by_anyone, taken, money(save.title.resource)):
        untold = NOT_TOLD.get((name, key.__name__), set())
        assert set(counted(save, key) - counted(text, key)) == untold, key.__name__
        assert not counted(text, key) - counted(save, key), key.__name__
    assert stores(text, save.title.resource) == stores(save, save.title.resource)


@pytest.mark.shared
@pytest.mark.parametrize("name", by_size(ALL))
def test_moves_are_given_to_another_only_where_guests_of_the_same_kind_fly(shared: Path, name: str) -> None:
    """A line of a move names no owner: aircraft of two powers on one carrier cannot be told apart, all else can."""
    save = replay_file(shared / "saves" / f"{name}.tsvg")
    wrong = counted(again(save), moved) - counted(save, moved)
    assert {unit for _, _, unit, _, _ in wrong} <= {"fighter", "tactical-bomber", "early-fighter", "anti-aircraft-gun"}
    assert wrong.total() <= 7


def money(resource: str):
    """What was paid for what, in the main resource."""

    def paid(e: ev.Event):
        if not isinstance(e, ev.ResourceChanged) or e.resource != resource:
            return None
        return (e.power, e.cause), abs(e.delta)

    return paid


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_summary_that_was_read_is_written_and_read_to_the_same_facts(layout: str) -> None:
    game = played(MINI)
    assert told(again(game, layout)) == told(game)
    assert unread(again(game, layout)) == []


def told(game: Game) -> Counter[str]:
    """What happens in a game, without what is concluded of what stood there."""
    kinds = (ev.UnitsPurchased, ev.UnitsMoved, ev.UnitsRemoved, ev.BattleStarted, ev.BattleEnded, ev.ControlChanged)
    return Counter(
        str(event)
        for event in game.events
        if isinstance(event, kinds) and getattr(event, "how", "") not in ("observed", "setup") and getattr(event, "cause", "") != "observed"
    )


@pytest.mark.parametrize("sample", ["axis-takes-moscow", "five-at-the-table", "barbarossa", "axis-projects-power"])
def test_a_record_of_any_format_is_written_and_read_again(sample: str) -> None:
    game = replay_file(next(path for path in samples() if path.stem.startswith(sample)))
    text = again(game)
    assert unread(text) == []
    moves = [event for event in game.events if isinstance(event, ev.UnitsMoved)]
    assert len([event for event in text.events if isinstance(event, ev.UnitsMoved)]) > len(moves) / 3


def test_only_a_round_or_a_power_can_be_asked_for(tmp_path: Path) -> None:
    sample = next(path for path in samples() if path.stem == "axis-projects-power")
    run = CliRunner().invoke(sitrep.main, ["turns", str(sample), "--round", "2", "--power", "germany", "--as", "forum"])
    assert run.exit_code == 0, run.output
    lines = run.output.splitlines()
    assert lines[0] == "[b]TripleA Turn Summary for game: World War II v4[/b]"
    headings = [line for line in lines if " - " in line and line.startswith("[b]")]
    assert headings and all("Germans" in line for line in headings)
    assert [line for line in lines if "Round:" in line] == ["[b]Round: 2[/b]"]


def test_a_power_or_round_that_is_not_there_is_said() -> None:
    sample = str(next(path for path in samples() if path.stem == "axis-projects-power"))
    nobody = CliRunner().invoke(sitrep.main, ["turns", sample, "--power", "Martians"])
    assert nobody.exit_code == 1 and "no power is called 'Martians'; the powers are soviet-union, germany" in nobody.output
    never = CliRunner().invoke(sitrep.main, ["turns", sample, "--round", "99"])
    assert never.exit_code == 1 and "nothing happens in this game in round 99" in never.output


def test_a_scramble_that_names_its_fighters_is_told() -> None:
    text = (
        "Round: 1\n\nCombat - Germans\nBritish scrambles 1 fighter out of Scotland to defend against the attack in 111 Sea Zone\n"
        "Battle in 111 Sea Zone\nGermans attack with 1 submarine\nBritish defend with 1 fighter\n"
    )
    (rises,) = (event for event in facts(text) if isinstance(event, ev.UnitsMoved))
    assert (rises.power, rises.unit, rises.origin, rises.destination, rises.cause) == (
        "united-kingdom",
        "fighter",
        "scotland",
        "sea-zone-111",
        "scramble",
    )
