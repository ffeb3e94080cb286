"""What the explorer of openings says, on the dashboard and on a site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from dashboard.ui.game_names import game_name, who_played
from dashboard.ui.text import counted, listed, printed, units
from engine.text import one_line
from warehouse import Lake
from warehouse.openings import FEW, Branch, Explorer, Node, Step

SHOWN = 12
"""Purchases of a turn that are told in full; a table has all."""
LONGEST = 120
"""Letters of an address that are said again."""
TOLD = 6
"""Areas, players and bids that are named of a purchase."""
NOTE = (
    "Won counts decided games of the power's side, with a 95% interval; games that a limit stopped, and those of unknown result, stand "
    f"apart and are no draws. Units of a bid are left out. Grey: fewer than {FEW} games, which say little."
)
HEADINGS = {
    "power": "Power", "round": "Round", "bought": "Bought", "counted_with_it": "Counted with it", "games": "Games", "share": "Share",
    "won": "Won",
    "lost": "Lost", "drawn": "Drawn", "not_decided": "Not decided", "rate": "Win rate", "low": "95% low", "high": "95% high",
    "attacks": "Attacks", "players": "Players", "bids": "Bids", "first": "First game", "last": "Last game", "game_ids": "Game ids",
}  # fmt: skip
"""Columns of `rows` in words."""


def game_labels(games: pl.DataFrame) -> dict[str, str]:
    """Return what links to games say, by id: the day and who played, the name of a game without either."""
    found = {}
    for game in games.select("game_id", "played", "players", "name").iter_rows(named=True):
        told = [part for part in (game["played"], " and ".join(who_played(game["players"]))) if part]
        found[game["game_id"]] = " ".join(told) or game_name(game)
    return found


class Names(NamedTuple):
    """Printed names by slug, and colours of powers, as one game has them; `sides` has those of sides, and by power of its side."""

    units: Mapping[str, str]
    areas: Mapping[str, str]
    powers: Mapping[str, str]
    colors: Mapping[str, str]
    sides: Mapping[str, str]
    money: str

    def turn(self, step: Step) -> str:
        """Return whose turn it is, in which round."""
        return f"{self.powers.get(step.power, printed(step.power))}, round {step.round}"

    def purchase(self, bought: str) -> str:
        """Return a purchase as a person tells it, most units first."""
        if not bought:
            return "No purchase on record"
        parts = [(int(count), unit) for count, unit in (part.split(" ", 1) for part in bought.split(", "))]
        return ", ".join(
            units(count, self.units.get(unit, printed(unit))) for count, unit in sorted(parts, key=lambda one: (-one[0], one[1]))
        )


def names_of(lake: Lake, of: Explorer) -> Names:
    """Return the printed names of a title, from the first game of its openings."""
    if of.rows.is_empty():
        return Names({}, {}, {}, {}, {}, "")
    game = of.rows["game_id"][0]
    powers = lake.frame("title_powers", game)
    sides = dict(powers.select("side", "side_name").iter_rows()) | dict(powers.select("power", "side_name").iter_rows())
    return Names(
        dict(lake.frame("title_units", game).select("unit", "name").iter_rows()),
        dict(lake.frame("title_areas", game).select("area", "name").iter_rows()),
        dict(powers.select("power", "name").iter_rows()),
        dict(powers.select("power", "color").iter_rows()),
        sides,
        lake.frame("games", game)["resource_name"][0],
    )


def question(step: Step, names: Names) -> str:
    """Return the question that the branches of a turn answer."""
    return f"{names.turn(step)}: what was bought and attacked?"


def cut(text: str, names: Names) -> str:
    """Return what is said where the address led on by a turn that no game of the choice made; `text` is the turn as the address had it."""
    step = Step.read(text)
    told = f"{names.turn(step)}: {step.bought or 'no purchase'}" if step else text
    return f"No game of this choice went on by {one_line(told)[:LONGEST]}; what the address said from there on was taken off it."


def answer(node: Node, branches: list[Branch], names: Names) -> str:
    """Return in a sentence what was bought most often."""
    first, games = branches[0], sum(len(one.games) for one in branches)
    if games == 1:
        return f"One game came here: {names.purchase(first.step.bought)}."
    most = f"{names.purchase(first.step.bought)}, in {share(len(first.games), games)}"
    told = f"{counted(games, 'game')}, {counted(len(branches), 'purchase')}. Most often: {most}."
    return told + (f" {counted(node.games - games, 'game')} went another way or had no such turn." if node.games > games else "")


def note(of: Explorer, names: Names) -> str:
    """Return what the figures mean."""
    cheap = listed([names.units.get(unit, printed(unit)) for unit in sorted(of.cheap)])
    together = (
        f"Purchases that differ by one cheap unit ({cheap}) count together. "
        if cheap
        else "No price says which units are cheap, so only equal purchases count together. "
    )
    late = f" {counted(of.late, 'more game')} began later than round 1, and no opening is known of them." if of.late else ""
    return together + NOTE + late


def share(part: int, of: int) -> str:
    """Return a share in words that are true for few, too."""
    return f"{part / of:.0%}" if of >= FEW else f"{part} of {of}"


def won(of: Branch, names: Names) -> str:
    """Return how the games of a branch ended, in a sentence."""
    side = names.sides.get(of.step.power) or "Its side"
    if of.rate is None:
        told = "None was decided"
    else:
        rate, low, high = of.rate
        told = f"{side} won {of.won} of {of.decided} decided" + (f": {rate:.0%} ({low:.0%} to {high:.0%})" if of.decided >= FEW else "")
    apart = [f"{of.drawn:,} drawn"] if of.drawn else []
    apart += [f"{of.unfinished:,} stopped or of unknown result"] if of.unfinished else []
    return f"{told}; {', '.join(apart)}." if apart else f"{told}."


def together(of: Branch, names: Names) -> str:
    """Return which purchases count with that of a branch; empty for none."""
    if not of.others:
        return ""
    first = [f"{names.purchase(one)} ({games})" for one, games in list(of.others.items())[:3]]
    return "With it: " + "; ".join(first) + (f"; {len(of.others) - 3} more" if len(of.others) > 3 else "") + "."


def attacks(of: Branch, names: Names) -> list[tuple[str, str]]:
    """Return the areas that were attacked most, each with how often and with what result."""
    games = len(of.games)
    found = []
    for one in of.attacks[:TOLD]:
        ends = [(one.won, "won"), (one.lost, "lost"), (one.undecided, "undecided"), (one.bombed, "bombed")]
        told = ", ".join(f"{count} {word}" for count, word in ends if count)
        found.append((names.areas.get(one.area, printed(one.area)), f"in {share(one.games, games)}: {told}"))
    left = len(of.attacks) - TOLD
    return found + ([("", f"and {counted(left, 'more area')}")] if left > 0 else [])


def bids(of: Branch, names: Names) -> str:
    """Return the bids of these games, the most frequent first; empty where nobody bid, or none is known."""
    if not any(of.bids):
        return ""
    told = [f"{_bid(bid, names)} ({games})" for bid, games in list(of.bids.items())[:TOLD]]
    return "; ".join(told) + (f"; {len(of.bids) - TOLD} more" if len(of.bids) > TOLD else "")


def _bid(told: str | None, names: Names) -> str:
    if told is None:
        return "unknown"
    parts = [part.rsplit(" ", 1) for part in told.split(", ")] if told else []
    return listed([f"{names.sides.get(side, printed(side))} +{bid} {names.money}" for side, bid in parts]) or "none"


def days(of: Branch) -> str:
    """Return from when to when these games were played; empty if unknown."""
    return of.first if of.first == of.last else f"{of.first} to {of.last}"


def turns(node: Node) -> list[list[Branch]]:
    """Return the branches of a place by their turn, the turn of most games first."""
    found: dict[tuple[int, str], list[Branch]] = {}
    for one in node.branches:
        found.setdefault((one.step.round, one.step.power), []).append(one)
    return sorted(found.values(), key=lambda same: -sum(len(one.games) for one in same))


def rows(node: Node, names: Names) -> pl.DataFrame:
    """Return the branches of a place as rows; the columns are those of HEADINGS."""
    found = []
    for one in node.branches:
        rate = one.rate or (None, None, None)
        told = ", ".join(f"{names.areas.get(hit.area, printed(hit.area))} {hit.games} ({hit.won} won)" for hit in one.attacks)
        found.append((
            names.powers.get(one.step.power, one.step.power), one.step.round, names.purchase(one.step.bought),
            "; ".join(names.purchase(other) for other in one.others), len(one.games), len(one.games) / node.games, one.won, one.lost,
            one.drawn, one.unfinished, *rate, told, ", ".join(f"{name} ({games})" for name, games in one.players.items()), bids(one, names),
            one.first, one.last, " ".join(one.games),
        ))  # fmt: skip
    whole = dict.fromkeys(("round", "games", "won", "lost", "drawn", "not_decided"), pl.Int64)
    real = dict.fromkeys(("share", "rate", "low", "high"), pl.Float64)
    return pl.DataFrame(found, schema={name: (whole | real).get(name, pl.String) for name in HEADINGS}, orient="row")
