"""Which dice hit: the lowest faces, or the highest where a title's dice hit high."""

from __future__ import annotations

import pytest

from engine.dice import count_hits
from engine.titles import load_title


@pytest.mark.parametrize(
    ("dice", "target", "hit", "hits"),
    [
        ((1, 2, 3, 4, 5, 6), 2, "low", 2),
        ((1, 2, 3, 4, 5, 6), 2, "high", 2),
        ((1, 2, 2, 1), 2, "high", 0),
        ((5, 6, 4), 2, "high", 2),  # a "5 or more"
        ((5, 6, 4), 3, "high", 3),  # a "4 or more"
        ((5, 6, 4), 0, "high", 0),
        ((), 3, "high", 0),
    ],
)
def test_so_many_faces_hit(dice: tuple[int, ...], target: int, hit: str, hits: int) -> None:
    assert count_hits(dice, target, 6, hit) == hits


@pytest.mark.parametrize(("slug", "hit"), [("aa1942", "low"), ("global-1939", "low"), ("black-swan", "high")])
def test_a_title_says_which_faces_of_its_dice_hit(slug: str, hit: str) -> None:
    assert load_title(slug).dice_hit == hit
