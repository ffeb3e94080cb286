"""7.1: where a side may place Partisans of its choice, and what they block."""

from __future__ import annotations

import pytest

from engine.titles.blitz.tables import places
from engine.titles.blitz.turn_end import turn_end
from tests.blitz.table import TITLE, table

pytestmark = pytest.mark.section("7.1")


def test_7_1_the_axis_may_choose_norway_that_was_its_ally_before_the_allies_conquered_it() -> None:
    """The book's example: the Allies have conquered Norway, and the Axis nevertheless chooses Chungking."""
    play = table(take={"norway": "afa"}, markers={"ally/norway": "germany", "conquered/norway": "axis"})
    assert turn_end.partisan_sites(play.position, "axis", "any") == ["norway", "chungking"]


def test_7_1_the_allies_may_choose_what_was_theirs_by_alliance() -> None:
    play = table(
        take={"norway": "germany", "belgium-netherlands": "germany"},
        markers={
            "ally/norway": "afa",
            "ally/belgium-netherlands": "afa",
            "conquered/norway": "allies",
            "conquered/belgium-netherlands": "allies",
        },
    )
    assert {"norway", "belgium-netherlands"} <= set(turn_end.partisan_sites(play.position, "allies", "any"))


def test_7_1_nobody_may_choose_a_neutral_country() -> None:
    play = table()
    found = {board for side in ("axis", "allies") for board in turn_end.partisan_sites(play.position, side, "any")}
    assert not found & {"norway", "sweden", "rumania", "central-europe"}


@pytest.mark.section("7.6")
@pytest.mark.parametrize("area", [name for name, row in places(TITLE).items() if row.oil and not row.resources][:6])
def test_7_6_a_partisan_where_there_is_oil_alone_takes_an_oil(area: str) -> None:
    """One Oil or Resource located in the same area as the Partisan is lost, whatever the power has elsewhere."""
    taken = dict.fromkeys(("don-basin", "poland", "central-europe", "ukraine", area), "germany")
    told = {"phase": "turn-end", "at_war": ["germany ussr"], "take": taken}
    before, marked = table(**told), table(**told, markers={f"partisan/{area}": "yes"})
    counts = turn_end.counted(before.position, "germany")
    if area not in counts:
        pytest.skip(f"no line to {area}")
    sums = [[sum(pair) for pair in zip(*turn_end._gather(play.position, "germany"), strict=True)] for play in (before, marked)]
    assert sums[1] == [sums[0][0], sums[0][1] - 1]
