"""The model's coefficients, and the chances that they give."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import polars as pl

from engine.decoding import Undecodable, from_json
from warehouse.errors import LakeError
from warehouse.winning.positions import FEATURES

SHIPPED = Path(__file__).with_name("winning.json")
"""The coefficients that ship with Sitrep; `sitrep model fit` makes such a file of other games."""


SHOWN_FROM = 10
"""Decided games of a title below which its chances are not told."""
FULL, VALUE = "all features", "unit values alone"
"""What the chances of a title are told from."""


class Draw(msgspec.Struct, frozen=True):
    """Coefficients fitted on games drawn anew with replacement; see Model."""

    shared: tuple[float, ...]
    titles: dict[str, tuple[float, ...]]
    sides: dict[str, float]
    alone: dict[str, tuple[float, ...]] = {}


class Model(msgspec.Struct, frozen=True):
    """Coefficients of a logistic model; features are divided by `scale` first.

    Attributes:
        shared: of all titles. titles: title to what is added to them there. sides: (title/side) to its intercept.
        games: title to the number of decided games by who played them. draws: of games drawn anew, for the bands.
        shown: title to FULL or VALUE; the chances of a title that is not in it are not known. alone: title to the coefficients that
            stand in place of the shared ones and its own; of VALUE.
    """

    features: tuple[str, ...]
    scale: tuple[float, ...]
    shared: tuple[float, ...]
    titles: dict[str, tuple[float, ...]]
    sides: dict[str, float]
    games: dict[str, dict[str, int]]
    draws: tuple[Draw, ...] = ()
    shown: dict[str, str] = {}
    alone: dict[str, tuple[float, ...]] = {}

    def chances(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return positions with `chance` and its band, `low` to `high` (9 of 10 resampled sets of games); a turn's chances add up to 1."""
        of = _asked(rows, self.scale)
        fitted: list[Model | Draw] = [self, *self.draws]
        every = [_score(of, one) for one in fitted]
        shares = [_shares(rows, score) for score in every]
        low, high = (np.quantile(np.array(shares), part, axis=0) for part in (0.05, 0.95))
        return rows.with_columns(chance=pl.Series(shares[0]), low=pl.Series(low), high=pl.Series(high))

    def central(self, rows: pl.DataFrame) -> pl.Series:
        """Return the chance of each position, without its band."""
        return pl.Series("chance", _shares(rows, _score(_asked(rows, self.scale), self)))

    def basis(self, title: str) -> str:
        """Say what the chances of a title were learned from."""
        counts = self.games.get(title, {})
        if not counts:
            return "no decided game of this title"
        first, *others = sorted(counts.items())
        said = f"{first[1]} decided game{'s' * (first[1] != 1)} of {first[0]}"
        said += "".join(f" and {n} of {kind}" for kind, n in others)
        return said + f", by {VALUE}" * (self.shown.get(title) == VALUE)

    def unknown(self, title: str) -> str:
        """Say why the chances of a title are not known; empty where they are."""
        if title in self.shown:
            return ""
        games, basis = sum(self.games.get(title, {}).values()), self.basis(title)
        if games < SHOWN_FROM:
            return f"{basis} {'was' if games < 2 else 'were'} there to learn from, and {SHOWN_FROM} are the least"
        return f"in {basis} no position foretold who won surely better than how often each side wins"


class _Asked(NamedTuple):
    """Scaled features of positions (positions, FEATURES), the (title, side) that they are of, and the number of each one's."""

    x: np.ndarray
    kinds: list[tuple[str, str]]
    kind: np.ndarray


def _asked(rows: pl.DataFrame, scale: tuple[float, ...]) -> _Asked:
    of = rows.select("title", "side")
    kinds = of.unique(maintain_order=True)
    kind = of.join(kinds.with_row_index("kind"), on=("title", "side"), how="left", maintain_order="left")["kind"]
    return _Asked(rows.select(FEATURES).to_numpy() / np.array(scale), kinds.rows(), kind.to_numpy())


def weights_of(of: Model | Draw, title: str) -> np.ndarray:
    """Return the coefficients of a title, in the order of FEATURES."""
    if title in of.alone:
        return np.array(of.alone[title])
    weights: np.ndarray = np.array(of.shared) + np.array(of.titles.get(title, (0.0,) * len(FEATURES)))
    return weights


def _score(of: _Asked, by: Model | Draw) -> np.ndarray:
    weights = np.array([weights_of(by, title) for title, _ in of.kinds]).reshape(-1, len(FEATURES))
    intercepts = np.array([by.sides.get(f"{title}/{side}", 0.0) for title, side in of.kinds])
    score: np.ndarray = (of.x * weights[of.kind]).sum(axis=1) + intercepts[of.kind]
    return score


def _shares(rows: pl.DataFrame, score: np.ndarray) -> np.ndarray:
    """Chances of each side apart, made to add up to 1 over the sides of a turn."""
    apart = rows.select("game_id", "turn").with_columns(p=pl.Series(1 / (1 + np.exp(-np.clip(score, -30, 30)))))
    return apart.select(pl.col("p") / pl.col("p").sum().over("game_id", "turn")).to_series().to_numpy()


def load(path: Path = SHIPPED) -> Model:
    """Return a model from its file.

    Raises:
        LakeError: there is none, or it is no model.
    """
    try:
        model = from_json(path.read_bytes(), Model)
    except (OSError, Undecodable) as error:
        raise LakeError(f"{path}: no model is here: {error}; fit one with `sitrep model fit`") from error
    if model.features != FEATURES:
        raise LakeError(
            f"{path}: the model knows {', '.join(model.features)}; expected {', '.join(FEATURES)}; fit it anew with `sitrep model fit`"
        )
    return model


def save(model: Model, path: Path) -> None:
    """Write a model to its file."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(model), indent=1) + b"\n")
