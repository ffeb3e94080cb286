"""What the pages of a site are made from: the public copy of the lake, and what several pages ask of it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import msgspec
import polars as pl

from dashboard.league.craft_words import ACCURACY_GAMES
from dashboard.league.records import each_once, others_of, said
from dashboard.site.settings import LAKE, Settings, game_page
from dashboard.site.shell import root
from dashboard.ui.asked import powers_of_titles, side_names, title_names
from dashboard.ui.game_names import names_of, who_played
from dashboard.ui.order import ordered
from dashboard.ui.table import Link
from dashboard.ui.text import outcome
from warehouse import Lake
from warehouse.craft import Craft, of_title
from warehouse.league import League
from warehouse.league import of_lake as own_league
from warehouse.ratings import Ratings, of_lake, people_only
from warehouse.winning.model import load


class Told(msgspec.Struct, frozen=True):
    """What the pages need to know beside the copy.

    Attributes:
        out: the site's folder. settings: of the site. version, at: of the lake that the site is of, and its time.
        copy: SHA-256 of the commit of the public copy. refused: the files that ingests refused: name, reason, when.
        records: game id to the place of its record in the site.
    """

    out: str
    settings: Settings
    version: int
    at: str
    copy: str
    refused: list[tuple[str, str, str]] = []
    records: dict[str, str] = {}


class Context:
    """The copy of the lake, asked once for what pages share."""

    def __init__(self, told: Told) -> None:
        self.told, self.settings = told, told.settings
        self.lake = Lake.open(Path(told.out) / LAKE)
        self._ratings: dict[str | None, Ratings] = {}
        self._measured: dict[str, pl.DataFrame] = {}
        self._crafts: dict[str, Craft] = {}

    @cached_property
    def games(self) -> pl.DataFrame:
        """The games, newest day of play first."""
        return ordered(self.lake.games())

    @cached_property
    def sides(self) -> dict[str, str]:
        """Printed names of sides by slug."""
        return side_names(self.lake)

    @cached_property
    def seats(self) -> pl.DataFrame:
        """The powers of all titles that ever had a turn."""
        return powers_of_titles(self.lake)

    @cached_property
    def titles(self) -> dict[str, str]:
        """Printed names of titles by slug."""
        return title_names(self.games)

    @cached_property
    def records(self) -> pl.DataFrame:
        """The records of games that have a better one: the view `retold`."""
        return self.lake.sql("FROM retold ORDER BY game_id")

    def retold(self, title: str | None = None) -> int:
        """Return how many games, of a title if it is named, the lake has from a better record too."""
        games = self.games if title is None else self.games.filter(title=title)
        return games.join(self.records, on="game_id", how="semi").height

    @cached_property
    def once(self) -> pl.DataFrame:
        """The games, each once however many records tell it, newest day of play first."""
        return each_once(self.games, self.records)

    def told_elsewhere(self, game_id: str) -> str:
        """Return in a sentence which other records tell a game; empty where none does."""
        return said(*others_of(game_id, self.games, self.records))

    def measured(self, name: str) -> pl.DataFrame:
        """Return a measure of the league over the whole lake, asked once."""
        if name not in self._measured:
            self._measured[name] = self.lake.measure(name, people=self.people)
        return self._measured[name]

    @cached_property
    def people(self) -> bool:
        """Whether only games of people count in the league: wherever there is one."""
        return people_only(self.lake)

    def ratings(self, title: str | None = None) -> Ratings:
        """Return the ratings of players, and what sides and bids are worth."""
        if title not in self._ratings:
            self._ratings[title] = of_lake(self.lake, title, people=self.people)
        return self._ratings[title]

    def craft(self, title: str) -> Craft:
        """Return how the players of a title play; with the chance lost by decisions where that takes no long time."""
        if title not in self._crafts:
            few = self.once.filter(title=title).height <= ACCURACY_GAMES
            self._crafts[title] = of_title(self.lake, title, people=self.people, model=load() if few else None)
        return self._crafts[title]

    @cached_property
    def own(self) -> League | None:
        """The league by its own rules; None where it has none."""
        return own_league(self.lake, self.settings.rules) if self.settings.rules else None

    @cached_property
    def opened(self) -> dict[str, int]:
        """Titles with games whose first turn is known, and those games, most first; of people alone where only these count."""
        turns = self.measured("opening_turns").filter(place=1, round=1)
        counts = turns.group_by("title").len().sort("len", "title", descending=[True, False])
        return dict(counts.iter_rows())

    @cached_property
    def results(self) -> dict[str, str]:
        """How each game ended, in a sentence, by id."""
        return {row["game_id"]: outcome(row, self.sides) for row in self.games.iter_rows(named=True)}

    @cached_property
    def seated(self) -> dict[str, list[str]]:
        """The ids of each player's games, newest first."""
        found: dict[str, list[str]] = {}
        for game, players in self.once.select("game_id", "players").iter_rows():
            for name in who_played(players):
                found.setdefault(name, []).append(game)
        return dict(sorted(found.items()))

    def listed(self, games: pl.DataFrame) -> pl.DataFrame:
        """Return rows of `games` as lists show them: game_id, played, title, game (its name), result, seats, rounds, defects, source."""
        rows = games.with_columns(
            result=pl.Series([self.results[game] for game in games["game_id"]], dtype=pl.String),
            seats=pl.Series([", ".join(who_played(text)) for text in games["players"]], dtype=pl.String),
            game=names_of(games),
            title=pl.col("title").replace(self.titles),
        )
        return rows.select("game_id", "played", "title", "game", "result", "seats", "rounds", "defects", "source")


LISTED = {
    "played": "Played",
    "title": "Title",
    "game": "Game",
    "result": "Result",
    "seats": "Players",
    "rounds": "Rounds",
    "defects": "Defects",
    "source": "Source",
}
"""Headings of `listed`."""


def to_game(path: str) -> Link:
    """Return the way from a page to the page of a row's game."""
    up = root(path)
    return lambda row: up + game_page(row["game_id"])
