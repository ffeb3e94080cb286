"""The rows of a game other than events: its `games` row, its seats, and its title's tables at the time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from unicodedata import normalize

from engine.events import (
    VOCABULARY,
    BattleEnded,
    GameStarted,
    TechAdvanced,
)
from engine.mechanics.profile import profile_in
from engine.odds.lake_ledger import whole_ledger
from engine.recording import Fidelity
from engine.replay import Game
from engine.result import bids_of, seated, shares_of
from engine.rules import NEUTRAL
from engine.state import FOLD, GameState
from engine.title.contenders import said
from engine.title.lines import convoy_lines
from engine.title.model import Title
from engine.title.rounds import round_date, round_name
from warehouse.played import finished_rounds, seated_powers
from warehouse.rows import json_text
from warehouse.same_game import digests
from warehouse.snapshots import Row

_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Letters without width that come with a name pasted from a page; joiners are not of them, for these change how others look."""
_OF_RESULT = digests((), 0)
"""A result tells no deeds and no dice."""


def game_row(game_id: str, game: Game, rounds: int | None, turns: int | None, at: str) -> Row:
    """Return the row of `games`; `rounds` and `turns` are those that were played, None if unknown, `at` is the time of ingest."""
    title, header, state = game.title, game.header, game.state
    scenario = state.scenario or header.scenario
    finished = None if game.fidelity is Fidelity.RESULT else finished_rounds(game.events, rounds or 0)
    return (
        game_id, title.slug, title.name, scenario, json_text(state.options), json_text(_composed(state.players)), header.source,
        game.fidelity.value, header.played, rounds, finished, turns,
        len(game.events), state.defects, game.gap, state.ended,
        ", ".join(state.winners), state.how, said(title, state.how), title.resource, title.resources[title.resource].name,
        *(_OF_RESULT if game.fidelity is Fidelity.RESULT else digests(game.events, finished or 0)), game.name,
        game.digest, header.overlays, header.about, VOCABULARY, at,
    )  # fmt: skip


def seat_rows(game_id: str, game: Game, rounds: int | None) -> list[Row]:
    """Return the rows of `seats`, in the title's order of powers; `rounds` is the last one that was played, None if unknown."""
    if game.fidelity is Fidelity.RESULT:
        return _seats_of_result(game_id, game, rounds)
    title, state = game.title, game.state
    players, (sat, bids) = _composed(state.players), seated_powers(game)
    scenario = state.scenario or game.header.scenario
    return [
        (
            game_id,
            title.slug,
            scenario,
            game.header.played,
            rounds,
            p.power,
            p.side,
            title.sides[p.side].name,
            players.get(p.power, ""),
            _outcome(state, p.side),
            bids[p.power],
            _share(title, state, p.side),
        )
        for p in title.powers.values()
        if p.power in sat and p.side != NEUTRAL
    ]


def _seats_of_result(game_id: str, game: Game, rounds: int | None) -> list[Row]:
    """Return a row for each side's players: which powers each of them played is unknown. The bid stands in the side's first row."""
    title, state, bids, first = game.title, game.state, bids_of(game.state), set[str]()
    rows = []
    for side, player in seated(_composed(state.players)):
        bid = (0 if side in first else bids.get(side, 0)) if bids else None
        first.add(side)
        rows.append((
            game_id, title.slug, state.scenario, game.header.played, rounds, "", side, title.sides[side].name, player,
            _outcome(state, side), bid, _share(title, state, side),
        ))  # fmt: skip
    return rows


def _composed(players: Mapping[str, str]) -> dict[str, str]:
    """Return seat to player, in Unicode's composed form, without what nobody sees: who types ü as u and two dots is the same player."""
    return {seat: " ".join(normalize("NFC", _UNSEEN.sub("", name)).split()) for seat, name in players.items()}


def part_rows(game_id: str, game: Game) -> list[Row]:
    """Return the rows of `record_parts`."""
    return [(game_id, number, one.digest, one.begins, list(one.needs), list(one.tells)) for number, one in enumerate(game.parts, start=1)]


def luck_rows(game_id: str, game: Game, ended: Sequence[Row]) -> list[Row]:
    """Return the rows of `battle_luck`; `ended` are the game's rows of `battle_ended`."""
    if not ended:
        return []
    clocks = {row[1]: row[2:4] for row in ended}
    ends = {seq: event for seq, event in enumerate(game.events, start=1) if type(event) is BattleEnded}
    found = []
    for one in whole_ledger(game):
        end = ends[one.seq]
        found.append((
            game_id, one.seq, *clocks[one.seq], one.battle, end.kind, end.area, end.attacker, end.defender, one.dice,
            one.win, one.take, one.lose, one.expected, one.actual, one.percentile, one.luck, one.fire, one.anti_air,
            one.bombardment, [swing for swing, _ in one.swings], [chance for _, chance in one.swings], list(one.takes),
            one.take_luck, one.decisions, "sampled" if one.samples else "exact", one.samples, one.error,
        ))  # fmt: skip
    return found


def _outcome(state: GameState, side: str) -> str:
    """Return a side's outcome of the game."""
    if not state.ended:
        return "unfinished"
    if not state.winners:
        return "drawn"
    return "won" if side in state.winners else "lost"


def _share(title: Title, state: GameState, side: str) -> float | None:
    """Return how much of the game a side won: 1 in sum of all sides, even parts in a draw; None of a game that has not ended."""
    if not state.ended:
        return None
    if shares := shares_of(state):
        return shares.get(side, 0.0)
    playing = {power.side for power in title.powers.values() if power.side != NEUTRAL} or set(title.sides)
    return 1 / max(len(playing), 1)


def title_rows(game_id: str, game: Game) -> dict[str, list[Row]]:
    """Return the rows of title_areas, title_links, title_units, title_prices, title_rounds, title_lines and title_powers.

    A result tells nothing of the board and the units: it has the powers alone, where its title is known.
    """
    title = game.title
    sides = title.sides
    powers = [
        (
            game_id,
            p.power,
            p.name,
            p.adjective,
            p.side,
            sides[p.side].name,
            p.capital,
            p.order,
            p.color,
            p.triplea,
            p.source,
        )
        for p in title.powers.values()
    ]
    if game.fidelity is Fidelity.RESULT:
        empty = ("title_areas", "title_links", "title_units", "title_prices", "title_rounds", "title_lines")
        return {name: [] for name in empty} | {"title_powers": powers}
    return {
        "title_areas": [
            (game_id, a.area, a.name, a.kind, a.value, a.victory_city, a.terrain, a.original_owner, a.lon, a.lat, a.triplea, a.source)
            for a in title.areas.values()
        ],
        "title_links": [(game_id, k.area, k.to, k.kind, k.passage, k.source) for k in title.links],
        "title_units": [
            (
                game_id,
                u.unit,
                u.name,
                u.cls,
                u.cost,
                u.resource,
                u.attack,
                u.defense,
                u.move,
                u.strength,
                json_text(u.abilities),
                u.triplea,
                u.source,
            )
            for u in title.units.values()
        ],
        "title_prices": price_rows(game_id, game),
        "title_rounds": round_rows(game_id, game),
        "title_lines": [(game_id, one.line, one.name, list(one.zones), one.source) for one in convoy_lines(title)],
        "title_powers": powers,
    }


def round_rows(game_id: str, game: Game) -> list[Row]:
    """Return the rows of `title_rounds`, of all rounds from 1 to the last that began."""
    title, scenario = game.title, game.state.scenario
    rounds = range(1, game.state.clock.round + 1)
    return [(game_id, n, round_name(title, scenario, n), *round_date(title, scenario, n)) for n in rounds]


def price_rows(game_id: str, game: Game) -> list[Row]:
    """Return the rows of `title_prices`: options and technologies change prices as the game starts and as one is gained."""
    title, state, rows = game.title, GameState(), []
    revised = sorted({row.unit for row in title.revisions if row.cost})
    now = {(power, unit): title.units[unit].cost for power in title.powers for unit in revised}
    for seq, event in enumerate(game.events if now else (), start=1):
        if type(event) not in (GameStarted, TechAdvanced):
            continue
        FOLD[type(event)](state, event)
        for (power, unit), before in now.items():
            cost = profile_in(title, state, power, unit).cost
            if cost != before:
                now[power, unit] = cost
                rows.append((game_id, power, unit, seq, cost))
    return rows
