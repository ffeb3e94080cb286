"""What a saved game of the map tells of its victory: the cities of each theatre, counted here from the events alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboard.review.reader import Reader
from dashboard.review.story.sentence import plain
from dashboard.review.story.tell import story
from engine import events as ev
from ingest.read import replay_file
from tests.kept import rows_of
from warehouse import Lake

EUROPE = {
    "united-kingdom", "russia", "germany", "poland", "france", "southern-italy", "novgorod", "volgograd", "ontario", "egypt",
    "eastern-united-states",
}  # fmt: skip
AXIS = {"germany", "japan", "italy"}


@pytest.fixture(scope="module")
def game(shared: Path) -> Path:
    return shared / "saves" / "ai-global40-g1-fast.tsvg"


@pytest.fixture(scope="module")
def lake(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake.create(tmp_path_factory.mktemp("global") / "lake")
    lake.write([rows_of(game)])
    return lake


@pytest.mark.shared
@pytest.mark.section("Victory conditions")
def test_cities_of_a_theatre_are_a_race_of_its_own(game: Path, lake: Lake) -> None:
    held, round_, counted = dict[str, str](), 0, dict[int, int]()
    for event in replay_file(game).events:
        if isinstance(event, ev.ControlChanged):
            held[event.area] = event.after
        elif isinstance(event, ev.RoundStarted):
            round_ = event.round
        counted[round_] = sum(held.get(city) in AXIS for city in EUROPE)
    told = (
        lake.measure("race_progress", game_id=lake.games()["game_id"].item())
        .filter(contender="axis", measure="theatre-europe")
        .group_by("round")
        .last()
    )
    assert counted.pop(8) == 8  # the game ends as its round 8 begins
    assert dict(told.select("round", "total").rows()) == counted
    assert set(told["threshold"]) == {8} and counted[7] == 8 and counted[6] == 7
    races = lake.sql("select distinct contender, measure, alone from races").rows()
    assert sorted(races) == [("allies", "all-of", False), ("axis", "theatre-europe", True), ("axis", "theatre-pacific", True)]


@pytest.mark.shared
@pytest.mark.section("Victory conditions")
def test_the_story_names_the_city_that_won(lake: Lake) -> None:
    of = Reader.of_lake(lake, lake.games()["game_id"].item())
    told = " ".join(plain(one) for one in story(of))
    assert "Italy's capture of Egypt in round 7 gave the Axis its eighth victory city of Europe, and the game." in told


@pytest.mark.shared
def test_bases_and_factories_are_no_part_of_a_force(game: Path) -> None:
    """Paris in round 1: guns, fighter, infantry and tanks of France and Britain are worth 53; base and factory were 45 more."""
    began = next(e for e in replay_file(game).events if isinstance(e, ev.BattleStarted) and e.area == "france")
    assert "factory" not in began.defenders and "base" not in began.defenders and began.defender_value == 53
