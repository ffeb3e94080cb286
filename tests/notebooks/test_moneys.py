"""Notebook 4 never adds up what is counted in different moneys."""

from __future__ import annotations

import dataclasses
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sitrep
from engine import events as ev
from engine.replay import Game
from engine.title.model import Named
from notebooks import render
from tests.warehouse.games import SETUP, TITLE, TURN_1, game

NOTEBOOK = next(source for source in render.sources() if source.stem == "04_convoy_war")


def aided(name: str, money: str, sent: int, came: int, sunk: int) -> Game:
    """Return a game of one turn in which a power sends aid to another and some of it is sunk; the notebook expects nearly a third."""
    aid = [
        ev.ResourceChanged("united-kingdom", "ipc", sent, sent, "setup"),
        ev.ResourceChanged("united-kingdom", "ipc", -sent, 0, "lend-lease", "soviet-union"),
        ev.ResourceChanged("soviet-union", "ipc", came, 28 + came, "lend-lease", "united-kingdom"),
        ev.ConvoyRaided("lend-lease", "germany", "soviet-union", "ipc", sunk, 4),
    ]
    title = msgspec.structs.replace(TITLE, resources={"ipc": Named("ipc", money)})
    return dataclasses.replace(game(name, [*SETUP, *TURN_1, *aid]), title=title)


def findings(lake: sitrep.Lake, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], dict[str, Any]]:
    """Return what the notebook finds in the games of a lake, and the values it made."""
    told: list[str] = []
    monkeypatch.setattr(sitrep, "sample_lake", lambda path, more: lake)
    monkeypatch.setattr("IPython.display.Markdown", told.append)
    return told, runpy.run_path(str(NOTEBOOK))


def test_lend_lease_is_summed_money_by_money(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = sitrep.Lake.create(tmp_path / "lake")
    lake.write([aided("one", "IPC", 14, 7, 3), aided("two", "PP", 7, 5, 2)])
    told, made = findings(lake, monkeypatch)
    (fate,) = [text for text in told if "came through" in text]
    assert fate == (
        "Of 14 IPC sent, 7 came through and 3 sank: 30% of all whose fate is known. The other 4 had neither arrived nor "
        "sunk when the records end. Of 7 PP sent, 5 came through and 2 sank: 29% of all whose fate is known."
    )
    assert set(made["long"].filter(what="sent").select("money", "value").rows()) >= {("IPC", 14), ("PP", 7)}
