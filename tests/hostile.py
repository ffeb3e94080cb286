"""Records of every format whose every text wants to be more than text."""

from __future__ import annotations

import gzip
import json

from tests.ingest.example import example
from tests.triplea.minigame import MiniGame, change
from tests.turn_summaries.texts import MINI

PLACE = "http://elsewhere.invalid/stolen"
"""What no page, export or picture may ever ask for."""

TEXTS = {
    "a terminal's sequences": "\x1b[2J\x1b]0;owned\x07\x1b]8;;http://elsewhere.invalid/\x1b\\",
    "C1 codes": "\x9b2J\x85\x90\x7f",
    "other control characters": "\x00\x01\x08\x0b\x0c\x1f",
    "text turned around": "\u202etxt.exe\u2066\u2069",
    "what is no character": "\ufffe\uffff\ufdd0",
    "ends of lines": "one\ntwo\rthree\u2028four\u2029five\tsix",
    "markup": f"<img src={PLACE} onerror=alert(1)><script>alert(2)</script></script><b>bold</b>",
    "attributes": "\" onmouseover=alert(1) x='` onfocus=alert(2)",
    "markdown": f"![p]({PLACE}) [link](javascript:alert(1)) **bold** `code` # head :red[red] :smile: $x^2$ :material/home:",
    "a formula": f'=HYPERLINK("{PLACE}","x")',
    "a sum": "@SUM(1+1)*cmd|' /C calc'!A0",
    "rich markup": "[red]red[/red] [link=http://elsewhere.invalid/]x[/link] [/]",
    "an expression": "${alert(1)} {{7*7}} %s %(a)s {0}",
    "SQL": "x'; DROP TABLE games; --",
}
"""Kinds of hostile text."""

UNSEEN = frozenset("\x00\x01\x07\x08\x0b\x0c\x1b\x1f\x7f\x85\x90\x9b\u2028\u2029\u202e\u2066\u2069\ufffe\uffff\ufdd0")
"""Characters of TEXTS that must not come out as they are anywhere."""


def log(text: str) -> bytes:
    """A log of a few orders whose game, players, source, remarks and notes hold a text."""
    first, *rest = example()
    header = json.loads(first)
    powers = ("soviet-union", "germany", "united-kingdom", "japan", "united-states")
    players = {power: f"{text} {number}" for number, power in enumerate(powers)}
    game = "".join(char for char in text if char == "\u202e" or char.isprintable())  # its name is one line of a hundred letters
    header |= {
        "game": f"log {game[:90]}".strip(),
        "players": players,
        "source": text,
        "about": text,
        "played": "2026-05-01",
    }
    note = json.dumps({"note": text})
    return "\n".join([json.dumps(header), note, *rest, note]).encode() + b"\n"


def save(text: str) -> bytes:
    """A save whose players, areas, units, alliances, options and history hold a text."""
    game = MiniGame()
    for number, one in enumerate((game.reds, game.blues, game.redland, game.blueland, game.sea, *game.types.values())):
        one.fields["name"] += f" {number} {text}"
    game.types = {kind.fields["name"]: kind for kind in game.types.values()}
    game.reds.fields["whoAmI"] = f"Human:{text}"
    game.round(1)
    game.step(f"redsMove{text}", game.reds)
    game.event(f"Reds move {text}", text)
    owners = {
        "newOwnerName": game.reds.fields["name"],
        "oldOwnerName": game.blues.fields["name"],
        "territoryName": game.blueland.fields["name"],
    }
    game.change(_java("OwnerChange", "L:newOwnerName L:oldOwnerName L:territoryName", owners))
    game.child(text, text)
    option = {"oldValue": text, "property": f"Bid {text}", "value": text}
    game.change(_java("SetPropertyChange", "L:oldValue L:property L:value", option))
    return gzip.compress(game.stream(), mtime=0)


def _java(name: str, fields: str, values: dict[str, object]) -> object:
    from tests.triplea.javabytes import Java

    return Java(change(name, fields), values)


def summary(text: str) -> bytes:
    """A turn summary as it should be, and the next turn, whose powers, areas and units have a text in their names.

    Alone the second would be refused: most of its lines are no sentences of a summary.
    """
    line = " ".join(text.split())
    told = MINI.replace("round 2 ", "round 3 ").replace("Round: 2", "Round: 3")
    for name in ("Germans", "Russians", "Baltic States", "Ukraine S.S.R.", "armour"):
        told = told.replace(name, f"{name} {line}")
    return f"{MINI}\n{told}".encode("utf-8", "replace")


FORMATS = {"log.jsonl": log, "save.tsvg": save, "summary.txt": summary}
"""Name of a file to what makes it of a text."""
