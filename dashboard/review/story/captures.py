"""Capitals taken and lost, or the cities that changed hands where no capital fell, or any ground: who, where, when."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import polars as pl

from dashboard.review.battle_rows import fought
from dashboard.review.reader import Reader
from dashboard.review.story.ending import winning_area
from dashboard.review.story.sentence import Clause, Sentence
from dashboard.review.story.wording import sentence, small, the, there, whose
from dashboard.ui.text import listed, printed
from engine.titles import titles

MOST, FOUGHT_OVER = 3, 2
"""Places that one sentence tells of; fewer where one was fought over again and again."""
TAKEN = frozenset({"captured", "blitzed", "conquered", "occupied", "liberated", "retaken", "battle", "taken"})
"""Ways to come by an area that `took` says; any other is told."""


class Place:
    """A place that an enemy took: its name, whose it was, and each change of hands by side, in the order of play."""

    def __init__(self, of: Reader, row: dict[str, Any], capital_of: str, changes: list[dict[str, Any]]) -> None:
        self.of, self.row, self.capital_of = of, row, capital_of
        self.changes = changes

    @property
    def name(self) -> str:
        """Return what it is called: by its city where it has one of its own, with whose capital it is where the name does not say it."""
        area, city = str(self.row["name"]), str(self.row["victory_city"])
        if city and city != area:
            return city
        owner = self.of.names.get(self.capital_of, "")
        known = self.of.game["title"] in titles() or area == owner
        return there(area) if not owner or known else f"{there(area)}, capital of {the(owner)},"

    def told(self) -> list[Clause]:
        """Return what became of it: taken, won back, or fought over again and again."""
        first, last = self.changes[0], self.changes[-1]
        begun, ended = self.of.when(first["round"]), self.of.when(last["round"])
        if len(self.changes) == 1:
            return [Clause(f"{self.by(first)} {self.verb(first)} {self.name}{self.how(first)} in {begun}", first["turn"])]
        fell = Clause(f"{self.name} fell to {self.by(first)}{self.how(first)} in {begun}", first["turn"])
        if len(self.changes) == 2 and last["after_side"] == first["before_side"]:
            return [fell, Clause(f" and was won back by {self.by(last)} in {ended}", last["turn"])]
        if len(self.changes) == 2:
            return [fell, Clause(f" and to {self.by(last)} in {ended}", last["turn"])]
        times = f", changed hands {small(len(self.changes))} times"
        return [
            fell,
            Clause(
                f"{times} and was {whose(self.of.names.get(last['after'], last['after']))} from {ended} on",
                last["turn"],
            ),
        ]

    @property
    def kept_by(self) -> str:
        """Return who took it by force and kept it; empty where there is more to tell."""
        return self.by(self.changes[0]) if len(self.changes) == 1 and not self.how(self.changes[0]) else ""

    def by(self, change: dict[str, Any]) -> str:
        """Return who came by it in a change."""
        return the(self.of.names.get(change["after"], printed(change["after"])))

    def verb(self, change: dict[str, Any]) -> str:
        """Return what the new holder did."""
        return "gained" if self.how(change) else "took"

    def how(self, change: dict[str, Any]) -> str:
        """Return how it was come by where it was not taken by force: ` by armistice`."""
        return "" if change["how"] in TAKEN or not change["how"] else f" by {printed(change['how'])}"


def capitals(of: Reader) -> list[Place]:
    """Return the capitals of those at the table that an enemy took, those of the greatest powers first."""
    seats = set(of.frame("seats")["power"].to_list())
    of_power: dict[str, str] = {}
    for power, capital in of.all_powers.select("power", "capital").iter_rows():
        if capital and power in seats:
            of_power.setdefault(capital, power)
    begun = of.frame("powers").filter(pl.col("turn") == pl.col("turn").min())
    size = {power: (production, tuv) for power, production, tuv in begun.select("power", "production", "tuv").iter_rows()}
    found = [place for place in _places(of, of_power) if place.changes[0]["before_side"] in of.seated_sides]
    return sorted(found, key=lambda place: size.get(place.capital_of, (0, 0)), reverse=True)


def cities(of: Reader) -> list[Place]:
    """Return the cities that an enemy took by force and kept, those of most value first; areas of value where no area has a city."""
    areas = of.frame("title_areas")
    named = areas.filter(pl.col("victory_city") != "")
    wanted = named if named.height else areas.filter(pl.col("kind") == "land", pl.col("value") > 0)
    found = _places(of, dict.fromkeys(wanted["area"], ""))
    taken_once = [place for place in found if all(not place.how(change) for change in place.changes)]
    kept = [place for place in taken_once if place.changes[-1]["after_side"] != place.changes[0]["before_side"]]
    return sorted(kept, key=lambda place: (place.row["value"] or 0, len(place.changes)), reverse=True)


def taken(of: Reader) -> Sentence:
    """Return the sentence on capitals, or on cities where no capital fell; empty where nothing of either was taken."""
    told = winning_area(of)  # the sentence on what won the game tells of that one
    every = capitals(of) or cities(of)
    return _sentence([place for place in every if not (place.kept_by and place.row["area"] == told)])


def gained(of: Reader) -> Sentence:
    """Return the ground that was taken and kept where `taken` has nothing to tell: the most fought over first; empty where none was."""
    if taken(of):
        return ()
    land = of.frame("title_areas").filter(pl.col("kind") == "land")
    found = [
        place
        for place in _places(of, dict.fromkeys(land["area"], ""), of_nobody=True)
        if place.changes[-1]["after_side"] != place.changes[0]["before_side"] and place.kept_by
    ]
    worth = dict(fought(of).group_by("area").agg(pl.col("destroyed").sum()).iter_rows())
    return _sentence(sorted(found, key=lambda place: (worth.get(place.row["area"], 0), place.row["value"] or 0), reverse=True))


def _sentence(places: list[Place]) -> Sentence:
    """Return what became of places, the first of them named."""
    found = places[:MOST]
    most = FOUGHT_OVER if any(len(place.changes) > 2 for place in found) else MOST
    chosen = sorted(found[:most], key=lambda place: place.changes[0]["seq"])
    if len({place.kept_by for place in chosen}) == len(chosen) > 1 and _at_once(chosen):
        return _in_one_round(chosen)
    groups = [list(group) for _, group in groupby(chosen, key=lambda place: place.kept_by or id(place))]
    between = " and " if len(groups) == len(chosen) == 2 and all(place.kept_by for place in chosen) else "; "
    clauses: list[Clause] = []
    for group in groups:
        clauses += [
            *([Clause(between)] if clauses else []),
            *(group[0].told() if len(group) == 1 else _together(group[0].of, group)),
        ]
    if not clauses:
        return ()
    return (Clause(sentence(clauses[0].text), clauses[0].turn), *clauses[1:], Clause("."))


def _at_once(places: list[Place]) -> bool:
    """Return whether places were taken by force in one round, and kept."""
    return all(place.kept_by for place in places) and len({place.changes[0]["round"] for place in places}) == 1


def _in_one_round(places: list[Place]) -> Sentence:
    """Return what several powers took: `In round 1 Germany took Karelia and Japan took India.`"""
    when = places[0].of.when(places[0].changes[0]["round"])
    told = [Clause(f"{place.kept_by} took {place.name}", place.changes[0]["turn"]) for place in places]
    joined = [part for clause in told[:-1] for part in (clause, Clause(", "))][:-1]
    return (Clause(f"In {when} "), *joined, Clause(" and "), told[-1], Clause("."))


def _together(of: Reader, places: list[Place]) -> list[Clause]:
    """Return what one power took and kept: `Germany took Warsaw and Belgrade in round 1 and Paris in round 4`."""
    by_round = [list(group) for _, group in groupby(places, key=lambda place: place.changes[0]["round"])]
    made = []
    for at, group in enumerate(by_round):
        begin = f"{places[0].kept_by} took " if not at else " and " if at == len(by_round) - 1 else ", "
        first = group[0].changes[0]
        made.append(Clause(f"{begin}{listed([place.name for place in group])} in {of.when(first['round'])}", first["turn"]))
    return made


def _places(of: Reader, wanted: dict[str, str], of_nobody: bool = False) -> list[Place]:
    """Return those of some areas (to whose capital they are) that went over to an enemy, with all that followed there.

    Args:
        of_nobody: whether those count that nobody held before.
    """
    rows = {row["area"]: row for row in of.frame("title_areas").iter_rows(named=True)}
    changes = of.measure("changes_of_hand").filter(pl.col("area").is_in(list(wanted)), pl.col("before_side") != pl.col("after_side"))
    found = []
    for (area,), moves in changes.partition_by("area", as_dict=True, maintain_order=True).items():
        told = [row for row in moves.iter_rows(named=True) if row["after"]]
        while told and not told[0]["before"] and not of_nobody:
            told = told[1:]
        if told and _hostile(of, told[0]):
            found.append(Place(of, rows[str(area)], wanted[str(area)], _by_side(told)))
    return found


def _hostile(of: Reader, change: dict[str, Any]) -> bool:
    """Return whether an area went from one side to another one that is at the table."""
    return change["before_side"] != change["after_side"] and change["after_side"] in of.seated_sides


def _by_side(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the changes, those within one turn as one: who held it at the turn's end."""
    made: list[dict[str, Any]] = []
    for change in changes:
        if made and made[-1]["turn"] == change["turn"] and len(made) > 1:
            made[-1] = {**change, "before_side": made[-1]["before_side"]}
        else:
            made.append(change)
    return [change for change in made if change["before_side"] != change["after_side"]]
