"""Every page of the app's own navigation over lakes that hold little: each says something, and none falls over."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.recording import Fidelity
from ingest import ingest
from tests.dashboard.conftest import DEEDS, EVIL, hand_made, without_map
from tests.dashboard.screens import Screen, screens
from tests.dashboard.test_pages import charts, html, opened
from tests.ingest.results import ROWS, table
from tests.slow import slow_among
from warehouse import Lake

KINDS = ("markdown", "info", "warning", "error", "subheader", "title", "header", "code", "text")


@pytest.fixture(
    scope="module", params=slow_among({"one game"}, ["no games", "one game", "games with gaps, of several titles", "results alone"])
)
def _lake(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A small lake, which the dashboard shows."""
    torn = {"ended": False, "defects": 3, "player": EVIL, "fidelity": Fidelity.OBSERVED}
    games = {
        "no games": [],
        "one game": [hand_made("only")],
        "games with gaps, of several titles": [
            hand_made("torn", **torn),
            hand_made("elsewhere", title=without_map()),
            hand_made("warlike", deeds=DEEDS),
        ],
        "results alone": [],
    }
    folder = tmp_path_factory.mktemp("lake")
    lake = Lake.create(folder)
    lake.write(games[request.param])
    if request.param == "results alone":
        assert ingest([table(tmp_path_factory.mktemp("table") / "league.csv", *ROWS)], lake).ok
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITREP_LAKE", str(folder))
        yield


def test_the_navigation_holds_every_screen_once() -> None:
    """A page that nobody can reach, or two of one title or address, is a mistake."""
    found = screens()
    there = {path.name for path in found[0].file.parent.glob("*.py") if path.name != "__init__.py"}
    assert sorted(screen.file.name for screen in found) == sorted(there)
    assert len({screen.title for screen in found}) == len({screen.path for screen in found}) == len(found)
    # The server answers the addresses of files: see dashboard/asgi.py.
    assert all(screen.path in ("", screen.file.stem) for screen in found)


@pytest.mark.parametrize("screen", screens(), ids=lambda screen: screen.file.stem)
@pytest.mark.usefixtures("_lake")
def test_it_says_or_draws_something(screen: Screen) -> None:
    app = opened(screen.file.name)
    words = " ".join([*(element.value for kind in KINDS for element in app.get(kind)), html(app)])
    assert charts(app) or app.get("dataframe") or len(words.split()) >= 10, words
    assert not re.search(r"\bNone\b(?!:)|\bnan\b", words), f"a value that is not there is printed: {words}"
