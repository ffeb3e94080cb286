"""The ladder: who plays whom, in both seats; who has won a pair; who stands above whom; and that a killed run goes on."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

import sitrep
from dashboard.terminal.ladder import text_of
from engine.errors import SitrepError
from engine.simulation import simulate
from engine.titles import load_title
from ingest.ladder import (
    COLUMNS,
    Board,
    Bout,
    balance,
    bouts,
    climb,
    duels,
    graduates,
    of_board,
    pairs,
    read_ladder,
    results_of,
    standings,
)
from ingest.match import read_games
from ingest.workers import local
from warehouse import LakeError

LADDER = import_module("ingest.ladder")
TEXT = """
bots = ["random", "cautious", "greedy"]
[[board]]
title = "black-swan"
scenario = "1939"
rounds = 1
pairs = {pairs}
"""


def ladder(folder: Path, pairs: int = 1) -> Path:
    path = folder / "ladder.toml"
    path.write_text(TEXT.replace("{pairs}", str(pairs)))
    return path


def results(rows: list[tuple[int, str, str, str, float]]) -> pl.DataFrame:
    full = [("black-swan", "1939", 1, pair, first, others, winners, "how", 1, score) for pair, first, others, winners, score in rows]
    return pl.DataFrame(full, schema=COLUMNS, orient="row")


def test_each_two_bots_meet_in_both_seats_in_every_pair(tmp_path: Path) -> None:
    found = Counter((bout.pair, bout.first, bout.others) for bout in bouts(read_ladder(ladder(tmp_path, 2))))
    assert set(found.values()) == {1} and len(found) == 2 * (3 * 2 + 1)
    assert {key for key in found if key[1] == key[2]} == {(1, "greedy", "greedy"), (2, "greedy", "greedy")}


def test_a_pair_is_won_by_who_did_better_in_the_same_seat() -> None:
    rows = [
        (1, "greedy", "random", "", 0.6),
        (1, "random", "greedy", "", 0.5),
        (2, "greedy", "random", "axis", 1.0),
        (2, "random", "greedy", "axis", 1.0),
        (3, "greedy", "random", "", 0.2),
    ]
    found = pairs(results(rows)).filter(pl.col("one") == "greedy")
    assert found.select("pair", "score").rows() == [(1, 1.0), (2, 0.5)], "the third has one game only"
    (row,) = duels(found).iter_rows(named=True)
    assert (row["decided"], row["won"], row["rate"]) == (2, 1.5, 0.75)


def test_a_bout_is_played_by_the_bots_it_names_in_their_seats_with_paired_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple]()

    def watched(title, seed, cast, **settings):
        asked.append((seed, cast, settings))
        return simulate(title, seed, cast, **settings)

    monkeypatch.setattr(LADDER, "simulate", watched)
    row = LADDER.play(Bout("black-swan", "1939", 1, 3, "greedy:turtle", "greedy"))
    ((seed, cast, settings),) = asked
    assert seed == 3 and cast.pop("axis") == "greedy:turtle" and set(cast.values()) == {"greedy"}
    assert settings == {"scenario": "1939", "round_limit": 1, "paired": True}
    back = LADDER.play(Bout("black-swan", "1939", 1, 3, "greedy", "greedy:turtle"))
    assert row["score"] < back["score"] and (row["first"], row["others"]) == ("greedy:turtle", "greedy")


def test_a_bot_graduates_by_its_share_and_an_interval_clear_of_a_half() -> None:
    duel = {"two": "bold", "rate": 0.62, "low": 0.51}
    assert graduates(duel) and not graduates({**duel, "low": 0.49}) and not graduates({**duel, "rate": 0.59})
    assert not graduates({"two": "random", "rate": 0.94, "low": 0.9}) and graduates({"two": "random", "rate": 0.95, "low": 0.9})


def test_ratings_rank_who_wins_and_count_each_pair_once() -> None:
    rows = [(n, *seat) for n in range(1, 9) for seat in (("greedy", "random", "", 0.7), ("random", "greedy", "", 0.3))]
    table = standings(pairs(results(rows)), ["random", "greedy"])
    assert table["player"].to_list() == ["greedy", "random"] and table["games"].to_list() == [8, 8]


def test_who_wins_sooner_has_won_a_pair_that_both_have_won() -> None:
    rows = [
        (1, "greedy", "random", "axis", 1.0),
        (1, "random", "greedy", "axis", 1.0),
        (2, "greedy", "random", "soviets", 0.0),
        (2, "random", "greedy", "soviets", 0.0),
    ]
    rounds = pl.DataFrame({"round": [3, 5, 7, 4]})
    found = pairs(results(rows).with_columns(rounds["round"])).filter(pl.col("one") == "greedy")
    assert found["score"].to_list() == [1.0, 1.0], "axis won in round 3, not 5; it lost in round 7, not 4"


def test_boards_of_one_title_are_kept_apart() -> None:
    rows = [(1, "greedy", "random", "", 0.6), (1, "random", "greedy", "", 0.5)]
    longer = results(rows).with_columns(rounds=pl.lit(9, pl.Int64))
    both = pl.concat([results(rows), longer])
    found = pairs(both).filter(pl.col("one") == "greedy")
    assert found["rounds"].to_list() == [1, 9] and duels(found)["decided"].to_list() == [1, 1]
    assert of_board(found, Board("black-swan", 9, 1, "1939")).height == 1


def test_a_board_may_have_bots_of_its_own(tmp_path: Path) -> None:
    path = ladder(tmp_path)
    path.write_text(path.read_text() + 'bots = ["greedy", "search"]\n')
    read = read_ladder(path)
    assert [(bout.first, bout.others) for bout in bouts(read)] == [("greedy", "search"), ("search", "greedy"), ("greedy", "greedy")]


def test_equals_tell_the_balance_of_a_title() -> None:
    rows = [
        (1, "greedy", "greedy", "axis", 1.0),
        (2, "greedy", "greedy", "", 0.4),
        (3, "greedy", "greedy", "soviets", 0.0),
    ]
    found = {row["side"]: row for row in balance(results(rows)).iter_rows(named=True)}
    assert {side: row["won"] for side, row in found.items()} == {"axis": 1, "western-allies": 0, "soviets": 1}
    axis = found["axis"]
    assert (axis["games"], axis["decided"], axis["rate"], axis["length"]) == (3, 2, 0.5, 1.0)
    assert axis["first"] == pytest.approx(0.4667, abs=1e-3)


def test_a_run_that_was_cut_short_goes_on_and_ends_in_the_same_page(tmp_path: Path) -> None:
    read, file = read_ladder(ladder(tmp_path)), tmp_path / "ladder.csv"
    with local(0) as workers:
        whole = climb(read, file, workers)
        text = file.read_text()
        lines = text.splitlines(keepends=True)
        file.write_text("".join(lines[:3]) + lines[3][:20])
        assert climb(read, file, workers).sort(COLUMNS[:6]).equals(whole.sort(COLUMNS[:6]))
    assert sorted(file.read_text().splitlines()) == sorted(text.splitlines())
    page = text_of(read, whole)
    assert "## Black Swan" in page and "| greedy | random | " in page and "Between equals" in page


def test_a_run_that_is_killed_before_its_first_game_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, file = read_ladder(ladder(tmp_path)), tmp_path / "ladder.csv"
    file.write_text(",".join(COLUMNS) + "\nblack-swan,1939,1,1,random,cautious,,how,1,0.5\n")
    before = file.read_text()

    def killed(path: Path, content: bytes) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(LADDER, "put_whole", killed)
    with local(0) as workers, pytest.raises(KeyboardInterrupt):
        climb(read, file, workers)
    assert file.read_text() == before


def test_a_game_is_kept_before_the_next_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, kept = tmp_path / "ladder.csv", list[int]()

    def played(bout: Bout) -> dict[str, object]:
        kept.append(file.read_text().count("\n") - 1)
        return dict(zip(COLUMNS, (*bout, "", "", 1, 0.5), strict=True))

    monkeypatch.setattr("ingest.ladder.play", played)
    with local(0) as workers:
        climb(read_ladder(ladder(tmp_path)), file, workers)
    assert kept == [*range(len(kept))] and len(kept) > 1


def test_a_second_run_at_once_is_told_and_takes_nothing_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, file, told = read_ladder(ladder(tmp_path)), tmp_path / "ladder.csv", list[str]()

    def played(bout: Bout) -> dict[str, object]:
        if not told:
            with (
                local(0) as others,
                pytest.raises(LakeError, match="another process writes results of a ladder") as raised,
            ):
                climb(read, file, others)
            told.append(str(raised.value))
        return dict(zip(COLUMNS, (*bout, "", "", 1, 0.5), strict=True))

    monkeypatch.setattr("ingest.ladder.play", played)
    with local(0) as workers:
        results = climb(read, file, workers)
    assert told and results.height == len(list(bouts(read))) == file.read_text().count("\n") - 1


def test_the_page_in_docs_is_that_of_the_results_beside_it() -> None:
    docs = Path(__file__).parents[2] / "docs"
    read = read_ladder(docs / "ladder.toml")
    found = results_of(read, docs / "ladder.csv")
    text = text_of(read, found, match=read_games(docs / "ladder-match.csv"))
    assert text == (docs / "ladder.md").read_text(encoding="utf-8"), "write it: sitrep ladder --page docs/ladder.md"
    assert found.height == (docs / "ladder.csv").read_text(encoding="utf-8").count("\n") - 1, "rows that no board asks for"
    played = {tuple(row) for row in pairs(found).select("title", "scenario", "rounds", "one", "two").iter_rows()}
    assert played == {(b.title, b.scenario, b.rounds, b.first, b.others) for b in bouts(read) if b.first != b.others}


def test_what_is_played_is_rated_without_further_games(tmp_path: Path) -> None:
    path, page = ladder(tmp_path, 3), tmp_path / "page.md"
    rows = results([(1, "greedy", "random", "axis", 1.0), (1, "random", "greedy", "", 0.2)])
    rows.write_csv(path.with_suffix(".csv"))
    before = path.with_suffix(".csv").read_text()
    done = CliRunner().invoke(sitrep.main, ["ladder", str(path), "--played", "--page", str(page)])
    assert done.exit_code == 0, done.output
    assert "| greedy | random | 1 of 1 |" in page.read_text() and path.with_suffix(".csv").read_text() == before


def test_without_a_checkout_the_ladder_is_put_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(sitrep.main, ["ladder", "--played"])
    assert done.exit_code == 0 and "ladder.toml: written" in done.stderr and "`sitrep ladder ladder.toml`" in done.stdout
    own = tmp_path / "ladder.toml"
    assert own.read_bytes() == (Path(__file__).parents[2] / "docs" / "ladder.toml").read_bytes()
    own.write_text('bots = ["random", "bold"]\n[[board]]\ntitle = "aa1942"\nrounds = 1\npairs = 1\n')
    again = CliRunner().invoke(sitrep.main, ["ladder", "--played"])
    assert again.exit_code == 0 and again.stderr == "" and own.read_text().startswith('bots = ["random", "bold"]')


def test_a_ladder_with_an_unknown_bot_is_refused(tmp_path: Path) -> None:
    path = ladder(tmp_path)
    path.write_text(path.read_text().replace("cautious", "clever"))
    with pytest.raises(SitrepError, match="no bot 'clever'; expected one of random"):
        read_ladder(path)


def test_a_bot_that_searches_plays_the_same_game_in_every_process() -> None:
    bout = Bout("blitz", "western-europe", 2, 4, "search", "greedy")
    with local(1) as workers:
        rows = [workers.submit(events_of, bout).result() for _ in range(2)]
    assert rows[0] == rows[1] == events_of(bout) and len(rows[0]) > 100


def events_of(bout: Bout) -> list[str]:
    title = load_title(bout.title)
    cast = {"axis": bout.first, "allies": bout.others, "neutral": bout.others}
    _, game = simulate(title, bout.pair, cast, scenario=bout.scenario, round_limit=bout.rounds, paired=True)
    return [repr(event) for event in game.events]


@pytest.mark.parametrize(
    ("found", "instead", "said"),
    [
        ('"greedy"]', '"greedy", "greedy"]', "board black-swan: bots are random, cautious, greedy, greedy; expected two or more different"),
        ('bots = ["random", "cautious", "greedy"]', 'bots = ["random"]', "bots are random; expected two or more"),
        ("pairs = 1", "pairs = -1", "board black-swan: pairs = -1; expected 1 to 10,000"),
        ('"1939"', '"nowhere"', "unknown scenario 'nowhere'; expected one of 1939"),
        ('"black-swan"', '"nix"', "no title 'nix'"),
    ],
)
def test_what_is_wrong_in_a_ladder_is_said_with_its_file(tmp_path: Path, found: str, instead: str, said: str) -> None:
    path = ladder(tmp_path)
    path.write_text(path.read_text().replace(found, instead))
    with pytest.raises(SitrepError) as error:
        read_ladder(path)
    assert said in str(error.value) and "ladder.toml: " in str(error.value)


def test_two_boards_alike_are_refused(tmp_path: Path) -> None:
    path = ladder(tmp_path)
    board = path.read_text().partition("[[board]]")[2]
    path.write_text(path.read_text() + "[[board]]" + board)
    with pytest.raises(SitrepError, match="two boards have the same title, scenario and rounds"):
        read_ladder(path)
