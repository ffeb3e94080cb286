"""Fitting the model of winning, and testing it: whole games are left out, never single positions.

A penalised logistic regression (scikit-learn). Each title has coefficients of its own beside the shared ones, which the same
penalty holds near nothing: so titles with few games lean on the others. Each game weighs the same, however long it was.
"""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np
import polars as pl

from warehouse.errors import LakeError
from warehouse.winning.model import Draw, Model
from warehouse.winning.positions import FEATURES

POOLING = 0.5
"""How much weaker a title's own coefficients may be than shared ones, at the same penalty."""
PENALTY = 1.0
"""Weight of the games against the penalty (scikit-learn's C)."""
DRAWS = 20
FEWEST = 4
"""Decided games below which nothing is fitted."""
BINS = 5
VALUE_ONLY = ("value",)


class Scores(NamedTuple):
    """How well held-out games were foretold: mean over games of the mean over their positions. Less is better."""

    games: int
    brier: float
    log_loss: float


class Tested(NamedTuple):
    """The model beside the two simplest ones, on games that it had not seen; and its calibration."""

    model: Scores
    value_only: Scores
    base_rate: Scores
    calibration: pl.DataFrame
    """foretold, happened, low, high, positions, games: by fifths of the chance; the band is of resampled games."""
    positions: pl.DataFrame
    """title, game_id, round, turn, side, won, and what each foretold: model, value_only, base_rate."""


def decided(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the positions of decided games."""
    return rows.filter(pl.col("won").is_not_null())


def fit(rows: pl.DataFrame, seed: int = 0, draws: int = DRAWS) -> Model:
    """Return the model of these positions, with the coefficients of so many sets of games drawn anew.

    Raises:
        LakeError: there are too few decided games, or scikit-learn is not installed.
    """
    rows = decided(rows)
    games = rows["game_id"].unique(maintain_order=True).to_list()
    if len(games) < FEWEST:
        raise LakeError(
            f"{len(games)} decided games are in the lake; expected at least {FEWEST} to fit a model of winning"
        )
    scale = tuple(float(max(rows[name].std() or 0.0, 1e-6)) for name in FEATURES)
    shared, titles, sides = _fit(rows, scale, FEATURES)
    rng, drawn = np.random.default_rng(seed), []
    parts = rows.partition_by("game_id", as_dict=True, maintain_order=True)
    for _ in range(draws):
        picked = rng.choice(len(games), len(games))
        again = pl.concat([parts[games[at],].with_columns(game_id=pl.lit(f"{n}")) for n, at in enumerate(picked)])
        s, t, i = _fit(again, scale, FEATURES)
        drawn.append(Draw(s, t, i))
    counts = rows.unique("game_id").group_by("title", "kind").len().sort("title", "kind")
    by_title: dict[str, dict[str, int]] = {}
    for title, kind, n in counts.iter_rows():
        by_title.setdefault(title, {})[kind] = n
    return Model(FEATURES, scale, shared, titles, sides, by_title, tuple(drawn))


def _fit(
    rows: pl.DataFrame, scale: tuple[float, ...], features: tuple[str, ...]
) -> tuple[tuple[float, ...], dict, dict]:
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise LakeError("fitting a model needs scikit-learn: pip install scikit-learn") from error
    used = np.array([name in features for name in FEATURES])
    x = rows.select(FEATURES).to_numpy() / np.array(scale) * used
    titles = rows["title"].unique().sort().to_list()
    seats = sorted({f"{title}/{side}" for title, side in rows.select("title", "side").iter_rows()})
    of_title = (rows["title"].to_numpy()[:, None] == np.array(titles)[None, :]).astype(float)
    names = np.array([f"{title}/{side}" for title, side in rows.select("title", "side").iter_rows()])
    of_seat = (names[:, None] == np.array(seats)[None, :]).astype(float)
    own = (of_title[:, :, None] * x[:, None, :] * POOLING).reshape(len(rows), -1)
    y = rows["won"].to_numpy().astype(int)
    weights = (1 / rows.select(pl.len().over("game_id")).to_series().to_numpy()) * 4
    if len(set(y.tolist())) < 2:
        return (0.0,) * len(FEATURES), {}, {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = LogisticRegression(C=PENALTY, fit_intercept=False, max_iter=500)
        model.fit(np.hstack([x, own, of_seat]), y, sample_weight=weights)
    k, found = len(FEATURES), model.coef_[0]
    mine = found[k : k + k * len(titles)].reshape(len(titles), k) * POOLING
    return (
        _rounded(found[:k]),
        {title: _rounded(mine[at]) for at, title in enumerate(titles)},
        {seat: round(float(value), 5) for seat, value in zip(seats, found[k + k * len(titles) :], strict=True)},
    )


def _rounded(values: np.ndarray) -> tuple[float, ...]:
    return tuple(round(float(value), 5) for value in values)


def held_out(rows: pl.DataFrame) -> pl.DataFrame:
    """Leave out every game once, fit on all others, and foretell it: see `Tested.positions`."""
    rows = decided(rows)
    scale = tuple(float(max(rows[name].std() or 0.0, 1e-6)) for name in FEATURES)
    out = []
    for game in rows["game_id"].unique(maintain_order=True):
        rest, left = rows.filter(pl.col("game_id") != game), rows.filter(pl.col("game_id") == game)
        columns = {}
        for name, features in (("model", FEATURES), ("value_only", VALUE_ONLY)):
            shared, titles, sides = _fit(rest, scale, features)
            columns[name] = Model(FEATURES, scale, shared, titles, sides, {}).chances(left)["chance"]
        out.append(
            left.select("title", "game_id", "round", "turn", "side", "won").with_columns(
                **columns, base_rate=_base(rest, left)
            )
        )
    return pl.concat(out)


def judged(found: pl.DataFrame, title: str = "", seed: int = 0) -> Tested:
    """Return how well held-out games (of a title, if named) were foretold.

    Args:
        found: of `held_out`.
    """
    found = found.filter(pl.col("title") == title) if title else found
    scores = (_scores(found, name) for name in ("model", "value_only", "base_rate"))
    return Tested(*scores, _calibration(found, seed), found)


def _base(rest: pl.DataFrame, left: pl.DataFrame) -> pl.Series:
    """How often each side has won in the other games of the title; one win of each side is added."""
    rest = rest.filter(pl.col("title") == left["title"][0]).unique(["game_id", "side"])
    sides = left["side"].unique().to_list()
    wins = {side: 1 + rest.filter(side=side)["won"].sum() for side in sides}
    total = sum(wins.values())
    return left["side"].replace_strict({side: n / total for side, n in wins.items()}, return_dtype=pl.Float64)


def _scores(found: pl.DataFrame, name: str) -> Scores:
    p = pl.col(name).clip(1e-6, 1 - 1e-6)
    y = pl.col("won").cast(pl.Float64)
    each = found.group_by("game_id", maintain_order=True).agg(
        brier=((p - y) ** 2).mean(), loss=-(y * p.log() + (1 - y) * (1 - p).log()).mean()
    )
    return Scores(each.height, float(each["brier"].mean() or 0.0), float(each["loss"].mean() or 0.0))


def _calibration(found: pl.DataFrame, seed: int, times: int = 200) -> pl.DataFrame:
    binned = found.with_columns(bin=(pl.col("model") * BINS).floor().clip(0, BINS - 1).cast(pl.Int32))
    each = binned.group_by("bin", "game_id", maintain_order=True).agg(
        n=pl.len(), won=pl.col("won").sum(), p=pl.col("model").sum()
    )
    rng, rows = np.random.default_rng(seed), []
    for (number,), part in sorted(each.partition_by("bin", as_dict=True).items()):
        n, won, p = (part[name].to_numpy().astype(float) for name in ("n", "won", "p"))
        picks = rng.integers(0, len(n), (times, len(n)))
        shares = won[picks].sum(axis=1) / n[picks].sum(axis=1)
        low, high = np.quantile(shares, (0.05, 0.95))
        rows.append((number, p.sum() / n.sum(), won.sum() / n.sum(), float(low), float(high), int(n.sum()), len(n)))
    return pl.DataFrame(rows, schema=["bin", "foretold", "happened", "low", "high", "positions", "games"], orient="row")
