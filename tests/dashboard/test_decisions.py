"""The decisions that cost most, from the search to the page, the file and the site."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

import sitrep
from dashboard.review.decisions import page
from dashboard.review.decisions.search import Search
from dashboard.review.decisions.told import answer, decisions_html, lines
from dashboard.review.export import write_review
from dashboard.review.moment_links import anchor
from dashboard.review.reader import Reader
from engine.errors import SitrepError
from engine.simulation import simulate
from engine.titles import load_title
from ingest import ingest
from ingest.decisions import KEPT, keep, search
from ingest.log.writer import save_log
from ingest.ordered import replay_orders
from ingest.regret import Plan
from ingest.samples import HERE
from ingest.workers import Here, Workers
from tests.kept import rows_of
from warehouse import Lake
from warehouse.decisions import FOLDER, Decision, Kept

MakeLake = Callable[..., Lake]
NAME = "axis-takes-moscow"
ASKED = "Which decisions cost or won most?"
TO_PARIS, TO_OSLO = "move 3 tank balkans > germany > western-europe", "move infantry karelia-ssr > norway"
DEAR = Decision(3, 12, "germany", "attacks", TO_PARIS, TO_OSLO, 0.41, 0.523, 0.113, 0.02, 0.21)
WON = Decision(5, 24, "japan", "purchases", "buy 3 infantry", "buy fighter, 2 tank", 0.6, 0.48, -0.12, -0.2, -0.03)
OPEN = Decision(2, 9, "japan", "attacks", "move 2 infantry china > sinkiang", "nothing", 0.48, 0.47, -0.01, -0.05, 0.04)


def kept(*decisions: Decision, differing: int = 43) -> Kept:
    return Kept(NAME, "", "greedy", 8, 3, "1", differing, decisions)


@pytest.fixture
def lake(make_lake: MakeLake) -> Lake:
    """A lake of a sample whose decisions were looked for."""
    made = make_lake()
    made.write([rows_of(HERE / f"{NAME}.jsonl")])
    keep(made, NAME, kept(DEAR, WON, OPEN), made.digests()[NAME])
    return made


BOTS = {"axis": "greedy:turtle", "western-allies": "greedy", "soviets": "greedy", "neutral": "greedy"}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of one round of bots."""
    recording, _ = simulate(load_title("black-swan"), 3, BOTS, scenario="1939", round_limit=1)
    path = tmp_path_factory.mktemp("record") / "a.jsonl"
    save_log(recording, path)
    return path


def test_what_is_clear_of_nothing_is_told_in_names_with_the_board_before_it(lake: Lake) -> None:
    of = Reader.of_lake(lake, NAME)
    won, dear = lines(of, kept(DEAR, WON, OPEN))
    assert won.what == "Japan's purchases won 12.0 points of the score (+3.0 to +20.0): 60.0 as it was played, 48.0 the bot's way."
    assert dear.what == "Germany's attacks cost 11.3 points of the score (+2.0 to +21.0): 41.0 as it was played, 52.3 the bot's way."
    assert (dear.played, dear.instead) == ("move 3 Tank Balkans > Germany > Western Europe", "move Infantry Karelia S.S.R. > Norway")
    # Two rounds of five turns, and that of the Soviet Union: the board that Germany found is that of turn 11.
    assert (dear.when, dear.turn) == ("Round 3", 11)


@pytest.mark.parametrize(("kind", "turn"), [("attacks", 3), ("purchases", 5)])
def test_where_a_power_has_several_turns_in_a_round_the_board_is_that_before_it(make_lake: MakeLake, kind: str, turn: int) -> None:
    """In Blitz! Germany attacks in its turn of movement, the third of the game, and builds in the fifth."""
    lake = make_lake()
    lake.write([rows_of(HERE / "race-to-fifteen.jsonl.zst")])
    of = Reader.of_lake(lake, "race-to-fifteen")
    phases = of.frame("phase_started").filter(turn=turn)
    assert set(phases["power"]) == {"germany"} and set(phases["round"]) == {1}
    (line,) = lines(of, kept(msgspec.structs.replace(DEAR, kind=kind, round=1, turn=turn)))
    assert line.turn == turn - 1


def test_how_much_was_looked_at_is_said_and_that_nothing_is_known() -> None:
    said = answer(kept(DEAR, WON, OPEN))
    assert said == (
        "The bot greedy would have done otherwise in 43 decisions. Both ways of the largest 3 were played on 8 times, 3 rounds at most: "
        "of 2 the 95% range is clear of 0, where chance alone makes 0.2 of 3 so."
    )
    assert answer(kept(OPEN, differing=1)).endswith("of none the 95% range is clear of 0, so that what they cost or won is not known.")
    assert answer(kept(differing=0)) == "No purchase, attack or retreat was found in which the bot greedy would have done otherwise."


def test_the_file_and_the_site_tell_them_under_the_story(lake: Lake, tmp_path: Path) -> None:
    """Both are made of the same body."""
    text = write_review(lake, NAME, tmp_path / "a.html").read_text(encoding="utf-8")
    assert "Japan&#39;s purchases won 12.0 points" in text and "2 Infantry China" not in text
    assert text.index("Who was winning?") < text.index(ASKED) < text.index("Who holds what?")
    lake.write([rows_of(HERE / "warsaw-holds.jsonl")])
    assert decisions_html(Reader.of_lake(lake, "warsaw-holds"), anchor) is None, "nobody has looked there"


def test_the_command_keeps_what_it_finds_and_a_wrong_lake_is_named_before_anything_is_played(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "lake"
    few = ["regret", str(record), "--decisions", "2", "--games", "2", "--rounds", "1", "--jobs", "0", "--keep", str(path)]
    Lake.create(path)
    said = CliRunner().invoke(sitrep.main, few)
    assert said.exit_code == 1 and "has no game of this record" in said.stderr and "sitrep ingest" in said.stderr
    ingest([record], Lake.open(path))
    (game,) = Lake.open(path).digests()
    said = CliRunner().invoke(sitrep.main, [*few, "--power", "germany"])
    assert said.exit_code == 2 and "leave one of them out" in said.stderr
    said = CliRunner().invoke(sitrep.main, few)
    assert said.exit_code == 0 and f"the review of the game {game} shows them" in said.stdout
    found = Lake.open(path).decisions_of(game)
    told = json.loads(CliRunner().invoke(sitrep.main, [*few[:-2], "--json"]).stdout)
    assert found and found.differing == told["differing"] == 2 and (found.games, found.rounds) == (2, 1)
    assert [(one.round, one.power, one.kind, one.cost) for one in found.decisions] == [
        (one["round"], one["power"], one["kind"], one["cost"]) for one in told["decisions"]
    ]


def test_a_lake_that_refuses_takes_nothing_of_what_was_found(record: Path, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([record], lake)
    (tmp_path / "lake" / FOLDER).write_text("in the way")
    few = ["regret", str(record), "--decisions", "1", "--games", "2", "--rounds", "1", "--jobs", "0", "--keep", str(lake.path)]
    said = CliRunner().invoke(sitrep.main, few)
    assert said.exit_code == 1 and "points of the score" in said.stdout and FOLDER in said.stderr


def test_how_far_a_search_is_never_stands_for_how_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "dies"
    program.write_text("#!/bin/sh\necho 3 160\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr("dashboard.review.decisions.search.sys.executable", str(program))
    running = Search(tmp_path / "a.jsonl", "lake", "a")
    running.join()
    assert (running.done, running.total, running.message) == (3, 160, "the process was stopped")


def test_a_search_in_its_own_process_is_followed_to_its_end(record: Path, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([record], lake)
    (game,) = lake.digests()
    running = Search(record, str(lake.path), game)
    running.join()
    assert running.message == KEPT and running.is_kept and running.done == running.total > 0
    found = Lake.open(lake.path).decisions_of(game)
    again = search(replay_orders(record), Plan(), 10, Workers(Here(), 0))
    assert found and found.decisions == again.decisions


def test_a_search_that_is_cancelled_or_fails_keeps_nothing_and_says_why(record: Path, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    ingest([record], lake)
    (game,) = lake.digests()
    running = Search(record, str(lake.path), game)
    running.cancel()
    running.join()
    assert running.cancelled and not running.is_kept and lake.decisions_of(game) is None
    with pytest.raises(SitrepError, match="from another content of its record"):
        keep(lake, game, kept(DEAR), "0" * 64)
    assert lake.decisions_of(game) is None
    gone = Search(tmp_path / "nowhere.jsonl", str(lake.path), game)
    gone.join()
    assert not gone.is_kept and "nowhere.jsonl" in gone.message


def _offered(name: str) -> None:
    from dashboard.review.decisions.page import offer
    from dashboard.review.moment_links import anchor
    from dashboard.review.reader import Reader
    from dashboard.ui import data

    lake = data.lake(data.source())
    offer(Reader.of_lake(lake, name), data.lake_path(), anchor)


def test_the_page_offers_to_look_follows_and_can_end_it(
    make_lake: MakeLake, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = make_lake()
    here = tmp_path / "records"
    here.mkdir()
    shutil.copy(record, here / "a.jsonl")
    ingest([here], lake)
    (game,) = lake.digests()
    monkeypatch.setenv("SITREP_KEEP", "anyone")
    begun: list[str] = []

    class Running:
        def __init__(self, path: Path, lake: str, game: str) -> None:
            begun.append(f"{path.name} {game}")
            self.game, self.done, self.total, self.message, self.runs = game, 3, 8, "", True
            self.cancelled = self.is_kept = False

        def cancel(self) -> None:
            self.cancelled, self.runs = True, False

        def join(self, _: float) -> None:
            pass

    monkeypatch.setattr(page, "Search", Running)
    page.searches.clear()
    app = AppTest.from_function(_offered, args=(game,), default_timeout=120).run()
    assert [one.label for one in app.button] == ["Look for them"]
    app.button[0].click().run()
    assert begun == [f"a.jsonl {game}"] and [one.label for one in app.button] == ["Cancel"]
    app.button[0].click().run()
    assert [one.value for one in app.warning] == ["The search was ended; nothing was kept of it."]
    assert [one.label for one in app.button] == ["Look for them"]
    monkeypatch.setenv("SITREP_KEEP", "nobody")
    app.run()
    assert not app.button and "An admin of this lake can" in app.caption[0].value
    page.searches.clear()
