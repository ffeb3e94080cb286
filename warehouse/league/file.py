"""Reading `league.toml`: the file in, Rules out, or an error that names the file, the key, both values and the cure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import msgspec

from engine.decoding import Undecodable, read_toml
from engine.text import one_line
from engine.titles import names_of, titles
from warehouse.errors import LakeError
from warehouse.league import rules
from warehouse.league.keys import Keys
from warehouse.league.rules import Elo, Forfeits, Matches, Points, Qualification, Regrade, Rules, Season, Which
from warehouse.people import NOBODY, People
from warehouse.people.names import folded
from warehouse.people.unknown import nearest_name

NAME = "league.toml"
"""What the file is called, beside a lake or beside players.csv."""
MOST_BYTES = 1_000_000
MOST_POINTS, MOST_GAMES, MOST_BID, MOST_TIERS = 1_000.0, 10_000, 10_000, 50
_EXAMPLE = 'a first line such as name = "Winter league"'


def beside(*places: Path | None) -> Path | None:
    """Return the file that lies in the folder of one of these files or folders; None where there is none."""
    found = (place.absolute().parent / NAME for place in places if place is not None)
    return next((path for path in found if path.is_file()), None)


def read_rules(path: Path) -> Rules:
    """Return the rules of a file.

    Raises:
        LakeError: it cannot be read, or a key does not hold what it should.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise LakeError(f"{path}: found {path.stat().st_size:,} bytes; expected at most {MOST_BYTES:,}; write only rules into it")
        found = read_toml(path)
    except (OSError, Undecodable) as error:
        told = getattr(error, "strerror", None) or error
        raise LakeError(f"{path}: cannot be read: {told}; expected a TOML file with the rules of a league (docs/league.md)") from error
    return _rules(Keys(str(path), found))


def shown_to(told: Rules, people: People = NOBODY, players: Iterable[str] | None = None) -> Rules:
    """Return rules in which people have the names that are shown for them; hidden ones stay hidden.

    Args:
        players: of the lake, under whatever names; nobody else is named then: a mistyped name would be that of no hidden player.
    """
    known = None if players is None else {folded(people.shown(name)) for name in players}
    tiers = {people.shown(name): tier for name, tier in told.points.players.items()} if told.points else {}
    kept = {name: tier for name, tier in tiers.items() if known is None or folded(name) in known}
    points = told.points and msgspec.structs.replace(told.points, players=kept)
    return msgspec.structs.replace(told, points=points, name=people.scrubbed(told.name))


def strangers(path: Path, told: Rules, players: Iterable[str], people: People = NOBODY) -> list[str]:
    """Return a warning for each of the file's `points.players` that is no player of the lake.

    Args:
        path: the file. players: of the lake, under whatever names. people: who is called by several names, or shown by another.
    """
    known = {folded(people.shown(name)): name for name in players}
    begin = told.points.players if told.points else {}
    return [
        f"{path}: key 'points.players.{one_line(name)}' fits no player of the lake, so nobody begins in tier {tier!r} by it; "
        f"{nearest_name(known, folded(name))}"
        for name, tier in begin.items()
        if folded(people.shown(name)) not in known
    ]


def _rules(keys: Keys) -> Rules:
    if "name" not in keys:
        raise keys.wrong("name", None, "the name of the league", f"write {_EXAMPLE}")
    name = keys.text("name", "")
    points = _points(keys.table("points")) if "points" in keys else None
    matches = _matches(keys.table("matches")) if "matches" in keys else None
    rank = keys.choice("rank", rules.RANKS, rules.POINTS if points else rules.ELO)
    ties = keys.texts("ties")
    for one in ties:
        if one not in rules.TIES:
            raise keys.wrong("ties", one, f"some of {', '.join(rules.TIES)}", "delete it, or write one of these")
    for one in (rank, *ties):
        if (one == rules.POINTS and points is None) or (one == rules.MATCHES and matches is None):
            raise keys.wrong("rank" if one == rank else "ties", one, f"a table [{one}]", f"write [{one}], or rank by something else")
    made = Rules(
        name, rank, ties, _which(keys.table("games")), _forfeits(keys.table("forfeits")), _elo(keys.table("elo")), points, matches,
        _seasons(keys), _qualification(keys.table("qualification")), _places(keys.table("playoffs")),
    )  # fmt: skip
    keys.done()
    return made


def _which(keys: Keys) -> Which:
    options = keys.table("options")
    since, until = keys.days()
    which = Which(
        tuple(dict.fromkeys(map(_title, keys.texts("titles")))),
        keys.texts("scenarios"),
        {name: options.text(name, "") for name in (keys.raw("options") or {})},
        keys.pair("bid", 0, MOST_BID),
        keys.whole("rounds", 0, 0, MOST_GAMES),
        since,
        until,
        keys.flag("people", True),
        keys.flag("teams", True),
        keys.choice("stopped", rules.STOPPED, rules.NOTHING),
    )
    keys.done()
    return which


def _title(name: str) -> str:
    """Return the slug of a title by its slug or printed name; of another map the name as it is."""
    return next((slug for slug in titles() if name.casefold() in {one.casefold() for one in names_of(slug)}), name)


def _forfeits(keys: Keys) -> Forfeits:
    count = keys.choice("count", (rules.WIN, rules.NOTHING), rules.WIN)
    made = Forfeits(count, keys.whole("rounds", 0, 0, MOST_GAMES), keys.flag("elo", True))
    keys.done()
    return made


def _elo(keys: Keys) -> Elo:
    start, scale = keys.number("start", rules.START, 0, 100_000), keys.number("scale", rules.SCALE, 1, 10_000)
    keep, told = keys.number("keep", 1.0, 0, 1), keys.raw("k")
    if isinstance(told, list):
        if len(told) > MOST_TIERS:
            raise keys.wrong("k", told, f"at most {MOST_TIERS} steps, not {len(told):,}", "leave some of them out")
        steps = tuple(_step(keys, one) for one in told)
        if not steps or steps[0][0] != 0 or any(a[0] >= b[0] for a, b in pairwise(steps)):
            raise keys.wrong("k", told, "games and K, from 0 games on, with more games each", "write k = [[0, 40], [10, 20]]")
    else:
        steps = ((0, keys.number("k", rules.K, 0, 1_000)),)
    keys.done()
    return Elo(start, steps, scale, keep)


def _step(keys: Keys, told: object) -> tuple[int, float]:
    if isinstance(told, list) and len(told) == 2 and not any(isinstance(one, bool) for one in told):
        games, k = told
        if isinstance(games, int) and isinstance(k, (int, float)) and 0 <= games <= MOST_GAMES and 0 <= k <= 1_000:
            return games, float(k)
    raise keys.wrong("k", told, "a number of games and a K from 0 to 1,000", "write k = [[0, 40], [10, 20]]")


def _points(keys: Keys) -> Points:
    tiers = keys.texts("tiers") if "tiers" in keys else ("all",)
    if not 1 <= len(tiers) <= MOST_TIERS:
        raise keys.wrong("tiers", list(tiers), f"1 to {MOST_TIERS} tiers, the best first", 'write tiers = ["A", "B"]')
    named = f"the tiers {', '.join(tiers)}"
    win = keys.numbers("win", len(tiers), -MOST_POINTS, MOST_POINTS, named)
    loss = keys.numbers("loss", len(tiers), -MOST_POINTS, MOST_POINTS, named)
    newcomers = _tier(keys, "newcomers", tiers) if "newcomers" in keys else tiers[-1]
    given = keys.table("players")
    players = {name: _tier(given, name, tiers) for name in (keys.raw("players") or {})}
    if len({folded(name) for name in players}) < len(players):
        raise keys.wrong("players", [*players], "each player once", "delete the one that is there twice")
    regrade = _regrade(keys.table("regrade"), tiers) if "regrade" in keys else None
    if regrade and regrade.when == rules.ALWAYS:
        for key, points in (("win", win), ("loss", loss)):
            if list(points) != sorted(points, reverse=True):
                cure = 'write the points of better tiers first, or regrade.when = "season"'
                raise keys.wrong(key, list(points), "no more points for a worse tier where tiers always follow from points", cure)
    keys.done()
    return Points(tiers, win, loss, newcomers, players, regrade)


def _tier(keys: Keys, key: str, tiers: tuple[str, ...]) -> str:
    if len(tiers) == 1 and keys.raw(key) != tiers[0]:
        raise keys.wrong(key, keys.raw(key), f"{tiers[0]!r}, the only tier", "delete the key, or write points.tiers with this tier in it")
    return keys.choice(key, tiers, "") if len(tiers) > 1 else tiers[0]


def _regrade(keys: Keys, tiers: tuple[str, ...]) -> Regrade:
    above = f"the tiers {', '.join(tiers[:-1])}" if len(tiers) > 1 else "no tier"
    bounds = keys.numbers("from", len(tiers) - 1, -MOST_POINTS, MOST_POINTS, above)
    if list(bounds) != sorted(set(bounds), reverse=True):
        raise keys.wrong("from", list(bounds), "fewer points per game for each worse tier", "write the best tier's first")
    made = Regrade(keys.whole("games", 1, 1, MOST_GAMES), bounds, keys.choice("when", rules.REGRADE, rules.ALWAYS))
    keys.done()
    return made


def _matches(keys: Keys) -> Matches:
    best = keys.whole("best_of", 3, 1, 99)
    if best % 2 == 0:
        raise keys.wrong("best_of", best, "an odd number, so that somebody wins", f"write {best - 1} or {best + 1}")
    made = Matches(best, keys.whole("grows", 0, 0, MOST_GAMES))
    keys.done()
    return made


def _seasons(keys: Keys) -> tuple[Season, ...]:
    given = keys.tables("seasons")
    found = sorted(_season(given), key=lambda one: one[1].since)
    for (_, one), (at, two) in pairwise(found):
        if not one.until or one.until >= two.since:
            expected = f"a day after {one.until or 'the end'} of {one.name}"
            raise at.wrong("since", two.since, expected, "let no two seasons have a day in common")
    names = [season.name.casefold() for _, season in found]
    for at, season in found:
        if names.count(season.name.casefold()) > 1:
            raise at.wrong("name", season.name, "a name of its own for each season", "write another name")
    return tuple(season for _, season in found) or rules.ALL_GAMES


def _season(given: list[Keys]) -> Iterator[tuple[Keys, Season]]:
    for number, one in enumerate(given, start=1):
        since, until = one.days()
        name = one.text("name", f"Season {number}")
        one.done()
        yield one, Season(name, since, until)


def _qualification(keys: Keys) -> Qualification:
    made = Qualification(keys.whole("games", 1, 0, MOST_GAMES), keys.whole("opponents", 0, 0, MOST_GAMES))
    keys.done()
    return made


def _places(keys: Keys) -> int:
    places = keys.whole("places", 0, 2 if "places" in keys else 0, 256)
    keys.done()
    return places
