"""A league by its own rules, as parts of a page: what each says, its rows, and beside every figure the rule that it follows from.

No Streamlit here: the dashboard's page and a site draw these parts, and the terminal prints them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from dashboard.ui.templates import Template
from dashboard.ui.text import counted, listed
from warehouse.league import League, rules
from warehouse.league.rules import ALL_GAMES, Rules
from warehouse.people.names import folded

HTML = Template.of(__file__)
HEADINGS = {
    "place": "Place", "player": "Player", "games": "Games", "won": "Won", "drawn": "Drawn", "lost": "Lost", "opponents": "Opponents",
    "win_rate": "Win rate", "tier": "Tier", "points": "Points", "points_per_game": "Points per game", "elo": "Elo",
    "matches_won": "Matches won", "lacking": "To qualify", "seed": "Seed", "match": "Match", "other_seed": "Other seed", "other": "Against",
    "one": "Player", "two": "Against", "best_of": "Best of", "one_won": "Won", "two_won": "Lost", "winner": "Won by", "played": "Played",
    "outcome": "Outcome", "points_rule": "Points by", "elo_before": "Elo before", "elo_expected": "Expected", "elo_k": "K",
    "elo_change": "Change", "elo_after": "Elo after", "title": "Title", "players": "Players", "rule": "Rule", "found": "Found",
    "expected": "Expected", "met": "Against",
}  # fmt: skip
"""What columns are called."""
DIGITS = {"win_rate": 3, "points": 2, "points_per_game": 2, "elo": 1, "elo_before": 1, "elo_expected": 3, "elo_k": 1, "elo_change": 1,
          "elo_after": 1}  # fmt: skip
"""Digits after the point of figures."""
RANKED = {
    rules.ELO: "Elo", rules.POINTS: "points per game", rules.WINS: "games won", rules.RATE: "win rate", rules.MATCHES: "matches won",
    rules.MEETINGS: "games won less games lost among those who are level", rules.GAMES: "games played",
}  # fmt: skip
NAMED = 12
"""Players of a tier who are named in a rule."""
_STOPPED = {rules.NOTHING: "does not count", rules.DRAW: "is a draw", rules.LOSS: "is lost by all"}


class Part(NamedTuple):
    """A part of a page: a question, its answer, the rules of its figures by what they are of, its rows, and what the table is called.

    Attributes:
        rows: columns as in HEADINGS, in order.
    """

    question: str
    answer: str
    rules: Mapping[str, str]
    rows: pl.DataFrame
    name: str


def seasons(league: League) -> list[str]:
    """Return the seasons in which games count, the newest first; all of them where none has any."""
    played = set(league.standings["season"])
    every = [season.name for season in reversed(league.rules.seasons)]
    return [season for season in every if season in played] or every


def parts(league: League, season: str) -> list[Part]:
    """Return the parts of a season: standings, playoffs, matches, games, and the games that do not count in any season."""
    first, *others = (
        _standings(league, season),
        _playoffs(league, season),
        _matches(league, season),
        _games(league, season),
        _left_out(league),
    )
    return [first, *(part for part in others if part.rows.height)]


def which_count(told: Rules) -> str:
    """Say which games count."""
    which = told.games
    asked = [
        which.titles and f"of {listed(which.title_names)}",
        which.scenarios and f"scenario {listed(which.scenarios)}",
        *(f"{name}: {value}" for name, value in which.options.items()),
        which.bid and f"bids of {which.bid[0]} to {which.bid[1]} in sum",
        which.rounds and f"{which.rounds} rounds or more",
        which.since and f"from {which.since}",
        which.until and f"to {which.until}",
        which.people and "no program or bot plays",
        not which.teams and "one player a side",
    ]
    told_of = "; ".join(str(one) for one in asked if one) or "all finished games"
    return f"{told_of}. A game that a limit stopped without a winner {_STOPPED[which.stopped]}."


def forfeits(told: Rules) -> str:
    """Say what forfeits are."""
    if told.forfeits.count == rules.NOTHING:
        return "do not count."
    early = f" from round {told.forfeits.rounds} on; before they do not count" if told.forfeits.rounds else ""
    return f"count as games{early}; Elo {'moves' if told.forfeits.elo else 'does not move'}."


def elo(told: Rules) -> str:
    """Say how Elo is counted."""
    steps = "; ".join(f"{k:g} once a player has {games} games that moved it" if games else f"{k:g}" for games, k in told.elo.k)
    keep = f" A new season keeps {told.elo.keep:.0%} of the distance from {told.elo.start:g}." if len(told.seasons) > 1 else ""
    return (
        f"everybody begins with {told.elo.start:g}. A game adds K times (share won - share expected); K is {steps}. Expected is "
        f"1 / (1 + 10^((theirs - mine) / {told.elo.scale:g})); a team has the mean of its players.{keep}"
    )


def points(told: Rules) -> str:
    """Say how points are counted; empty without such a rule."""
    rule = told.points
    if rule is None:
        return ""
    by = ", ".join(f"{tier} {win:g} / {loss:g}" for tier, win, loss in zip(rule.tiers, rule.win, rule.loss, strict=True))
    regrade = ""
    if rule.regrade:
        bounds = ", ".join(f"{tier} {bound:g}" for tier, bound in zip(rule.tiers, rule.regrade.bounds, strict=False))
        when = "past games count by the tiers of today" if rule.regrade.when == rules.ALWAYS else "it holds from the next season on"
        asked = f"at least: {bounds}, else {rule.tiers[-1]}"
        regrade = f" After {counted(rule.regrade.games, 'game')} the tier follows from points per game ({asked}); {when}."
    part = f"a draw or a part win brings its part of both. Newcomers: {rule.newcomers}."
    return f"for a win / a loss against a player of tier {by}; {part}{regrade}"


def matches(told: Rules) -> str:
    """Say which games of two players count; empty without such a rule."""
    if told.matches is None:
        return ""
    grows = f", and of two more for each {told.matches.grows} games that both have played" if told.matches.grows else ""
    return f"against one opponent best of {told.matches.best_of}{grows}; what is played beyond does not count."


def ranked(told: Rules) -> str:
    """Say what players are ranked by."""
    ties = f"; of those who are level by {', then by '.join(RANKED[one] for one in told.ties)}" if told.ties else ""
    return f"by {RANKED[told.rank]}{ties}."


def qualified(told: Rules) -> str:
    """Say who is qualified, and how playoffs are seeded."""
    asked = f"{counted(told.qualification.games, 'game')} of the season"
    if told.qualification.opponents:
        asked += f" against {counted(told.qualification.opponents, 'opponent')}"
    return f"{asked}."


def tiers(league: League) -> str:
    """Say in which tier players of the league begin; empty where the file names none of them."""
    rule, known = league.rules.points, {folded(name): name for name in league.standings["player"]}
    found: dict[str, list[str]] = {}
    for name, tier in rule.players.items() if rule else ():
        if player := known.get(folded(name)):
            found.setdefault(tier, []).append(player)
    told = [f"{tier}: {_some(found[tier])}" for tier in (rule.tiers if rule else ()) if tier in found]
    return f"to begin with {'; '.join(told)}." if told else ""


def _some(names: list[str]) -> str:
    more = len(names) - NAMED
    return listed(names) if more <= 0 else f"{', '.join(names[:NAMED])} and {more:,} more"


def _by_figure(league: League) -> dict[str, str]:
    told = league.rules
    found = {
        "Games": which_count(told), "Forfeits": forfeits(told), "Place": ranked(told), "Points": points(told), "Tier": tiers(league),
        "Elo": elo(told), "Matches": matches(told), "To qualify": qualified(told),
        "Seed": f"the best {told.playoffs} who are qualified, by place and then by name." if told.playoffs else "",
        "Win rate": "games won and half of those drawn, of all games.",
    }  # fmt: skip
    return {name: rule for name, rule in found.items() if rule}


def _standings(league: League, season: str) -> Part:
    told, rows = league.rules, league.standings.filter(season=season)
    left = [
        *([] if told.points else ["tier", "points", "points_per_game"]), *([] if told.matches else ["matches_won"]),
        *([] if told.playoffs else ["seed"]), "season", "qualified",
    ]  # fmt: skip
    first = rows.filter(place=1)["player"].to_list()
    where = "" if told.seasons == ALL_GAMES else f" in the season {season}"
    answer = (
        f"{listed(first[:3])} {'leads' if len(first) == 1 else 'lead'} {counted(rows.height, 'player')}{where}."
        if first
        else f"No game counts{where}."
    )
    return Part(f"Who leads by the rules of {told.name}?", answer, _by_figure(league), rows.drop(left), "Standings by the rules")


def _playoffs(league: League, season: str) -> Part:
    rows = league.playoffs.filter(season=season).drop("season")
    rule = {"Seeds": f"the best {league.rules.playoffs} by place who have {qualified(league.rules)}",
            "Matches": "the best against the last, the best two at opposite ends; a seed without another has a bye."}  # fmt: skip
    return Part("Who would meet in the playoffs?", f"{counted(rows.height, 'pairing')} of the first round.", rule, rows, "Playoffs")


def _matches(league: League, season: str) -> Part:
    rows = league.matches.filter(season=season).drop("season")
    won = rows.filter(pl.col("winner") != "").height
    answer = f"{won} of {counted(rows.height, 'pair')} of players have a winner." if rows.height else ""
    return Part("How do their matches stand?", answer, {"Matches": matches(league.rules)}, rows, "Matches")


def _games(league: League, season: str) -> Part:
    told = league.rules
    rows = league.games.filter(season=season).reverse()
    chosen = ["played", "player", pl.col("opponents").alias("met"), "outcome", *(["points", "points_rule"] if told.points else []),
              "elo_before", "elo_expected", "elo_k", "elo_change", "elo_after"]  # fmt: skip
    rule = {"Points": points(told), "Elo": elo(told), "Forfeits": forfeits(told)}
    answer = f"{counted(rows['game_id'].n_unique(), 'game')} of {season}, the newest first."
    return Part(
        "What did each game bring?", answer, {name: one for name, one in rule.items() if one}, rows.select(chosen), "Games by the rules"
    )


def _left_out(league: League) -> Part:
    rows = league.left_out.reverse().select("played", "players", pl.col("title_name").alias("title"), "rule", "found", "expected")
    rule = {"Rule": "the key of the league's file by which the game does not count."}
    return Part("Which games do not count, and why?", f"{counted(rows.height, 'game')}.", rule, rows, "Games that do not count")


def text(column: str, value: object) -> str:
    """Return a cell as text; empty where there is nothing."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{round(value, DIGITS.get(column, 2)) + 0.0:.{DIGITS.get(column, 2)}f}"
    return str(value)
