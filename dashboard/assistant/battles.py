"""The odds of a battle: of forces that are told, or of one that was fought in a game of the lake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isnan

import polars as pl

from dashboard.assistant.answers import Rows, answer
from dashboard.assistant.arguments import Odds
from dashboard.assistant.lake_tools import found_in
from dashboard.odds.of_game import odds_in
from dashboard.review.reader import Reader
from dashboard.review.record import game_of, record_of
from dashboard.terminal.odds import MOST, SMALL, precision, swing_told
from dashboard.turn_report.names import Names
from dashboard.ui.sampled import mean_told, often
from engine.errors import SitrepError
from engine.forces import show_units
from engine.odds.answers import Answer, battle_odds
from engine.odds.battle import FIGHT_ON, Forces, Retreat
from engine.odds.fighters import Units
from engine.odds.names import area_named
from engine.odds.played_ledger import CLOSE
from engine.odds.questions import chance_of, percentiles, plays_of, question
from engine.odds.result import Survivors
from engine.odds.written import forces_of
from engine.replay import Game
from engine.title.model import Title
from engine.titles import load_title, titles
from warehouse import Lake

PLAYED = 500
"""How often a battle of forces is played that cannot be worked out: as often as the page Odds plays it."""


def odds(lake: Callable[[], Lake], asked: Odds) -> str:
    """Return the odds of a battle. Only for one of a game is the lake opened."""
    if asked.game or asked.battle is not None:
        return _of_game(lake(), asked)
    if not (asked.title and asked.attackers and asked.defenders):
        raise SitrepError("expected title, attackers and defenders (odds of forces), or game and battle (of one that was fought)")
    title = titled(asked.title)
    area = area_named(title, asked.area)
    forces = forces_of(
        title,
        asked.attackers,
        asked.defenders,
        area=area,
        attacker=asked.attacker,
        defender=asked.defender,
        bombard=asked.bombard,
        attack_order=asked.attack_order.split(","),
        defend_order=asked.defend_order.split(","),
    )
    when = Retreat(asked.retreat_after, 0, 0.0, None, False) if asked.retreat_after else FIGHT_ON
    end = question(title, asked.ask) if asked.ask else None
    found = battle_odds(title, forces, area=area, retreat=when, games=PLAYED, low_luck=asked.low_luck)
    own = [] if end is None else [(asked.ask, often(chance_of(found.result, end), plays_of(found.result, end)))]
    unit = title.resources[title.resource].name
    names = Names.of_title(title)
    where = f"in {title.areas[area].name}" if area else "at sea" if forces.at_sea else "on land"
    return answer(f"{title.name}, {where}: {_fighters(forces, names)}.", *told(found, unit, names, own, at_sea=forces.at_sea))


def _fighters(forces: Forces, names: Names) -> str:
    """Return who fights whom, in printed names."""

    def told(units: Units) -> str:
        several = len({power for _, power in units}) > 1
        return names.force(show_units((unit, n, power if several else "") for (unit, power), n in units.items()))

    aboard = [f"aboard its transports: {told(load)}" if load else "" for load in (forces.attack_load, forces.defend_load)]
    mine = [told(forces.attackers), aboard[0], f"bombarded by {told(forces.bombard)}" if forces.bombard else ""]
    theirs = [told({**forces.defenders, **forces.guns}), aboard[1]]
    return f"{'; '.join(filter(None, mine))} against {'; '.join(filter(None, theirs))}"


def titled(slug: str) -> Title:
    """Return the title of a slug.

    Raises:
        SitrepError: there is none; the message lists them.
    """
    if slug not in titles():
        raise SitrepError(f"no title {slug!r}; expected one of {', '.join(titles())}")
    return load_title(slug)


def _of_game(lake: Lake, asked: Odds) -> str:
    of = Reader.of_lake(lake, found_in(lake, asked.game))
    battles = of.frame("battle_started")
    found = battles.filter(pl.col("battle") == asked.battle)
    if found.is_empty():
        last = max(battles["battle"], default=0)
        raise SitrepError(f"no battle {asked.battle} in {of.game_id}: its battles are numbered 1 to {last}; biggest_battles lists some")
    names, row = Names.of(of.frame, of.money, of.words), found.row(0, named=True)
    known = odds_in(of, int(row["battle"]), CLOSE.games, lambda: _again(of))
    head = (
        f"Battle {row['battle']}, round {row['round']}: {names.said('power', row['attacker'])} with {names.force(row['attackers'])} "
        f"against {names.said('power', row['defender'])} with {names.force(row['defenders'])} in {names.said('area', row['area'])}."
    )
    if known.answer is None:
        return answer(head, f"Odds: not known. {known.why}")
    lines = told(known.answer, of.unit, names, [], at_sea=row["kind"] == "sea")
    return answer(head, known.why, *lines, *_as_fought(of, int(row["battle"])))


def _again(of: Reader) -> Game | None:
    record = record_of(of)
    return game_of(of, record) if record else None


def _as_fought(of: Reader, battle: int) -> Iterator[str]:
    """Yield what became of a battle, beside its odds."""
    luck = of.frame("battle_luck").filter(pl.col("battle") == battle)
    if luck.height and luck["luck"][0] is not None:
        yield f"As it was fought, its dice were worth {luck['luck'][0]:+.1f} {of.unit} to the attacker beside the odds."


def told(found: Answer, unit: str, names: Names, own: list[tuple[str, str]], *, at_sea: bool) -> Iterator[str | Rows]:
    """Yield the odds in words and tables, no better than they are known.

    Args:
        own: chances that were asked for, as they are called, in words.
    """
    odds = found.result
    yield precision(found)
    yield Rows(("outcome", "chance"), [*_chances(found, at_sea), *own], "Chances")
    if not isnan(odds.attacker_lost):
        mine, theirs, rounds = (
            mean_told(mean, error) for mean, error in zip((odds.attacker_lost, odds.defender_lost, odds.rounds), odds.errors, strict=True)
        )
        swing = mean_told(odds.swing, odds.swing_error, sign=True)
        yield (
            f"\nOn average the attacker loses {mine} {unit}, the defender {theirs}: a swing of {swing} for the attacker, "
            f"in {rounds} rounds."
        )
    if odds.swings:
        parts = ", ".join(f"{part}th {swing_told(odds, part / 100)}" for part, _ in percentiles(odds.swings))
        yield f"Percentiles of the swing in {unit}: {parts}."
    for side, left in (("attackers", odds.attackers), ("defenders", odds.defenders)):
        if left:
            yield Rows(("left", "chance"), list(_left(left, names, odds.samples or odds.played)), f"What is left of the {side}")


def _chances(found: Answer, at_sea: bool) -> list[tuple[str, str]]:
    odds = found.result
    played = odds.samples or odds.played  # aircraft are lost in battles played, even where the chances of the battle are exact
    rows = [
        ("attacker wins", odds.win, odds.samples),
        *([] if at_sea else [("attacker takes the area", odds.take, odds.samples)]),
        ("defender wins", odds.lose, odds.samples),
        ("nobody wins", odds.draw, odds.samples),
        ("attacker retreats", odds.retreat, odds.samples),
        ("attacker loses any aircraft", odds.attacker_aircraft, played),
        ("defender loses any aircraft", odds.defender_aircraft, played),
    ]
    return [(name, often(chance, samples)) for name, chance, samples in rows if chance >= SMALL or name.endswith("wins")]


def _left(found: tuple[Survivors, ...], names: Names, samples: int) -> Iterator[tuple[str, str]]:
    shown = [one for one in found[:MOST] if one.chance >= SMALL]
    for one in shown:
        yield ", ".join(filter(None, (names.force(one.units) if one.units else "nobody", one.steps))), often(one.chance, samples)
    rest = 1.0 - sum(one.chance for one in shown)
    if rest >= SMALL:
        yield "anything else", often(rest, samples)
