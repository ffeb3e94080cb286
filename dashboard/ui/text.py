"""Words for people: text from records for labels, and plain sentences for what the lake says in slugs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.decoding import Undecodable, from_json
from engine.play import ROUND_LIMIT
from engine.recording import Fidelity
from engine.result import seated

if TYPE_CHECKING:
    import polars as pl

_COLOR = re.compile(r"#[0-9a-fA-F]{6}\Z")


def label(text: str) -> str:
    """Return text from a record for a label, which Streamlit takes for markdown: it is shown as plain text.

    Pages never put such text into markdown as it is: there it could become a link, a picture, a colour or a formula. HTML is made by
    templates, which escape it (`dashboard/ui/templates.py`).
    """
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()#+-.!:$<>~|&@/" else sign for sign in " ".join(text.split()))


def color(text: str) -> str:
    """Return a colour of a record as #rrggbb; grey where it is anything else, which could be more than a colour."""
    return text if _COLOR.match(text) else "#8a8f98"


def printed(slug: str) -> str:
    """Return a slug as words: `round-limit` is `round limit`."""
    return slug.replace("-", " ").replace("_", " ")


def listed(names: Sequence[str]) -> str:
    """Return names as a person lists them: `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def number(text: str) -> int | None:
    """Return a whole number that somebody wrote into an address, of nine digits at most; None where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: `1 round`, `2 rounds`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


MANY = ("armor", "armour", "inf")
"""Endings of names of units that stand for many: `2 Armour`, `3 Mech.Inf`."""


def points(share: float) -> str:
    """Return a difference of shares as points with their sign: `+3.1`; what is rounded to nothing is `+0.0`."""
    return f"{round(share * 100, 1) + 0.0:+.1f}"


def units(count: int, name: str) -> str:
    """Return a number of units of a type: `2 Tanks`; names that can stand for many (Infantry, Artillery) take no s."""
    many = count > 1 and name[-1:].isalpha() and name[-1:] not in "ysx" and not name.lower().endswith(MANY)
    return f"{count:,} {name}{'s' if many else ''}"


def amount(count: int, unit: str) -> str:
    """Return an amount of money: `12 Resources`, `1 Resource`, `1 point of damage`; names without an s, such as IPC, stay as they are."""
    noun, of, rest = unit.partition(" of ")
    one = f"{noun.removesuffix('ies')}y" if noun.endswith("ies") else noun.removesuffix("s")
    one = f"{one}{of}{rest}"
    return f"{count:,} {one if abs(count) == 1 else unit}"


def cost(value: int | None, unpriced: int, unit: str) -> str:
    """Return what units cost: `9 IPC`, `at least 6 IPC` where some have no price on record, `2 units with an unknown price` where none has.

    Args:
        value: what those with a price cost. unpriced: how many have none. unit: printed name of the resource.
    """
    if not unpriced:
        return amount(value or 0, unit)
    return f"at least {amount(value, unit)}" if value else f"{counted(unpriced, 'unit')} with an unknown price"


def mapping(text: str) -> dict[str, str]:
    """Return a JSON column of the lake as a mapping; empty where it holds none."""
    try:
        return from_json(text, dict[str, str])
    except Undecodable:
        return {}


def length(game: Mapping[str, Any]) -> str:
    """Return how long a game was: `7 rounds`, or `7 rounds, in round 8` where it stops in the middle of one.

    Of a result the last round (`in round 8`); empty where it is unknown.

    Args:
        game: a row of the lake's `games`.
    """
    finished, last = game["finished_rounds"], game["rounds"]
    if last is None:
        return ""
    if finished == last:
        return counted(finished, "round")
    return f"{counted(finished, 'round')}, in round {last}" if finished else f"in round {last}"


def played(rounds: Collection[int], finished: int) -> str:
    """Return of how many rounds something tells: `6 rounds and part of round 7`.

    Args:
        rounds: their numbers. finished: the last one that was played to its end.
    """
    whole, begun = [at for at in rounds if at <= finished], [at for at in rounds if at > finished]
    return listed([*([counted(len(whole), "round")] if whole else []), *(f"part of round {at}" for at in begun)])


def after(game: Mapping[str, Any], first: int = 1) -> str:
    """Return when a game ended or its record stops: `after 7 rounds, in round 8`; empty where it is unknown.

    Args:
        first: the first round that the record tells of. Of a later one it is no count of rounds: `in round 8 (the record tells of
            no round before 5)`.
    """
    finished, last = game["finished_rounds"], game["rounds"]
    if last == 0:
        return "before the first round was played"
    if first > 1:
        part = first == last != finished  # of a part of one round there is no more to tell
        return f"{'after' if finished == last else 'in'} round {last}{'' if part else f' (the record tells of no round before {first})'}"
    return f"after {length(game)}" if finished else length(game)


def ending(game: Mapping[str, Any], sides: Mapping[str, str], first: int = 1) -> str:
    """Return how and when a game ended: `Axis won (conceded), after 7 rounds`; see `outcome` and `after`."""
    if not game["ended"] and game["rounds"] == 0:
        return "The record holds the set-up alone"
    return ", ".join(part for part in (outcome(game, sides), after(game, first)) if part)


def only_result(game: Mapping[str, Any]) -> bool:
    """Return whether only the result of a game is recorded."""
    return bool(game["fidelity"] == Fidelity.RESULT.value)


def teams(game: Mapping[str, Any], sides: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the printed names of the sides of a game of which only the result is recorded, each with its players.

    Args:
        game: a row of the lake's `games`. sides: slug to printed name.
    """
    found: dict[str, list[str]] = {}
    for side, player in seated(mapping(game["players"])):
        found.setdefault(sides.get(side, printed(side)), []).extend([player] if player else [])
    return found


def outcome(game: Mapping[str, Any], sides: Mapping[str, str]) -> str:
    """Return how a game ended, in a sentence.

    Args:
        game: a row of the lake's `games`. sides: slug to printed name.
    """
    if not game["ended"]:
        return "The game was not finished" if only_result(game) else "The record stops before the end of the game"
    if game["how"] == ROUND_LIMIT and not game["winner"]:
        return "Stopped by a limit of rounds, with nobody having won"
    how = _how(game)
    if not game["winner"]:
        return f"Nobody won ({how})" if how else "Nobody won"
    winners = listed([sides.get(side) or printed(side).capitalize() for side in game["winner"].split(", ")])
    return f"{winners} won ({how})" if how else f"{winners} won"


SAYS_NOTHING = frozenset({"victory"})
"""Ways to end a game that tell no more than that it was won."""


def _how(game: Mapping[str, Any]) -> str:
    """Return how a game ended: in the title's own words where it has some, else the slug's.

    The value of an option says which option: `moderate` is `moderate victory`.
    """
    if game["ending"]:
        return str(game["ending"])
    how = game["how"]
    if how in SAYS_NOTHING:
        return ""
    options = [option for option, value in mapping(game["options"]).items() if value == how]
    return printed(f"{how} {options[0]}" if options else how)


def players(game: Mapping[str, Any], powers: pl.DataFrame) -> list[tuple[str, str, str]]:
    """Return who played what: (player, side's printed name, powers' printed names), in the order of play.

    Args:
        game: a row of the lake's `games`. powers: the game's `title_powers`.
    """
    return grouped(mapping(game["players"]), powers.sort("play_order").select("power", "side_name", "name").iter_rows())


def grouped(at_power: Mapping[str, str], powers: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return who played what, as `players`; `at_power` is power to player, `powers` their slugs, sides and names in the order of play."""
    table: dict[tuple[str, str], list[str]] = {}
    for power, side, name in powers:
        table.setdefault((at_power.get(power, ""), side), []).append(name)
    return [(player, side, listed(names)) for (player, side), names in table.items()]


def seats_told(seated: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yield who played what, a line a player; powers that are sides of their own and whose players nobody names share one.

    Args:
        seated: as `players` returns it.
    """
    own = [powers for player, side, powers in seated if not player and side == powers]
    for player, side, powers in seated:
        if player or side != powers:
            yield f"{player or 'unnamed player'}{f' ({side})' if side != powers else ''}: {powers}"
    if own:
        yield f"players not named: {listed(own)}"
