"""The summary of one game in the terminal: who won and the story of it, income and losses by round, the biggest battles."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap
from pathlib import Path
from typing import Any

import polars as pl
import polars.selectors as cs
from rich.table import Table

from dashboard.review.battle_rows import RAID, WINNERS, how_it_ended
from dashboard.review.percentiles import placed
from dashboard.review.reader import Reader
from dashboard.review.record import record_of
from dashboard.review.result import SAID, bids
from dashboard.review.story.sentence import plain
from dashboard.review.story.tell import story
from dashboard.terminal.model import chances_by_round, learned_from, moments_told, not_known
from dashboard.terminal.output import print_json, say
from dashboard.terminal.printed_tables import print_table, table
from dashboard.terminal.rows import frame_table
from dashboard.ui.sampled import chance_told, give
from dashboard.ui.text import after, counted, ending, length, listed, only_result, outcome, players, seats_told, teams
from dashboard.ui.title_names import scenario_name
from engine.recording import Fidelity
from ingest.files import shown
from warehouse import Lake
from warehouse.winning.model import Model, load
from warehouse.winning.turns import key_moments, winning

BATTLES = 8
"""Biggest battles that the summary shows."""

FEW = 3
"""Powers without a turn of their own that have a line in a table; more of them share one, or neutrals would bury those who play."""

UNPRICED = "unpriced"
"""The column of losses that counts the units whose price is not on record."""

MEASURES = (
    "income_and_treasury",
    "losses_by_round",
    "victory_cities",
    "strength_by_round",
    "biggest_battles",
    "dice_luck",
    "luck_in_value",
    "turning_point",
    "battle_luck_ledger",
)


def longest(lake: Lake, games: Sequence[str]) -> str:
    """Return, of some games of a lake, the decided one of most rounds; where none is decided, the one of most rounds."""
    frame = lake.games().filter(pl.col("game_id").is_in(list(games)))
    told = pl.col("fidelity") != Fidelity.RESULT.value  # of a result there is nothing to summarise
    return str(frame.sort(told, pl.col("winner") != "", "rounds", "game_id", descending=True)["game_id"][0])


def print_games(lake: Lake, as_json: bool = False) -> None:
    """Print the games of a lake, one a line."""
    games = lake.measure("games_list")
    if as_json:
        print_json(games)
        return
    if games.is_empty():
        say(f"No games in {lake.path} yet; add some with `sitrep ingest FOLDER --lake {lake.path}`.")
        return
    print_table(
        "",
        frame_table(games.select("game_id", "title", _rounds().alias("rounds"), "winner", "how", "events", "defects")),
    )
    say(f"{counted(games.height, 'game')}; `sitrep summary GAME` summarises one")


def _rounds() -> pl.Expr:
    """Return how many rounds of games were played to their end, and the round that one stops in the middle of."""
    stops = pl.format("{}, in {}", "finished_rounds", "rounds")
    return pl.when(pl.col("finished_rounds") < pl.col("rounds")).then(stops).otherwise(pl.col("rounds").cast(pl.String))


def print_summary(lake: Lake, game_id: str, as_json: bool = False) -> None:
    """Print the summary of a game.

    Raises:
        LakeError: the game is not in the lake.
    """
    of = Reader.of_lake(lake, game_id)
    answers = {name: of.measure(name) for name in MEASURES}
    game = lake.frame("games", game_id).row(0, named=True)
    model = load()
    chances = winning(lake, game_id, model)
    if as_json:
        told: dict[str, Any] = {
            "learned_from": model.basis(game["title"]),
            "chance_not_known": model.unknown(game["title"]),
        }
        told |= {"winning": chances, "key_moments": key_moments(chances)}
        print_json({"game": game, **answers, **told})
        return
    for part in summary_of(of, chances, model):
        if isinstance(part, str):
            say(part)
        else:
            print_table(*part)


def summary_of(of: Reader, chances: pl.DataFrame, model: Model) -> Iterator[str | tuple[str, Table]]:
    """Yield the summary of a game: lines, and tables with their headings.

    Args:
        chances: of `winning`, by the model.
    """
    game = of.game
    if only_result(game):
        yield from _result(of)
        return
    answers = {name: of.measure(name) for name in MEASURES}
    names, sides = of.names, dict(of.frame("title_powers").select("side", "side_name").iter_rows())
    acting = set(of.frame("seats")["power"])
    yield from _heading(of, of.frame("title_powers").filter(pl.col("power").is_in(acting)), sides)
    if sentences := story(of):
        yield "\n".join(map(plain, sentences)) + "\n"
    empty = []
    for heading, made in _tables(answers, game, names, sides, acting):
        if made is None:
            empty.append(re.split("[,:]", heading)[0])
        else:
            yield heading, made
    if empty:
        yield f"Nothing recorded: {'; '.join(empty)}.\n"
    yield from _chances(chances, model, game, names, sides)
    if luck := luck_told(answers["luck_in_value"], names, game["resource_name"], answers["battle_luck_ledger"]):
        yield luck


def _chances(
    chances: pl.DataFrame, model: Model, game: Mapping[str, Any], names: dict[str, str], sides: dict[str, str]
) -> Iterator[tuple[str, Table]]:
    if (why := model.unknown(game["title"])) and chances["strength"].is_finite().any():
        yield not_known(why), chances_by_round(chances, sides, game["finished_rounds"])
    elif not (moved := chances.drop_nulls("change")).is_empty() and moved["chance"].is_finite().all():
        heading = f"Chance of winning at the end of the round, {learned_from(model, game['title'])}"
        yield heading, chances_by_round(chances, sides, game["finished_rounds"])
        heading = "Turns that moved it most, in points of a hundred: what the dice of battles did, and what the players did"
        yield heading, moments_told(chances, names, sides)


def _result(of: Reader) -> Iterator[str]:
    """Yield the lines on a game of which only the result is recorded."""
    game = of.game
    scenario = scenario_name(game["title"], game["scenario"])
    sides = teams(game, of.sides)
    lines = [
        *([scenario] if scenario else []),
        *(f"{side}: {listed(names) or 'not named'}" for side, names in sides.items()),
    ]
    lines += [f"bid: {listed(told)}"] if (told := bids(of)) else []
    yield f"\n{game['title_name']}, game {game['game_id']}"
    yield "\n".join(f"  {line}" for line in [*lines, f"{ending(game, of.sides)}."])
    yield f"\n{SAID}"


def luck_told(rows: pl.DataFrame, names: dict[str, str], unit: str, ledger: pl.DataFrame) -> str:
    """Say what the dice of battles were worth to each power; empty where no battle's odds are known.

    Args:
        ledger: the game's battles, whose errors say how good that is.
    """
    known = rows.drop_nulls("luck")
    if known.is_empty():
        return ""
    sums = known.group_by("power", maintain_order=True).agg(pl.col("luck").sum(), pl.col("battles").sum())
    battles = ledger.drop_nulls("luck")
    errors = {
        power: float(battles.filter((pl.col("attacker") == power) | (pl.col("defender") == power))["error"].pow(2).sum()) ** 0.5
        for power in sums["power"]
    }
    told = [
        f"{names.get(power, power)} {_give_or_take(luck, errors[power])}"
        for power, luck in sums.sort("luck", descending=True).select("power", "luck").iter_rows()
    ]
    fought = int(sums["battles"].sum()) // 2
    return f"What the dice of battles were worth, in {unit}: {', '.join(told)} ({counted(fought, 'battle')} with known odds)."


def _heading(of: Reader, powers: pl.DataFrame, sides: dict[str, str]) -> Iterator[str]:
    game, record = of.game, record_of(of)
    yield f"\n{game['title_name']}, game {game['game_id']}"
    if game["scenario"]:
        yield f"  {scenario_name(game['title'], game['scenario'])}"
    for line in seats_told(players(game, powers)):
        yield f"  {line}"
    yield f"  {outcome(game, sides)}, {_played(game, of.first_round)}."
    if game["defects"]:
        yield f"  {counted(game['defects'], 'defect')} in the record; `sitrep validate {_named(game, record)}` lists them"
    yield ""


def _named(game: Mapping[str, Any], record: Path | None) -> str:
    """Return a game's record as a command names it here: where it lies, else as it was named when it was ingested."""
    if record is None:
        return shlex.quote(game["name"])
    here = Path.cwd()
    return shlex.quote(shown(record.relative_to(here) if record.is_relative_to(here) else record))


def _played(game: Mapping[str, Any], first: int) -> str:
    turns = counted(game["turns"], "turn")
    stopped = game["finished_rounds"] < game["rounds"] or first > 1
    return f"{after(game, first)}; {turns} in all" if stopped else f"after {length(game)} and {turns}"


def _tables(
    answers: Mapping[str, pl.DataFrame],
    game: Mapping[str, Any],
    names: dict[str, str],
    sides: dict[str, str],
    acting: set[str],
) -> Iterator[tuple[str, Table | None]]:
    """Yield the summary's tables with their headings; none where there is nothing to tell."""
    resource, done = game["resource_name"], game["finished_rounds"]
    yield f"Income collected by round, in {resource}", _by_round(answers["income_and_treasury"], "income", done, True)
    lost = answers["losses_by_round"].group_by("power", "round").agg(pl.col("tuv", UNPRICED).sum())
    lost = _in_order(lost, names).with_columns(pl.col("power").replace(names).alias("name"))
    lost = _shortened(_with_any(lost, "tuv"), acting, "name", "round")
    missing = int(lost[UNPRICED].sum())
    unknown = f" (6+: at least 6, -: unknown; {counted(missing, 'unit')} lost with no recorded price)" if missing else ""
    yield f"Units lost by round, value in {resource}{unknown}", _by_round(lost, "tuv", done, total=True)
    if not answers["victory_cities"].is_empty():
        cities = answers["victory_cities"].with_columns(_with_threshold(sides))
        yield "Victory cities at the end of the round", _by_round(cities, "total", done)
    value = answers["strength_by_round"].with_columns(pl.col("side").replace(sides).alias("name"))
    yield f"Value of all units (TUV) at the end of the round, in {resource}", _by_round(value, "tuv", done)
    yield (
        "Biggest battles, by value destroyed",
        _battles(answers["biggest_battles"], answers["battle_luck_ledger"], names),
    )
    yield (
        "Dice: hits compared with expectation",
        _luck(_shortened(_with_any(answers["dice_luck"], "dice"), acting, "name")),
    )


def _with_threshold(sides: dict[str, str]) -> pl.Expr:
    name = pl.col("side").replace(sides)
    return pl.when(pl.col("threshold").is_null()).then(name).otherwise(pl.format("{} (needs {})", name, "threshold")).alias("name")


def _in_order(frame: pl.DataFrame, names: dict[str, str]) -> pl.DataFrame:
    """Return rows in the order of play."""
    place = {power: at for at, power in enumerate(names)}
    return frame.sort(pl.col("power").replace_strict(place, return_dtype=pl.Int32), "round")


def _by_round(frame: pl.DataFrame, value: str, done: int, total: bool = False) -> Table | None:
    """Return a table with a line for each name and a column for each round; sums have no round 0, for nothing happened yet.

    A round after `done`, the last that was played to its end, is called so; what is not known (null) is a dash.
    Names that never had any are left out: a title may know dozens of nations that never act. None where nobody had any.
    """
    rounds = [number for number in sorted(frame["round"].unique()) if number or not total]
    if _with_any(frame, value).is_empty() or not rounds:
        return None
    made = table("", *(f">{number}" if number <= done else f">in {number}" for number in rounds), *([">total"] if total else []))
    counted_apart = frame if UNPRICED in frame.columns else frame.with_columns(pl.lit(0).alias(UNPRICED))
    for name in _with_any(frame, value)["name"].unique(maintain_order=True):
        own = counted_apart.filter(pl.col("name") == name)
        cells = {number: (amount, missing) for number, amount, missing in own.select("round", value, UNPRICED).iter_rows()}
        found = [cells.get(number, (0, 0)) for number in rounds]
        whole = sum(amount or 0 for amount, _ in found), sum(missing for _, missing in found)
        made.add_row(name, *starmap(_cell, found), *([_cell(*whole)] if total else []))
    return made


def _cell(amount: int | None, missing: int) -> str:
    """Return an amount: a dash where it is unknown, and a plus behind it where units without a price are missing from it."""
    if missing:
        return f"{amount}+" if amount else "-"
    return "-" if amount is None else str(amount)


def _with_any(frame: pl.DataFrame, value: str) -> pl.DataFrame:
    """Return the rows of names that ever had any of a value, or units without a price."""
    amounts = [name for name in (value, UNPRICED) if name in frame.columns]
    return frame.filter(pl.any_horizontal(pl.col(amounts) != 0).any().over("name"))


def _shortened(frame: pl.DataFrame, acting: set[str], *keys: str) -> pl.DataFrame:
    """Return the rows of powers that act, and below them the sums of all others, if these are more than FEW.

    Args:
        frame: power, name, numbers. acting: slugs of powers with turns. keys: columns that name a row, `name` among them.
    """
    rest = frame.filter(~pl.col("power").is_in(acting))
    count = rest["name"].n_unique()
    if count <= FEW:
        return frame
    named = rest.with_columns(name=pl.lit(counted(count, "other")), power=pl.lit(""))
    others = named.group_by(keys, maintain_order=True).agg(cs.numeric().exclude(*keys, "sigma").sum())
    return pl.concat([frame.filter(pl.col("power").is_in(acting)), others], how="diagonal_relaxed")


def _battles(battles: pl.DataFrame, ledger: pl.DataFrame, names: dict[str, str]) -> Table | None:
    """Return the biggest battles with what the dice were worth, in hits and in value, and how far along the outcomes theirs lies.

    Luck is seen from the attacker; it is a dash where the record does not tell the dice, or no odds are known.
    """
    battles = battles.filter(pl.col("kind") != RAID)
    if battles.is_empty():
        return None
    known = {row["battle"]: row for row in ledger.drop_nulls("luck").iter_rows(named=True)}
    worth = (">odds", ">luck in value", ">percentile") if known else ()
    made = table(">round", "where", "attacker", ">lost", "defender", ">lost", "winner", ">luck", *worth)
    for row in battles.head(BATTLES).iter_rows(named=True):
        own = known.get(row["battle"])
        judged = ("-",) * len(worth) if own is None else (_odds(own), _worth(own), placed(own["percentile"], own["samples"]))
        made.add_row(
            str(row["round"]),
            row["area_name"] or row["area"],
            names.get(row["attacker"], row["attacker"]),
            _lost(row, "attacker"),
            names.get(row["defender"], row["defender"]),
            _lost(row, "defender"),
            WINNERS.get(how_it_ended(row), "nobody"),
            f"{row['luck']:+.1f}" if _fired(row) else "-",
            *judged,
        )
    return made


def _odds(row: dict[str, Any]) -> str:
    """Return the attacker's chance of winning; a dash where nobody wins, and no better than battles played can tell."""
    if row["win_chance"] + row["lose_chance"] == 0:
        return "-"
    return chance_told(row["win_chance"], row["samples"])


def _worth(row: dict[str, Any]) -> str:
    """Return what the dice were worth, and by how much that may be off where battles were played for it."""
    return _give_or_take(row["luck"], row["error"])


def _give_or_take(luck: float, error: float) -> str:
    """Return what dice were worth, to the whole: `-4`, `+7 ±3`, and `0` where it comes to nothing."""
    told = f"{luck:+.0f}" if round(luck) else "0"
    return f"{told} ±{off}" if (off := give(error)) else told


def _lost(battle: dict[str, Any], side: str) -> str:
    lost, missing = battle[f"{side}_lost"], battle[f"{side}_unpriced"]
    return f"{'at least ' if missing else ''}{lost}" if lost is not None else "unknown"


def _fired(battle: dict[str, Any]) -> bool:
    return battle["attacker_expected"] is not None or battle["defender_expected"] is not None


def _luck(luck: pl.DataFrame) -> Table | None:
    if luck.is_empty():
        return None
    made = table("", ">dice", ">hits", ">expected", ">luck", ">sigma")
    for row in luck.iter_rows(named=True):
        sigma = "-" if row["sigma"] is None else f"{row['sigma']:+.1f}"
        said = (f"{row['dice']:,}", f"{row['hits']:,}", f"{row['expected']:,.1f}", f"{row['luck']:+.1f}", sigma)
        made.add_row(row["name"], *said)
    return made
