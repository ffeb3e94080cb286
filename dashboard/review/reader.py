"""One game of a lake, as the questions of its review read it: its row, its tables, its measures, who takes part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, wraps
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from dashboard.review.story.wording import sentence
from dashboard.ui.asked import sides_of
from dashboard.ui.chances import Chances, chances
from dashboard.ui.figures import lowest
from dashboard.ui.title_names import date_of, resources_of, turns_of, words_of
from ingest.vassal.kinds import NOBODY
from warehouse import Lake
from warehouse.decisions import Kept

Frames = Callable[[str], pl.DataFrame]
Found = TypeVar("Found")

FEW = 6
"""Powers without income or a turn that are shown beside those who play: dozens of neutrals would bury these."""


class Reader:
    """One game: `frame` gives its tables by name, `measure` its measures, `chances` its chances of winning where there is a model.

    `folder` is that of its lake, which keeps maps that took long to draw; None where the lake is in no folder. `places` tells where
    its record may lie; see `Lake.places`. `decisions` gives those that cost most, as the lake keeps them. `known` keeps answers for as
    long as the reader is there; see `once`.
    """

    def __init__(
        self,
        game: Mapping[str, Any],
        frame: Frames,
        measure: Frames,
        chances: Callable[[], Chances | None] = lambda: None,
        folder: Path | None = None,
        places: Callable[[], Sequence[Path]] = tuple,
        decisions: Callable[[], Kept | None] = lambda: None,
    ) -> None:
        self.game, self.frame, self.chances, self.folder = game, frame, chances, folder
        self._measure = measure
        self.places, self.decisions = places, decisions
        self.known: dict[str, Any] = {}

    @classmethod
    def of_lake(cls, lake: Lake, game_id: str) -> Reader:
        """Return a game of a lake by its id; LakeError when it is not there."""
        row = lake.frame("games", game_id).row(0, named=True)
        frame, measure = lake.frame, lake.measure  # each is asked once: several questions ask for the same
        return cls(
            row,
            cache(lambda table: frame(table, game_id)),
            cache(lambda name: measure(name, game_id=game_id)),
            cache(lambda: chances(lake, game_id, row["title"])),
            lake.path if isinstance(lake.path, Path) else None,
            lambda: lake.places(game_id),
            lambda: lake.decisions_of(game_id),
        )

    def measure(self, name: str) -> pl.DataFrame:
        """Return a measure of the game, without the rounds before the first that its record tells of: what happened then is not known."""
        rows = self._measure(name)
        if self.first_round < 2 or "round" not in rows.columns:
            return rows
        return rows.filter(~pl.col("round").is_between(1, self.first_round - 1))

    @cached_property
    def first_round(self) -> int:
        """Return the first round that the record tells of; 1 where it tells of none."""
        rounds = self.frame("round_started")["round"] if self.game["rounds"] else pl.Series([1])
        return int(lowest(rounds)) or 1

    @property
    def game_id(self) -> str:
        """Return the game's id."""
        return str(self.game["game_id"])

    @property
    def unit(self) -> str:
        """Return the printed name of the main resource."""
        return str(self.game["resource_name"])

    @cached_property
    def seas(self) -> bool:
        """Whether control of a sea is a rule of the game: what orders and rules make is; other records tell who passed last."""
        return bool(self.game["fidelity"] == "orders")

    @cached_property
    def money(self) -> dict[str, str]:
        """Return the printed names of resources that have one."""
        return resources_of(self.game["title"]) | {self.game["resource"]: self.unit}

    @cached_property
    def words(self) -> dict[str, str]:
        """Return the printed names that the title alone has, by slug: cards, what points are counted in."""
        return words_of(self.game["title"])

    @cached_property
    def all_powers(self) -> pl.DataFrame:
        """Return `title_powers` in the order of play."""
        return self.frame("title_powers").sort("play_order", maintain_order=True)

    @cached_property
    def powers(self) -> pl.DataFrame:
        """Return those of the powers that ever have units, income or a turn: the others take no part in the game."""
        stood = self.frame("powers").filter((pl.col("units") > 0) | (pl.col("income") != 0) | (pl.col("treasury") > 0))
        taking = self.all_powers.filter(pl.col("power").is_in({*stood["power"], *self.frame("seats")["power"]}))
        return self.all_powers if taking.is_empty() else taking

    @cached_property
    def playing(self) -> pl.DataFrame:
        """Return the powers that a headline names: those with turns or an income, and others that take part, while they are few.

        All that take part where the record tells whose turn it is of nobody who has units.
        """
        earned = self.frame("powers").filter(pl.col("income") != 0)["power"]
        acting = pl.col("power").is_in({*earned, *self.frame("seats")["power"]})
        resting = self.powers.filter(~acting)
        units = self.frame("powers").filter(pl.col("units") > 0)["power"].to_list()
        acts = self.powers.filter(acting)["power"].is_in(units).any()
        return self.powers.filter(acting) if resting.height > FEW and acts else self.powers

    @cached_property
    def on_map(self) -> pl.DataFrame:
        """Return the powers that the map tells apart: those that take part, and holders of areas that do not, while they are few."""
        holders = self.frame("areas")["controller"].unique().to_list()
        taking = pl.col("power").is_in(self.powers["power"].to_list())
        resting = self.all_powers.filter(~taking & pl.col("power").is_in(holders))
        kept = resting["power"].to_list() if resting.height <= FEW else []
        return self.all_powers.filter(taking | pl.col("power").is_in(kept))

    def map_frame(self, table: str) -> pl.DataFrame:
        """Return a table for the map: as `frame` does, with the powers of `on_map` alone, and turns with whose they are."""
        own = {"title_powers": lambda: self.on_map, "powers": lambda: self.turns_told}
        return own[table]() if table in own else self.frame(table)

    @cached_property
    def turns_told(self) -> pl.DataFrame:
        """Return `powers` with whose turn each is, of one too that ends in a phase of nobody, as saves do at the end of a round."""
        phases = self.frame("phase_started").filter(pl.col("power") != "").sort("seq")
        acted = phases.group_by("turn", maintain_order=True).agg(acted=pl.col("power").last())
        rows = self.frame("powers").join(acted, on="turn", how="left", maintain_order="left")
        unsaid = (pl.col("turn_power") == "") & (pl.col("turn") > 0)
        told = pl.when(unsaid).then(pl.col("acted").fill_null("")).otherwise(pl.col("turn_power"))
        return rows.with_columns(turn_power=told).drop("acted")

    @cached_property
    def sides(self) -> dict[str, str]:
        """Return the printed names of sides by slug."""
        seated = self.frame("seats").filter(pl.col("side_name") != "")
        return dict((*seated.select("side", "side_name").iter_rows(), *self.all_powers.select("side", "side_name").iter_rows()))

    @cached_property
    def names(self) -> dict[str, str]:
        """Return the printed names of powers by slug."""
        return dict(self.all_powers.select("power", "name").iter_rows())

    @cached_property
    def side_names(self) -> list[str]:
        """Return the printed names of the sides that take part, in the order of play."""
        return sides_of(self.powers)

    def by_side(self, name: str) -> pl.DataFrame:
        """Return a measure that has a row a side, of the sides that take part, with printed names in `side_name`."""
        frame = self.measure(name).with_columns(pl.col("side").replace(self.sides).alias("side_name"))
        return frame.filter(pl.col("side_name").is_in(self.side_names))

    @cached_property
    def focus(self) -> str:
        """Return the printed name of the side that a review follows where one side's line tells all: the winner, or the last ahead."""
        winners = [self.sides.get(side, side) for side in self.game["winner"].split(", ")]
        frame = self.by_side("strength_by_round")
        last = frame.filter(pl.col("round") == pl.col("round").max()).sort("strength", descending=True, maintain_order=True)
        names = last["side_name"].to_list() or self.side_names
        return next((name for name in names if name in winners), names[0] if names else "")

    @cached_property
    def races_won(self) -> list[str]:
        """Return the measures in which a winner of the game leads at its end, only those that it was won by where its end names any."""
        winners = self.game["winner"].split(", ")
        last = self.frame("races").filter(pl.col("turn") == pl.col("turn").max(), pl.col("total") > 0)
        top = last.sort("total", descending=True, maintain_order=True).unique("measure", keep="first", maintain_order=True)
        led = top.filter(pl.col("side").is_in(winners) | pl.col("contender").is_in(winners))["measure"].to_list()
        how = str(self.game["how"])
        return [measure for measure in led if how and (how in measure or measure in how)] or led

    def unmirrored(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return shares by side (`side_name`) without the line that mirrors another: of two sides that of `focus` alone."""
        names = rows["side_name"].unique().to_list()
        return rows.filter(pl.col("side_name") == self.focus) if len(names) == 2 and self.focus in names else rows

    def telling(self, frame: pl.DataFrame, *columns: str) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Return the rows and the `title_powers` of those powers for which a column is not always 0.

        Args:
            frame: rows with `power`. columns: numbers.
        """
        some = frame.filter(pl.any_horizontal(pl.col(column).fill_null(0) != 0 for column in columns))["power"].unique()
        kept = self.powers.filter(pl.col("power").is_in(some.to_list()))
        return frame.filter(pl.col("power").is_in(kept["power"].to_list())), kept

    @cached_property
    def seated(self) -> list[str]:
        """Return the powers that had a turn of their own, in the order of play."""
        seats = set(self.frame("seats")["power"].to_list())
        return [power for power in self.all_powers["power"] if power in seats]

    @cached_property
    def seated_sides(self) -> set[str]:
        """Return the sides (slugs) that have a power with a turn of its own."""
        return set(self.all_powers.filter(pl.col("power").is_in(self.seated))["side"])

    def when(self, round_: int) -> str:
        """Return what a round is called in a sentence, in the title's own words for time: `round 3`, `Fall 1941`."""
        return date_of(self.game["title"], self.game["scenario"], round_)

    @cached_property
    def rounds(self) -> dict[int, int]:
        """Return the round of each turn that ended."""
        return dict(self.frame("powers").select("turn", "round").unique("turn").iter_rows())

    @cached_property
    def last_turn(self) -> int:
        """Return the last turn that the map shows."""
        return max(self.moments, default=0)

    def end_of(self, round_: int) -> int:
        """Return the last turn of a round, or of the last one before it that had any."""
        return max((turn for turn, at in self.rounds.items() if at <= round_), default=0)

    def value_before(self, power: str, turn: int) -> int:
        """Return what all units of a power were worth as a turn began (TUV); 0 where it is not known."""
        rows = self.frame("powers").filter(pl.col("power") == power, pl.col("turn") < turn).sort("turn")
        return int(rows["tuv"][-1]) if rows.height else 0

    @cached_property
    def moments(self) -> dict[int, int]:
        """Return the turn that the map shows by the turn of an event; it counts the turns that ended."""
        return {turn: at for at, turn in enumerate(sorted(self.frame("powers")["turn"].unique()))}

    @cached_property
    def turn_names(self) -> dict[str, str]:
        """Return what turns are called that are not a power's alone, by power."""
        return turns_of(self.game["title"])

    @cached_property
    def dates(self) -> dict[int, str]:
        """Return what each round is called at the start of a line: `Round 3`, `Turn 3`, `Fall 1941`."""
        return {round_: sentence(self.when(round_)) for round_ in self.turns_told["round"].unique().to_list() if round_}

    @cached_property
    def whens(self) -> dict[int, str]:
        """Return what a turn is called: round and power, or round and camp where powers share a turn."""
        turns, names = (
            self.turns_told.unique("turn").select("turn", "round", "turn_power"),
            self.names | self.turn_names,
        )
        told = {turn: (self.dates.get(round_, f"Round {round_}"), who) for turn, round_, who in turns.iter_rows()}
        return {
            turn: f"{when}, {names[who]}" if who in names and who != NOBODY else when if turn else "Set-up"
            for turn, (when, who) in told.items()
        }


def once(ask: Callable[[Reader], Found]) -> Callable[[Reader], Found]:
    """Have what is asked of a game worked out once for its reader: several questions of its review ask it, and each visit again.

    What is returned is the same object each time, so nobody may change it.
    """
    name = f"{ask.__module__}.{ask.__qualname__}"

    @wraps(ask)
    def asked(of: Reader) -> Found:
        if name not in of.known:
            of.known[name] = ask(of)
        found: Found = of.known[name]
        return found

    return asked
