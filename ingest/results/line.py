"""A line of a post: who played which side, who won, bids and how it ended; or why that is not said. Nothing is guessed."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.errors import RecordError
from ingest.results import words
from ingest.results.player_names import is_name, is_name_too

Cells = dict[str, str]
Sides = dict[str, str]
"""Slug to printed name of the sides of a title."""
SHOWN = 80
MOST_POSTED = 300
"""A bid at most: a larger number in its place is a rating, a year or a mistake."""
LONGEST = 300
"""Letters of a line at most: more is no result, and would take long to search."""


class Seat(NamedTuple):
    """A player or team of a line: names as a table has them, side (slug, empty if not said), and bid."""

    names: str
    side: str
    bid: int | None


class Rest:
    """What stands in a line beside players and winner; what is understood of it is taken out."""

    def __init__(self, text: str) -> None:
        self.text = text

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take out the first place that fits, and return it."""
        if found := pattern.search(self.text):
            self.text = f"{self.text[: found.start()]} {self.text[found.end() :]}"
        return found

    def done(self) -> None:
        """Refuse what is left.

        Raises:
            RecordError: something is.
        """
        if not words.NOTHING.match(self.text):
            left = self.text.strip(" ,.;")[:SHOWN]
            raise RecordError(f"{left!r} is not understood; expected nothing more, a number of rounds, a bid, or how it ended")


def cells_of(line: str, title: str, day: str, sides: Sides) -> Cells:
    """Return the cells of a row of a table of results.

    Args:
        line: without blanks around it. title: of the game. day: of play where the line names none. sides: of the title.

    Raises:
        RecordError: the line does not say all that is needed, or something that is not understood.
    """
    line = " ".join(line.split())
    if len(line) > LONGEST:
        raise RecordError(f"{len(line):,} letters in a line; expected at most {LONGEST}, with one game")
    if line.startswith((">", "~~")):
        raise RecordError("it is quoted or struck out; expected a line that its writer stands for")
    line, begun = _begun(line.replace("**", ""))
    first, second, won, how, end = _parted(line, sides)
    one, before = _seat(first, sides)
    two, after = _seat(second, sides)
    if not words.NOTHING.match(before):
        raise RecordError(
            f"{before.strip()[:SHOWN]!r} stands before the word that says who won; expected a side in brackets, and nothing after it"
        )
    rest = Rest(f"{after} {end}")
    while found := rest.take(words.DAY_AFTER):
        begun.append(found[1])
    if len(set(begun)) > 1:
        raise RecordError(f"two days are told, {' and '.join(begun)}; expected one, that on which the game ended")
    rounds = (found[1] or found[2]) if (found := rest.take(words.ROUNDS)) else ""
    for pattern, slug in ((words.FORFEIT, "forfeit"), (words.CONCEDED, "conceded"), (words.LIMIT, "limit")):
        if rest.take(pattern):
            how = slug
    if won == "draw" and how in ("forfeit", "conceded"):
        raise RecordError(f"a draw, and {how}; expected one of them, or who gave up")
    low_luck = "yes" if rest.take(words.LOW_LUCK) else ""
    amounts = _amounts(rest, sides)
    one, two = _both(one, two, sides, won, rest, amounts)
    rest.done()
    winner = {"first": one.side, "second": two.side, "draw": "draw"}.get(won) or _winner(won, one, two, sides)
    return {
        "date": (begun or [day])[0], "title": title,
        "sides": f"{sides[one.side]}; {sides[two.side]}", "players": f"{one.names}; {two.names}",
        "winner": sides.get(winner, winner), "how": how, "bid": _bid((one, two), amounts, sides), "rounds": rounds, "low luck": low_luck,
    }  # fmt: skip


def _begun(line: str) -> tuple[str, list[str]]:
    """Return a line without what stands before the players, and the days told there."""
    days = []
    if found := words.BULLET.match(line):
        line = line[found.end() :]
    for pattern in (words.DAY, words.LEAGUE, words.LABEL, words.DAY):
        if found := pattern.match(line):
            line = line[found.end() :]
            days += [found[1]] if pattern is words.DAY else []
    return line, days


def _parted(line: str, sides: Sides) -> tuple[str, str, str, str, str]:
    """Return the first player's part, the second's, who won (first, second, draw or a name), how, and what stands after it all."""
    found = [*words.WON.finditer(line)]
    if len(found) > 1:
        raise RecordError("two words say who won; expected one game a line")
    if found:
        (verb,) = found
        how = "forfeit" if verb["forfeit"] else "conceded" if verb["conceded"] else ""
        won = "first" if verb["first"] else "draw" if verb["draw"] else "second"
        return line[: verb.start()], line[verb.end() :], won, how, ""
    parts = words.MET.split(line)
    if len(parts) == 2 and (end := words.END.search(parts[1])):
        return parts[0], parts[1][: end.start()], "draw" if end["draw"] else end["won"] or end["by"], "", end["rest"]
    example = f"Amy ({next(iter(sides.values()))}) defeats Boris ({[*sides.values()][-1]} + 10)"
    raise RecordError(f"nobody is said to have won; expected a line such as: {example}")


def _seat(text: str, sides: Sides) -> tuple[Seat, str]:
    """Return a player's seat and what stands after it; a seat without a side has an empty one."""
    text = text.strip()
    found = words.SEAT.match(text)
    if found is None or (not slug_of(found["names"], sides) and is_name(found["names"].partition(",")[0]) and "," in found["names"]):
        cut = min((text.find(sign) for sign in ",;(" if sign in text), default=len(text))
        ending = words.FORFEIT.search(text[:cut]) or words.CONCEDED.search(text[:cut]) or words.ROUNDS.search(text[:cut])
        cut = ending.start() if ending and ending.start() else cut
        return Seat(_names(text[:cut], sides), "", None), text[cut:]
    names, inside = found["names"], found["side"]
    if slug_of(names, sides) and not slug_of(inside, sides):  # Axis (Amy)
        names, inside = inside, names
    said = words.SIDE.match(inside)
    side = slug_of(said["side"], sides) if said else ""
    if not said or not side:
        last = [*sides.values()][-1]
        expected = f"{' or '.join(sides.values())}, with a bid such as {last} +10"
        raise RecordError(f"{inside[:SHOWN]!r} is no side; expected {expected}")
    return Seat(_names(names, sides), side, int(said["bid"]) if said["bid"] else None), found["rest"]


def _names(text: str, sides: Sides) -> str:
    if found := words.DAY_SAID.search(text):
        raise RecordError(f"{found[0]!r} may be a day; expected one before the players, as 2026-05-01: {text.strip()[:SHOWN]!r}")
    names = [name.strip().removeprefix("@") for name in words.TEAM.split(text.strip())]
    if not all(map(is_name, names)) or any(slug_of(name, sides) for name in names):
        raise RecordError(f"{text.strip()[:SHOWN]!r} is no name of a player, nor several with & between them")
    return " + ".join(names)


def _amounts(rest: Rest, sides: Sides) -> dict[str, set[int]]:
    """Return the amounts that are told of each side's bid after the players; all are 0 where the line says that nobody bid."""
    found: dict[str, set[int]] = {}
    if rest.take(words.NO_BID):
        return {side: {0} for side in sides}
    while said := rest.take(words.BID):
        whom = said["whom"] or ""
        side = side_of(whom, sides)
        if not side:
            expected = f"bid {said['amount']} to {[*sides.values()][-1]}"
            raise RecordError(f"a bid of {said['amount']}, but {f'{whom!r} is no side' if whom else 'not whose'}; expected {expected}")
        if side in found:
            (first,) = found[side]
            raise RecordError(f"a bid of {sides[side]} is told twice, {first} and {said['amount']}; expected one, as two are not added")
        found[side] = {int(said["amount"])}
    return found


def _both(one: Seat, two: Seat, sides: Sides, won: str, rest: Rest, amounts: dict[str, set[int]]) -> tuple[Seat, Seat]:
    """Return both seats with their sides: where a title has two, one of them tells the other.

    A side that stands after the players, `L+8`, is the winner's where no side is said of anybody, and says a bid only where one is.
    """
    for said in [*words.SIDE_BID.finditer(rest.text)]:
        side = slug_of(said["side"], sides)
        named = one.side or two.side or is_name_too(said["side"])
        if not side or (named and not said["amount"]):
            continue
        rest.text = rest.text.replace(said[0], " ", 1)
        if said["amount"]:
            amounts.setdefault(side, set()).add(int(said["amount"]))
        if not one.side and not two.side and won in ("first", "second"):
            one, two = (one._replace(side=side), two) if won == "first" else (one, two._replace(side=side))
    if not one.side and not two.side:
        raise RecordError(f"nobody's side is said; expected it after a name, such as ({next(iter(sides.values()))})")
    if one.side and two.side:
        if one.side == two.side:
            raise RecordError(f"both are said to have had {sides[one.side]}")
        return one, two
    if len(sides) != 2:
        raise RecordError(f"only one side is said, and the title has {len(sides)}")
    (other,) = set(sides) - {one.side or two.side}
    return (one, two._replace(side=other)) if one.side else (one._replace(side=other), two)


def _winner(won: str, one: Seat, two: Seat, sides: Sides) -> str:
    """Return the side that a line names as the winner, by itself or by its player."""
    side = slug_of(won, sides)
    by_name = [seat.side for seat in (one, two) if won.casefold() in (name.casefold() for name in (seat.names, *seat.names.split(" + ")))]
    told = {side} if side else set(by_name)
    if len(told) != 1 or not told & {one.side, two.side}:
        raise RecordError(f"{won!r} won, which nobody of the two had; expected {sides[one.side]} or {sides[two.side]}")
    return told.pop()


def _bid(seats: tuple[Seat, Seat], amounts: dict[str, set[int]], sides: Sides) -> str:
    for seat in seats:
        if seat.bid is not None:
            amounts.setdefault(seat.side, set()).add(seat.bid)
    for side, told in amounts.items():
        if len(told) > 1:
            both = " and ".join(map(str, sorted(told)))
            raise RecordError(f"the bid of {sides[side]} is said to be {both}; expected one amount, as two are not added")
        if side not in (seat.side for seat in seats):
            raise RecordError(f"a bid of {sides[side]}, which nobody had; expected {sides[seats[0].side]} or {sides[seats[1].side]}")
    if (most := max((max(told) for told in amounts.values()), default=0)) > MOST_POSTED:
        raise RecordError(f"a bid of {most}; expected at most {MOST_POSTED}, since more is a rating or a year; write it into the table")
    bids = {seat.side: max(amounts.get(seat.side, {0})) for seat in seats}
    if amounts and not any(bids.values()):
        return "none"
    return "; ".join(f"{sides[side]} {amount}" for side, amount in bids.items() if amount)


def slug_of(text: str, sides: Sides) -> str:
    """Return the side that a word names; empty if it names none."""
    word = " ".join(text.split()).casefold()
    names = {name.casefold(): side for side, name in sides.items()} | {side: side for side in sides}
    side = names.get(word) or words.sides_by_word("side").get(word, "")
    return side if side in sides else ""


def side_of(text: str, sides: Sides) -> str:
    """Return the side that a word names, itself or by one of its powers; empty if it names none."""
    word = " ".join(text.split()).casefold().removesuffix(".")
    power = words.sides_by_word("power").get(word, "")
    return slug_of(text, sides) or (power if power in sides else "")
