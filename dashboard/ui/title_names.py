"""What a title alone names: scenarios, turns that several powers share, cards, what points are counted in, its resources."""

from __future__ import annotations

from functools import lru_cache

from dashboard.ui.text import printed
from engine.title.printed_names import own_names
from engine.title.rounds import round_name
from engine.title.turns import turn_names
from engine.titles import load_title, titles


@lru_cache
def turns_of(slug: str) -> dict[str, str]:
    """Return power to the printed name of the turn that it shares, for a title by its slug; none for one that is read from a record."""
    return turn_names(load_title(slug)) if slug in titles() else {}


@lru_cache
def words_of(slug: str) -> dict[str, str]:
    """Return slug to printed name of what no table of the lake names, for a title by its slug; none for one read from a record."""
    return own_names(load_title(slug)) if slug in titles() else {}


@lru_cache
def resources_of(slug: str) -> dict[str, str]:
    """Return resource to printed name, for a title by its slug; none for one that is read from a record."""
    return {name: row.name for name, row in load_title(slug).resources.items()} if slug in titles() else {}


@lru_cache
def _scenarios_of(slug: str) -> dict[str, str]:
    return {name: row.name for name, row in load_title(slug).scenarios.items()} if slug in titles() else {}


def scenario_name(title: str, scenario: str) -> str:
    """Return a scenario's printed name, by the slugs of its title and its own; the slug as words where no title names it."""
    return _scenarios_of(title).get(scenario) or printed(scenario)


def named_scenario(title: str, scenario: str) -> str:
    """Return a scenario's printed name, by slugs; empty where no title names it: a record's own word for it says nothing to a reader."""
    return _scenarios_of(title).get(scenario, "")


@lru_cache(maxsize=4096)
def date_of(title: str, scenario: str, round_: int) -> str:
    """Return what a round of a scenario is called in a sentence, by slugs: `round 3` where no title names it."""
    return round_name(load_title(title), scenario, round_) if title in titles() else f"round {round_}"


@lru_cache
def figures_of(slug: str) -> str:
    """Return what a title says of its units' attack and defense, by its slug; empty where they are the rolls that hit."""
    return load_title(slug).figures if slug in titles() else ""
