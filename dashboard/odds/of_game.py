"""The odds of a battle of a game in a lake: exact ones from the lake's tables; else played on from the record; else those of its ledger."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any, NamedTuple

import msgspec
import polars as pl

from dashboard.review.reader import Reader
from dashboard.ui.game_names import game_name
from dashboard.ui.text import mapping
from engine.errors import SitrepError
from engine.events import (
    BattleEnded,
    BattleStarted,
    DiceRolled,
    Event,
    GameStarted,
    TechAdvanced,
    UnitsChanged,
    UnitsRemoved,
)
from engine.odds.answers import Answer, battle_odds
from engine.odds.recorded import Recorded, battle_of, recorded_odds, why_sampled
from engine.odds.recorded_battle import SUBMERGE
from engine.odds.result import Result, share_error
from engine.odds.steps_left import steps_at_start
from engine.recording import Fidelity, Header
from engine.replay import Game
from engine.state import GameState
from engine.title.model import Title
from engine.titles import load_title, titles

GameOf = Callable[[], Game | None]
"""Returns a game as its record tells it; None where the record is not here."""


class Told(NamedTuple):
    """What is known of a battle's odds.

    Attributes:
        answer: the odds; None where they are not known. why: what is missing, in a sentence; empty if nothing is.
        steps: what the attackers and the defenders had of their steps or hits, `9 of 12 steps`; empty for whole ones.
    """

    answer: Answer | None
    why: str = ""
    steps: tuple[str, str] = ("", "")


def odds_in(of: Reader, battle: int, games: int, game_of: GameOf) -> Told:
    """Return the odds of a battle.

    Args:
        games: how often a battle is played that is not exact. game_of: asked only if the lake's tables do not suffice.
    """
    title = title_of(of)
    known = _known(title, of, battle) if title else None
    why = why_sampled(title, known) if title and known else ""
    try:
        if title and known and not why:
            return Told(
                battle_odds(
                    title,
                    known.forces,
                    area=known.area,
                    techs=known.techs,
                    games=games,
                    dive=known.dive,
                    options=known.options,
                )
            )
        game = game_of()
        if game is not None:
            return Told(recorded_odds(game, battle, games=games)[1], steps=steps_at_start(game, battle))
    except SitrepError as error:
        return _without_record(of, battle, why, str(error))
    return _without_record(of, battle, why, "The record is not on this machine any more.")


def _without_record(of: Reader, battle: int, why: str, lacking: str) -> Told:
    """Return what the ledger has of a battle, and what it lacks."""
    luck = of.frame("battle_luck").filter(pl.col("battle") == battle)
    if luck.is_empty():
        return Told(None, f"The odds of this battle are not known. {lacking}")
    return Told(_of_ledger(luck.row(0, named=True), why), f"{lacking} So survivors and average losses are not known.")


def title_of(of: Reader) -> Title | None:
    """Return the title of a game as it ships; None for another map, and for a game with tables of its own."""
    if of.game["title"] not in titles() or of.game["overlays"]:
        return None
    try:
        return load_title(of.game["title"])
    except SitrepError:
        return None


def from_lake(of: Reader, events: list[Event]) -> Game:
    """Return a game as a lake tells it, without the orders and dice that only its record has.

    Raises:
        SitrepError: its title does not ship, so that the figures of its units are not known.
    """
    title = title_of(of)
    if title is None:
        raise SitrepError(f"{game_name(of.game)}: the record is not on this machine any more, and its map does not ship")
    state = GameState().apply_all(events)
    return Game(title, Header(title.slug), events, state, Fidelity(of.game["fidelity"]), game_name(of.game), of.game["digest"])


def _known(title: Title, of: Reader, battle: int) -> Recorded | None:
    start = of.frame("battle_started").filter(pl.col("battle") == battle)
    if start.is_empty():
        return None
    at = start["seq"][0]
    techs = of.frame("tech_advanced").filter(pl.col("seq") < at).sort("seq")
    begun: list[Event] = [GameStarted(title.slug, "", mapping(of.game["options"]))]
    # Of the battle itself what comes before its first die, and that.
    dice = of.frame("dice_rolled").filter(pl.col("battle") == battle).sort("seq").head(1)
    dived = of.frame("units_changed").filter((pl.col("battle") == battle) & (pl.col("cause") == SUBMERGE))
    dived = dived.filter(pl.col("seq") < dice["seq"][0]) if len(dice) else dived
    # One that is over without a die leaves nobody a choice either.
    end = of.frame("battle_ended").filter(pl.col("battle") == battle)
    told = [
        *_events(BattleStarted, start),
        *_events(UnitsChanged, dived),
        *_events(DiceRolled, dice),
        *_events(BattleEnded, end),
    ]
    before = _at_sea(of, at) if start["kind"][0] == "sea" else []
    try:
        return battle_of(title, [*begun, *_events(TechAdvanced, techs), *told], battle, before)
    except SitrepError:
        return None


def _at_sea(of: Reader, at: int) -> list[Event]:
    """Return what the battles at sea before an event of this number tell of submarines."""
    starts = of.frame("battle_started").filter((pl.col("kind") == "sea") & (pl.col("seq") < at))
    here = (pl.col("seq") < at) & pl.col("battle").is_in(starts["battle"].to_list())
    some = (
        (BattleStarted, starts),
        (DiceRolled, of.frame("dice_rolled").filter(here)),
        (UnitsRemoved, of.frame("units_removed").filter(here)),
        (UnitsChanged, of.frame("units_changed").filter(here & (pl.col("cause") == SUBMERGE))),
        (BattleEnded, of.frame("battle_ended").filter(here)),
    )
    every = [(seq, event) for kind, rows in some for seq, event in zip(rows["seq"], _events(kind, rows), strict=True)]
    return [event for _, event in sorted(every, key=lambda one: one[0])]


def _events(kind: type[Event], rows: pl.DataFrame) -> list[Event]:
    names = {field.name for field in msgspec.structs.fields(kind)}
    return [kind(**{name: value for name, value in row.items() if name in names}) for row in rows.iter_rows(named=True)]


def _of_ledger(row: dict[str, Any], why: str) -> Answer:
    win, lose = row["win_chance"], row["lose_chance"]
    swings = tuple(zip(row["swings"] or (), row["swing_chances"] or (), strict=True))
    error = share_error(win, row["samples"]) if row["samples"] else 0.0
    unknown = nan, nan, nan  # losses and rounds, which a ledger does not have
    result = Result(win, row["take_chance"], lose, max(0.0, 1 - win - lose), 0.0, *unknown, swings=swings)
    return Answer(result._replace(samples=row["samples"], error=error), why)
