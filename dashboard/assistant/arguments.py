"""What each tool is asked with: a record a tool, whose docstring and fields a client is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from engine.errors import SitrepError

A = TypeVar("A", bound="Arguments")

Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Game = Annotated[str, Meta(description="Id of a game of the lake, or the start of one; the tool `games` lists them")]
Skip = Annotated[int, Meta(description="Rows to leave out before the first, to see what an earlier answer cut", ge=0)]
Units = Annotated[str, Meta(description="Units by name: '3 infantry, artillery, 2 tank'; those of an ally as 'fighter (japan)'")]


class Arguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a tool is asked with."""


class Games(Arguments, frozen=True):
    """List the games of the lake: id, title, players, rounds, who won and how, number of events and of defects."""

    title: Annotated[str, Meta(description="Only games of this title, by slug or printed name")] = ""
    player: Annotated[str, Meta(description="Only games in which somebody of this name played")] = ""
    skip: Skip = 0


class Summary(Arguments, frozen=True):
    """Summarise one game: who won, what happened, income, losses, strength by round, the biggest battles and their odds, luck, chances."""

    game: Game


class AskMeasure(Arguments, frozen=True):
    """Answer one of the written questions (measures) of Sitrep, as rows; the tool `dictionary` lists and explains them."""

    name: Annotated[str, Meta(description="Name of the measure, such as income_and_treasury or biggest_battles")]
    game: Annotated[str, Meta(description="Id of a game, or the start of one: of measures of one game, which need it")] = ""
    title: Annotated[str, Meta(description="Of measures over many games: only those of this title, by slug")] = ""
    player: Annotated[str, Meta(description="Of measures of players: only this one")] = ""
    since: Annotated[str, Meta(description="Of measures over many games: first day of play, such as 2026-05-01")] = ""
    until: Annotated[str, Meta(description="Of measures over many games: last day of play")] = ""
    people: Annotated[bool | None, Meta(description="Of measures over many games: only games that no program played")] = None
    only: Annotated[
        dict[str, str | int | float | bool],
        Meta(description="Only rows that have these values, by column: {'power': 'germany', 'round': 3}; slugs or printed names"),
    ] = {}
    skip: Skip = 0


class Sql(Arguments, frozen=True):
    """Answer one SELECT in DuckDB's SQL over the lake's tables, views and macros, in a box of its own.

    It reads this lake alone and changes nothing. The tools `dictionary` and the resource sitrep://schema name tables and columns.
    Let the query do the counting: only the first rows of a long answer are sent.
    """

    query: Annotated[str, Meta(description="One SELECT; names of powers, areas and units are slugs such as soviet-union")]


class Board(Arguments, frozen=True):
    """Show the board of a game at a moment: who holds each area, what stands there, what each power has in hand.

    Of event, turn and round name one at most; without any it is the end of the record.
    """

    game: Game
    round: Annotated[Natural | None, Meta(description="At the end of this round; 0 is the set-up")] = None
    turn: Annotated[Natural | None, Meta(description="At the end of this turn, as the column `turn` counts them")] = None
    event: Annotated[Natural | None, Meta(description="After so many events")] = None
    power: Annotated[str, Meta(description="Only this power's areas and units, by slug or printed name")] = ""
    area: Annotated[str, Meta(description="Only this area, by slug or printed name")] = ""


class Odds(Arguments, frozen=True):
    """Work out the odds of a battle: of forces (title, attackers, defenders), or of one that was fought (game, battle).

    Chances are exact where the title's steps of battle are known to the calculation; others are played and told with their 95% range.
    """

    title: Annotated[str, Meta(description="Title of the forces, by slug: aa1942, global-1940, ...")] = ""
    attackers: Units = ""
    defenders: Units = ""
    area: Annotated[str, Meta(description="Where the battle is, such as ukraine-ssr or sea-zone-5")] = ""
    attacker: Annotated[str, Meta(description="Whose the attackers are, if they name no power")] = ""
    defender: Annotated[str, Meta(description="Whose the defenders are; default: who holds the area")] = ""
    bombard: Annotated[str, Meta(description="Ships that fire once as troops land")] = ""
    attack_order: Annotated[str, Meta(description="Order of loss of the attacker, first lost first")] = ""
    defend_order: Annotated[str, Meta(description="Order of loss of the defender")] = ""
    retreat_after: Annotated[int, Meta(description="The attacker retreats after so many rounds; 0: never", ge=0)] = 0
    ask: Annotated[str, Meta(description="The chance of an end, such as 'at least 3 left, among them a tank'")] = ""
    low_luck: Annotated[bool, Meta(description="Dice of low luck")] = False
    game: Annotated[str, Meta(description="Id of a game, or the start of one, instead of forces")] = ""
    battle: Annotated[Positive | None, Meta(description="With game: the number of the battle, as the column `battle` has it")] = None


class Chances(Arguments, frozen=True):
    """Tell each side's chance of winning a game by round, with its band, and the turns that moved it most.

    Where the model does not know the chances of a title, the answer says so, and why, and has each side's share of strength.
    """

    game: Game
    every_turn: Annotated[bool, Meta(description="Every turn, not only the ends of rounds")] = False


class Validate(Arguments, frozen=True):
    """Check a log, given as text, against the rules of its title: every place where it breaks one or contradicts itself.

    It is read in a process of its own with the limits of an upload, and nothing of it is kept.
    """

    log: Annotated[str, Meta(description="The whole text of a log of Sitrep (JSON Lines or plain words), or of turn summaries")]


class Dictionary(Arguments, frozen=True):
    """Explain a table, view or measure: its meaning and its columns with units. Without a name, list them all."""

    name: Annotated[str, Meta(description="Its name; or a word, to find those whose name or meaning has it")] = ""
    skip: Skip = 0


class WrongArguments(SitrepError):
    """A tool was asked with something else than it takes."""


def read(kind: type[A], given: Mapping[str, Any] | None) -> A:
    """Return what a tool was asked with; null is as good as nothing, and a number may be written as text.

    Raises:
        WrongArguments: something is missing, unknown or of another kind; the message says what is expected.
    """
    told = {name: value for name, value in (given or {}).items() if value is not None}
    try:
        return msgspec.convert(told, kind, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise WrongArguments(f"wrong arguments: {error}; expected {expected(kind)}") from None


def expected(kind: type[Arguments]) -> str:
    """Return the arguments that a tool takes, in words."""
    fields = msgspec.structs.fields(kind)
    return ", ".join(f"{field.name}{'' if field.required else ' (optional)'}" for field in fields) or "none"


def schema(kind: type[Arguments]) -> dict[str, Any]:
    """Return the JSON Schema of a tool's arguments."""
    (told,) = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")[1].values()
    return {name: value for name, value in told.items() if name not in ("title", "description")}
