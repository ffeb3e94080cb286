"""The title of a save: the known title whose map it is, else one made of what the save itself says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from engine.events import DefectFound
from engine.title.loader import load_title, titles
from engine.title.model import Holding, Named, Option, Placement, Title, Treasury
from ingest.triplea.model import Save
from ingest.triplea.plain import NEUTRAL
from ingest.triplea.replay import start_state
from ingest.triplea.state import TripleaState
from ingest.triplea.title.areas import areas, links, passages
from ingest.triplea.title.names import NOBODY, Names, called, own_names, printed, resources, slug, technologies
from ingest.triplea.title.powers import powers, sides
from ingest.triplea.title.tables import nations, step_kind
from ingest.triplea.title.units import hit_points, units

SCENARIO = "standard"
FAMILY = "triplea"


class Reading(msgspec.Struct, frozen=True):
    """A save's title, the names it gives to the save's things, and where a known title and the save differ."""

    title: Title
    names: Names
    defects: tuple[DefectFound, ...] = ()


def title_of(save: Save) -> Title:
    """Return the title of a save: a known one when its map is the save's, else one read from the save."""
    return read_title(save).title


def read_title(save: Save, start: TripleaState | None = None) -> Reading:
    """Return the title of a save with its names; `start` is the state before the first change, when it is at hand."""
    start = start or start_state(save)[0]
    known = next((title for title in map(load_title, titles()) if save.game in title.maps), None)
    defects: list[DefectFound] = []
    if known is not None:
        names = _names_of(known, save)
        defects = [*_strangers(known, save, names)]
        if not defects:
            return Reading(known, names, tuple(_other_figures(known, save, names, start)))
    return Reading(*own_title(save, start), tuple(defects))


def _names_of(title: Title, save: Save) -> Names:
    """Return the names that a title's `triplea` columns give; its main resource is the first of both."""
    return Names(
        {row.triplea: key for key, row in title.areas.items() if row.triplea},
        {row.triplea: key for key, row in title.powers.items() if row.triplea},
        {row.triplea: key for key, row in title.units.items() if row.triplea},
        resources(save) | {name: title.resource for name, key in resources(save).items() if key == "ipc"},
        technologies(save),
    )


def _strangers(title: Title, save: Save, names: Names) -> Iterator[DefectFound]:
    """Yield things of the save that a known title has not got, and the other way round: then it is another map."""
    pairs: tuple[tuple[str, Iterable[str], Collection[str]], ...] = (
        ("territories", save.territories, names.areas),
        ("players", save.players, {*names.powers} - {NEUTRAL}),
        ("unit types", save.unit_types, names.units),
    )
    for what, theirs, ours in pairs:
        for name in sorted({*theirs} ^ {*ours}):
            side = ("only in the save", "in both") if name not in ours else ("only in the title", "in both")
            yield DefectFound(
                "title/names",
                "error",
                side[0],
                side[1],
                f"{name!r} of the {what}: the save is called {save.game!r}, the map of {title.slug}, but is not that map",
            )


def _other_figures(title: Title, save: Save, names: Names, start: TripleaState) -> Iterator[DefectFound]:
    """Yield figures that a save of a known map plays with and the title has otherwise: values are then the title's."""
    own = units(save, names, start)
    for key, row in title.units.items():
        theirs = own[key]
        for name in ("cost", "attack", "defense", "move", "strength"):
            found, expected = getattr(theirs, name), getattr(row, name)
            if found != expected and not (name == "defense" and row.has("no-combat")):
                yield _figure(f"{name} of {key}", found, expected)
    for name, territory in save.territories.items():
        value = title.areas[names.areas[name]].value
        if territory.production != value:
            yield _figure(f"value of {names.areas[name]}", territory.production, value)
    yield from _other_links(title, save, names)


def _other_links(title: Title, save: Save, names: Names) -> Iterator[DefectFound]:
    """Yield links between areas that one of both has alone: the title's are played."""
    theirs = {frozenset((names.areas[one], names.areas[other])) for one, other in save.connections}
    ours = {frozenset((link.area, link.to)) for link in title.links}
    for pair in sorted(map(sorted, theirs ^ ours)):
        there = frozenset(pair) in theirs
        yield _figure(f"a link from {' to '.join(pair)}", int(there), int(not there))


def _figure(what: str, found: int, expected: int) -> DefectFound:
    message = f"{what}: the save plays with another figure than the title"
    return DefectFound("title/figures", "info", str(found), str(expected), message)


def own_title(save: Save, start: TripleaState) -> tuple[Title, Names]:
    """Return the title that a save makes of what it says itself, whatever titles are known, and the names in it."""
    names = own_names(save, {player: nation.power for player, nation in nations().items()})
    rows = powers(save, names)
    canals, between = passages(save, names)
    title = Title(
        slug=_own_slug(save),
        name=save.game,
        edition=f"TripleA map, version {save.map_version}",
        family=FAMILY,
        triplea=save.game,
        phases=phases(save),
        dice_sides=save.dice_sides,
        areas=areas(save, names, start),
        links=links(save, names, between),
        passages=canals,
        units=units(save, names, start),
        powers=rows,
        sides=sides(save, rows),
        resources={key: Named(key, called(name)) for name, key in names.resources.items()},
        scenarios={SCENARIO: Named(SCENARIO, "As the map sets it up")},
        options=options(save),
        seatings={},
        placements=tuple(_placements(start, names)),
        holdings=tuple(_holdings(start, names)),
        treasuries=tuple(_treasuries(start, names)),
        settings={"position_source": "none"},
    )
    return title, names


def _own_slug(save: Save) -> str:
    """Return the slug of a map; one that is called as a title that is another map is told apart from it."""
    found = slug(save.game) or "triplea-map"
    return f"{found}-map" if found in titles() else found


def phase_of(step: str, shown: str = "") -> str:
    """Return the slug of a step's phase: by its name's end, else of what the panel shows, else of its name."""
    kind = step_kind(step)
    return kind.phase if kind else slug(shown) or slug(step) or "phase"


def phases(save: Save) -> tuple[str, ...]:
    """Return every phase of the sequence once, in order."""
    return tuple(dict.fromkeys(phase_of(step.name, step.title or "") for step in save.sequence))


def options(save: Save) -> dict[str, Option]:
    """Return the options that players may set before the game."""
    found = {}
    for option in save.options.values():
        key = slug(option.name)
        if option.editable and key and type(option.value) in (bool, int, str):
            value = option_value(option.value)
            found[key] = Option(key, printed(option.name), (value,), value, "save: options")
    return found


def option_value(value: object) -> str:
    """Return an option's value as text: yes and no for flags."""
    return ("yes" if value else "no") if type(value) is bool else str(value)


def _placements(start: TripleaState, names: Names) -> Iterator[Placement]:
    for (kind, place), held in start.held_at.items():
        if kind == "territory":
            counts: dict[tuple[str, str], int] = {}
            for unit in held.values():
                key = names.power(unit.owner) or NOBODY, names.units[unit.type]
                counts[key] = counts.get(key, 0) + 1
            for (power, type_), count in counts.items():
                yield Placement(SCENARIO, names.areas[place], power, type_, count, "save: state before the first change")


def _holdings(start: TripleaState, names: Names) -> Iterator[Holding]:
    for place, owner in start.owners.items():
        if owner is not None:
            yield Holding(SCENARIO, names.areas[place], names.power(owner), "save: state before the first change")


def _treasuries(start: TripleaState, names: Names) -> Iterator[Treasury]:
    for player, held in start.resources.items():
        for resource, amount in held.items():
            if amount:
                yield Treasury(SCENARIO, names.power(player), names.resources[resource], amount, "save: start")


__all__ = ["SCENARIO", "Reading", "hit_points", "option_value", "own_title", "phase_of", "read_title", "title_of"]
