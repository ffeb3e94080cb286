"""Every chart of the dashboard as a function: `sitrep.charts.income(lake, "axis-takes-moscow")`.

Each returns an Altair chart in the powers' colours, ready to be changed (`.properties(title=...)`, `+`, `|`). The dashboard's
pages and the review draw the same ones. A chart of one game takes the lake and the game's id, or the beginning of one;
`available(lake, game)` lists those that a game has the data for. The others are of many games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import altair as alt
import polars as pl
from altair.utils import schemapi

from dashboard.charts.coverage import WHAT, coverage_chart, in_words
from dashboard.charts.defects import defects_chart, most_broken
from dashboard.charts.head_to_head import head_to_head_chart
from dashboard.charts.of_metric import metric_chart
from dashboard.charts.paired import differences_chart, rates_chart
from dashboard.charts.query_answer import BARS, KINDS, LINES, POINTS, answered_chart
from dashboard.charts.ratings import ratings_chart
from dashboard.charts.swings import swings_chart
from dashboard.charts.win_rates import BY, labelled, most_decided, win_rates_chart
from dashboard.league.words import most_rated
from dashboard.metrics.answers import with_unit
from dashboard.notebook import renderer
from dashboard.review import battles as _battles
from dashboard.review import control as _control
from dashboard.review import economy as _economy
from dashboard.review import forces as _forces
from dashboard.review import main_charts as _main_charts
from dashboard.review import occasional as _occasional
from dashboard.review import purchases as _purchases
from dashboard.review import races as _races
from dashboard.review.questions import asked
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section
from dashboard.ui.asked import power_colors, powers_of_titles, side_names, title_names
from engine.errors import SitrepError
from engine.odds.result import Result
from warehouse import Lake, ratings
from warehouse.errors import NoSuchName, not_there
from warehouse.lab.verdict import verdict
from warehouse.metrics import bands as rounds_of
from warehouse.metrics import fitting, metrics
from warehouse.metrics import spread as numbers_of

__all__ = [
    "areas_won", "available", "bands", "battles", "bombing", "collected", "control", "convoy_lines", "convoy_losses",
    "coverage", "defects", "front", "head_to_head", "income", "income_by_side", "income_sources", "lab_differences", "lab_rates",
    "lend_lease", "luck", "luck_of_powers", "objectives",
    "purchases", "query", "race", "ratings_over_time", "share_of_board", "spending", "spread", "stored", "strength", "swings", "treasury",
    "units_value", "win_rates",
]  # fmt: skip

Drawn = TypeVar("Drawn", bound=alt.TopLevelMixin)

WIDTH = 620
"""Pixels across a chart in a notebook."""
FEW = 6
"""Players of a chart of ratings or meetings when none are named."""


class NothingToDraw(SitrepError):
    """The game, or the lake, has nothing that the chart could show."""


def income(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return what each power collected, round by round."""
    return _chart(lake, game, _economy.economy, "Income by")


def income_by_side(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return what the powers of each side collected together, round by round."""
    return _chart(lake, game, _main_charts.side_income)


def treasury(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return what each power had in hand at the end of each round."""
    return _chart(lake, game, _economy.economy, "Treasury by")


def income_sources(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return where each power's money came from over the whole game."""
    return _chart(lake, game, _economy.flows, "Income by source")


def spending(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return where each power's money went over the whole game."""
    return _chart(lake, game, _economy.flows, "Spending by")


def collected(lake: Lake, game: str, resource: str = "") -> alt.TopLevelMixin:
    """Return what each power collected of a resource beside the main one, round by round; `resource` names one of several (`Oil`)."""
    return _chart(lake, game, _economy.stores, f"{resource.capitalize()} collected by")


def stored(lake: Lake, game: str, resource: str = "") -> alt.TopLevelMixin:
    """Return what each power had left of a resource beside the main one at the end of each round; `resource` as in `collected`."""
    return _chart(lake, game, _economy.stores, f"{resource.capitalize()} in store by")


def purchases(lake: Lake, game: str, power: str = "") -> alt.TopLevelMixin:
    """Return what was bought, round by round: by all powers, or by one (`germany`, `Germany`) unit type by unit type."""
    of = Reader.of_lake(lake, lake.find(game))
    return _of(of, _purchases.purchases, f"Units bought by {of.names.get(power, power)}" if power else "")


def strength(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return each side's share of all strength (units and production), with the round in which the game turned."""
    return _chart(lake, game, _forces.balance)


def units_value(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return the value of each side's units (TUV), round by round."""
    return _chart(lake, game, _forces.units_value)


def share_of_board(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return each side's share of the board's value, round by round."""
    return _chart(lake, game, _control.ground, "Share of the board")


def areas_won(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return how many areas each side won in each round."""
    return _chart(lake, game, _control.ground, "Areas won")


def front(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return how many of each side's areas border an enemy area, round by round."""
    return _chart(lake, game, _control.ground, "Areas on the front")


def control(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return who holds each area, round by round, a line an area."""
    of = Reader.of_lake(lake, lake.find(game))
    if of.measure("control_by_round").filter(pl.col("side") != "").is_empty():
        raise NothingToDraw(f"{of.game_id}: its record does not tell who holds areas, so there is nothing to draw")
    with _unchecked():
        return _ready(_control.strip(of)[0])


def race(lake: Lake, game: str, measure: str = "") -> alt.TopLevelMixin:
    """Return how far each contender has come to its victory condition; `measure` names one of several (`victory cities`)."""
    return _chart(lake, game, _races.races, measure.capitalize())


def battles(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return each battle by what it swung and how lucky the attacker was."""
    return _chart(lake, game, _battles.biggest)


def luck(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return each side's hits above expectation, added up from the start, with the band of chance."""
    return _chart(lake, game, _occasional.luck, "Hits above expectation by side")


def luck_of_powers(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return each power's hits above expectation, added up from the start."""
    return _chart(lake, game, _occasional.luck, "Hits above expectation by power")


def convoy_losses(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return what each power lost to convoy raids, round by round."""
    return _chart(lake, game, _occasional.convoys, "Convoy losses by power")


def convoy_lines(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return what was lost on each convoy line, by the nation that lost it, round by round."""
    return _chart(lake, game, _occasional.convoys, "Convoy losses by line")


def lend_lease(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return what became of the aid sent to each power, round by round."""
    return _chart(lake, game, _occasional.lend_lease)


def objectives(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return what national objectives paid to each power, round by round."""
    return _chart(lake, game, _occasional.objectives)


def bombing(lake: Lake, game: str) -> alt.TopLevelMixin:
    """Return the damage that bombers did, and what was repaired, round by round."""
    return _chart(lake, game, _occasional.bombing)


OF_A_GAME: tuple[Callable[[Lake, str], alt.TopLevelMixin], ...] = (
    strength, share_of_board, control, areas_won, front, race, battles, luck, luck_of_powers, income, income_by_side, treasury,
    income_sources,
    spending, collected, stored, purchases, units_value, convoy_losses, convoy_lines, lend_lease, objectives, bombing,
)  # fmt: skip
"""The charts of one game."""


def available(lake: Lake, game: str) -> list[str]:
    """Return the names of the charts that a game has the data for."""
    found = []
    for chart in OF_A_GAME:
        try:
            chart(lake, game)
        except NothingToDraw:
            continue
        found.append(chart.__name__)
    return found


def bands(lake: Lake, metric: str, by: str = "", games: Collection[str] | None = None, title: str = "") -> alt.TopLevelMixin:
    """Return a metric over many games, round by round: the median as a line, the middle half of the games as a band.

    Args:
        lake: the lake. metric: one of `sitrep.metrics()`. by: one of `sitrep.fitting(metric)`; power or side when empty.
        games: ids, or their beginnings; all when None. title: only games of this one. Games of several currencies are never drawn together.

    Raises:
        SitrepError: there is no such metric, or there are no such games, or their currencies differ.
    """
    return _metric(lake, metric, by, games, title, by_round=True)


def spread(lake: Lake, metric: str, by: str = "", games: Collection[str] | None = None, title: str = "") -> alt.TopLevelMixin:
    """Return how a metric is spread over many games, one number a game; arguments and errors as `bands`."""
    return _metric(lake, metric, by, games, title, by_round=False)


def win_rates(lake: Lake, by: str = "Side", title: str | None = None) -> alt.LayerChart:
    """Return how often each side, bid or player wins, with 95 % intervals; `by` is Side, Bid, Player or Player and side.

    As in ratings, games of programs do not count where the lake has games of people."""
    if by not in BY:
        raise SitrepError(f"win rates by {by!r}; expected one of {', '.join(BY)}")
    told = _rows(lake.measure(BY[by][0], title=title, people=ratings.people_only(lake)), "games with a winner")
    names = title_names(lake.games()) | side_names(lake)
    return _sized(win_rates_chart(most_decided(labelled(told, by, names))), f"Win rates by {by.lower()}")


def ratings_over_time(lake: Lake, players: Collection[str] = (), title: str | None = None) -> alt.LayerChart:
    """Return the ratings of some players (the best if none are named) game by game in a title (that of most games if none is named)."""
    told = ratings.of_lake(lake, title)
    history = _rows(told.history, "rated games")
    one = title or most_rated(history)
    chosen = list(players) or told.standings.filter(title=one)["player"].head(FEW).to_list()
    course = history.filter(pl.col("player").is_in(chosen), title=one)
    return _sized(ratings_chart(course, chosen), "Ratings game by game")


def head_to_head(lake: Lake, players: Collection[str] = (), title: str | None = None) -> alt.LayerChart:
    """Return how some players do against each other; those of the best ratings when none are named."""
    chosen = list(players) or ratings.standings(lake, title)["player"].unique(maintain_order=True).head(FEW).to_list()
    met = lake.measure("head_to_head", title=title, people=ratings.people_only(lake))
    met = met.filter(pl.col("player").is_in(chosen), pl.col("opponent").is_in(chosen))
    order = [name for name in chosen if name in set(_rows(met, "meetings of these players")["player"])]
    return _sized(head_to_head_chart(met, order), "Head to head")


def swings(odds: Result, unit: str = "IPC") -> alt.LayerChart:
    """Return how likely each swing of a battle is, from the result of `battle_odds`; `unit` names the resource."""
    rows = pl.DataFrame(odds.swings, schema=["swing", "chance"], orient="row")
    return _sized(swings_chart(rows, unit), "Distribution of the swing")


def lab_rates(lake: Lake, experiment: str) -> alt.LayerChart:
    """Return how often the side that is asked about wins under each rule set of an experiment of the lab, with intervals."""
    found = verdict(lake, experiment)
    return _sized(rates_chart(_rows(found.rates.filter(pl.col("decided") > 0), "pairs of this experiment")), found.design.question)


def lab_differences(lake: Lake, experiment: str) -> alt.LayerChart:
    """Return the paired differences of an experiment of the lab, in points of the win rate, with intervals."""
    found = verdict(lake, experiment)
    rows = found.differences if found.pairs else found.differences.clear()
    return _sized(differences_chart(_rows(rows, "pairs of this experiment")), found.design.question)


def coverage(lake: Lake) -> alt.LayerChart:
    """Return what the records of each source tell and what not."""
    rows = _rows(lake.measure("coverage"), "records")
    return _sized(coverage_chart(in_words(rows), list(WHAT.values())), "What sources record")


def defects(lake: Lake, title: str | None = None) -> alt.LayerChart:
    """Return which rules the records break, and what they could not tell."""
    rows = _rows(lake.measure("defects_by_rule", title=title), "defects")
    return _sized(defects_chart(*most_broken(rows)), "Defects by rule")


def query(frame: pl.DataFrame, x: str, y: str, color: str | None = None, kind: str = BARS) -> alt.Chart:
    """Return the rows of any answer as bars, lines or points (`kind`), as the page SQL draws them.

    Args:
        frame: the answer of `lake.sql(...)`. x, y, color: its columns.
    """
    if kind.capitalize() not in KINDS:
        raise SitrepError(f"kind {kind!r}; expected one of {BARS}, {LINES}, {POINTS}")
    return _sized(answered_chart(frame, kind.capitalize(), x, y, color), "")


def _unchecked() -> AbstractContextManager[None]:
    """Have no part of a chart checked while it is made, which is most of what a chart costs: the tests check ours as a whole."""
    return schemapi.debug_mode(False)


def _chart(lake: Lake, game: str, ask: Callable[[Reader], Section | None], name: str = "") -> alt.TopLevelMixin:
    """Return the first chart of a question of the review with this in its name."""
    return _of(Reader.of_lake(lake, lake.find(game)), ask, name)


def _of(of: Reader, ask: Callable[[Reader], Section | None], name: str = "") -> alt.TopLevelMixin:
    with _unchecked():
        section = asked(ask, of)
    drawings = section.drawings if section else ()
    found = next((drawing for drawing in drawings if name in drawing.name), None)
    if found is None:
        there = f"; found {', '.join(drawing.name for drawing in drawings)}" if drawings else ""
        raise NothingToDraw(
            f"{of.game_id}: its record has no data for the chart {name or ask.__name__!r}{there}; "
            "sitrep.charts.available(lake, game) lists the charts of a game"
        )
    return _ready(found)


def _ready(drawing: Drawing) -> alt.TopLevelMixin:
    return _sized(drawing.chart, drawing.name)


def _sized(chart: Drawn, title: str) -> Drawn:
    """Return a chart with a title, as wide as a notebook's page; charts beside each other keep their own width."""
    look = {"title": alt.TitleParams(title, anchor="start")} if title else {}
    return chart.properties(**look, **({"width": WIDTH} if isinstance(chart, alt.Chart | alt.LayerChart) else {}))


def _rows(frame: pl.DataFrame, what: str) -> pl.DataFrame:
    if frame.is_empty():
        raise NothingToDraw(f"the lake has no {what}, so there is nothing to draw")
    return frame


def _metric(lake: Lake, name: str, by: str, games: Collection[str] | None, title: str, by_round: bool) -> alt.TopLevelMixin:
    known = fitting(name)
    by = by or ("power" if "power" in known else "side")
    asked = lake.games().filter((pl.col("title") == title) if title else True)
    asked = asked if games is None else asked.filter(pl.col("game_id").is_in(lake.state().found(games) or []))
    metric = with_unit(metrics()[name], asked)
    if metric.unit != metrics()[name].unit and asked["resource_name"].n_unique() > 1:
        found = ", ".join(sorted(set(asked["resource_name"])))
        raise SitrepError(f"metric {name!r} of games in several currencies ({found}); name one title, or its games")
    rows = (rounds_of if by_round else numbers_of)(lake, name, by, asked["game_id"].to_list())
    own = power_colors(powers_of_titles(lake), asked["title"].unique().to_list()) if by == "power" else {}
    frame = _rows(rows, "such games").with_columns(selection=pl.lit(""))
    return _sized(metric_chart(frame, metric, own, by_round), metric.question)


def __dir__() -> list[str]:
    """Return the charts, for completion: `sitrep.charts.<TAB>`."""
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """Refuse a name that no chart has, with the one that looks like it."""
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise NoSuchName(not_there("chart", name, sorted(__all__)))


renderer.use()
