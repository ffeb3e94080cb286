"""A text of one turn of a late round: what nobody wrote down of the rounds before is unknown, not nothing."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

from dashboard.review.headline import headline
from dashboard.review.main_charts import board_share
from dashboard.review.reader import Reader
from dashboard.review.spine.drawing import spine_html
from dashboard.terminal.summary import print_summary
from dashboard.ui.text import after, length
from ingest import ingest
from warehouse import Lake

TURN = Path(__file__).parents[1] / "turn_summaries" / "turn.txt"


@pytest.mark.parametrize("at", ["2", "20"])
def test_a_fragment_of_one_turn_draws_no_course_of_the_rounds_before(at: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TURN.read_text(encoding="utf-8").replace("    Round: 2\n", f"    Round: {at}\n").replace("=== round 2", f"=== round {at}")
    (tmp_path / "turn.txt").write_text(text, encoding="utf-8")
    lake = Lake.create(tmp_path / "lake")
    assert ingest([tmp_path / "turn.txt"], lake).ok
    of = Reader.of_lake(lake, lake.games()["game_id"][0])
    assert of.game["rounds"] == int(at) and board_share(of) is None
    html = re.sub("<[^>]*>", " ", headline(of) + spine_html(of, None))
    assert f"before the end of the game, in round {at}." in html and "after" not in html, "nobody wrote down what was before"
    assert length(of.game) == f"in round {at}", "as a site and a league list it"
    for name in ("income_and_treasury", "losses_by_round", "strength_by_round"):
        assert of.measure(name).filter(pl.col("round").is_between(1, int(at) - 1)).is_empty(), name
    print_summary(lake, of.game_id)
    said = capsys.readouterr().out
    assert re.search(rf"^ +in {at}  total$", said, re.MULTILINE) and f"in round {at}; 1 turn in all" in said


def turns(rounds: list[int]) -> str:
    """The same turn of the same power as a text has it, in each of some rounds."""
    text = TURN.read_text(encoding="utf-8")
    return "\n".join(text.replace("    Round: 2\n", f"    Round: {at}\n").replace("=== round 2", f"=== round {at}") for at in rounds)


def test_rounds_that_nobody_wrote_down_are_not_counted_as_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "turns.txt").write_text(turns([5, 6, 7]), encoding="utf-8")
    lake = Lake.create(tmp_path / "lake")
    assert ingest([tmp_path / "turns.txt"], lake).ok
    of = Reader.of_lake(lake, lake.games()["game_id"][0])
    assert (of.first_round, of.game["rounds"]) == (5, 7)
    print_summary(lake, of.game_id)
    for said in (capsys.readouterr().out, re.sub("<[^>]*>", " ", headline(of))):
        assert "round 7 (the record tells of no round before 5)" in said and "7 rounds" not in said, said


@pytest.mark.parametrize(
    ("finished", "last", "first", "said"),
    [
        (7, 8, 5, "in round 8 (the record tells of no round before 5)"),
        (8, 8, 5, "after round 8 (the record tells of no round before 5)"),
        (0, 5, 5, "in round 5"),
        (5, 5, 5, "after round 5 (the record tells of no round before 5)"),
        (7, 8, 1, "after 7 rounds, in round 8"),
    ],
)
def test_when_a_record_stops(finished: int, last: int, first: int, said: str) -> None:
    assert after({"finished_rounds": finished, "rounds": last}, first) == said
