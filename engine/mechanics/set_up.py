"""The start of a game: the header's values, the set-up tables, and who plays which power (section Setup)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine import events as ev
from engine.errors import RecordError
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import NEUTRAL
from engine.title.columns import nearest
from engine.title.model import Title


def begin(play: Play, scenario: str, options: dict[str, str], players: dict[str, str]) -> None:
    """Emit the start of a game and the events of its set-up tables.

    Raises:
        RecordError: the title lacks the scenario, an option, an option's value or a power.
    """
    _check_header(play.title, scenario, options, players)
    play.emit(ev.GameStarted(play.title.slug, scenario, play.title.choices(options), players))
    set_up(play, scenario)


def set_up(play: Play, scenario: str) -> None:
    """Emit a scenario's treasuries, control, units, standings and relations between powers (section Setup); troops at sea are aboard."""
    title, carried = play.title, list[str]()
    for row in title.treasuries:
        if row.scenario == scenario and row.amount:
            play.emit(ev.ResourceChanged(row.power, row.resource, row.amount, row.amount, "setup"))
    for holding in title.holdings:
        if holding.scenario == scenario:
            play.emit(ev.ControlChanged(holding.area, "", holding.power, "setup"))
    for placed in title.placements:
        if placed.scenario == scenario:
            strength = placed.strength or profile(play.position, placed.power, placed.unit).strength
            condition = play.rules.condition_put(play.position, placed.area, placed.unit)
            play.emit(ev.UnitsPlaced(placed.power, placed.unit, placed.count, placed.area, strength, "setup", condition))
            carried += [placed.area] if condition else []
    for area in dict.fromkeys(carried):
        for event in play.rules.relisted(play.position, area):
            play.emit(event)
    for nation in title.nations.values():
        if nation.kind == NEUTRAL and not title.standings:
            play.emit(ev.PowerChanged(nation.power, "", NEUTRAL, "setup"))
    for standing in title.standings:
        if standing.scenario == scenario:
            play.emit(ev.PowerChanged(standing.power, "", standing.standing, "setup"))
    for relation in title.relations:
        if relation.scenario == scenario:
            play.emit(ev.RelationChanged(relation.power, relation.other, "", relation.relation))


def check_scenario(title: Title, scenario: str) -> None:
    """Raise RecordError if a title has no such scenario."""
    _known("scenario", scenario, title.scenarios)


def check_options(title: Title, options: Mapping[str, str]) -> None:
    """Raise RecordError if a title has no such option, or an option no such value."""
    for slug, value in options.items():
        _known("option", slug, title.options)
        _known(f"value of option {slug!r}:", value, title.options[slug].values)


def _check_header(title: Title, scenario: str, options: dict[str, str], players: dict[str, str]) -> None:
    """Raise RecordError when the title lacks a record's scenario, option or power.

    Any number of people may play; a power that `players` leaves out has no named player.
    """
    check_scenario(title, scenario)
    check_options(title, options)
    for power in players:
        _known("power in players:", power, title.powers)


def _known(what: str, found: str, expected: Iterable[str]) -> None:
    expected = tuple(expected)
    if found not in expected:
        close = nearest(found, expected)
        hint = f" (did you mean {close!r}?)" if close else ""
        raise RecordError(f"unknown {what} {found!r}{hint}; expected one of {', '.join(expected)}")


def seat(title: Title, players: Sequence[str]) -> dict[str, str]:
    """Return power to player, by the title's seating for this number of players (section The Combatants).

    Raises:
        RecordError: the title has no seats for so many.
    """
    if len(players) not in title.seatings:
        numbers = ", ".join(str(number) for number in sorted(title.seatings))
        raise RecordError(f"{title.slug}: no seats for {len(players)} players; expected {numbers}")
    seats = zip(players, title.seatings[len(players)], strict=True)
    taken = {power: player for player, powers in seats for power in powers}
    return {power: taken[power] for power in title.turns}
