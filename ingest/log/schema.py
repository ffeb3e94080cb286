"""The JSON Schema of a line of a log, made from the record types themselves.

`python -m ingest.log.schema` prints the one for every title that ships with Sitrep; it is published as
`docs/log.schema.json`. `python -m ingest.log.schema aa1942` prints a stricter one that lists a title's names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from inspect import cleandoc
from typing import Any

import msgspec

from engine.errors import SitrepError
from engine.observations import OBSERVATIONS
from engine.orders import LISTS, named_fields, names_of
from engine.recording import LOG_VERSION, Header
from engine.rules import load_rules
from engine.setting_right import SETTABLE
from engine.title.loader import load_title, titles
from engine.title.model import Title
from ingest.log.lines import MAX_NUMBER, DiceLine, NoteLine, UndoLine

Part = dict[str, Any]
"""A part of a JSON Schema."""
_SLUG = "[a-z0-9]+(-[a-z0-9]+)*"
_ITEM = rf"([0-9]+ +)?{_SLUG}(@[0-9]{{1,2}})?( *\({_SLUG}\))?"
_PATTERNS = {
    "area": f"^({_SLUG})?$",
    "power": f"^({_SLUG})?$",
    "unit": f"^({_SLUG})?$",
    "side": f"^({_SLUG})?$",
    "phase": f"^({_SLUG})?$",
    "contender": f"^({_SLUG})?$",
    "resource": f"^({_SLUG})?$",
    "technology": f"^({_SLUG})?$",
    "category": f"^({_SLUG})?$",
    "path": rf"^{_SLUG}( *> *{_SLUG})*$",
    "units": f"^ *({_ITEM}( *, *{_ITEM})*)? *$",
    "load": f"^ *({_ITEM}( *, *{_ITEM})*)? *$",
}
"""Kind of name to the form its text has."""


def schema(title: Title | None = None) -> Part:
    """Return the JSON Schema (draft 2020-12) that every line of a log fits.

    Args:
        title: lists this title's names and takes its orders; without one, the names only have their form and the
            orders of all titles are taken.
    """
    of = [title] if title else _with_rules()
    orders = tuple(dict.fromkeys(order for one in of for order in load_rules(one).orders))
    kinds = (Header, *orders, *OBSERVATIONS, DiceLine, UndoLine, NoteLine)
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    part_of = {kind: parts[ref["$ref"].rpartition("/")[2]] for kind, ref in zip(kinds, references, strict=True)}
    for kind in (*orders, *OBSERVATIONS):
        _say_names(part_of[kind], kind, title)
    corrections = {f"Set{kind.__name__}": _set(part_of[kind]) for kind in SETTABLE}
    parts |= corrections
    _header(part_of[Header], of)
    part_of[DiceLine]["properties"]["dice"] = _dice(of)
    _tidy(parts.values())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of Sitrep's log{f' of {title.name}' if title else ''}",
        "description": f"Version {LOG_VERSION}. The first line is the Header, every other is one of the rest.",
        "oneOf": [*references, *({"$ref": f"#/$defs/{name}"} for name in corrections)],
        "$defs": parts,
    }


def _with_rules() -> list[Title]:
    """The titles that ship with Sitrep and have rules, without which there are no logs of orders."""
    found = []
    for slug in titles():
        title = load_title(slug)
        try:
            load_rules(title)
        except LookupError:
            continue
        found.append(title)
    return found


def _say_names(part: Part, kind: type[msgspec.Struct], title: Title | None) -> None:
    for field, names in named_fields(kind).items():
        text = part["properties"][field]
        known = names_of(names, title) if title and names not in LISTS else None
        if known:
            text["enum"] = sorted(known) + ([""] if "default" in text else [])
        else:
            text["pattern"] = _PATTERNS[names]


def _set(part: Part) -> Part:
    """The lines that make an observation true: as those that state it, under another key."""
    named = {"set" if field == "see" else field: {**said} for field, said in part["properties"].items()}
    required = ["set" if field == "see" else field for field in part["required"]]
    return {**part, "description": f"Makes true: {part['description']}", "properties": named, "required": required}


def _header(part: Part, of: list[Title]) -> None:
    part["properties"]["sitrep"] = {"const": LOG_VERSION, "description": "version of the log format"}
    part["properties"]["title"]["enum"] = [title.slug for title in of]
    part["properties"]["round_limit"]["minimum"] = 0
    part["properties"]["played"]["pattern"] = "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"
    part["required"] = ["sitrep", "title"]


def _tidy(parts: Iterable[Part]) -> None:
    for part in parts:
        part["description"] = cleandoc(part["description"])
        for field in part["properties"].values():
            if field.get("type") == "integer":
                field.setdefault("maximum", MAX_NUMBER)


def _dice(of: list[Title]) -> Part:
    """Dice as a list, or as text by hand: faces side by side if the title's dice have one digit, otherwise set apart."""
    sides = sorted({title.dice_sides for title in of})
    return {
        "description": "dice as they fell, in the order in which they are asked for",
        "anyOf": [
            {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": sides[-1]}, "minItems": 1},
            *({"type": "string", "pattern": _dice_text(number)} for number in sides),
        ],
    }


def _dice_text(sides: int) -> str:
    face = f"[1-{sides}]+" if sides < 10 else f"0*({'|'.join(str(face) for face in range(1, sides + 1))})"
    return f"^[ ,]*{face}([ ,]+{face})*[ ,]*$"


def text(title: Title | None = None) -> str:
    """Return the schema as the text of a file."""
    return json.dumps(schema(title), indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Print the schema, of one title when it is named; return the exit code."""
    try:
        sys.stdout.write(text(load_title(arguments[0]) if arguments else None))
    except (SitrepError, LookupError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
