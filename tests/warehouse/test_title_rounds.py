"""What rounds are called in a lake, and their dates: by hand for each calendar, and questions that they answer."""

from __future__ import annotations

import pytest

from engine.title.rounds import round_date, round_name
from engine.titles import load_title
from ingest.samples import SAMPLES
from warehouse import Lake


@pytest.mark.parametrize(
    ("title", "scenario", "round_", "told"),
    [
        ("global-war-1936", "1936", 1, ("July 1936", 1936, "", 7)),
        ("global-war-1936", "1936", 2, ("January 1937", 1937, "", 1)),
        ("global-war-1936", "1939", 12, ("January 1945", 1945, "", 1)),
        ("black-swan", "1939", 1, ("Summer 1939", 1939, "summer", None)),
        ("black-swan", "1941", 4, ("Winter 1942", 1942, "winter", None)),  # a year begins with its Winter
        ("blitz", "rising-sun", 1, ("turn 4", None, "", None)),
        ("aa1942", "standard", 2, ("round 2", None, "", None)),
    ],
)
def test_a_round_has_the_date_of_its_titles_calendar(title: str, scenario: str, round_: int, told: tuple[object, ...]) -> None:
    found = load_title(title)
    assert (round_name(found, scenario, round_), *round_date(found, scenario, round_)) == told


def test_a_lake_keeps_them_for_its_games(sampled: Lake) -> None:
    asked = "SELECT title, scenario, round, r.name, year, season, month FROM title_rounds r JOIN games USING (game_id)"
    rows = sampled.sql(asked).rows()
    assert {row[0] for row in rows} == {sample.title for sample in SAMPLES}
    for title, scenario, round_, *told in rows:
        found = load_title(title)
        assert tuple(told) == (round_name(found, scenario, round_), *round_date(found, scenario, round_))


def test_every_round_that_began_has_a_name(sampled: Lake) -> None:
    told = sampled.sql("SELECT game_id, count(*) AS n, max(round) AS last FROM title_rounds GROUP BY game_id")
    began = sampled.sql("SELECT game_id, max(round) AS last FROM round_started GROUP BY game_id")
    assert sorted(told.select("game_id", "last").rows()) == sorted(began.rows())
    assert told.filter(told["n"] != told["last"]).is_empty()


def test_losses_at_sea_are_summed_by_year(sampled: Lake) -> None:
    """What no table could answer without a calendar by hand."""
    rows = sampled.sql(
        "SELECT year, sum(loss) AS loss FROM convoy_raided JOIN title_rounds USING (game_id, round) JOIN games USING (game_id) "
        "WHERE title = 'global-war-1936' GROUP BY year ORDER BY year"
    )
    whole = sampled.sql("SELECT sum(loss) AS loss FROM convoy_raided JOIN games USING (game_id) WHERE title = 'global-war-1936'")
    assert rows["loss"].sum() == whole["loss"][0] > 0 and rows["year"].min() >= 1936 and rows["year"].max() <= 1945
