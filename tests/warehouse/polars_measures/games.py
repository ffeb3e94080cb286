"""Measures of games and players in polars."""

from __future__ import annotations

import re
from typing import Any

import polars as pl

from tests.warehouse.polars_measures.shared import in_season, of_title, ordered
from warehouse.expressions import Tables, counts, fire, rate, rows, total

COUNTS = ("games", "decided", "won", "lost", "drawn", "unfinished")


def games_list(tables: Tables) -> pl.LazyFrame:
    """Every game, in the order of play."""
    return ordered(tables("games"), "played", "game_id").select(
        "game_id", "title", "title_name", "scenario", "players", "played", "rounds", "finished_rounds", "turns", "events", "defects",
        "ended", "winner", "how", "fidelity", "source", "name", "ingested_at",
    )  # fmt: skip


def game_results(tables: Tables, title: str | None = None) -> pl.LazyFrame:
    """How each game ended for each side, who played it, and its bid."""
    players = pl.col("player").filter(pl.col("player") != "").unique().sort().str.join(", ")
    found = (
        of_title(tables("seats"), title)
        .join(tables("games").select("game_id", "how"), on="game_id")
        .with_columns(
            outcome=pl.when((pl.col("how") == "round-limit") & (pl.col("outcome") == "drawn"))
            .then(pl.lit("stopped"))
            .otherwise(pl.col("outcome"))
        )
        .group_by("game_id", "title", "scenario", "played", "rounds", "how", "side", "outcome")
        .agg(players=players, bid=pl.when(pl.col("bid").count() > 0).then(total("bid")))
    )
    return ordered(found, "played", "game_id", "side").select(
        "game_id", "title", "scenario", "played", "rounds", "how", "side", "players", "bid", "outcome"
    )


def game_lengths(tables: Tables, title: str | None = None) -> pl.LazyFrame:
    """Rounds and turns that were played, by how games ended."""
    key, rounds = ("title", "scenario", "ended", "how"), pl.col("rounds")
    found = (
        of_title(tables("games"), title)
        .group_by(key)
        .agg(
            games=rows(),
            shortest=rounds.min(),
            median=rounds.median(),
            mean=rounds.mean(),
            longest=rounds.max(),
            turns=pl.col("turns").mean(),
        )
    )
    return ordered(found, *key)


def _league_seats(tables: Tables) -> pl.LazyFrame:
    """Seats of the games that count in leagues, each game once; see league_seats.view.sql."""
    games = tables("games").collect().to_dicts()
    told = {game["game_id"] for game in games if any(_retells(game, other) for other in games)}
    told |= _results_of_better_records(games, tables("seats").filter(pl.col("player") != "").collect())
    stopped = [game["game_id"] for game in games if game["how"] == "round-limit"]
    cut = pl.col("game_id").is_in(stopped) & (pl.col("outcome") == "drawn")
    kept = _ended_by_results(games, tables("seats").collect()).lazy().filter(~pl.col("game_id").is_in(list(told)))
    programs = {game["game_id"] for game in games if "simulate" in game["source"]}
    programs |= {game for game, name in tables("seats").select("game_id", "player").collect().rows() if _is_program(name)}
    return kept.with_columns(
        outcome=pl.when(cut).then(pl.lit("unfinished")).otherwise(pl.col("outcome")),
        people=~pl.col("game_id").is_in(list(programs)),
    )


def _ended_by_results(games: list[dict[str, Any]], seats: pl.DataFrame) -> pl.DataFrame:
    """Give a record that stops before the end the outcome of the result that names it."""
    by_id = {game["game_id"]: game for game in games}
    rows = []
    for seat in seats.to_dicts():
        game, row = by_id[seat["game_id"]], by_id.get(f"result-{seat['game_id']}")
        if row and row["ended"] and not game["ended"] and row["fidelity"] == "result" and row["title"] == game["title"]:
            won = seat["side"] in row["winner"].split(", ")
            seat["outcome"] = "won" if won else "lost" if row["winner"] else "unfinished" if row["how"] == "round-limit" else "drawn"
        rows.append(seat)
    return pl.DataFrame(rows, schema=seats.schema)


def _is_program(name: str) -> bool:
    """Whether the last word of a name is AI in capitals, or bot: `Hard (AI)`."""
    words = re.findall(r"[^\W\d_]+", name)
    end = name.removesuffix(")")
    return bool(words) and end.endswith(words[-1]) and (words[-1] == "AI" or words[-1].lower() == "bot")


def _results_of_better_records(games: list[dict[str, Any]], seats: pl.DataFrame) -> set[str]:
    """Return the results whose game another record tells: one that they name, or the only one whose only result they can be."""
    met: dict[str, set[tuple[str, str]]] = {}
    for game, side, player in seats.select("game_id", "side", "player").iter_rows():
        met.setdefault(game, set()).add((side, player))
    better = [game for game in games if game["fidelity"] != "result"]
    found, fitting, pairs = set[str](), dict[str, list[str]](), list[tuple[str, str, bool]]()
    for game in (game for game in games if game["fidelity"] == "result"):
        if re.fullmatch(r"result-(.*-)?[0-9a-f]{16}", game["game_id"]):
            found |= {game["game_id"] for other in better if game["game_id"] == f"result-{other['game_id']}"}
        for other in (other for other in better if other["title"] == game["title"]):
            mine = met.get(game["game_id"], set())
            same = game["played"] and other["played"] == game["played"] and other["ended"]
            rounds = None in (game["rounds"], other["rounds"]) or game["rounds"] == other["rounds"]
            two = len({side for side, _ in mine}) > 1 and mine == met.get(other["game_id"])
            if game["game_id"] == f"result-{other['game_id']}":
                found.add(game["game_id"])
            if same and two and game["scenario"] in ("", other["scenario"]):
                alike = set(game["winner"].split(", ")) == set(other["winner"].split(", "))
                near = not game["ended"] or rounds or alike
                pairs.append((game["game_id"], other["game_id"], near))
                if game["ended"] and rounds and alike:
                    fitting.setdefault(other["game_id"], []).append(game["game_id"])
    results, records = [one for one, _, _ in pairs], [other for _, other, _ in pairs]
    single = {one for one, other, near in pairs if near and results.count(one) == records.count(other) == 1}
    alone = {one for one in single if re.fullmatch(r"result-[0-9a-f]{16}", one)}
    return found | {results[0] for results in fitting.values() if len(results) == 1} | alone


def _retells(game: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether another record tells the same game and more of it; see retold.view.sql."""
    if game["game_id"] == other["game_id"] or game["fidelity"] == "result":
        return False
    mine, others = _worth(game), _worth(other)
    if others < mine or (others == mine and other["game_id"] > game["game_id"]):
        return False
    if game["fidelity"] != "observed":
        same = all(game[name] == other[name] for name in ("title", "scenario", "overlays"))
        return same and _ends_alike(game["dice_by_round"].split(), other["dice_by_round"].split())
    alike = all(game[name] == other[name] or unknown in (game[name], other[name]) for name, unknown in (("played", ""), ("players", "{}")))
    whole = game["deeds"] != "" and game["deeds"] == other["deeds"]
    part = len(game["deeds_by_round"].split()) > 1 and _ends_alike(game["deeds_by_round"].split(), other["deeds_by_round"].split())
    return alike and (whole or part)


def _worth(game: dict[str, Any]) -> tuple[Any, ...]:
    fidelity = game["fidelity"]
    ends = game["finished_rounds"], game["rounds"], game["ended"]
    return fidelity != "result", fidelity != "observed", *ends, fidelity == "orders", game["events"]


def _ends_alike(mine: list[str], others: list[str]) -> bool:
    return len(others) >= len(mine) > 0 and mine[-1] != "." and others[len(mine) - 1] == mine[-1]


def _rated(sat: pl.LazyFrame, *key: str) -> pl.LazyFrame:
    counted = sat.group_by(key).agg(counts())
    return ordered(counted, *key).select(*key, *COUNTS, *rate())


def win_rates_by_side(
    tables: Tables,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.LazyFrame:
    """How often each side wins, by title and scenario."""
    sides = in_season(_league_seats(tables), title, since, until, people).select("game_id", "title", "scenario", "side", "outcome").unique()
    return _rated(sides, "title", "scenario", "side")


def win_rates_by_bid(
    tables: Tables,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.LazyFrame:
    """How often a side wins with each bid, in titles in which somebody bid."""
    known = in_season(_league_seats(tables), title, since, until, people).filter(pl.col("bid").is_not_null())
    sides = known.group_by("game_id", "title", "side", "outcome").agg(total("bid"))
    bid = sides.filter(pl.col("bid") > 0).select("title").unique()
    return _rated(sides.join(bid, on="title", how="semi"), "title", "side", "bid")


def _by_player(tables: Tables, title: str | None, since: str | None, until: str | None, people: bool | None) -> pl.LazyFrame:
    """Return one row a game and player, with the number of sides that it sat on."""
    sat = in_season(_league_seats(tables), title, since, until, people).filter(pl.col("player") != "")
    return sat.group_by("game_id", "player").agg(
        pl.col("title").first(),
        pl.col("played").first(),
        pl.col("side").min(),
        pl.col("outcome").min(),
        pl.col("share").max(),
        pl.col("people").first(),
        sides=pl.col("side").n_unique(),
    )


def win_rates_by_player(
    tables: Tables,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.LazyFrame:
    """How often each player wins; games on several sides are counted apart."""
    both = pl.col("sides") > 1
    sat = _by_player(tables, title, since, until, people).with_columns(
        outcome=pl.when(both).then(pl.lit("both")).otherwise(pl.col("outcome"))
    )
    counted = sat.group_by("player").agg(*counts(), both_sides=rows(pl.col("outcome") == "both"))
    return ordered(counted, "player").select("player", *COUNTS, "both_sides", *rate())


def win_rates_by_player_and_side(
    tables: Tables,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.LazyFrame:
    """How often each player wins with each side."""
    return _rated(_by_player(tables, title, since, until, people).filter(pl.col("sides") == 1), "player", "title", "side")


def head_to_head(
    tables: Tables,
    title: str | None = None,
    player: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.LazyFrame:
    """How players fare against each other."""
    sat = _by_player(tables, title, since, until, people).filter(pl.col("sides") == 1).select("game_id", "player", "side", "outcome")
    others = sat.select("game_id", pl.col("player").alias("opponent"), other_side="side", other_outcome="outcome")
    together = pl.col("outcome").is_in(["won", "lost"]) & (pl.col("outcome") == pl.col("other_outcome"))
    met = (
        (sat if player is None else sat.filter(pl.col("player") == player))
        .join(others, on="game_id")
        .filter(pl.col("side") != pl.col("other_side"))
        .with_columns(outcome=pl.when(together).then(pl.lit("drawn")).otherwise(pl.col("outcome")))
    )
    return _rated(met, "player", "opponent")


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Return what a name is sorted by: its numbers as numbers."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", name.lower()) if part]


def rated_games(
    tables: Tables,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.LazyFrame:
    """The games that count for ratings, one row a player."""
    sat = _by_player(tables, title, since, until, people).filter(pl.col("outcome") != "unfinished")
    fair = sat.group_by("game_id").agg(several=pl.col("sides").max(), of=pl.col("side").n_unique())
    fair = fair.filter((pl.col("several") == 1) & (pl.col("of") > 1))
    files = tables("games").select("game_id", "name").collect()
    by_file = sorted(files.rows(), key=lambda row: _natural(re.split(r"[/\\]", row[1])[-1]))
    placed = pl.LazyFrame({"game_id": [game for game, _ in by_file], "place": range(len(by_file))}, orient="col")
    bids = _league_seats(tables).group_by("game_id", "side").agg(bid=pl.when(pl.col("bid").count() > 0).then(total("bid")))
    found = sat.join(fair, on="game_id", how="semi").join(placed, on="game_id").join(bids, on=["game_id", "side"])
    found = ordered(found, "played", "place", "game_id", "side", "player")
    return found.select("played", "game_id", "title", "side", "player", "outcome", "share", "bid", "people")


def luck_by_player(
    tables: Tables,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    people: bool | None = None,
) -> pl.LazyFrame:
    """Hits against expectation over all games of a player."""
    sums = [total("dice"), total("hits"), pl.col("expected").sum(), pl.col("variance").sum()]
    rolled = fire(tables).group_by("game_id", "power").agg(sums)
    sat = in_season(_league_seats(tables), title, since, until, people).filter(pl.col("player") != "").select("game_id", "power", "player")
    found = sat.join(rolled, on=["game_id", "power"]).group_by("player")
    told = found.agg(pl.col("game_id").n_unique().cast(pl.Int64).alias("games"), *sums)
    luck = pl.col("hits") - pl.col("expected")
    return ordered(told, "player").select(
        "player",
        "games",
        "dice",
        "hits",
        "expected",
        luck.alias("luck"),
        (luck / pl.when(pl.col("variance") != 0).then(pl.col("variance")).sqrt()).alias("sigma"),
    )
