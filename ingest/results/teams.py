"""Results as YAML: a list of games, each with its teams, their players, sides, shares and bids.

- date: 2026-05-01
  teams:
    - {side: Axis, players: [Amy, Cy], share: 2}
    - {side: Allies, players: [Boris], share: 1, bid: 10}
  rounds: 9
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from engine.decoding import Undecodable, from_yaml
from engine.errors import RecordError
from ingest.results.line import Cells, Sides, slug_of
from ingest.results.posts import Posted

MOST_BYTES = 1_000_000
"""Of YAML at most."""
KEYS = ("date", "day", "title", "teams", "winner", "how", "rounds", "low luck", "game")
TEAM_KEYS = ("side", "players", "player", "share", "bid")
_TEAMS = re.compile(r"^[ \t-]*(?:[\[{](?:[^\n]*[{,])?[ \t]*)?[\"']?teams[\"']?[ \t]*:", re.MULTILINE)
SAME = (("date", "day"), ("players", "player"))
"""Keys that say the same."""
LONGEST = 60
"""Letters of a name at most."""
_SHOWN = 80


def recognize(text: str) -> bool:
    """Return whether a text is YAML of teams."""
    return _TEAMS.search(text) is not None


def games_of(text: str, title: str, day: str, sides: Sides) -> Iterator[Posted]:
    """Yield the games of a text, numbered from 1; of a text that is no YAML one entry that says why."""
    try:
        if len(text) > MOST_BYTES:
            raise RecordError(f"{len(text):,} letters of YAML; expected at most {MOST_BYTES:,}; split it into several files")
        found = from_yaml(text)
    except (Undecodable, RecordError) as error:
        yield Posted(1, _short(text), {}, f"the YAML cannot be read: {' '.join(str(error).split())}; expected a list of games with teams")
        return
    games = found.get("games", [found]) if isinstance(found, dict) else found
    if isinstance(found, dict) and "games" in found and len(found) > 1:
        beside = _short(next(key for key in found if key != "games"))
        yield Posted(
            1, _short(found), {}, f"unknown key {beside!r} beside games; expected games alone; write it into each of them, or delete it"
        )
        return
    for number, game in enumerate(games if isinstance(games, list) else [games], start=1):
        try:
            yield Posted(number, _short(game), _cells(game, title, day, sides))
        except RecordError as error:
            yield Posted(number, _short(game), {}, error.message)


def _short(value: Any) -> str:
    told = " ".join(str(value).split())
    return told if len(told) <= _SHOWN else f"{told[:_SHOWN]}..."


def _cells(game: Any, title: str, day: str, sides: Sides) -> Cells:
    told = _table(game, KEYS, "a game")
    teams = [_team(one, sides) for one in _teams(told.get("teams"))]
    slugs = [team["side"] for team in teams]
    if len(teams) < 2 or len(set(slugs)) < len(slugs):
        raise RecordError(f"teams: found {len(teams)} with sides {', '.join(slugs)}; expected two or more, each with a side of its own")
    shares = [team["share"] for team in teams]
    if any(shares) and not all(shares):
        raise RecordError("share: said of some teams only; expected one for each, such as 2 and 1")
    return {
        "date": _text(told.get("date", told.get("day")), "date") or day, "title": _text(told.get("title"), "title") or title,
        "sides": "; ".join(sides.get(slug, slug) for slug in slugs), "players": "; ".join(team["players"] for team in teams),
        "winner": _winner(told.get("winner"), slugs, shares, sides), "shares": ":".join(shares) if any(shares) else "",
        "how": _text(told.get("how"), "how"), "rounds": _text(told.get("rounds"), "rounds"), "low luck": _flag(told.get("low luck")),
        "bid": "; ".join(f"{sides[team['side']]} {team['bid']}" for team in teams if team["bid"] not in ("", "0"))
        or ("none" if any(team["bid"] for team in teams) else ""),
        "game": _text(told.get("game"), "game"),
    }  # fmt: skip


def _table(value: Any, keys: tuple[str, ...], what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"found {_short(value)!r}; expected {what} with the keys {', '.join(keys)}")
    told = {str(key).replace("_", " ").casefold(): one for key, one in value.items()}
    if len(told) < len(value) or any(one in told and two in told for one, two in SAME):
        raise RecordError(f"keys {', '.join(map(_short, value))} of {what}: two of them say the same; expected one of them")
    if unknown := [key for key in told if key not in keys]:
        raise RecordError(f"unknown key {_short(unknown[0])!r} of {what}; expected {', '.join(keys)}")
    return told


def _teams(value: Any) -> list[Any]:
    """Return teams; where they stand by side (`Axis: {players: [Amy]}` or `Axis: [Amy]`) with the side as a key."""
    if isinstance(value, dict):
        return [_of_side(side, one) for side, one in value.items()]
    if not isinstance(value, list):
        raise RecordError(f"teams: found {_short(value)!r}; expected a list of teams, each with side and players")
    return value


def _of_side(side: Any, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {"players": value, "side": side}
    if any(str(key).casefold() == "side" for key in value):
        raise RecordError(f"side: said twice of {_short(side)!r}, before the team and in it; expected it once")
    return {**value, "side": side}


def _team(value: Any, sides: Sides) -> Cells:
    told = _table(value, TEAM_KEYS, "a team")
    side = slug_of(_text(told.get("side"), "side"), sides)
    if not side:
        raise RecordError(f"side: found {_short(told.get('side'))!r}; expected {' or '.join(sides.values())}")
    players = told.get("players", told.get("player"))
    if isinstance(players, str) and re.search(r"[,&/]|\band\b", players):
        raise RecordError(
            f"players: found {_short(players)!r}; expected a list of names, such as [Amy, Cy], or a name in a list of its own"
        )
    names = [_name(name) for name in (players if isinstance(players, list) else [players])]
    if not all(names) or any(sign in name for name in names for sign in ";+"):
        raise RecordError(f"players: found {_short(players)!r}; expected a list of names, such as [Amy, Cy]")
    return {
        "side": side, "players": " + ".join(names), "share": _whole(told.get("share"), "share"), "bid": _whole(told.get("bid"), "bid"),
    }  # fmt: skip


def _name(value: Any) -> str:
    """Return a player's name; what YAML takes for a number or a day may have been written otherwise: 007 is 7 there, and 1:30 is 90."""
    if value is not None and not isinstance(value, str):
        raise RecordError(f"players: found {_short(value)!r}, which is no text in YAML; expected a name; put it into quotes")
    if value and not (value.isprintable() and len(value) <= LONGEST):
        raise RecordError(
            f"players: found {_short(ascii(value))}; expected a name of up to {LONGEST} letters in one line, all of which can be seen"
        )
    return _text(value, "players")


def _winner(value: Any, slugs: list[str], shares: list[str], sides: Sides) -> str:
    said = _text(value, "winner")
    if said:
        return sides.get(slug_of(said, sides), said)
    if not any(shares):
        raise RecordError("nobody is said to have won; expected winner, or a share of each team")
    best = max(map(int, shares))
    won = [sides[slug] for slug, share in zip(slugs, shares, strict=True) if int(share) == best]
    return "draw" if len(won) == len(slugs) else " + ".join(won)


def _text(value: Any, key: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, (str, int, date)):
        raise RecordError(f"{key}: found {_short(value)!r}; expected a text; put it into quotes")
    return " ".join((value.isoformat() if isinstance(value, date) else str(value)).split())


def _whole(value: Any, key: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10_000:
        raise RecordError(f"{key}: found {_short(value)!r}; expected a whole number from 0 to 10,000")
    return str(value)


def _flag(value: Any) -> str:
    return "" if value is None else "yes" if value is True else "no" if value is False else _text(value, "low luck")
