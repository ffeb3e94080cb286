"""What a save shows of fair play stands in a lake, and on the review: of a sample in which two rolls were put in by hand."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from dashboard.review.fair_play import fair_play
from dashboard.review.questions import sections
from dashboard.review.reader import Reader
from ingest import ingest
from ingest.samples import samples
from tests.audit.doctoring import dice_by_hand
from tests.audit.rewriting import Forged
from warehouse import Lake

SAMPLE = next(path for path in map(Path, samples()) if path.suffix == ".tsvg")


def test_the_review_tells_of_dice_put_in_by_hand(tmp_path: Path) -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)  # the writer of streams calls itself for each object inside an object
    try:
        save = Forged(SAMPLE)
        where = dice_by_hand(save, random.Random(1))
        forged = save.write(tmp_path / "forged.tsvg")
    finally:
        sys.setrecursionlimit(before)
    lake = Lake.create(tmp_path / "lake")
    ingest([SAMPLE, forged], lake, jobs=1)
    reviews = {game["name"]: Reader.of_lake(lake, game["game_id"]) for game in lake.games().iter_rows(named=True)}
    assert fair_play(reviews[str(SAMPLE)]) is None, "who did nothing of it is not asked"
    section = fair_play(reviews[str(forged)])
    assert section is not None and section.answer.startswith("1 time: dice were put in while edit mode was on")
    assert "dice server" in section.note
    assert [moment.when.startswith(f"Round {where.round}: {where.player}") for moment in section.moments] == [True]
    assert section.question in [one.question for one in sections(reviews[str(forged)])]
    row = reviews[str(forged)].frame("defect_found").filter(severity="info", rule="audit/dice-by-hand").row(0, named=True)
    assert row["round"] == where.round and reviews[str(forged)].game["defects"] == reviews[str(SAMPLE)].game["defects"]
