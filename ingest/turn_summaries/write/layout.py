"""Blocks of a report laid out: as the program's own text, as Markdown, or with the tags that forums know."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from engine.events import Event
from engine.title.model import Title
from ingest.turn_summaries.names_and_slugs import in_heading
from ingest.turn_summaries.write.report import Block, Report

STORES = "Production/PUs Summary :"


def write_turns(title: Title, events: Sequence[Event], round_: int | None = None, power: str = "", layout: str = "text") -> str:
    """Return the turn summaries of a game.

    Args:
        title, events: the game. round_: only this round. power: only this power's turns, by its slug or any of its names.
        layout: one of LAYOUTS.

    Raises:
        LookupError: no power is called so, or nothing happened in that round or of that power.
    """
    wanted = _power(title, power)
    found = [block for block in Report(title).write(list(events)) if round_ in (None, block.round) and wanted in ("", block.power)]
    if not found:
        what = " ".join([f"round {round_}" if round_ is not None else "", wanted]).strip()
        raise LookupError(f"nothing happens in this game{f' in {what}' if what else ''}: there is no turn to write")
    name = in_heading(title.triplea)  # only a map of TripleA's is named, by which its summaries are known again
    head = f"TripleA Turn Summary for game: {name}" if name else "Game History"
    return LAYOUTS[layout](head, found)


def _power(title: Title, name: str) -> str:
    wanted = name.strip().lower()
    for key, row in title.powers.items():
        if wanted in ("", key, row.name.lower(), row.adjective.lower(), row.triplea.lower()):
            return key if wanted else ""
    raise LookupError(f"no power is called {name!r}; the powers are {', '.join(title.order)}")


def _text(head: str, blocks: Sequence[Block]) -> str:
    out = [head] if head == "Game History" else [head, "", "Game History"]
    for number, of_round in groupby(blocks, key=lambda block: block.round):
        out += ["", f"    Round: {number}"]
        for block in of_round:
            if block.stores:
                out += ["", STORES, "", *(f"    {line}" for _, line in block.lines)]
                continue
            out += ["", f"        {block.heading}"] if block.heading else [""]
            out += [f"{' ' * (12 + 4 * depth)}{line}" for depth, line in block.lines]
    return "\n".join(out) + "\n"


def _markdown(head: str, blocks: Sequence[Block]) -> str:
    out = [f"**{_escaped(head)}**"]
    for number, of_round in groupby(blocks, key=lambda block: block.round):
        out += ["", f"**Round: {number}**"]
        for block in of_round:
            heading = STORES if block.stores else block.heading
            out += ["", f"**{_escaped(heading)}**", ""] if heading else [""]
            out += [f"{'  ' * depth}- {_escaped(line)}" for depth, line in block.lines]
    return "\n".join(out) + "\n"


def _escaped(line: str) -> str:
    """A line in which nothing is markup."""
    return re.sub(r"([_\[\]#])", r"\\\1", line)


def _forum(head: str, blocks: Sequence[Block]) -> str:
    out = [f"[b]{head}[/b]"]
    for number, of_round in groupby(blocks, key=lambda block: block.round):
        out += ["", f"[b]Round: {number}[/b]"]
        for block in of_round:
            heading = STORES if block.stores else block.heading
            out += ["", f"[b]{heading}[/b]"] if heading else [""]
            out += [f"{'  ' * depth}{line}" for depth, line in block.lines]
    return "\n".join(out) + "\n"


LAYOUTS: dict[str, Callable[[str, Sequence[Block]], str]] = {"text": _text, "markdown": _markdown, "forum": _forum}
"""How summaries can be laid out."""
