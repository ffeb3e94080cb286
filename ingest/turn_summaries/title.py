"""A title made from the text itself: the areas, units and powers that it names, and nothing else.

Facts that no text contains stay empty: links, the worth of areas, victory cities, attack, defense and move. Prices are those
that the purchases show. Whether an area is water, and a unit an aircraft or a ship, is concluded from its name; sides from the
names of the powers (`alliances.py`), and each power is one of its own where they do not tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.title.model import Area, Named, Power, Side, Title, Unit
from ingest.triplea.title.names import MONEY, printed, slug
from ingest.triplea.title.powers import GRAY
from ingest.triplea.title.tables import colors, nations
from ingest.turn_summaries.names_and_slugs import Words
from ingest.turn_summaries.tables import table

SOURCE = "text: named there"
SCENARIO = "as-told"
RESOURCE = "ipc"
UNNAMED = "TripleA game, map not named"


def is_sea(name: str) -> bool:
    """Whether an area's name says that it is water."""
    return bool(re.search(table()["classes"]["sea-area"], name))


def made_title(words: Words, costs: dict[str, int], game: str, phases: tuple[str, ...], alliances: Mapping[str, str]) -> Title:
    """Return the title of a text that is of no known one.

    Args:
        words: its names. costs: of units. game: what its heading calls it, or empty. phases: in order. alliances: the name of each
            power's side by the power's name in the text; without it each power is a side of its own.
    """
    powers = {
        key: _power(name, key, order, slug(alliances.get(name, "")) or key)
        for order, (name, key) in enumerate(words.powers.items(), start=1)
    }
    sides = {row.side: Side(row.side, alliances.get(row.triplea, row.name)) for row in powers.values()}
    return Title(
        slug=slug(game) or "triplea-text",
        name=game or UNNAMED,
        edition="as a turn summary tells it",
        family="triplea",
        triplea=game,
        phases=phases,
        dice_sides=6,
        areas={key: _area(name, key) for name, key in words.areas.items()},
        links=(),
        passages={},
        units={key: _unit(name, key, costs.get(key, 0)) for name, key in words.units.items()},
        powers=powers,
        sides=sides,
        resources={RESOURCE: Named(RESOURCE, MONEY[0])},
        scenarios={SCENARIO: Named(SCENARIO, "As the text tells")},
        options={},
        seatings={},
        placements=(),
        holdings=(),
        treasuries=(),
        settings={"position_source": "none"},
    )


def _area(name: str, key: str) -> Area:
    return Area(key, printed(name), "sea" if is_sea(name) else "land", 0, "", "", "", None, None, name, SOURCE)


def _unit(name: str, key: str, cost: int) -> Unit:
    classes = table()["classes"]
    cls = next((kind for kind in ("facility", "air", "sea") if re.search(classes[kind], name)), "land")
    source = "text: purchases" if cost else SOURCE
    return Unit(key, printed(name), cls, cost, RESOURCE, 0, 0, 0, 1, {}, name, source)


def _power(name: str, key: str, order: int, side: str) -> Power:
    nation = nations().get(name)
    shown = nation.name if nation else printed(name)
    color = nation.color if nation else colors()[order] if order < len(colors()) else GRAY
    return Power(key, shown, nation.adjective if nation else shown, side, "", order, color, name, SOURCE)
