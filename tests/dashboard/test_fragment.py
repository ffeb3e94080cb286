"""A text of one turn of a late round: what nobody wrote down of the rounds before is unknown, not nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboard.review.main_charts import board_share
from dashboard.review.reader import Reader
from ingest import ingest
from warehouse import Lake

TURN = Path(__file__).parents[1] / "turn_summaries" / "turn.txt"


@pytest.mark.parametrize("at", ["2", "20"])
def test_a_fragment_of_one_turn_draws_no_course_of_the_rounds_before(at: str, tmp_path: Path) -> None:
    text = (
        TURN.read_text(encoding="utf-8")
        .replace("    Round: 2\n", f"    Round: {at}\n")
        .replace("=== round 2", f"=== round {at}")
    )
    (tmp_path / "turn.txt").write_text(text, encoding="utf-8")
    lake = Lake.create(tmp_path / "lake")
    assert ingest([tmp_path / "turn.txt"], lake).ok
    of = Reader.of_lake(lake, lake.games()["game_id"][0])
    assert of.game["rounds"] == int(at) and board_share(of) is None
