"""Games of which only the result is recorded: they count, they give way to a record that knows more, and they tell no hidden name."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import msgspec
import polars as pl
import pytest

from dashboard.league import records
from engine import events as ev
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.result import events_of_result, seats_of
from engine.state import GameState
from tests.warehouse import polars_measures
from tests.warehouse.games import TITLE
from tests.warehouse.league import ADA_BO, played
from tests.warehouse.older import make_older
from warehouse import Lake, ratings
from warehouse.league.games import games_of
from warehouse.league.rules import Rules
from warehouse.people import everybody_hidden, publish
from warehouse.people.people import People
from warehouse.people.publish import names_in
from warehouse.schema import SCHEMA, TABLES
from warehouse.upkeep import migrate
from warehouse.verify import verify

DAY = "2026-05-01"
MET = "result-0123456789abcdef"
"""The id of a row that names none: it follows from day and players."""
SAVE = played("save", ADA_BO, ("axis",), played=DAY)
TEAMS = {"allies": ["Ada"], "axis": ["Bo"]}


def result(
    name: str = "result-row",
    teams: dict[str, list[str]] | None = None,
    winners: tuple[str, ...] | None = ("axis",),
    day: str = DAY,
    rounds: int | None = None,
    bids: dict[str, int] | None = None,
    scenario: str = "standard",
    title: str = "aa1942",
    options: dict[str, str] | None = None,
    shares: dict[str, int] | None = None,
    how: str = "",
) -> Game:
    """Return a game of which only the result is recorded."""
    begin = ev.GameStarted(title, scenario, options or {}, seats_of(teams or TEAMS))
    events = events_of_result(begin, bids or {}, rounds, winners, shares, how)
    header = Header(title, game=name, played=day)
    digest = sha256(repr((name, begin, winners)).encode()).hexdigest()
    own = replace(SAVE, title=TITLE).title
    return Game(own, header, events, GameState().apply_all(events), Fidelity.RESULT, f"{name}.csv:2", digest)


def of_blitz(game: Game) -> Game:
    """Return a game as one of another title of the same powers."""
    assert game.title
    return replace(game, title=msgspec.structs.replace(game.title, slug="blitz"))


@pytest.mark.parametrize(
    ("records", "leads"),
    [
        ([result()], {"result-row": "save"}),
        ([result(rounds=1)], {"result-row": "save"}),
        ([result(rounds=2)], {}),
        ([result(day="2026-05-02")], {}),
        ([result(day="")], {}),
        ([result(winners=("allies",))], {}),
        ([result(winners=None)], {}),
        ([result(winners=())], {}),
        ([result(teams={"allies": ["Bo"], "axis": ["Ada"]})], {}),
        ([result(teams={"allies": ["Ada", "Cy"], "axis": ["Bo"]})], {}),
        ([result(teams={"allies": ["ada"], "axis": ["Bo"]})], {}),
        ([result(teams={"allies": [], "axis": ["Bo"]})], {}),
        ([result(scenario="late")], {}),
        ([result(scenario="")], {"result-row": "save"}),
        ([result("result-save", day="", winners=None)], {"result-save": "save"}),
        ([result("result-one"), result("result-two")], {}),
        ([result("result-save"), result("result-two", rounds=2)], {"result-save": "save"}),
        ([result(MET, winners=("allies",))], {MET: "save"}),
        ([result(MET, winners=())], {MET: "save"}),
        ([result(MET, winners=("allies",)), result("result-two", winners=("allies",))], {}),
        ([result(MET, winners=("allies",)), result("result-two")], {"result-two": "save"}),
        ([result(MET, winners=("allies",), day="")], {}),
        ([result(MET, winners=None)], {MET: "save"}),
        ([result(MET, winners=("allies",), rounds=9)], {}),
        ([result(MET, rounds=9)], {MET: "save"}),
        ([result(MET, rounds=9), result("result-two")], {"result-two": "save"}),
    ],
    ids=[
        "the same",
        "of the same round",
        "of another round",
        "of another day",
        "of no day",
        "other winner",
        "unfinished",
        "drawn",
        "sides changed",
        "one player more",
        "another spelling",
        "one side unknown",
        "another scenario",
        "scenario unknown",
        "names the record",
        "two that fit",
        "one names it, another does not fit",
        "another winner, without an id of its own",
        "drawn, without an id of its own",
        "two of another winner",
        "one of another winner, one that fits",
        "another winner of no day",
        "unfinished, without an id of its own",
        "another winner and round",
        "another round, without an id of its own",
        "one of another round, one that fits",
    ],
)
def test_a_result_gives_way_to_a_record_of_its_game(records: list[Game], leads: dict[str, str], lake: Lake) -> None:
    lake.write([SAVE, *records])
    assert dict(lake.sql("SELECT game_id, leads FROM retold WHERE proof IN ('result', 'disputed')").rows()) == leads
    rated = lake.measure("win_rates_by_side")
    assert rated.equals(polars_measures.measure(lake.scan, "win_rates_by_side").collect())
    assert rated.filter(side="axis")["games"].sum() == 1 + len(records) - len(leads)


def test_what_a_result_says_otherwise_is_listed(lake: Lake) -> None:
    lake.write([SAVE, result("result-save", day="2026-05-02", winners=("allies",), rounds=9)])
    assert lake.sql("SELECT leads, proof, differs FROM retold").rows() == [
        ("save", "result", "winner axis, the result allies; last round 1, the result 9; played 2026-05-01, the result 2026-05-02")
    ]
    games, retold = lake.games(), lake.sql("FROM retold")
    said = records.said(*records.others_of("save", games, retold))
    assert "They differ: winner axis, the result allies; last round 1, the result 9;" in said
    assert "They differ: winner axis" in records.said(*records.others_of("result-save", games, retold))


def test_another_bid_is_listed_and_one_that_nobody_tells_is_not(lake: Lake) -> None:
    lake.write([SAVE, result(MET, bids={"allies": 9})])
    assert lake.sql("SELECT leads, proof, differs FROM retold").rows() == [("save", "result", "bid none, the result allies 9")]
    lake.write([result(MET)])
    assert lake.sql("SELECT leads, proof, differs FROM retold").rows() == [("save", "result", "")]


@pytest.mark.parametrize(
    ("teams", "differs"),
    [
        ({"allies": ["Zoe"], "axis": ["Bo"]}, "other players of allies"),
        ({"allies": ["Bo"], "axis": ["Ada"]}, "other players of allies and axis"),
        ({"allies": ["Ada"], "axis": ["Bo", "Cy"]}, "other players of axis"),
        ({"allies": ["Ada"]}, ""),
    ],
)
def test_other_players_of_a_game_that_a_result_names_are_listed(lake: Lake, teams: dict[str, list[str]], differs: str) -> None:
    """A side that the result names nobody of says nothing else than the record."""
    lake.write([SAVE, result("result-save", teams)])
    assert lake.sql("SELECT leads, proof, differs FROM retold").rows() == [("save", "result", differs)]


def test_other_parts_of_a_game_and_a_forfeit_are_listed(lake: Lake) -> None:
    lake.write([SAVE, result("result-save", shares={"axis": 2, "allies": 1}, how="forfeit")])
    ended = SAVE.events[-1]
    assert isinstance(ended, ev.GameEnded) and ended.how not in ("", "forfeit")
    ((_, _, differs),) = lake.sql("SELECT leads, proof, differs FROM retold").rows()
    assert differs == f"other parts of the game won; end {ended.how}, the result forfeit"


@pytest.mark.parametrize(
    ("how", "told", "differs"),
    [
        ("round-limit", "agreed", "end round-limit, the result agreed"),
        ("agreed", "round-limit", "end agreed, the result round-limit"),
        ("round-limit", "", ""),
        ("agreed", "agreed", ""),
    ],
)
def test_a_draw_that_was_agreed_and_a_game_that_a_limit_stopped_are_not_one_end(lake: Lake, how: str, told: str, differs: str) -> None:
    """The one is a draw of the league, the other unfinished."""
    lake.write([played("save", ADA_BO, (), played=DAY, how=how), result("result-save", winners=(), how=told)])
    assert lake.sql("SELECT proof, differs FROM retold").rows() == [("result", differs)]


def test_who_won_together_won_together_in_whatever_order(lake: Lake) -> None:
    lake.write([played("save", ADA_BO, ("allies", "axis"), played=DAY), result(MET, winners=("axis", "allies"))])
    assert lake.sql("SELECT leads, proof, differs FROM retold").rows() == [("save", "result", "")]
    rated = lake.measure("win_rates_by_side")
    assert rated.equals(polars_measures.measure(lake.scan, "win_rates_by_side").collect())


@pytest.mark.parametrize(
    ("row", "outcomes", "shares"),
    [
        (result("result-save", winners=("allies",)), {"allies": "won", "axis": "lost"}, {"allies": 1, "axis": 0}),
        (result("result-save", winners=()), {"allies": "drawn", "axis": "drawn"}, {"allies": 0.5, "axis": 0.5}),
        (result("result-save", winners=None), {"allies": "unfinished", "axis": "unfinished"}, {}),
        (of_blitz(result("result-save", title="blitz")), {"allies": "unfinished", "axis": "unfinished"}, {}),
        (result("result-save", shares={"axis": 2, "allies": 1}), {"allies": "lost", "axis": "won"}, {"allies": 1 / 3, "axis": 2 / 3}),
        (result("result-save", how="forfeit"), {"allies": "lost", "axis": "won"}, {"allies": 0, "axis": 1}),
    ],
    ids=["won", "drawn", "not ended", "another title", "in parts", "given up"],
)
def test_a_save_that_stops_before_the_end_ends_as_the_result_that_names_it(
    lake: Lake, row: Game, outcomes: dict[str, str], shares: dict[str, float]
) -> None:
    """Most games are given up by word of mouth: the last save knows no winner."""
    lake.write([played("save", ADA_BO, None, played=DAY), row])
    seats = lake.sql("SELECT DISTINCT side, outcome, ended FROM league_seats WHERE game_id = 'save'")
    assert dict(seats.select("side", "outcome").rows()) == outcomes and set(seats["ended"]) == {bool(shares)}
    assert lake.sql("SELECT DISTINCT outcome FROM seats WHERE game_id = 'save'").rows() == [("unfinished",)], "the record is as it was"
    wins = lake.measure("win_rates_by_side")
    assert wins.equals(polars_measures.measure(lake.scan, "win_rates_by_side").collect())
    rated = lake.measure("rated_games").filter(game_id="save")
    assert dict(rated.select("side", "share").rows()) == pytest.approx(shares)
    counted = [game for game in games_of(lake, Rules("ours", "elo"))[0] if game.game_id == "save"]
    assert [game.forfeited for game in counted] == ([row.state.how == "forfeit"] if shares else [])
    assert [{side.name: side.share for side in game.sides} for game in counted] == ([pytest.approx(shares)] if shares else [])


@pytest.mark.parametrize(
    ("game", "differs"),
    [("0123456789abcdef", [("title aa1942, the result blitz; other parts",)]), ("game-1", [])],
    ids=["its id", "made up"],
)
def test_a_result_under_another_title_that_names_a_record_is_that_game(lake: Lake, game: str, differs: list[tuple[str]]) -> None:
    """Two clubs may both call a game `game-1`, but nobody makes up an id of 16 digits."""
    other = of_blitz(result(f"result-{game}", title="blitz", shares={"axis": 2, "allies": 1}))
    lake.write([played(game, ADA_BO, ("axis",), played=DAY), other])
    told = lake.sql("SELECT replace(differs, ' of the game won', '') FROM retold").rows()
    assert told == differs
    rated = lake.measure("win_rates_by_side")
    assert rated.equals(polars_measures.measure(lake.scan, "win_rates_by_side").collect())
    assert rated.filter(side="axis")["games"].sum() == 2 - len(differs)


def test_another_scenario_of_a_game_that_a_result_names_is_listed(lake: Lake) -> None:
    lake.write([SAVE, result("result-save", scenario="late")])
    assert lake.sql("SELECT differs FROM retold").rows() == [("scenario standard, the result late",)]


def test_another_low_luck_is_listed_and_one_that_nobody_tells_is_not(lake: Lake) -> None:
    start, *rest = SAVE.events
    assert isinstance(start, ev.GameStarted)
    events = [ev.GameStarted(start.title, start.scenario, start.options | {"low-luck": "no"}, start.players), *rest]
    save = replace(SAVE, events=events, state=GameState().apply_all(events))
    for options, differs in (({"low-luck": "yes"}, "low luck no, the result yes"), ({"low-luck": "no"}, ""), ({}, "")):
        lake.write([save, result(MET, options=options)])
        assert lake.sql("SELECT leads, proof, differs FROM retold").rows() == [("save", "result", differs)]


@pytest.mark.parametrize(
    "name", ["J\u00fcr\u200bgen", "J\u00fc\u00adrgen", "\ufeffJ\u00fcrgen", "J\u00fcrgen\u00a0", "\u202aJ\u00fcrgen\u202c"]
)
def test_a_name_with_letters_that_nobody_sees_is_the_name_without_them(lake: Lake, name: str) -> None:
    """A blank without width, a soft hyphen, a byte order mark, a blank that does not break, marks of direction: pasted from a page."""
    lake.write([played("game", {"soviet-union": name, "germany": "Bo"}, ("axis",)), result(teams={"allies": [name], "axis": ["Bo"]})])
    assert lake.sql("SELECT DISTINCT player FROM seats WHERE side = 'allies' AND player <> ''").rows() == [("J\u00fcrgen",)]


def test_a_name_in_two_forms_is_one_player(lake: Lake) -> None:
    """An ü of one letter, and one of u and two dots, as other systems write it; of saves, logs and results."""
    one, two = "J\u00fcrgen", "Ju\u0308rgen"
    records = [played(f"game-{number}", {"soviet-union": name, "germany": "Bo"}, ("axis",)) for number, name in enumerate((one, two))]
    lake.write([*records, result(teams={"allies": [two], "axis": ["Bo"]})])
    assert lake.sql("SELECT DISTINCT player FROM seats WHERE side = 'allies' AND player <> ''").rows() == [(one,)]
    assert lake.sql("SELECT DISTINCT len(players) FROM games WHERE contains(players, ?)", [two]).is_empty()


def test_results_alone_never_give_way_to_each_other(lake: Lake) -> None:
    lake.write([result("result-one"), result("result-two")])
    assert lake.sql("FROM retold").is_empty()


def test_results_count_like_any_game(lake: Lake) -> None:
    games = [
        result(
            "result-1",
            {"allies": ["Ada", "Cy"], "axis": ["Bo"]},
            ("allies",),
            "2026-01-01",
            8,
            {"allies": 9, "axis": 0},
        ),
        result("result-2", TEAMS, ("axis",), "2026-01-02", None, {"allies": 0, "axis": 0}),
        result("result-3", TEAMS, (), "2026-01-03"),
        result("result-4", TEAMS, None, "2026-01-04"),
    ]
    lake.write(games)
    assert ratings.standings(lake).select("player", "games").sort("player").rows() == [("Ada", 3), ("Bo", 3), ("Cy", 1)]
    sides = lake.measure("win_rates_by_side").select("side", "games", "decided", "won", "drawn", "unfinished").rows()
    assert sides == [("allies", 4, 2, 1, 1, 1), ("axis", 4, 2, 1, 1, 1)]
    bids = lake.measure("win_rates_by_bid").select("side", "bid", "games", "won").rows()
    assert bids == [("allies", 0, 1, 0), ("allies", 9, 1, 1), ("axis", 0, 2, 1)], "games of unknown bids are left out"
    met = lake.measure("head_to_head", player="Ada").select("opponent", "games", "won", "lost").rows()
    assert met == [("Bo", 4, 1, 1)]
    for name in (
        "win_rates_by_side",
        "win_rates_by_bid",
        "head_to_head",
        "game_results",
        "win_rates_by_player",
        "games_list",
        "game_lengths",
        "coverage",
        "game_quality",
    ):
        assert lake.measure(name).equals(polars_measures.measure(lake.scan, name).collect()), name
    lengths = lake.measure("game_lengths").select("ended", "games", "shortest", "turns").rows()
    assert lengths == [(False, 1, None, None), (True, 3, 8, None)], "no zeros for unknown"


def test_a_migrated_result_tells_what_it_told(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write(
        [
            result("result-1", {"allies": ["Ada", "Cy"], "axis": ["Bo"]}, ("allies",), DAY, 8, {"allies": 9, "axis": 0}),
            SAVE,
        ]
    )
    rows = {name: lake.frame(name).sort(pl.all()) for name in TABLES}
    make_older(lake, SCHEMA - 1)
    migrate(lake.path)
    again = Lake.open(lake.path)
    for name in TABLES:
        assert again.frame(name).sort(pl.all()).equals(rows[name]), name
    assert verify(again) == []


def test_nobody_finds_the_hidden_players_of_a_result(lake: Lake, tmp_path: Path) -> None:
    hidden = result("result-f00", {"allies": ["Adalbertine", "Bogumil"], "axis": ["Cyriac"]})
    linked = result("result-save", TEAMS)
    lake.write([SAVE, hidden, linked])
    publish(lake, tmp_path / "public", everybody_hidden(names_in(lake)))
    public = Lake.open(tmp_path / "public")
    told = "".join(path.read_bytes().decode("latin-1") for path in (tmp_path / "public").rglob("*") if path.is_file())
    assert not any(name in told for name in ("Adalbertine", "Bogumil", "Cyriac", "result-f00", hidden.digest))
    assert (
        public.frame("seats")
        .filter(pl.col("power") == "")["player"]
        .is_in(["Player 1", "Player 2", "Player 3", "Player 4", "Player 5"])
        .all()
    )
    digests = public.games().filter(fidelity="result")["digest"].to_list()
    assert digests == ["", ""], "whoever tries the names of a club would find the digest of a row"
    assert verify(public) == []


def test_a_result_that_names_its_record_names_it_in_the_public_copy(lake: Lake, tmp_path: Path) -> None:
    save = replace(SAVE, digest="ab" * 32)
    lake.write([save, result("result-save", day="")])
    publish(lake, tmp_path / "public", People({"ada": "Player 1"}, {"Ada": "Player 1"}))
    public = Lake.open(tmp_path / "public")
    shown = public.games().filter(pl.col("fidelity") != "result")["game_id"].item()
    assert shown != "save" and public.sql("SELECT game_id, leads, proof FROM retold").rows() == [(f"result-{shown}", shown, "result")]
