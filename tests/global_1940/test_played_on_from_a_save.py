"""Relations of a save stand in its map's own words: what is neither war nor alliance is peace, and games are played on from any turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.rules import relation
from engine.state import GameState
from engine.title.loader import load_title
from sitrep import main


@pytest.mark.section("4. Who is at war at first")
@pytest.mark.parametrize(("word", "means"), [("war", "war"), ("allied", "allied"), ("neutrality", "peace"), ("strict-neutral", "peace")])
def test_what_is_neither_war_nor_alliance_is_peace(word: str, means: str) -> None:
    state = GameState(relations={("germany", "soviet-union"): word})
    assert relation(load_title("global-1940"), state, "soviet-union", "germany") == means


@pytest.mark.shared
@pytest.mark.parametrize("turn", ["1 germany", "4 japan"])
def test_a_save_is_played_on_from_a_turn(shared: Path, turn: str) -> None:
    save = str(shared / "saves" / "ai-global40-g1-fast.tsvg")
    done = CliRunner().invoke(main, ["play-on", save, "--turn", turn, "--games", "1", "--rounds", "1", "--jobs", "0"])
    assert done.exit_code == 0 and "1 game" in done.output, done.output
