"""Where output goes: text, and JSON on request. Tables are in `printed_tables`, as what draws them takes long to import."""

from __future__ import annotations

import json
from typing import Any

import click

from engine.machine import lacking
from engine.text import visible
from warehouse.json_values import as_json


def say(text: object = "", err: bool = False, nl: bool = True, raw: bool = False) -> None:
    """Print text, on standard error with `err`.

    What would steer the terminal is written out, as names come from strangers; `raw`: not even that, for who asks for it.
    """
    click.echo(str(text) if raw else visible(str(text)), err=err, nl=nl)


def say_what_is_lacking() -> None:
    """Say on standard error which limits on records and questions of strangers this system does not keep; nothing on Linux."""
    for line in lacking():
        say(f"Note: {line} See docs/platforms.md.", err=True)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON; frames are lists of rows."""
    say_json(as_json(value))


def say_json(text: str) -> None:
    """Print JSON; it writes the first 32 control characters out by itself, the others are as much of a terminal's business."""
    click.echo("".join(char if visible(char) == char else _in_json(char) for char in text) if visible(text) != text else text)


def _in_json(char: str) -> str:
    return json.dumps(char)[1:-1] if ord(char) > 0x7F else f"\\u{ord(char):04x}"
