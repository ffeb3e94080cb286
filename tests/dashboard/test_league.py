"""The page League: nobody, one game, many players, and names that would like to be more than text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from dashboard.charts.bands import bands_chart
from dashboard.charts.head_to_head import head_to_head_chart
from dashboard.charts.ratings import ratings_chart
from dashboard.charts.win_rates import LINE, labelled, win_rates_chart
from dashboard.league import craft_words, player_words, words
from dashboard.league.questions import BY, no_minus_zero
from dashboard.league.records import each_once
from dashboard.metrics.one_title import usual
from dashboard.ui.asked import title_names
from dashboard.ui.downloads import svg
from ingest import ingest
from ingest.samples import samples
from tests.dashboard.conftest import EVIL, hand_made, without_map
from tests.dashboard.test_pages import charts, html, opened
from tests.ingest.results import table
from tests.kept import rows_of
from tests.slow import slow_after
from tests.warehouse.league import ADA_BO, GAMES, played
from warehouse import Lake, ratings
from warehouse.ratings.design import Seat

MakeLake = Callable[..., Lake]


def test_without_players_the_page_says_what_would_count(make_lake: MakeLake) -> None:
    make_lake(played("g1", {}, ("axis",)))
    app = opened("league.py")
    assert "No game here counts for ratings. A game counts if its end is recorded" in app.info[0].value
    assert [heading.value for heading in app.header] == ["Who is the best player?", "Who wins most often?"]
    assert charts(app) == 1 and not app.dataframe


def test_a_league_has_standings_courses_meetings_and_win_rates(make_lake: MakeLake) -> None:
    lake = make_lake(*GAMES)
    app = opened("league.py")
    shown = app.dataframe[0].value
    assert shown["player"].to_list() == ratings.standings(lake)["player"].to_list()
    assert charts(app) == 3
    said = html(app)
    assert (
        re.search(r"<b>\d+ meetings\.</b>", said)
        and "<b>3 players in 5 rated games." in said
        and "A dash means that there are none" in said
    )
    assert not app.info


def test_a_season_rates_its_own_games_and_everybody_begins_anew(make_lake: MakeLake) -> None:
    earlier = played("old", {"soviet-union": "Bo", "germany": "Ada"}, ("axis",), played="2025-06-01")
    lake = make_lake(earlier, *GAMES)
    for season, bounds in (("2026", ("2026-01-01", "2026-12-31")), ("2025", ("2025-01-01", "2025-12-31"))):
        app = opened("league.py", season=season)
        expected = ratings.history(lake, "aa1942", *bounds)
        assert app.dataframe[0].value["player"].to_list() == ratings.standings(lake, "aa1942", *bounds)["player"].to_list()
        assert app.dataframe[0].value["games"].sum() == expected.height
    assert set(expected["game_id"]) == {"old"}
    assert app.selectbox(key="season").options == ["All time", "2026", "2025", "Other dates"]
    app = opened("league.py", season="Other dates", since="2026-01-02", until="2026-01-03")
    assert app.dataframe[0].value["games"].to_list() == [2, 2]


def test_who_has_played_too_few_games_is_left_out(make_lake: MakeLake) -> None:
    lake = make_lake(*GAMES)
    games = dict(ratings.standings(lake).select("player", "games").iter_rows())
    least = max(games.values())
    app = opened("league.py", least=str(least))
    assert set(app.dataframe[0].value["player"]) == {name for name, count in games.items() if count == least}
    app = opened("league.py", least=str(least + 1))
    assert app.info[0].value.startswith(f"No player has {least + 1} rated games here.")


def test_a_large_league_asks_for_some_games_unless_somebody_says_otherwise(make_lake: MakeLake) -> None:
    pairs = [("Ada", "Bo"), ("Cy", "Di"), ("Ed", "Flo")]
    often = [
        played(f"{red}{day}", {"soviet-union": red, "germany": blue}, ("allies",), played=f"2026-01-0{day}")
        for red, blue in pairs
        for day in range(1, 6)
    ]
    once = played("once", {"soviet-union": "Gus", "germany": "Flo"}, ("allies",), played="2025-01-07")
    make_lake(*often, once)
    app = opened("league.py")
    rows = app.dataframe[0].value
    assert app.number_input(key="least").value == words.ENOUGH and "Gus" not in rows["player"].to_list()
    assert rows["place"].min() == 1 and "lead 6 players with at least 5 rated games." in html(app)
    assert "Gus" in opened("league.py", least="1").dataframe[0].value["player"].to_list()
    assert "lead 6 players with at least 5 rated games." in html(opened("home.py"))
    app.selectbox(key="season").set_value("2025").run()
    assert app.number_input(key="least").value == 1, "nobody chose the 5 games that are usual for all time"
    app.number_input(key="least").set_value(2).run()
    app.selectbox(key="season").set_value("All time").run()
    assert app.number_input(key="least").value == 2, "a choice stays"


def test_places_are_counted_among_those_who_have_enough_games() -> None:
    table = pl.DataFrame(
        {
            "place": [1, 2, 3],
            "player": ["Ada", "Bo", "Cy"],
            "games": [1, 5, 6],
            "low": [9.0, 8.0, 7.0],
            "high": [20.0, 8.0, 7.0],
            "title": "t",
        }
    )
    assert words.among(table, 5).select("place", "player").rows() == [(1, "Bo"), (2, "Cy")]
    assert words.standings_answer(words.among(table, 5), 5) == "Bo leads 2 players with at least 5 rated games."


def test_a_player_has_a_page(make_lake: MakeLake) -> None:
    lake = make_lake(*GAMES)
    app = opened("player.py", name="Ada")
    row = ratings.standings(lake).filter(player="Ada").row(0, named=True)
    interval = f"95% interval {row['low']:.0f} to {row['high']:.0f}"
    said = f"place {row['place']} of 3, with a rating of {row['rating']:.0f} ({interval}) after 4 rated games."
    assert said in html(app) and charts(app) == 1
    assert [heading.value for heading in app.header] == [
        player_words.CHANGED, player_words.WITH, player_words.AGAINST, player_words.LUCKY, craft_words.OF_ONE, player_words.OPENINGS,
        player_words.WHICH,
    ]  # fmt: skip
    sides, against, _, plays, openings = (table.value for table in app.dataframe)
    assert all(told.startswith(craft_words.NOT_KNOWN) for told in plays["Value"]), "five games are too few to tell how she plays"
    assert [*zip(sides["title_name"], sides["label"], strict=True)] == [("Axis & Allies 1942", "Allies")] and against[
        "opponent"
    ].to_list() == ["Bo"]
    assert openings["opening"].to_list() == ["2 Infantry"] and openings["games"].to_list() == openings["of"].to_list()
    games = [link.proto.query_string for link in app.get("page_link")]
    assert games == [f"game=g{at}" for at in (5, 4, 3, 2, 1)]


def test_a_player_nobody_knows_is_said_as_plain_text(make_lake: MakeLake) -> None:
    make_lake(*GAMES)
    app = opened("player.py", name="<b>Nobody</b>")
    assert app.warning and app.text[0].value == "<b>Nobody</b>" and not app.dataframe


def test_win_rates_name_scenarios_as_the_title_does(make_lake: MakeLake) -> None:
    rows = labelled(make_lake(*GAMES).measure("win_rates_by_side"), "Side", {"axis": "Axis", "allies": "Allies"})
    assert "Axis · Standard, spring 1942" in rows["label"].to_list() and "Axis · late" in rows["label"].to_list()


def test_results_without_luck_are_the_swing_of_a_battle_less_its_luck(make_lake: MakeLake) -> None:
    (path,) = [path for path in samples() if path.name.startswith("axis-takes-moscow")]
    lake = make_lake(rows_of(path))
    app = opened("league.py", title="Axis & Allies 1942")
    (shown,) = [table.value for table in app.dataframe if "without_luck" in table.value.columns]
    told = {row["player"]: row for row in lake.measure("luck_in_value_by_player").iter_rows(named=True)}
    assert shown["player"].to_list() == sorted(told, key=lambda name: -told[name]["swing_without_luck"])
    for name, swing, luck, rest in shown[["player", "a_battle", "luck", "without_luck"]].itertuples(index=False):
        row = told[name]
        assert swing == pytest.approx(row["swing"] / row["battles"]) and luck == pytest.approx(row["per_battle"])
        assert rest == pytest.approx(swing - luck) and luck != 0
    assert "Who fights best when luck is taken away?" in [heading.value for heading in app.header]


def test_no_number_is_printed_as_minus_zero() -> None:
    told = no_minus_zero(pl.DataFrame({"player": ["Anna", "Bo"], "luck": [-0.04, -0.004], "swing_without_luck": [-0.04, None]}))
    assert told.rows() == [("Anna", -0.04, 0.0), ("Bo", 0.0, None)]
    assert str(told["luck"][1]) == "0.0" and str(told["swing_without_luck"][0]) == "0.0"


@pytest.mark.parametrize("page", slow_after(1, ["league.py", "player.py"]))
def test_tables_of_luck_show_no_minus_zero(page: str, make_lake: MakeLake, monkeypatch: pytest.MonkeyPatch) -> None:
    make_lake(*GAMES)
    asked: list[set[str]] = []
    for module in ("questions", "player"):
        monkeypatch.setattr(f"dashboard.league.{module}.no_minus_zero", lambda rows: asked.append(set(rows.columns)) or rows)
    opened(page, title="Axis & Allies 1942")
    assert any("luck" in columns for columns in asked)


@pytest.mark.parametrize("by", slow_after(1, BY))
def test_win_rates_by_each(make_lake: MakeLake, by: str) -> None:
    make_lake(*GAMES)
    app = opened("league.py", by=by)
    assert app.segmented_control(key="by").value == by
    assert charts(app) == 3 and "95% Wilson interval" in html(app)


def test_nobody_bid(make_lake: MakeLake) -> None:
    make_lake(GAMES[0])
    assert [box.value for box in opened("league.py", by="Bid").info] == ["These games have no data for this question. They had no bids."]


@pytest.mark.slow
def test_a_title_is_picked_by_its_name(make_lake: MakeLake) -> None:
    make_lake(*GAMES, hand_made("elsewhere", title=without_map()))
    assert opened("league.py", title="Somebody's Map").info[0].value.startswith("No game here counts for ratings.")
    app = opened("league.py", title="Axis & Allies 1942")
    assert set(app.dataframe[0].value["player"]) == {"Ada", "Bo", "Cy"}


def test_titles_of_one_name_are_told_apart() -> None:
    games = pl.DataFrame({"title": ["a", "b", "c"], "title_name": ["Map", "Map", "Board"]})
    assert title_names(games) == {"c": "Board", "a": "Map (a)", "b": "Map (b)"}


def test_a_player_is_found_and_picked(make_lake: MakeLake) -> None:
    make_lake(*GAMES)
    app = opened("league.py", find="aD")
    assert app.dataframe[0].value["player"].to_list() == ["Ada"]
    app.multiselect(key="player").set_value(["Ada"]).run()
    assert [box.value for box in app.info] == ["None of these players has faced another."]


def test_evil_names_are_text(make_lake: MakeLake) -> None:
    make_lake(played("g1", {"soviet-union": EVIL, "germany": "Bo"}, ("allies",)))
    app = opened("league.py")
    assert "<img" not in html(app) and "&lt;img" in html(app)
    assert not any(EVIL in text.value for text in app.markdown)


def test_nothing_decided_is_a_dash_and_no_mark() -> None:
    rate = {
        "label": ["a", "b"],
        "games": [2, 1],
        "decided": [2, 0],
        "won": [1, 0],
        "lost": [1, 0],
        "drawn": [0, 1],
        "unfinished": [0, 0],
        "rate": [0.5, None],
        "low": [0.1, None],
        "high": [0.9, None],
    }
    drawn = win_rates_chart(pl.DataFrame(rate)).to_dict()
    texts = [row["count"] for row in next(rows for rows in drawn["datasets"].values() if "count" in rows[0])]
    assert texts == ["1 of 2", "–"]
    picture = svg(drawn).decode()
    assert "NaN" not in picture and ">–</text>" in picture and ">1 of 2</text>" in picture


def test_labels_of_several_lines_are_whole_and_stand_about_their_mark() -> None:
    name = "World War II Global 1940 2nd Edition"
    rate = {
        "label": [f"Axis · {name} · standard"],
        "games": 1,
        "decided": 1,
        "won": 1,
        "lost": 0,
        "drawn": 0,
        "unfinished": 0,
        "rate": 1.0,
        "low": 0.2,
        "high": 1.0,
    }
    drawn = win_rates_chart(pl.DataFrame(rate)).to_dict()
    picture = svg(drawn).decode()
    assert f">{name}</tspan>" in picture and ">standard</tspan>" in picture
    labels = next(unit["encoding"]["y"] for unit in drawn["layer"] if "axis" in unit["encoding"].get("y", {}))
    assert labels["axis"]["labelOffset"] == -LINE


def test_meetings_without_a_winner_are_a_dash() -> None:
    met = {
        "player": ["a", "b"],
        "opponent": ["b", "a"],
        "games": [1, 1],
        "decided": [0, 0],
        "won": [0, 0],
        "lost": [0, 0],
        "drawn": [1, 1],
        "unfinished": [0, 0],
        "rate": [None, None],
        "low": [None, None],
        "high": [None, None],
    }
    met = pl.DataFrame(met, schema_overrides=dict.fromkeys(("rate", "low", "high"), pl.Float64))
    assert svg(head_to_head_chart(met, ["a", "b"]).to_dict()).decode().count(">–</text>") == 2


def seat(side: str, name: str, outcome: str) -> Seat:
    return Seat("", "g", "t", side, name, outcome, float(outcome == "won"), None)


def test_a_course_of_one_game_is_a_point_with_its_span() -> None:
    course = ratings.rated([seat("axis", "Ann", "won"), seat("allies", "Bo", "lost")]).history
    drawn = ratings_chart(course, ["Ann", "Bo"]).to_dict()
    rows = next(iter(drawn["datasets"].values()))
    assert [round(row["high"] - row["low"], 6) for row in rows] == [round(wide, 6) for wide in course["high"] - course["low"]]
    assert b"NaN" not in svg(drawn)


def test_bands_of_many_players_would_hide_their_lines() -> None:
    course = ratings.rated(
        [seat(side, name, "won" if name == "Ann" else "lost") for side, name in (("a", "Ann"), ("b", "Bo"), ("c", "Cy"))]
    ).history
    two, three = (
        ratings_chart(course.filter(pl.col("player").is_in(names)), names).to_dict() for names in (["Ann", "Bo"], ["Ann", "Bo", "Cy"])
    )
    assert ["area" in str(drawn["layer"]) for drawn in (two, three)] == [True, False]
    low, high = three["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert high - low >= 200, "a few points would look like hills"
    assert ["The band is its 95% interval." in words.ratings_note(players) for players in (2, 3)] == [True, False]


def test_the_legend_of_a_faint_band_is_not_faint() -> None:
    numbers = {key: [1.0, 2.0] for key in ("mean", "p10", "p25", "p50", "p75", "p90")}
    told = pl.DataFrame({"selection": "", "group": "North", "round": [1, 2], "n": 3, **numbers})
    drawn = svg(bands_chart(told, ["North"], {"North": "#aa0000"}, "Income", ".1~f").to_dict()).decode()
    legend, marks = drawn[drawn.index("role-legend-symbol") :], drawn[: drawn.index("role-legend-symbol")]
    assert 'opacity="0.18"' in marks and 'fill="#aa0000"' in legend and 'opacity="0.18"' not in legend


def test_a_card_names_two_other_records_of_a_game_and_counts_the_rest() -> None:
    games = pl.DataFrame({"game_id": list("abcde"), "name": [f"{one}.tsvg" for one in "abcde"]})

    def told(*others: str) -> str:
        retold = pl.DataFrame({"game_id": others, "leads": ["a"] * len(others), "proof": ["dice"] * len(others)})
        return str(each_once(games, retold).row(0, named=True)["records"])

    assert told("b") == "b.tsvg" and told("c", "b") == "b.tsvg, c.tsvg"
    assert told("e", "d", "c", "b") == "b.tsvg, c.tsvg and 2 more"


def test_a_page_opens_with_a_title_whose_games_were_played() -> None:
    rows = [("short", "changes", 0)] * 3 + [("long", "changes", 6)] + [("seen", "observed", 6)] * 4
    games = pl.DataFrame(rows, schema=["title", "fidelity", "finished_rounds"], orient="row")
    assert usual(games) == usual(games, ["short"]) == "long"
    assert usual(games.unique("title"), ["long"]) == "long", "of titles with as many games the one that is rather wanted"


def told(*games: tuple[str, str]) -> pl.DataFrame:
    """Return a history of games, each of a title and a day, with a row for each of two players."""
    rows = [(f"g{at}", *game) for at, game in enumerate(games) for _ in range(2)]
    return pl.DataFrame(rows, ["game_id", "title", "played"], orient="row")


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (("2026-05-01", "2026-05-01"), ""),
        (("", "2026-05-01"), "1 game has no date and counts as played when the players began."),
        (("", "", "2026-05-01"), "2 games have no date and count as played when the players began."),
        (("", "", ""), "3 games have no date, so nothing shows whether anybody improved."),
    ],
)
def test_standings_say_when_games_of_no_day_count_as_played(days: tuple[str, ...], said: str) -> None:
    assert words.undated_note(told(*[("aa1942", day) for day in days])) == said


def test_the_title_of_most_rated_games() -> None:
    assert words.most_rated(told(("blitz", ""), ("aa1942", ""), ("blitz", ""))) == "blitz"


def test_people_only_is_a_switch_that_is_on_where_people_played(make_lake: MakeLake) -> None:
    bots = played("bots", {"soviet-union": "Hard (AI)", "germany": "Bo"}, ("axis",))
    make_lake(bots)
    assert "people" not in [toggle.key for toggle in opened("league.py").toggle], "nothing to choose"
    make_lake(bots, *GAMES)
    app = opened("league.py")
    assert app.toggle(key="people").value and "Hard (AI)" not in app.dataframe[0].value["player"].to_list()
    assert "Only games of people count" in html(app)
    app.toggle(key="people").set_value(False).run()
    assert "Hard (AI)" in app.dataframe[0].value["player"].to_list() and "Games of programs and bots count" in html(app)


def test_the_page_says_what_a_side_and_a_bid_are_worth(make_lake: MakeLake) -> None:
    lake = make_lake(*GAMES)
    app, told = opened("league.py"), ratings.sides(lake)
    (shown,) = [table.value for table in app.dataframe if "effect" in table.value.columns]
    assert dict(zip(shown["label"], shown["effect"], strict=True)) == {
        {"axis": "Axis", "allies": "Allies"}[side]: effect for side, effect in told.select("side", "effect").iter_rows()
    }
    assert shown["bid_effect"].to_list() == told["bid_effect"].to_list()
    assert words.worth_answer(told, {"axis": "Axis", "allies": "Allies"}) in html(app)


@pytest.mark.slow
def test_a_page_of_the_league_says_how_games_of_no_day_are_rated(make_lake: MakeLake) -> None:
    make_lake(*(played(f"g{at}", ADA_BO, ("axis",)) for at in range(3)))
    assert "3 games have no date, so nothing shows" in html(opened("league.py"))


@pytest.mark.slow
def test_the_league_and_the_first_page_open_with_the_title_of_most_rated_games(make_lake: MakeLake, tmp_path: Path) -> None:
    """Two rated games with a record of the play, and three results of another title: the results are more."""
    lake = make_lake(*(played(f"g{at}", ADA_BO, ("axis",)) for at in range(2)))
    rows = [f"2026-05-0{at},Blitz! A World in Conflict,,Axis;Allies,Ada;Bo,Axis,,,,," for at in (1, 2, 3)]
    assert ingest([table(tmp_path / "league.csv", *rows)], lake).ok
    assert opened("league.py").selectbox(key="title").value == "Blitz! A World in Conflict"
    assert opened("home.py").header[-1].value == "Highest rated at Blitz! A World in Conflict"
