"""5.1: naval and air units of a neutral power rebase within their home country, those of China too while the USA is neutral."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import Rebase
from tests.blitz.table import broken, table

pytestmark = pytest.mark.section("5.1")


@pytest.mark.parametrize(
    ("at_war", "goal", "wrong"),
    [
        ([], "canton", []),
        ([], "manila", ["rebase/neutral"]),
        (["japan usa"], "manila", []),
    ],
)
def test_5_1_the_flying_tigers_leave_china_when_the_usa_is_at_war(at_war: list[str], goal: str, wrong: list[str]) -> None:
    """China is at war, but the power that controls the unit is not."""
    play = table("flying-tigers chungking@1", phase="rebase", power="usa", at_war=at_war)
    assert broken(play, Rebase("flying-tigers", f"chungking > {goal}")) == wrong
