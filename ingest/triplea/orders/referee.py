"""A save as a recording of orders, for a title whose rules can judge them.

The orders and dice are those of the history, in the order in which the title's rules ask for them. Where the rules and the
engine differ, corrections stand between them, so that the recording replays to the save's states;
`Refereed.differences` says what they are for.
"""

from __future__ import annotations

from engine.recording import Fidelity, Header, Recording
from engine.rules import load_rules
from engine.title.contenders import needed
from engine.title.model import Title
from ingest.triplea.model import Save
from ingest.triplea.orders.game import RefereedGame
from ingest.triplea.orders.outcome import Difference, Refereed, Tally
from ingest.triplea.title.reading import title_of
from ingest.triplea.title.tables import option_properties

__all__ = ["Difference", "Refereed", "Tally", "orders_of", "referee"]

GOALS = {
    "Projection of Power": ("Projection of Power VCs", 13),
    "Honorable Surrender": ("Honorable Victory VCs", 15),
    "Total Victory": ("Total Victory VCs", 18),
}
"""TripleA's option for a victory by cities -> the option that says how many, for a side's name before it, and how many without it."""


def referee(save: Save, title: Title | None = None) -> Refereed:
    """Return what comes of a save's game, played through its title's rules.

    Raises:
        LookupError: the title has no rules, or the save names what the title has not.
    """
    title = title or title_of(save)
    load_rules(title)
    return RefereedGame(save, title, {**victory_level(save, title), **played_options(save, title)}).run()


def orders_of(save: Save, title: Title | None = None, name: str = "") -> Recording:
    """Return a save as a recording of its orders.

    Args:
        name: the file, for messages.

    Raises:
        LookupError: as `referee`.
    """
    title = title or title_of(save)
    refereed = referee(save, title)
    players = {row.power: save.players[row.triplea].control for row in title.powers.values()}
    scenario, source = next(iter(title.scenarios)), f"TripleA {save.engine}"
    header = Header(title.slug, scenario=scenario, options=refereed.options, players=players, source=source)
    return Recording(header, tuple(refereed.entries), Fidelity.ORDERS, name)


def victory_level(save: Save, title: Title) -> dict[str, str]:
    """Return the option of the victory level that the save is played to; nothing for a title without levels.

    It is the highest where the save is played to none, and the usual one where the title has not got the save's.
    """
    if "levels" not in title.settings["victory"]:
        return {}
    levels = {level: _needed(title, level) for level in title.settings["victory"]["levels"]}
    wanted = [_counts(save, title, *cities) for goal, cities in GOALS.items() if _option(save, goal)]
    least = min(wanted, key=sum) if wanted else max(levels.values(), key=sum)
    usual = title.choices({})["victory"]
    return {"victory": next((level for level, counts in levels.items() if counts == least), usual)}


def played_options(save: Save, title: Title) -> dict[str, str]:
    """Return the title's options that a save is played with and that are not at their default, by the save's own properties."""
    found = dict[str, str]()
    for row in option_properties():
        option = title.options.get(row.option)
        if option and row.value in option.values and (not row.property or _option(save, row.property)):
            found.setdefault(option.slug, row.value)
    return {slug: value for slug, value in found.items() if value != title.options[slug].default}


def _needed(title: Title, level: str) -> list[int]:
    return [needed(title, level, side) for side in title.sides]


def _counts(save: Save, title: Title, cities: str, usual: int) -> list[int]:
    return [_option(save, f"{side.name} {cities}", usual) for side in title.sides.values()]


def _option(save: Save, name: str, usual: int = 0) -> int:
    held = save.options.get(name)
    return int(held.value) if held is not None and isinstance(held.value, (bool, int)) else usual
