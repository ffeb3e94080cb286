"""What a cheat may do to a save: each function changes the objects of its stream, and says where.

`Where` is the round and the player of the place, from the save's own entries; None where a change has no place.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.audit.rewriting import Forged

Raw = list[Any]


class Entry(NamedTuple):
    """An entry of the history with the round and player that it stands in."""

    at: int
    kind: str
    raw: Raw
    round: int
    player: str


class Where(NamedTuple):
    round: int | None
    player: str | None


def entries(save: Forged) -> list[Entry]:
    found, number, player = [], 0, ""
    for at, raw in enumerate(one for one in save.writers if isinstance(one, list)):
        kind = raw[0].short
        if kind == "RoundHistorySerializer":
            number, player = save.get(raw, "roundNo"), ""
        elif kind == "StepHistorySerializer":
            held = save.get(raw, "playerID", "gamePlayer")
            player = save.get(held, "name") if held else ""
        found.append(Entry(at, kind, raw, number, player))
    return found


def rolls(save: Forged) -> Iterator[tuple[Entry, Raw]]:
    """Lines of battles that show dice, with their arrays of dice."""
    for entry in entries(save):
        shown = save.get(entry.raw, "renderingData") if entry.kind == "EventChildWriter" else None
        if isinstance(shown, list) and shown[0].short == "DiceRoll":
            dice = next(part for part in shown[-1] if isinstance(part, list) and part[0].name == "[I")
            if len(dice) > 1:
                yield entry, dice


def early(found: list[Any], rng: random.Random) -> Any:
    """One of the first half: an earlier save, which a record is laid beside, holds it."""
    return found[rng.randrange(max(1, len(found) // 3), max(2, len(found) // 2))]


def another_face(save: Forged, rng: random.Random) -> Where:
    """A die shows another face, and nothing else is put right."""
    fit = [(entry, dice) for entry, dice in rolls(save) if 0 < (dice[1] >> 8 & 0xFF) < 6]
    entry, dice = early(fit, rng)
    on = dice[1] >> 8 & 0xFF
    dice[1] = ((on if dice[1] & 15 == 1 else 0) << 16) | dice[1] & 0xFFFF
    return Where(entry.round, entry.player)


def a_likely_face(save: Forged, rng: random.Random) -> Where:
    """A die that missed shows another face that misses, too: the roll fits itself."""
    fit = [(entry, dice) for entry, dice in rolls(save) if dice[1] & 15 == 0 and (dice[1] >> 8 & 0xFF) < 5]
    entry, dice = early(fit, rng)
    face, on = dice[1] >> 16 & 0xFF, dice[1] >> 8 & 0xFF
    dice[1] = ((face + 1 if face < 5 else on) << 16) | dice[1] & 0xFFFF
    return Where(entry.round, entry.player)


def another_turn(save: Forged, rng: random.Random) -> Where:
    """All dice of a player's turn are thrown again, their hits marked as the new faces have it."""
    entry, _ = early(list(rolls(save)), rng)
    for other, dice in list(rolls(save)):
        if (other.round, other.player) == (entry.round, entry.player):
            for at in range(1, len(dice)):
                on, face = dice[at] >> 8 & 0xFF, (dice[at] >> 16 & 0xFF) + rng.randrange(1, 6)
                face %= 6
                dice[at] = face << 16 | on << 8 | int(face < on)
    return Where(entry.round, entry.player)


def dice_by_hand(save: Forged, rng: random.Random) -> Where:
    """The line of a roll says that it was made in edit mode."""
    entry, _ = early(list(rolls(save)), rng)
    save.put(entry.raw, "EDIT: " + save.get(entry.raw, "text"), "text")
    return Where(entry.round, entry.player)


def a_unit_more(save: Forged, rng: random.Random) -> Where:
    """A territory has a unit more than it had, a copy of one that stands there, with an id of its own."""
    lands = [held for held in map(lambda one: save.get(one, "unitCollection", "units"), save.of("Territory")) if _units(save, held)]
    held = rng.choice(lands)
    units = _list(save, held)
    twin = list(units[-1][-1])
    ident = list(save.get(twin, "id", "uid"))
    save.put(twin, ident, "id", "uid")
    if ident[0].short == "UUID":
        save.put(ident, save.get(ident, "leastSigBits") ^ 0x5555, "leastSigBits")
    else:  # a number, then the machine that gave it
        number, machine = ident[-1]
        ident[-1] = [(int.from_bytes(number, "big") + 999_983).to_bytes(4, "big"), machine]
    units[-1].append(twin)
    _counted(save, units)
    return Where(None, None)


def more_money(save: Forged, rng: random.Random) -> Where:
    """A player has more money."""
    stores = [one for one in save.of("IntegerMap") if _owned(save, one)]
    found = _pairs(save, rng.choice(stores))
    at = next(i for i, one in enumerate(found) if isinstance(one, int) and not isinstance(one, bool))
    found[at] += 7
    return Where(None, None)


def another_owner(save: Forged, rng: random.Random) -> Where:
    """A territory belongs to another player."""
    lands = [one for one in save.of("Territory") if save.get(one, "owner") is not None and not save.get(one, "water")]
    one = rng.choice(lands)
    owners = [land for land in lands if save.get(land, "owner") is not save.get(one, "owner")]
    save.put(one, save.get(rng.choice(owners), "owner"), "owner")
    return Where(None, None)


def no_round(save: Forged, rng: random.Random) -> Where:
    """A round in the middle of the history is gone."""
    found = entries(save)
    number = max(2, found[-1].round // 3)
    save.keep_writers([one.raw for one in found if one.round != number])
    return Where(number, None)


def no_turn(save: Forged, rng: random.Random) -> Where:
    """A player's steps of one round are gone."""
    found = entries(save)
    turns = list(dict.fromkeys((one.round, one.player) for one in found if one.player and one.kind == "EventHistorySerializer"))
    gone = early(turns, rng)
    save.keep_writers([one.raw for one in found if (one.round, one.player) != gone])
    return Where(*gone)


def no_loss(save: Forged, rng: random.Random) -> Where:
    """Units that were removed in a battle were not."""
    found = entries(save)
    battles = [one for at, one in enumerate(found) if _removes(save, one.raw) and _in_battle(save, found, at)]
    gone = early(battles, rng)
    save.keep_writers([one.raw for one in found if one is not gone])
    return Where(gone.round, gone.player)


def taken_back(save: Forged, rng: random.Random) -> Where:
    """After a move and a roll of dice stands that the move was taken back."""
    found = entries(save)
    roll, _ = next(rolls(save))
    moves = [one for one in found if one.kind == "EventHistorySerializer" and _shows(save, one.raw, "MoveDescription")]
    move = early(moves, rng)
    undo, line = list(move.raw), list(roll.raw)
    save.put(undo, f"{move.player} undo move 1.", "eventName")
    end = next(one.at for one in found[move.at + 1 :] if one.kind != "ChangeSerializationWriter")
    kept = [one.raw for one in found]
    save.keep_writers([*kept[:end], line, undo, *kept[end:]])
    return Where(move.round, move.player)


def _shows(save: Forged, raw: Raw, short: str) -> bool:
    shown = save.get(raw, "renderingData")
    return isinstance(shown, list) and shown[0].short == short


def _removes(save: Forged, raw: Raw) -> bool:
    if raw[0].short != "ChangeSerializationWriter":
        return False
    return "RemoveUnits" in str(_shorts(save.get(raw, "aChange", "change")))


def _shorts(change: Raw) -> list[str]:
    """The class of a change, and of those that it is made of."""
    parts = [one for field in change[1:] if isinstance(field, list) for one in (field[-1] if isinstance(field[-1], list) else ())]
    inner = [one[0].short for one in parts if isinstance(one, list) and one and hasattr(one[0], "short")]
    return [change[0].short, *(inner if change[0].short == "CompositeChange" else [])]


def _in_battle(save: Forged, found: list[Entry], at: int) -> bool:
    event = next((one for one in reversed(found[:at]) if one.kind == "EventHistorySerializer"), None)
    return event is not None and str(save.get(event.raw, "eventName")).startswith("Battle in ")


def _list(save: Forged, held: Raw) -> Raw:
    return save.get(held, "units")


def _units(save: Forged, held: Raw) -> bool:
    inner = _list(save, held)
    return isinstance(inner, list) and inner[0].short == "ArrayList" and len(inner[-1]) > 1


def _counted(save: Forged, held: Raw) -> None:
    count = sum(isinstance(one, list) for one in held[-1])
    save.put(held, count, "size")
    held[-1][0] = count.to_bytes(4, "big")


def _pairs(save: Forged, store: Raw) -> list[Any]:
    held = save.get(store, "values", "mapValues")
    return next(part for part in held[1:] if isinstance(part, list))


def _owned(save: Forged, store: Raw) -> bool:
    return any(save.get(one, "resources") is store for one in save.of("ResourceCollection")) and any(
        isinstance(one, int) and not isinstance(one, bool) for one in _pairs(save, store)
    )


DOCTORED: dict[str, tuple[Callable[[Forged, random.Random], Where], frozenset[str]]] = {
    "another face": (another_face, frozenset({"other-dice", "dice-do-not-fit"})),
    "a likely face": (a_likely_face, frozenset({"other-dice"})),
    "another turn": (another_turn, frozenset({"other-dice"})),
    "dice by hand": (dice_by_hand, frozenset({"dice-by-hand"})),
    "a unit more": (a_unit_more, frozenset({"does-not-follow"})),
    "more money": (more_money, frozenset({"does-not-follow"})),
    "another owner": (another_owner, frozenset({"ends-otherwise", "does-not-follow", "does-not-fit"})),
    "no round": (no_round, frozenset({"missing"})),
    "no turn": (no_turn, frozenset({"missing"})),
    "no loss": (no_loss, frozenset({"changed"})),
    "taken back": (taken_back, frozenset({"undo-after-dice"})),
}
"""What is done, and of which kinds one at least must be found."""
