"""Declarations of war (section 3.2)."""

from __future__ import annotations

from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import GoToWar
from engine.titles.blitz.politics import aligning, entry, road
from engine.titles.blitz.politics_tables import WarLimit, vichy
from engine.titles.blitz.position import board
from engine.titles.blitz.tables import countries, figure
from engine.titles.blitz.vocabulary import DECLARED, VICHY_FRANCE, WAR

SECTION = "3.2 Declare War"

POWER = Rule("declare/power", SECTION, FATAL)
SCENARIO = Rule("declare/scenario", SECTION, FATAL)
UNKNOWN = Rule("declare/unknown", SECTION, FATAL)
SIDE = Rule("declare/side", SECTION, FATAL)
AT_WAR = Rule("declare/at-war", SECTION, FATAL)
TOO_EARLY = Rule("declare/too-early", SECTION, FATAL)
NEUTRAL_ENTRY = Rule("declare/neutral-entry", SECTION, FATAL)
ALLIED = Rule("declare/allied", SECTION, FATAL)
BARRED = Rule("declare/barred", SECTION, FATAL)


def check_declare(position: Position, order: GoToWar) -> list[Problem]:
    """Return what is wrong with a declaration of war (3.2)."""
    power, on = order.by, order.on
    side = board.side_of(position, position.power)
    if power not in board.powers_of(position, side):
        return [
            POWER.broken(
                "only a power of the side that is acting declares war",
                power,
                ", ".join(board.powers_of(position, side)),
            )
        ]
    if not board.rules_of(position).politics and on not in board.rules_of(position).victims:
        return [SCENARIO.broken("no war is declared in this scenario", on, "no declaration")]
    if on in position.title.powers:
        return _check_on_power(position, power, on)
    if on not in countries(position.title):
        return [UNKNOWN.broken("no such country or power", on, "a country of countries.csv, or a power")]
    return _check_on_country(position, power, on)


def _check_on_power(position: Position, power: str, on: str) -> list[Problem]:
    if not board.plays(position, on) or board.side_of(position, on) == board.side_of(position, power):
        return [SIDE.broken("war is declared on the other side's powers", on, "a power of the other side")]
    if board.at_war(position, power, on):
        return [AT_WAR.broken(f"{power} and {on} are at war already", on, "a power at peace with it")]
    return _check_limits(position, power, on)


def _check_limits(position: Position, power: str, on: str) -> list[Problem]:
    """Return what of war_limits.csv forbids a declaration of war now."""
    for row in own_rows(position.title, "war_limits", WarLimit):
        if row.on_country and road.is_on(position):
            continue  # there a pact bars war on Germany's allies, which is war on Germany: the countries of 3.2 are not meant (9.2)
        meant = row.power == power and (row.on_power or row.on_country or on) == on
        if meant and (wrong := _limited(position, row, on)):
            return wrong
    return []


def _limited(position: Position, row: WarLimit, on: str) -> list[Problem]:
    if row.rule == "early":
        turn, early = board.game_turn(position), not row.choice or road.holds(position, row.choice)
        if turn >= row.turn or not early or board.holder(position, row.area) == row.power:
            return []
        held = board.holder(position, row.area) or "nobody's"
        return [
            TOO_EARLY.broken(
                f"{row.power} may not yet declare war on {on}",
                f"turn {turn}, {row.area} {held}",
                f"{row.area} {row.power}, or turn {row.turn}",
            )
        ]
    waits = entry.is_limited if row.rule == "limited" else entry.is_bound
    if not waits(position, row.power):
        return []
    box, last = entry.box(position, row.power), figure(position.title, "last-entry-box")
    return [NEUTRAL_ENTRY.broken(f"{row.power} cannot declare war on {on} yet", f"box {box}", f"box {last}")]


def _check_on_country(position: Position, power: str, on: str) -> list[Problem]:
    row, side = countries(position.title)[on], board.side_of(position, power)
    areas = board.areas_of(position, on)
    if not any(board.is_in_play(position, area) for area in areas) or (row.part and on != vichy(position.title)):
        return [UNKNOWN.broken("no such country in play", on, "a neutral country")]
    if board.ally_of(position, on) or (on == vichy(position.title) and not VICHY_FRANCE.read(position.state)):
        return [
            ALLIED.broken(
                f"{on} is no neutral country; declare war on the power that controls it",
                board.ally_of(position, on) or "part of France",
                "a neutral country",
            )
        ]
    if row.barred == side and road.holds(position, "monroe-doctrine"):
        return [BARRED.broken(f"no {side} power may declare war on {on}", on, "another country")]
    return _check_limits(position, power, on)


def declare(play: Play, order: GoToWar) -> None:
    """Declare war, and do what follows at once (3.2)."""
    power, on = order.by, order.on
    DECLARED.set(play, "yes", power, on)
    if on in play.title.powers:
        entry.go_to_war(play, power, on)
    else:
        declare_on_country(play, power, on)
    agenda.after(play, "politics")


def declare_on_country(play: Play, power: str, country: str) -> None:
    """Declare war on a neutral country: the other side aligns it (3.2)."""
    position, row = play.position, countries(play.title)[country]
    side = board.side_of(position, power)
    entry.happens(play, f"{side}-declares-on-neutral" if side == "axis" else "allies-declare-on-neutral")
    patron = row.allies if side == "axis" else row.axis
    if not board.plays(position, patron):
        rivals = [p for p in board.rules_of(position).powers if board.side_of(position, p) != side and board.plays(position, p)]
        patron = rivals[0] if rivals else patron
    aligning.align(play, country, patron, "declared-upon", attacked=side)
    holders = {board.holder(play.position, area) for area in board.areas_of(play.position, country)} - {"", power}
    if any(not board.at_war(play.position, power, holder) for holder in holders):  # at peace with its ally, or with one of two
        WAR.set(play, "yes", country, power)
