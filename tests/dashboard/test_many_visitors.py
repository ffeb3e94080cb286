"""Twenty visitors at once over a lake in which games are told twice: everybody is answered, and the server lives on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dashboard.server import served
from tests.dashboard.visitors import crowd, healthy, retold_lake

PAGES = ("games", "league", "quality", "economy", "", "titles")


def test_twenty_visitors_at_once_are_all_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLARS_MAX_THREADS", "2")  # as few as the smallest servers have
    errors = tmp_path / "errors"
    with served(retold_lake(tmp_path / "lake"), errors) as (address, process):
        turned = [[*PAGES[at % len(PAGES) :], *PAGES[: at % len(PAGES)]] for at in range(20)]
        wrong = crowd(address, turned)
        assert (wrong, errors.read_text()) == ([], ""), "a server that died and was started again says so in its errors"
        assert healthy(address) and process.poll() is None
