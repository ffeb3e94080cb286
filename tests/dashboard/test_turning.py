"""How strength was shared, and that a page says once when its game turned."""

from __future__ import annotations

import re

import polars as pl
import pytest

from dashboard.review.forces import balance, held
from dashboard.review.moment_links import anchor
from dashboard.review.questions import MORE
from dashboard.review.reader import Reader
from dashboard.review.spine.drawing import spine_html
from dashboard.review.story.tell import story
from ingest.samples import samples
from tests.kept import rows_of
from tests.slow import slow_after
from warehouse import Lake

TURNED = re.compile(r"\b(turned|tipped|took the lead for good|led from the start)\b")


def test_a_share_that_is_the_same_at_both_ends_is_told_once():
    frame = pl.DataFrame({"round": [0, 0, 1, 1], "side_name": ["Axis", "Allies"] * 2, "share": [0.49, 0.51, 0.492, 0.508]})
    assert held(frame) == "The Allies had 51% of all strength (units and production) at the set-up and at the end."


@pytest.mark.parametrize("name", slow_after(1, ["axis-takes-moscow", "arsenal-of-democracy", "warsaw-holds"]))
def test_a_page_answers_once_when_the_game_turned(name, tmp_path):
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(next(path for path in samples() if path.name.startswith(name)))])
    of = Reader.of_lake(lake, name)
    words = [
        re.sub("<[^>]*>", " ", spine_html(of, anchor)),
        *("".join(clause.text for clause in told) for told in story(of)),
    ]
    for question in MORE:
        section = question(of)
        words += [section.answer or "", section.note or ""] if section else []
    assert sum(bool(TURNED.search(said)) for said in words) == 1, [said for said in words if TURNED.search(said)]
    section = balance(of)
    assert section is not None and section.question == "How was strength shared?"
