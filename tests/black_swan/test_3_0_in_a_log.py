"""3.0 Land Phase as a log tells it: Barbarossa's first turn typed by hand, and with mistakes that are told by line."""

from __future__ import annotations

import pytest

from engine.errors import IllegalOrder, RecordError
from engine.events import DefectFound
from engine.replay import Game
from engine.strictness import Strictness
from tests.black_swan.logs import played

pytestmark = pytest.mark.section("3.1")

BARBAROSSA = """
{"sitrep":1,"title":"black-swan","scenario":"1941","game":"barbarossa"}
{"do":"airborne","units":"airborne-3","path":"sofia > thessaloniki"}
{"do":"march","units":"artillery-4, infantry-4 (bulgaria)","path":"sofia > thessaloniki"}
{"do":"march","units":"2 infantry-4, tank-4, artillery-4","path":"lublin > lvov"}
{"do":"march","units":"tank-4, artillery-4, 2 infantry-4","path":"warsaw > vilnius"}
{"do":"march","units":"2 infantry-3","path":"ploesti > bessarabia"}
{"do":"march","units":"artillery-3","path":"bucharest > bessarabia"}
{"do":"march","units":"air-3 (romania)","path":"ploesti > bessarabia"}
{"do":"march","units":"infantry-3@2","path":"sirte > benghazi"}
{"do":"march","units":"elite-tank-4@2","path":"sirte > benghazi"}
{"do":"strategic-move","units":"infantry-3","path":"hamburg > warsaw"}
{"do":"strategic-move","units":"air-4","path":"brussels > lublin"}
""".strip().splitlines()


def standing(game: Game, area: str) -> list[str]:
    """Return what stands in an area: power, unit@steps and condition."""
    stacks = sorted((key, count) for key, count in game.state.stacks.items() if key[0] == area)
    return [f"{count} {key[1]} {key[2]}@{key[3]} [{key[4]}]" for key, count in stacks]


def test_the_first_turn_of_barbarossa() -> None:
    game = played(BARBAROSSA)
    assert standing(game, "lvov")[:3] == [
        "1 germany artillery-4@4 [used=1 from=lublin across]",
        "2 germany infantry-4@4 [used=1 from=lublin across]",
        "1 germany tank-4@4 [used=1 from=lublin across]",
    ]
    assert "1 germany airborne-3@3 [used=1 from=sofia airborne operation]" in standing(game, "thessaloniki")
    assert "1 romania air-3@3 [used=1 from=ploesti]" in standing(game, "bessarabia")
    assert standing(game, "warsaw") == ["1 germany infantry-3@3 [strategic]"]
    assert game.state.markers["turn", "smp/germany"] == "2"


def test_mistakes_are_told_by_line_and_the_rest_is_done() -> None:
    """Three infantry where there are two; a march after strategic moves; and too far."""
    wrong = [*BARBAROSSA]
    wrong[3] = wrong[3].replace("2 infantry-4", "3 infantry-4")
    wrong.append('{"do":"march","units":"tank-4","path":"breslau > munich > strasbourg > paris"}')
    game = played(wrong, Strictness.COLLECT)
    told = [(event.where.rpartition(":")[2], event.rule) for event in game.events if isinstance(event, DefectFound)]
    assert ("4", "land/missing") in told
    assert ("13", "land/order") in told
    assert standing(game, "lvov") == standing(played(BARBAROSSA), "lvov")


@pytest.mark.parametrize(
    ("at", "line", "said"),
    [
        (3, '{"do":"march","units":"2 infantry-4@2","path":"lublin > lvov"}', "infantry-4@4"),
        (3, '{"do":"march","units":"fort-4","path":"berlin > warsaw"}', "forts never move"),
        (3, '{"do":"march","units":"tank-4","path":"lublin > kiev"}', "cannot go from lublin to kiev"),
        (1, '{"do":"seaborne","units":"infantry-3@2","path":"naples > malta"}', "only blocks at full strength land"),
    ],
)
def test_a_strict_reader_says_what_where_and_the_cure(at: int, line: str, said: str) -> None:
    with pytest.raises(IllegalOrder, match=said) as error:
        played([*BARBAROSSA[:at], line])
    assert f"log:{at + 1}" in str(error.value)


def test_a_misspelt_area_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(RecordError, match="did you mean 'munich'"):
        played([*BARBAROSSA, '{"do":"march","units":"tank-4","path":"breslau > munch"}'], Strictness.COLLECT)
