"""Sections 12.9 and 12.10: railways are built over borders of land, one over each, and guns of the coast towards the sea."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.global_war_1936.orders import Build
from tests.global_war_1936.positions import play_from, problems

SILESIA = {"dolnoslaske": "germany"}


def building(stacks: dict[str, str] | None = None, **markers: str) -> Play:
    board = {"berlin": "germany: major-factory", **(stacks or {})}
    damaged = {("game", "track-damage/berlin/saxony"): "1"} if markers else {}
    return play_from(board, "germany", "production", money={"germany": 40}, control=SILESIA, markers=damaged)


@pytest.mark.section("12.10")
@pytest.mark.parametrize(
    ("area", "border", "wrong"),
    [
        ("berlin", "sea-zone-11", ["build/border"]),
        ("berlin", "saxony", ["build/taken"]),
        ("saxony", "berlin", ["build/taken"]),
        ("berlin", "", ["build/border"]),
        ("dolnoslaske", "pomerania", []),
        ("pomerania", "dolnoslaske", []),
    ],
)
def test_12_10_a_railway_is_built_over_a_border_of_land_that_has_none(area: str, border: str, wrong: list[str]) -> None:
    assert problems(building(), Build("railroad", area, border=border)) == wrong


@pytest.mark.section("12.10")
def test_12_10_a_damaged_railway_is_repaired_and_not_built_again() -> None:
    assert problems(building(damaged="yes"), Build("railroad", "berlin", border="saxony")) == ["build/taken"]


@pytest.mark.section("12.10")
def test_12_10_a_railway_is_not_built_again_from_the_other_side() -> None:
    built = {"dolnoslaske": "germany: railroad [border:pomerania!]"}
    for area, border in (("dolnoslaske", "pomerania"), ("pomerania", "dolnoslaske")):
        assert problems(building(built), Build("railroad", area, border=border)) == ["build/taken"]

    play = building()
    play.submit(Build("railroad", "dolnoslaske", border="pomerania"))
    for area, border in (("dolnoslaske", "pomerania"), ("pomerania", "dolnoslaske")):
        assert problems(play, Build("railroad", area, border=border)) == ["build/taken"]


@pytest.mark.section("12.9")
@pytest.mark.parametrize(("border", "wrong"), [("saxony", ["build/border"]), ("sea-zone-11", []), ("", ["build/border"])])
def test_12_9_guns_of_the_coast_face_the_sea(border: str, wrong: list[str]) -> None:
    play = building()
    assert problems(play, Build("coastal-artillery", "berlin", border=border)) == wrong
    if not wrong:
        play.submit(Build("coastal-artillery", "berlin", border=border))
        assert problems(play, Build("coastal-artillery", "berlin", border=border)) == [], "several may stand on one border"
