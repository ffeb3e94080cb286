"""A moment of a record as the game file of its TripleA map, so that the program opens the position and plays on.

The game file given is the map's own (XML). What stands, who holds what, stores, technologies and relations are written into it; the
sequence begins with the turn of the power that is on turn. What such a file has no word for is told: `Written.left_out`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as xml

from engine.condition import parse_condition
from engine.errors import RecordError
from engine.events import Event, UnitsChanged, UnitsMoved, UnitsRemoved
from engine.mechanics.profile import profile_in
from engine.state import GameState, state_at
from engine.title.model import Title
from ingest.files import shown
from ingest.triplea.events.ledger import relation
from ingest.triplea.maps.game_file import read_game_file
from ingest.triplea.plain import NEUTRAL
from ingest.triplea.title.names import NOBODY, resources, slug

HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE game SYSTEM "game.dtd">\n'
ONCE = "maxRunCount"
"""The attribute of steps that are made so many times in a game: setting up, bids."""
TECHNOLOGIES = "techAttachment"
OPTIONS = {
    "super-subs": "superSub",
    "jet-power": "jetPower",
    "shipyards": "shipyards",
    "aa-radar": "aARadar",
    "long-range-aircraft": "longRangeAir",
    "heavy-bomber": "heavyBomber",
    "improved-artillery-support": "improvedArtillerySupport",
    "rockets-advance": "rocket",
    "paratroopers": "paratroopers",
    "increased-factory-production": "increasedFactoryProduction",
    "war-bonds": "warBonds",
    "mechanized-infantry": "mechanizedInfantry",
    "industrial-technology": "industrialTechnology",
    "destroyer-bombard": "destroyerBombard",
}
"""Technology -> its option of a player's techAttachment: those that the program knows. What a map adds to them has none."""


LISTS = (("industrial-technology", "IndustrialTechnology"), ("shipyards", "Shipyards"))
"""Technology that gives other prices, and what the name of its list of prices ends with."""
NEUTRALITY = "neutral"
"""What the program calls peace."""

Row = tuple[str, str, str, int]
"""Area, power, unit, strength."""


class Written(NamedTuple):
    """A game file, and what of the position it does not say."""

    content: bytes
    left_out: tuple[str, ...]


def settled(events: Sequence[Event], at: int) -> int:
    """Return the number of events, from `at` on, after which no cargo is apart from its ship.

    A ship and what it carries move one after the other; between two of these events cargo stands in a zone without its ship,
    which no game file can say. Where the record never brings them together, that is `at` itself, or where the fewest are apart.
    """
    state = state_at(events, at)
    best, fewest = at, _apart(state)
    for number, event in enumerate(events[at:], at + 1):
        if not fewest or not isinstance(event, (UnitsMoved, UnitsChanged, UnitsRemoved)):
            break
        state.apply(event)
        if (apart := _apart(state)) < fewest:
            best, fewest = number, apart
    return best


def _apart(state: GameState) -> int:
    """Return how many pieces are aboard where no ship lists them, or on the list of a ship that is elsewhere."""
    pieces = Counter[tuple[str, str, str]]()
    for key, count in state.stacks.items():
        condition = parse_condition(key.condition)
        if condition.aboard:
            pieces[key.area, key.power, key.unit] += count
        for power, unit in condition.cargo:
            pieces[key.area, power, unit] -= count
    return sum(map(abs, pieces.values()))


def position_file(state: GameState, title: Title, game_file: Path) -> Written:
    """Return the game file of a position.

    Args:
        state: the game at the moment. title: its title. game_file: the game file (XML) of the title's map.

    Raises:
        RecordError: it is no game file, or that of another map, or has not got what stands on the board.
    """
    names = _Names(title, game_file)
    root = xml.parse(game_file).getroot()
    _initialize(root, state, title, names)
    unsaid = [*_relations(root, state, names)]
    _technologies(root, state, names)
    _production(root, state, names)
    _begin_with(root, names.players.get(state.clock.power, ""))
    xml.indent(root)
    left_out = (*_left_out(state, title), *unsaid, *_unsaid(root, state))
    return Written(HEAD + xml.tostring(root, encoding="utf-8") + b"\n", left_out)


class _Names:
    """Sitrep's slugs as the game file calls the things."""

    def __init__(self, title: Title, game_file: Path) -> None:
        save = read_game_file(game_file)
        if save.game not in title.maps:
            raise RecordError(
                f"found the game file of {save.game!r}; expected that of {title.triplea or 'a TripleA map: the record is of none'!r}",
                file=shown(game_file),
            )
        self.file = shown(game_file)
        self.areas = {key: row.triplea for key, row in title.areas.items()}
        self.players = {key: row.triplea for key, row in title.powers.items()}
        self.units = {key: row.triplea for key, row in title.units.items()}
        known = resources(save)
        self.resources = {(title.resource if key == "ipc" else key): name for name, key in known.items()}

    def power(self, player: str | None) -> str:
        """Return the power that a player of the file is; none for the file's other names."""
        return next((key for key, name in self.players.items() if name and name == player), "")

    def named(self, kind: dict[str, str], key: str, what: str) -> str:
        if not kind.get(key):
            raise RecordError(f"the game file has no {what} {key!r}; expected the game file of the version that was played", file=self.file)
        return kind[key]


def _initialize(root: xml.Element, state: GameState, title: Title, names: _Names) -> None:
    """Put the position in the place of the set-up."""
    whole = root.find("initialize")
    if whole is None:
        raise RecordError("found no <initialize>; expected the game file of a map", file=names.file)
    for tag in ("ownerInitialize", "unitInitialize", "resourceInitialize"):
        for old in whole.findall(tag):
            whole.remove(old)
    parts = [_owners(state, names), _units(state, title, names), _resources(state, names)]
    for at, part in enumerate(parts):
        whole.insert(at, part)


def _owners(state: GameState, names: _Names) -> xml.Element:
    part = xml.Element("ownerInitialize")
    for area, power in state.control.items():
        if power and power != NOBODY:
            owner = names.named(names.players, power, "player")
            xml.SubElement(part, "territoryOwner", territory=names.named(names.areas, area, "territory"), owner=owner)
    return part


def _units(state: GameState, title: Title, names: _Names) -> xml.Element:
    """Return every unit on the board with the hits it has taken and the damage it bears, then those that are bought and not placed."""
    part = xml.Element("unitInitialize")
    damage = dict(state.damage)
    for (area, power, unit, strength), count in _in_order_of_loading(state):
        hits = max(0, profile_in(title, state, power, unit).strength - strength)
        bears = damage.pop((area, unit), 0)
        groups = [(1, bears), (count - 1, 0)] if bears else [(count, 0)]
        for number, points in groups:
            if number:
                part.append(_placement(names, area, power, unit, number, hits, points))
    for (power, unit), count in state.pool.items():
        if count:
            held = {"unitType": names.named(names.units, unit, "unit type"), "player": names.named(names.players, power, "player")}
            xml.SubElement(part, "heldUnits", held, quantity=str(count))
    return part


def _in_order_of_loading(state: GameState) -> Iterator[tuple[Row, int]]:
    """Yield all units: ships, then what is aboard them, ship by ship.

    The program loads land units at sea in the order of the file, each into the first ship with room: in this order all find room.
    """
    free, aboard, loads = Counter[Row](), Counter[Row](), dict[Row, list[tuple[str, str]]]()
    for key, count in state.stacks.items():
        condition, row = parse_condition(key.condition), (key.area, key.power, key.unit, key.strength)
        (aboard if condition.aboard else free)[row] += count
        if condition.cargo and not condition.aboard:
            loads.setdefault(row, []).extend([*condition.cargo] * count)
    yield from free.items()
    for row in free:
        for (power, unit), items in groupby(loads.get(row, ())):
            wanted = sum(1 for _ in items)
            for carried in [one for one in aboard if one[:3] == (row[0], power, unit)]:
                taken = min(wanted, aboard[carried])
                wanted -= taken
                aboard[carried] -= taken
                if taken:
                    yield carried, taken
    yield from (+aboard).items()


def _placement(names: _Names, area: str, power: str, unit: str, count: int, hits: int, damage: int) -> xml.Element:
    told = {
        "unitType": names.named(names.units, unit, "unit type"),
        "territory": names.named(names.areas, area, "territory"),
        "quantity": str(count),
    }
    if power and power != NOBODY and names.players.get(power) != NEUTRAL:
        told["owner"] = names.named(names.players, power, "player")
    if hits:
        told["hitsTaken"] = str(hits)
    if damage:
        told["unitDamage"] = str(damage)
    return xml.Element("unitPlacement", told)


def _resources(state: GameState, names: _Names) -> xml.Element:
    part = xml.Element("resourceInitialize")
    for (power, resource), amount in state.resources.items():
        if amount > 0 and resource in names.resources and names.players.get(power):
            xml.SubElement(part, "resourceGiven", player=names.players[power], resource=names.resources[resource], quantity=str(amount))
    return part


def _relations(root: xml.Element, state: GameState, names: _Names) -> Iterator[str]:
    """Yield what the file has no word for, of what powers are to each other now; the rest is set in it."""
    rows = root.findall("initialize/relationshipInitialize/relationship")
    kinds = {
        relation(name): name
        for name in [str(row.get("name")) for row in root.iter("relationshipType")] + [row.get("type", "") for row in rows]
    }
    means = _archetypes(root)
    lost = 0
    for row in rows:
        one, two = sorted(names.power(row.get(player)) for player in ("player1", "player2"))
        now = state.relations.get((one, two), "")
        if now in kinds:
            row.set("type", kinds[now])
        elif now and means.get(row.get("type", "")) not in (None, NEUTRALITY if now == "peace" else now):
            lost += 1
    if lost:
        yield f"what {lost} pairs of powers are to each other: the file has no word for it, and leaves them as at its start"


def _archetypes(root: xml.Element) -> dict[str, str]:
    """Return type of relation -> war, allied or neutral."""
    parts = [part for part in _attachments(root) if part.get("name") == "relationshipTypeAttachment"]
    found = {part.get("attachTo", part.get("attatchTo", "")): part.find("option[@name='archeType']") for part in parts}
    return {name: option.get("value", "") for name, option in found.items() if option is not None}


def _attachments(root: xml.Element) -> list[xml.Element]:
    return [*root.iter("attachment"), *root.iter("attatchment")]


def _technologies(root: xml.Element, state: GameState, names: _Names) -> None:
    """Set the technologies that each player has."""
    known = _options(root)
    for part in _attachments(root):
        if part.get("name") != TECHNOLOGIES:
            continue
        power = names.power(part.get("attachTo", part.get("attatchTo")))
        options = {option.get("name", ""): option for option in part.findall("option")}
        held = {known[tech] for tech in _held(state, power) if tech in known}
        for name in OPTIONS.values():
            has = name in held
            if name in options:
                options[name].set("value", str(has).lower())
            elif has:
                xml.SubElement(part, "option", name=name, value="true")


def _production(root: xml.Element, state: GameState, names: _Names) -> None:
    """Say by which list of prices each player buys: the one that the record has given it, or that of its technologies."""
    lists = {row.get("name") for row in root.iter("productionFrontier")}
    for row in root.iter("playerProduction"):
        power, usual = names.power(row.get("player")), row.get("frontier", "")
        has = [ending for key, ending in LISTS if state.techs.get((power, key), 0) and f"{usual}{ending}" in lists]
        told = state.marker("frontier", power)
        row.set("frontier", told if told in lists else usual + (has[0] if has else ""))


def _options(root: xml.Element) -> dict[str, str]:
    """Return technology -> its option, by the names that the file gives to those of the program, too."""
    named = ((name := row.get("name", ""), row.get("tech", name)) for row in root.iter("techname"))
    return OPTIONS | {slug(name): option for name, option in named if option in OPTIONS.values()}


def _held(state: GameState, power: str) -> list[str]:
    return sorted(tech for (one, tech), level in state.techs.items() if one == power and level > 0)


def _unsaid(root: xml.Element, state: GameState) -> Iterator[str]:
    """Yield the technologies for which a file has no option."""
    known = _options(root)
    for power in sorted({power for power, _ in state.techs}):
        if strange := [tech for tech in _held(state, power) if tech not in known]:
            yield f"that {power} has {', '.join(strange)}"


def _begin_with(root: xml.Element, player: str) -> None:
    """Let the sequence begin with the first step of a player, without bids; setting up stays the first step of all."""
    sequence = root.find("gamePlay/sequence")
    if sequence is None or not player:
        return
    steps = list(sequence)
    once = [step for step in steps if step.get(ONCE) and not step.get("player")]
    rest = [step for step in steps if not step.get(ONCE)]
    first = next((at for at, step in enumerate(rest) if step.get("player") == player), 0)
    for step in steps:
        sequence.remove(step)
    sequence.extend([*once, *rest[first:], *rest[:first]])


def _left_out(state: GameState, title: Title) -> Iterator[str]:
    """Yield what the file cannot say."""
    yield f"the number of the round ({state.clock.round}): the program begins with round 1"
    first = title.phases[0] if title.phases else ""
    if state.clock.phase not in ("", first):
        yield f"that {state.clock.power} is in its {state.clock.phase}: the program begins with its first step"
    tired = sum(n for key, n in state.stacks.items() if parse_condition(key.condition).used or parse_condition(key.condition).words)
    if tired:
        yield f"that {tired} units have moved or fought this turn: they may move again"
    aboard = sum(n for key, n in state.stacks.items() if parse_condition(key.condition).aboard)
    if lost := _apart(state):
        yield f"that {lost} pieces of cargo and ships' lists do not meet: the program may refuse units at sea without a ship"
    if aboard:
        yield f"which ship carries which of {aboard} units at sea"
    if state.battle:
        yield "the battle that is being fought"
