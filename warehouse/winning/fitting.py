"""Fitting the model of winning, and testing it: whole games are left out, never single positions.

A penalised logistic regression (scikit-learn). Each title has coefficients of its own beside the shared ones, which the same
penalty holds near nothing: so titles with few games lean on the others. Each game weighs the same, however long it was.

Beside it stands the simplest model of each title, unit values alone, fitted on its own games. A title is told by the model with all
features only where that has foretold held-out games better by more than two standard errors of the difference, paired by game; and by
unit values alone only where these have so foretold them better than how often each side wins.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import polars as pl

from warehouse.errors import LakeError
from warehouse.winning.model import FULL, SHOWN_FROM, VALUE, Draw, Model
from warehouse.winning.positions import FEATURES

POOLING = 0.5
"""How much weaker a title's own coefficients may be than shared ones, at the same penalty."""
PENALTY = 1.0
"""Weight of the games against the penalty (scikit-learn's C)."""
DRAWS = 20
FEWEST = 4
"""Decided games below which nothing is fitted."""
BINS = 5
VALUE_AT = FEATURES.index("value")
ERRORS = 2.0
"""Standard errors by which a difference is shown."""
FORETOLD = {FULL: "model", VALUE: "value_only"}
"""The column of `held_out` in which each foretold."""


class Scores(NamedTuple):
    """How well held-out games were foretold: mean over games of the mean over their positions. Less is better."""

    games: int
    brier: float
    log_loss: float


class Paired(NamedTuple):
    """By how much the Brier score of one is lower than that of another on the same games: mean over games, and its standard error."""

    games: int
    mean: float
    error: float

    @property
    def better(self) -> bool:
        """Whether it is lower by more than ERRORS."""
        return self.games > 1 and self.mean > ERRORS * self.error


class Tested(NamedTuple):
    """The model beside the two simplest ones, on games that it had not seen; and the calibration of the one that is shown."""

    model: Scores
    value_only: Scores
    base_rate: Scores
    calibration: pl.DataFrame
    """foretold, happened, low, high, positions, games: by fifths of the chance; the band is of resampled games."""
    positions: pl.DataFrame
    """title, game_id, match, round, turn, side, won, and what each foretold: model, value_only, base_rate, shown."""


def decided(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the positions of decided games."""
    return rows.filter(pl.col("won").is_not_null())


def fit(rows: pl.DataFrame, seed: int = 0, draws: int = DRAWS, found: pl.DataFrame | None = None) -> Model:
    """Return the model of these positions, with the coefficients of so many sets of games drawn anew.

    Args:
        found: of `held_out`, if it was made already.

    Raises:
        LakeError: there are too few decided games.
    """
    rows = decided(rows)
    games = rows["game_id"].unique(maintain_order=True).to_list()
    if len(games) < FEWEST:
        raise LakeError(f"{len(games)} decided games are in the lake; expected at least {FEWEST} to fit a model of winning")
    scale = _scale(rows)
    shown = choose(held_out(rows) if found is None else found)
    alone = [title for title, by in shown.items() if by == VALUE]
    rng, drawn = np.random.default_rng(seed), []
    parts = rows.partition_by("game_id", as_dict=True, maintain_order=True)
    for _ in range(draws):
        picked = rng.choice(len(games), len(games))
        again = pl.concat([parts[games[at],].with_columns(game_id=pl.lit(f"{n}")) for n, at in enumerate(picked)])
        drawn.append(_both(again, scale, alone))
    counts = rows.unique("game_id").group_by("title", "kind").len().sort("title", "kind")
    by_title: dict[str, dict[str, int]] = {}
    for title, kind, n in counts.iter_rows():
        by_title.setdefault(title, {})[kind] = n
    of = _both(rows, scale, alone)
    return Model(FEATURES, scale, of.shared, of.titles, of.sides, by_title, tuple(drawn), shown, of.alone)


def choose(found: pl.DataFrame) -> dict[str, str]:
    """Return by what each title is told, FULL or VALUE; titles whose chances are not known are left out.

    Args:
        found: of `held_out`.
    """
    chosen = {}
    for title in found["title"].unique().sort():
        of = found.filter(title=title)
        value, full = paired(of, "base_rate", "value_only"), paired(of, "value_only", "model")
        if full.games >= SHOWN_FROM and full.better and paired(of, "base_rate", "model").better:
            chosen[title] = FULL
        elif value.games >= SHOWN_FROM and value.better:
            chosen[title] = VALUE
    return chosen


def paired(found: pl.DataFrame, other: str, one: str) -> Paired:
    """Return by how much lower the Brier score of a column of `held_out` is than that of another, game by game."""
    y = pl.col("won").cast(pl.Float64)
    less = (pl.col(other) - y) ** 2 - (pl.col(one) - y) ** 2
    each = found.group_by("game_id", maintain_order=True).agg(less=less.mean())["less"]
    return Paired(len(each), number(each.mean()), number(each.std()) / max(len(each), 1) ** 0.5)


def number(figure: object) -> float:
    """Return a figure of a column as a float; 0 where the column has too few values for it."""
    return float(figure) if isinstance(figure, int | float) else 0.0


def _scale(rows: pl.DataFrame) -> tuple[float, ...]:
    return tuple(max(number(rows[name].std()), 1e-6) for name in FEATURES)


def _both(rows: pl.DataFrame, scale: tuple[float, ...], alone: Collection[str]) -> Draw:
    """Return the coefficients of these positions; of the titles in `alone` those of unit values alone."""
    shared, titles, sides = _fit(rows, scale)
    simple: dict[str, tuple[float, ...]] = {}
    for title in alone:
        of = rows.filter(title=title)
        if of.height:
            simple[title], own = fit_value(of, scale)
            sides |= own
    return Draw(shared, titles, sides, simple)


def fit_value(rows: pl.DataFrame, scale: tuple[float, ...]) -> tuple[tuple[float, ...], dict[str, float]]:
    """Return the coefficients of unit values alone, and the intercepts of the sides, of positions of one title."""
    x = rows.select("value").to_numpy() / scale[VALUE_AT]
    seats, of_seat = _seats(rows)
    found = _coefficients(np.hstack([x, of_seat]), rows)
    weights = [0.0] * len(FEATURES)
    weights[VALUE_AT] = float(found[0])
    return _rounded(np.array(weights)), dict(zip(seats, _rounded(found[1:]), strict=True))


def _seats(rows: pl.DataFrame) -> tuple[list[str], np.ndarray]:
    """Return the sides, as (title/side), and which each position is of."""
    names = rows.select(pl.format("{}/{}", "title", "side")).to_series()
    seats = names.unique().sort().to_list()
    return seats, (names.to_numpy()[:, None] == np.array(seats)[None, :]).astype(float)


def _coefficients(x: np.ndarray, rows: pl.DataFrame) -> np.ndarray:
    """Return the coefficients of a penalised logistic regression in which every game weighs the same."""
    from sklearn.linear_model import LogisticRegression  # only here: it is slow to import

    y = rows["won"].to_numpy().astype(int)
    if len(set(y.tolist())) < 2:
        return np.zeros(x.shape[1])
    weights = (1 / rows.select(pl.len().over("game_id")).to_series().to_numpy()) * 4
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = LogisticRegression(C=PENALTY, fit_intercept=False, max_iter=500)
        found: np.ndarray = model.fit(x, y, sample_weight=weights).coef_[0]
        return found


_Fit = tuple[tuple[float, ...], dict[str, tuple[float, ...]], dict[str, float]]
"""Coefficients of all titles, of each title, and the intercept of each (title/side)."""


def _fit(rows: pl.DataFrame, scale: tuple[float, ...]) -> _Fit:
    x = rows.select(FEATURES).to_numpy() / np.array(scale)
    titles = rows["title"].unique().sort().to_list()
    seats, of_seat = _seats(rows)
    of_title = (rows["title"].to_numpy()[:, None] == np.array(titles)[None, :]).astype(float)
    own = (of_title[:, :, None] * x[:, None, :] * POOLING).reshape(len(rows), -1)
    k, found = len(FEATURES), _coefficients(np.hstack([x, own, of_seat]), rows)
    mine = found[k : k + k * len(titles)].reshape(len(titles), k) * POOLING
    return (
        _rounded(found[:k]),
        {title: _rounded(mine[at]) for at, title in enumerate(titles)},
        dict(zip(seats, _rounded(found[k + k * len(titles) :]), strict=True)),
    )


def _rounded(values: np.ndarray) -> tuple[float, ...]:
    return tuple(round(float(value), 5) for value in values)


def held_out(rows: pl.DataFrame) -> pl.DataFrame:
    """Leave out every game once, fit on all others, and foretell it: see `Tested.positions`."""
    rows = decided(rows)
    scale, out = _scale(rows), []
    for game in rows["game_id"].unique(maintain_order=True):
        rest, left = rows.filter(pl.col("game_id") != game), rows.filter(pl.col("game_id") == game)
        full = Model(FEATURES, scale, *_fit(rest, scale), {}).chances(left)["chance"]
        out.append(
            left.select("title", "game_id", "match", "round", "turn", "side", "won").with_columns(
                model=full, value_only=_by_value(rest, left, scale), base_rate=_base(rest, left)
            )
        )
    found = pl.concat(out)
    chosen = choose(found)
    shown = [pl.when(pl.col("title") == title).then(pl.col(FORETOLD[by])) for title, by in chosen.items()]
    return found.with_columns(shown=pl.coalesce(*shown, pl.col("value_only")))


def _by_value(rest: pl.DataFrame, left: pl.DataFrame, scale: tuple[float, ...]) -> pl.Series:
    """What unit values alone, fitted on the other games of the title, foretell; with no other game, all sides alike."""
    own = rest.filter(pl.col("title") == left["title"][0])
    weights, sides = fit_value(own, scale) if own.height else ((0.0,) * len(FEATURES), {})
    return Model(FEATURES, scale, weights, {}, sides, {}).chances(left)["chance"]


def judged(found: pl.DataFrame, title: str = "", seed: int = 0) -> Tested:
    """Return how well held-out games (of a title, if named) were foretold.

    Args:
        found: of `held_out`.
    """
    found = found.filter(pl.col("title") == title) if title else found
    model, value_only, base_rate = (_scores(found, name) for name in ("model", "value_only", "base_rate"))
    return Tested(model, value_only, base_rate, _calibration(found, seed), found)


def _base(rest: pl.DataFrame, left: pl.DataFrame) -> pl.Series:
    """How often each side has won in the other games of the title; one win of each side is added."""
    rest = rest.filter(pl.col("title") == left["title"][0]).unique(["game_id", "side"])
    sides = left["side"].unique().to_list()
    wins = {side: 1 + number(rest.filter(side=side)["won"].sum()) for side in sides}
    total = sum(wins.values())
    return left["side"].replace_strict({side: n / total for side, n in wins.items()}, return_dtype=pl.Float64)


def _scores(found: pl.DataFrame, name: str) -> Scores:
    p = pl.col(name).clip(1e-6, 1 - 1e-6)
    y = pl.col("won").cast(pl.Float64)
    each = found.group_by("game_id", maintain_order=True).agg(
        brier=((p - y) ** 2).mean(), loss=-(y * p.log() + (1 - y) * (1 - p).log()).mean()
    )
    return Scores(each.height, number(each["brier"].mean()), number(each["loss"].mean()))


def _calibration(found: pl.DataFrame, seed: int, times: int = 200) -> pl.DataFrame:
    binned = found.with_columns(bin=(pl.col("shown") * BINS).floor().clip(0, BINS - 1).cast(pl.Int32))
    each = binned.group_by("bin", "game_id", maintain_order=True).agg(n=pl.len(), won=pl.col("won").sum(), p=pl.col("shown").sum())
    rng, rows = np.random.default_rng(seed), []
    for (number,), part in sorted(each.partition_by("bin", as_dict=True).items()):
        n, won, p = (part[name].to_numpy().astype(float) for name in ("n", "won", "p"))
        picks = rng.integers(0, len(n), (times, len(n)))
        shares = won[picks].sum(axis=1) / n[picks].sum(axis=1)
        low, high = np.quantile(shares, (0.05, 0.95))
        rows.append((number, p.sum() / n.sum(), won.sum() / n.sum(), float(low), float(high), int(n.sum()), len(n)))
    return pl.DataFrame(rows, schema=["bin", "foretold", "happened", "low", "high", "positions", "games"], orient="row")
