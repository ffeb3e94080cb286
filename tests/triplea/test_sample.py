"""The game that TripleA recorded on Sitrep's own board: the real thing, wherever the suite runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import sitrep
from engine.events import BattleEnded, ResourceChanged
from engine.recording import Fidelity
from engine.titles import load_title
from ingest.samples import HERE, SAVES
from ingest.triplea.save import read_save
from tests.triplea.gamexml import game_xml
from tests.triplea.reconcile import reconcile

PATH = HERE / SAVES[0]


@pytest.fixture(scope="module")
def game() -> sitrep.Game:
    return sitrep.replay(PATH, "raise")


def test_its_map_and_set_up_are_the_title_s():
    save, title = read_save(PATH), load_title("aa1942")
    assert set(save.territories) == {area.triplea for area in title.areas.values()}
    assert game_xml(title).count(b"<connection") == len(title.links)


def test_it_reconciles_with_the_state_it_was_saved_in(game):
    assert reconcile(read_save(PATH)) == []
    assert game.gap == 0 and game.state.defects == 0


def test_it_ends_as_the_program_said(game):
    assert game.fidelity is Fidelity.CHANGES and game.title.slug == "aa1942"
    assert (game.state.ended, game.state.winners) == (True, ("axis",))
    holders = [game.state.control[area] for area in game.title.victory_cities]
    assert sum(game.title.side_of[power] == "axis" for power in holders) == 9


def test_its_battles_and_incomes_are_told(game):
    battles = [event for event in game.events if isinstance(event, BattleEnded)]
    assert len(battles) == 90 and {battle.winner for battle in battles} == {"attacker", "defender", "none"}
    first = [e for e in game.events if isinstance(e, ResourceChanged) and e.cause == "income"][:5]
    assert [event.delta for event in first] == [26, 44, 30, 36, 40]


def test_it_is_small():
    assert Path(PATH).stat().st_size < 120_000
