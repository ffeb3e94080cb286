"""Rounds on a chart of one game in the words of its title: `Fall 1941`, `Turn 3`, as all else on its page calls them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import altair as alt

NAME = "when"
"""The field that pointing at a mark reads, beside the round's number."""
COUNTED = re.compile(r"(.+) \d{1,3}")
SET_UP = "Set-up"
TITLES = {"Round": "{}", "End of round": "End of {}"}
"""What the axes of rounds are called, to what they are called by a title's own word."""


def name_rounds(chart: alt.TopLevelMixin, names: Mapping[int, str]) -> None:
    """Name the rounds of a chart's axes and tooltips; doing it again changes nothing.

    Args:
        chart: with rounds in field `round`, as the charts of this folder have them.
        names: round to what it is called at the start of a line; nothing is done where it is called by its number.
    """
    if all(name == f"Round {number}" for number, name in names.items()):
        return
    names = {0: SET_UP, **names}
    word = _word(names)
    labels = {number: name.removeprefix(f"{word} ") for number, name in names.items()}
    for part in _parts(chart):
        encoding = part.encoding
        if _is_round(x := _set(encoding, "x")):
            _name_axis(x, labels, word)
        tips = _set(encoding, "tooltip")
        if isinstance(tips, list) and any(map(_is_round, tips)):
            found = alt.CalculateTransform(calculate=_named(names, "datum.round"), **{"as": NAME})
            part.transform = [*(part.transform if isinstance(part.transform, list) else []), found]
            encoding["tooltip"] = [alt.Tooltip(f"{NAME}:N", title=word or "When") if _is_round(tip) else tip for tip in tips]


def _word(names: Mapping[int, str]) -> str:
    """Return the word that stands before the count in every name (`Turn`); empty for dates, whose numbers are years."""
    counted = [COUNTED.fullmatch(name) for number, name in names.items() if number]
    words = {found[1] if found else "" for found in counted}
    return words.pop() if len(words) == 1 else ""


def _name_axis(x: alt.X, labels: Mapping[int, str], word: str) -> None:
    axis = x["axis"]
    axis["labelExpr"], axis["labelOverlap"] = _named(labels, "datum.value"), True
    for titled in (x, axis):
        if title := TITLES.get(str(_set(titled, "title"))):
            titled["title"] = title.format(word if title == "{}" else word.lower()) if word else None


def _named(names: Mapping[int, str], number: str) -> str:
    """Return the expression that names a round; one without a name is its number."""
    return f"{json.dumps({str(round_): name for round_, name in names.items()})}[{number}] || {number}"


def _is_round(channel: Any) -> bool:
    return isinstance(channel, alt.X | alt.Tooltip) and str(channel["shorthand"]).partition(":")[0] == "round"


def _set(thing: Any, name: str) -> Any:
    """Return what is set of a part of a chart; None where it is not (the attribute of that name sets it)."""
    try:
        return thing[name]
    except KeyError:
        return None


def _parts(chart: Any) -> Iterator[Any]:
    """Yield a chart, or all that lie over or beside each other in it."""
    within = [part for how in ("layer", "hconcat", "vconcat", "concat") if isinstance(part := getattr(chart, how, None), list)]
    if not within:
        yield chart
    for part in (one for several in within for one in several):
        yield from _parts(part)
