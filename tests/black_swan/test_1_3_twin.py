"""Section 1.3 worked out a second time, straight from the book's table and sentences, on boards shared out at random."""

from __future__ import annotations

import random

import pytest

from engine import events as ev
from engine.families.blocks.production.economy import PRODUCTION, STRATEGIC, collector
from engine.play import Play
from tests.black_swan.board import RULES, TITLE

pytestmark = pytest.mark.section("1.3")

STARS = {"axis": "germany", "western-allies": "great-britain", "soviets": "soviet-union"}
STANDINGS = ("at-war", "at-war", "at-war", "neutral", "surrendered")
FRENCH = ("paris", "marseille", "casablanca")


def shared_out(seed: int) -> Play:
    """Return a board whose powers stand at random and hold what they hold at random; the three that collect most are at war.

    Those that have surrendered hold areas, too: what they were the last to occupy (7.0 Controlled Land Area).
    """
    draw, play = random.Random(f"income {seed}"), Play(RULES, dice=None)  # type: ignore[arg-type]
    for power in TITLE.powers:
        living = power in ("germany", "great-britain", "soviet-union")
        play.emit(ev.PowerChanged(power, "", "at-war" if living else draw.choice(STANDINGS)))
    for area, row in TITLE.areas.items():
        if row.kind == "land" and draw.random() < 0.9:
            play.emit(ev.ControlChanged(area, "", draw.choice(list(TITLE.powers)), "setup"))
    return play


@pytest.mark.parametrize("seed", range(60))
def test_whoever_collects_is_whom_the_table_says(seed: int) -> None:
    play = shared_out(seed)
    for kind, region in ((STRATEGIC, "strategic"), (PRODUCTION, "production")):
        for area in TITLE.regions[region]:
            found = collector(play.position, area, kind)
            assert found == _told(play, area, kind), (area, kind, play.state.control.get(area))


def _told(play: Play, area: str, kind: str) -> str:
    holder = play.state.control.get(area, "")
    standing = play.state.standing
    if not holder or TITLE.side_of[holder] == "neutral":
        return ""
    if standing[holder] == "neutral":
        return _neutral(holder, area, kind)
    return _star(play, area, holder) if kind == STRATEGIC else _production(play, area, holder)


def _neutral(holder: str, area: str, kind: str) -> str:
    """A neutral major nation collects what the table gives it; a neutral minor one and the United States nothing (3.3, 9.0)."""
    if holder == "italy":
        return holder if area == "rome" or (kind == PRODUCTION and TITLE.in_region(area, "med-front")) else ""
    return holder if holder == "france" and area in FRENCH else ""


def _star(play: Play, area: str, holder: str) -> str:
    """ "Granted instead to Germany, Great Britain or the Soviet Union only and never to Italy (except Rome), or France (except Paris)"."""
    side = TITLE.side_of[holder]
    for special, power in (("rome", "italy"), ("paris", "france")):
        if area == special and side == TITLE.side_of[power] and play.state.standing[power] == "at-war":
            return power
    return STARS[side]


def _production(play: Play, area: str, holder: str) -> str:
    """By front and camp, whoever has conquered it; what was Italy's is Germany's, what was France's British after a surrender."""
    if TITLE.side_of[holder] == "axis":
        med = TITLE.in_region(area, "med-front")
        return "italy" if med and play.state.standing["italy"] != "surrendered" else "germany"
    if TITLE.in_region(area, "east-front"):
        return "soviet-union"
    return "france" if area in FRENCH and play.state.standing["france"] != "surrendered" else "great-britain"
