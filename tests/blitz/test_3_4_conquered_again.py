"""3.4: what has not come back of a liberated country stays set aside when it is conquered again, until it is liberated again."""

from __future__ import annotations

import pytest

from engine.titles.blitz import agenda, board, control, returning
from engine.titles.blitz.vocabulary import RETURNING
from tests.blitz.table import at, settle, table

pytestmark = pytest.mark.section("3.4")


def test_3_4_units_stay_set_aside_when_their_country_is_conquered_again() -> None:
    play = table(
        "bersaglieri germany-set-aside@1, alpini-army germany-set-aside@2, folgore germany-set-aside@1",
        power="afa", phase="move", take={"rome": "germany", "milan": "afa"},
        markers={"fallen/italy": "yes", "freed/italy": "yes", "returning/italy": "germany"},
    )  # fmt: skip
    control.take_control(play, "rome", "afa")
    agenda.run(play)
    settle(play)
    assert board.is_conquered(play.position, "italy")
    for (country,), _ in RETURNING.entries(play.state):
        returning.bring_back(play, country)
        agenda.run(play)
        settle(play)
    assert {at(play, unit) for unit in ("bersaglieri", "alpini-army", "folgore")} == {"germany-set-aside"}
