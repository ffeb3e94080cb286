"""The national objectives of a save's map as the tables of a title: what the RulesAttachments of its players say.

`objectives.csv` has what pays, `conditions.csv` the tests of each and of the conditions that these ask. `mechanisms.csv` says
which fields of such an attachment the tests can say (kind `rules`); a map that uses others is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.vocabulary import show_pairs
from ingest.triplea.model import Attachment, Save
from ingest.triplea.title.names import Names, distinct, slug

Row = dict[str, str]
CLASS = "RulesAttachment"
OBJECTIVE, CONDITION = "objectiveAttachment", "conditionAttachment"
"""What the names of attachments begin with that pay, and of those that others ask."""

GROUPS = {
    "controlled": "controlled",
    "controlledNoWater": "controlled-land",
    "original": "original",
    "originalNoWater": "original-land",
    "all": "all",
    "map": "map",
}
RELATIONS = {"anyWar": "war", "anyAllied": "allied", "anyNeutral": "peace"}
LISTS = {
    "directPresenceTerritories": ("units", "own"),
    "alliedPresenceTerritories": ("units", "allied"),
    "enemyPresenceTerritories": ("units", "enemy"),
    "directExclusionTerritories": ("none", "own"),
    "alliedExclusionTerritories": ("none", "guests"),
    "enemyExclusionTerritories": ("none", "enemy"),
    "enemySurfaceExclusionTerritories": ("none", "enemy-surface"),
    "alliedOwnershipTerritories": ("owned", "allied"),
    "directOwnershipTerritories": ("owned", "own"),
}
"""Lists of territories, in the order in which the program looks at them: their test, and whose owners or units it means."""


class Held(NamedTuple):
    """An attachment and the player that it is attached to."""

    player: str
    attachment: Attachment


class Tables(NamedTuple):
    """Rows of objectives.csv and conditions.csv, without their source."""

    objectives: list[Row]
    conditions: list[Row]


def held(save: Save) -> dict[str, list[Held]]:
    """Return the RulesAttachments of a save's players by their names; several players may have one of the same name."""
    found: dict[str, list[Held]] = {}
    for player in save.players.values():
        for attachment in player.attachments.values():
            if attachment.class_name.endswith(CLASS):
                found.setdefault(attachment.name, []).append(Held(player.name, attachment))
    return found


def used(attachment: Attachment) -> Iterator[tuple[str, Any]]:
    """Yield each field of a RulesAttachment with what it says, each relation by its kind; lists of nothing bind nobody."""
    bound = [name for name in attachment.fields.get("movementRestrictionTerritories") or () if name]
    for field, value in attachment.fields.items():
        if field.startswith("movementRestriction") and not bound:
            continue
        if field != "relationship":
            yield field, value
            continue
        for told in value or ():
            _, _, kind, rounds = told.split(":")
            yield field, kind if rounds == "-1" else f"{kind} for {rounds} rounds"


def tables(save: Save, names: Names) -> Tables:
    """Return the objectives of a map and the conditions that they ask, those of each player in the order of their names."""
    known = held(save)
    pays = sorted((one for name, found in known.items() if name.startswith(OBJECTIVE) for one in found), key=_place(save))
    needed = list(dict.fromkeys(name for one in pays for name in _asked(known, one.attachment)))
    slugs = distinct(((name, slug(name.removeprefix(CONDITION))) for name in needed), "condition")
    told = Tables([], [])
    for one in pays:
        fields, power = one.attachment.fields, names.powers[one.player]
        name = one.attachment.name.removeprefix(OBJECTIVE).replace("_", " ").strip()
        row = {"power": power, "objective": slug(name), "name": name, "value": str(fields.get("objectiveValue", 0))}
        uses = fields.get("uses", -1)
        told.objectives.append({**row, "condition": f"{power}-{slug(name)}", "uses": str(uses) if uses > 0 else ""})
        told.conditions.extend(_rows(save, names, one, f"{power}-{slug(name)}", slugs, asks=True))
    for name in needed:
        told.conditions.extend(_rows(save, names, known[name][0], slugs[name], slugs, asks=False))
    return told


def _place(save: Save) -> Callable[[Held], tuple[int, str]]:
    order = list(save.players)
    return lambda one: (order.index(one.player), one.attachment.name)


def _asked(known: Mapping[str, list[Held]], attachment: Attachment) -> Iterator[str]:
    """Yield the names of the conditions that an attachment asks, and those that these ask."""
    for name in attachment.fields.get("conditions") or ():
        yield name
        yield from _asked(known, known[name][0].attachment)


def _rows(save: Save, names: Names, one: Held, condition: str, slugs: Mapping[str, str], *, asks: bool) -> Iterator[Row]:
    """Yield the tests of an attachment, in the program's order. `asks`: it is asked by the power that it is attached to."""
    fields = one.attachment.fields
    mine = "" if asks else names.powers[one.player]
    tests = [*_tests(fields, names, slugs, mine)]
    for part, test in enumerate(tests, start=1):
        yield {"part": str(part), "condition": condition, **dict.fromkeys(COLUMNS, ""), **test, "inverted": _yes(fields.get("invert"))}


COLUMNS = ("test", "whose", "who", "areas", "group", "least", "each", "units", "against", "relation", "technologies", "of", "how", "rounds")


def _tests(fields: Mapping[str, Any], names: Names, slugs: Mapping[str, str], mine: str) -> Iterator[Row]:
    who = " ".join(names.powers[name] for name in fields.get("players") or ()) or mine
    if asked := fields.get("conditions"):
        how = {"AND": "all", "OR": "any"}.get(fields.get("conditionType", "AND"), fields.get("conditionType", ""))
        yield {"test": "conditions", "of": " ".join(slugs[name] for name in asked), "how": how, "who": mine}
    if turns := fields.get("turns"):
        yield {"test": "rounds", "rounds": " ".join(_span(first, last) for first, last in sorted(turns.items()))}
    for field, (test, whose) in LISTS.items():
        if listed := fields.get(field):
            units = _presence(fields.get("unitPresence") or {}, names) if test != "owned" else ""
            yield {"test": test, "whose": whose, "who": who, "units": units, **_areas(listed, test, whose, names)}
    if against := fields.get("atWarPlayers"):
        yield {"test": "war", "who": mine, "against": _powers(against, names), "least": _least(fields.get("atWarCount", 0))}
    if techs := fields.get("techs"):
        named = " ".join(sorted(names.technologies.get(name, slug(name)) for name in techs))
        yield {"test": "technology", "who": mine, "technologies": named, "least": _least(fields.get("techCount", 0))}
    for told in fields.get("relationship") or ():
        first, second, kind, _ = told.split(":")
        yield {"test": "relation", "against": _powers((first, second), names), "relation": RELATIONS.get(kind, kind)}


def _areas(listed: Iterable[str], test: str, whose: str, names: Names) -> Row:
    """Return the cells of a list of territories: first how many of them it takes, each, or nothing for all."""
    words = list(listed)
    first = words[0] if words[0] == "each" or words[0].isdigit() else ""
    rest = words[1:] if first else words
    each = first == "each"
    cells = {"least": "1" if each else first, "each": _yes(each)}
    if len(rest) == 1 and rest[0] in {*GROUPS, "enemy"}:
        group = "original-enemy" if rest[0] == "enemy" else GROUPS[rest[0]]
        allies = test == "owned" and whose == "allied" and group == "original"
        return {**cells, "group": "original-allied" if allies else group}
    return {**cells, "areas": " ".join(names.areas[name] for name in rest)}


def _presence(counts: Mapping[str, int], names: Names) -> str:
    found = [("|".join("any" if one.lower() == "any" else names.units[one] for one in types.split(":")), n) for types, n in counts.items()]
    return show_pairs(sorted(found))


def _powers(players: Iterable[str], names: Names) -> str:
    return " ".join(names.powers[name] for name in players)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last if last < 2**31 - 1 else ''}"


def _least(count: int) -> str:
    return str(count) if count > 0 else ""


def _yes(value: object) -> str:
    return "yes" if value else ""
