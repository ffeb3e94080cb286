"""The game file of a map (XML), as much of it as units and powers are read from: for `build.py`, where no save of a map is at hand.

What the program makes of the file is written down as in a save that was stored before the first step. Territories, set-up and
what triggers change later are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

from engine.errors import RecordError
from ingest.triplea import model as m
from ingest.triplea.history import History

DEFAULTS = {"attackAA": 1}
"""What a unit has where the file does not say, and is not 0 or no: a gun hits with 1."""
FLAGS = {"artillery": "isArtillery", "artillerySupportable": "isArtillerySupportable"}
"""Flags of which the program makes support attachments, by the names that they had when they were flags alone."""
SUPPORT = {
    "side": {"offence": "offence", "defence": "defence"},
    "faction": {"allied": "allied", "enemy": "enemy"},
    "dice": {"roll": "roll", "strength": "strength"},
}
"""Options of a support attachment whose value, parts of it parted by colons, names what is set."""
LISTS = ("unitType", "players")


def read_game_file(path: Path) -> m.Save:
    """Return a game file as the save that the program would write before the first step.

    Raises:
        RecordError: it is no game file.
    """
    try:
        root = xml.parse(path).getroot()
    except (OSError, xml.ParseError) as error:
        raise RecordError(f"it cannot be read: {error}; expected the game file of a map", file=path.name) from error
    info = root.find("info")
    if root.tag != "game" or info is None:
        raise RecordError(f"found <{root.tag}>; expected <game> with <info>: the game file of a map", file=path.name)
    technologies = dict.fromkeys(_names(root, "techname"))
    return m.Save(
        engine="",
        game=info.get("name", ""),
        map_version=info.get("version", ""),
        dice_sides=_dice_sides(root),
        round=1,
        step=0,
        sequence=tuple(_steps(root)),
        players=_players(root),
        territories={},
        connections=(),
        owners={},
        placed={},
        unit_types=_unit_types(root),
        units={},
        resources={name: m.Named(name, {}) for name in _names(root, "resource")},
        rules=_rules(root),
        repair_rules={},
        frontiers=_frontiers(root),
        repair_frontiers={},
        relationship_types={},
        relationships={},
        territory_effects={},
        technologies=tuple(m.Technology(name, None, {}) for name in technologies),
        options=_options(root),
        shadowed={},
        delegates=(),
        history=History((), ()),
        unknown={},
    )


def _dice_sides(root: xml.Element) -> int:
    told = root.find("diceSides")
    return 6 if told is None else int(told.get("value", 6))


def _names(root: xml.Element, tag: str) -> list[str]:
    return [name for one in root.iter(tag) if (name := one.get("name"))]


def _steps(root: xml.Element) -> Iterable[m.SequenceStep]:
    for step in root.iter("step"):
        runs = int(step.get("maxRunCount", 0))
        yield m.SequenceStep(step.get("name", ""), step.get("display"), step.get("delegate"), step.get("player"), runs, {})


def _players(root: xml.Element) -> dict[str, m.Player]:
    sides: dict[str, list[str]] = {}
    for one in root.iter("alliance"):
        sides.setdefault(one.get("player", ""), []).append(one.get("alliance", ""))
    buys = {one.get("player"): one.get("frontier") for one in root.iter("playerProduction")}
    return {
        name: m.Player(name, tuple(sides.get(name, ())), "", {}, buys.get(name), None, {}, (), False, False, False, {})
        for name in _names(root, "player")
    }


def _rules(root: xml.Element) -> dict[str, m.Rule]:
    return {
        rule.get("name", ""): m.Rule(rule.get("name", ""), _amounts(rule, "cost", "resource"), _amounts(rule, "result", "resourceOrUnit"))
        for rule in root.iter("productionRule")
    }


def _amounts(rule: xml.Element, tag: str, of: str) -> dict[str, int]:
    return {one.get(of, ""): int(one.get("quantity", 0)) for one in rule.iter(tag)}


def _frontiers(root: xml.Element) -> dict[str, tuple[str, ...]]:
    return {
        one.get("name", ""): tuple(rule.get("name", "") for rule in one.iter("frontierRules")) for one in root.iter("productionFrontier")
    }


def _options(root: xml.Element) -> dict[str, m.Option]:
    found = {}
    for one in root.iter("property"):
        name, value = one.get("name", ""), one.get("value")
        if name and value is not None:
            found[name] = m.Option(name, _value(value), one.get("editable") == "true")
    return found


def _unit_types(root: xml.Element) -> dict[str, m.UnitType]:
    held: dict[str, dict[str, m.Attachment]] = {name: {} for name in _names(root, "unit")}
    for one in root.iter("attachment"):
        unit, name, kind = one.get("attachTo", ""), one.get("name", ""), one.get("javaClass", "").rpartition(".")[2]
        if one.get("type") == "unitType" and unit in held:
            told = [(option.get("name", ""), option.get("value", "")) for option in one.iter("option")]
            fields = _support(told) if kind == "UnitSupportAttachment" else _figures(told)
            held[unit][name] = m.Attachment(name, kind, fields)
    return {name: m.UnitType(name, attachments) for name, attachments in held.items()}


def _figures(told: Iterable[tuple[str, str]]) -> dict[str, Any]:
    return {**DEFAULTS, **{FLAGS.get(name, name): _value(value) for name, value in told}}


def _support(told: Iterable[tuple[str, str]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in told:
        if name in SUPPORT:
            fields |= {SUPPORT[name][part]: True for part in value.split(":") if part in SUPPORT[name]}
        else:
            fields[name] = tuple(value.split(":")) if name in LISTS else _value(value)
    return fields


def _value(text: str) -> bool | int | str:
    """Return what a value of a game file means."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text
