"""What a title's folder has besides where its nations.csv names powers without turns of their own: nations, and riders of a power.

Nations have rows among powers and units in the set-up. What is a rider's belongs to its leader, but its money; its home is a region. How
powers stand to each other at the start is a table, convoy zones are a region, and so is where a power may go, or may not at first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.title.model import Power, Title
from ingest.triplea.model import Attachments, Save
from ingest.triplea.replay import start_state
from ingest.triplea.state import TripleaState
from ingest.triplea.title.names import NOBODY
from ingest.triplea.title.reading import SCENARIO

Row = dict[str, str]
Rows = dict[str, list[Row]]
CONVOYS, KAMIKAZE = "convoy-zones", "kamikaze-zones"
BY_HAND = ("objectives", "conditions", "bans")
"""Tables that such a folder has by hand: triggers of its map pay, too, and riders have their leader's areas."""
BOUNDS = {"allowed": "reach", "disallowed": "barred"}
"""What a list of territories is of a power's movement -> the end of its region's name."""


def completed(rows: Rows, save: Save, title: Title, like: Title) -> Rows:
    """Return the rows of a folder with those of the nations of the title that it is `like`."""
    leads = {row.power: row.leader for row in like.nations.values() if row.leader}
    able = [power for power in title.powers if power in title.turns or power in like.nations]
    start = start_state(save)[0]
    kept = {table: found for table, found in rows.items() if table not in BY_HAND}
    return kept | {
        "areas": [{**row, "original_owner": leads.get(row["original_owner"], row["original_owner"])} for row in rows["areas"]],
        "powers": [_power(title.powers[power]) for power in able],
        "setup": _setup(title, able, leads),
        "control": [
            *({**row, "power": leads.get(row["power"], row["power"])} for row in rows["control"] if _may_be_held(title, row["area"])),
            *(_of_nobody(rows["control"], title) if NOBODY in like.nations else ()),
        ],
        "relations": [*_relations(save, start, title, able)],
        "regions": [*_homes(start, title, leads), *_bounds(start, title), *_kamikaze(save, title)],
    }


def _power(one: Power) -> Row:
    words = {"power": one.power, "name": one.name, "adjective": one.adjective, "side": one.side, "capital": one.capital}
    return {**words, "order": str(one.order), "color": one.color, "triplea": one.triplea}


def _setup(title: Title, able: list[str], leads: Mapping[str, str]) -> list[Row]:
    counts: Counter[tuple[str, str, str]] = Counter()
    for one in title.placements:
        if one.power in able:
            counts[one.area, leads.get(one.power, one.power), one.unit] += one.count
    return [
        {"scenario": SCENARIO, "area": area, "power": power, "unit": unit, "count": str(n)} for (area, power, unit), n in counts.items()
    ]


def _may_be_held(title: Title, area: str) -> bool:
    """Return whether a power can hold an area: maps give some of them sea zones and mountains, for the colour."""
    return title.areas[area].kind != "sea" and title.areas[area].terrain != "impassable"


def _of_nobody(held: list[Row], title: Title) -> Iterator[Row]:
    """Yield the land that no player holds, where units of nobody are a nation: it is that nation's."""
    taken = {row["area"] for row in held}
    for area in title.areas:
        if area not in taken and _may_be_held(title, area):
            yield {"scenario": SCENARIO, "area": area, "power": NOBODY}


def _relations(save: Save, start: TripleaState, title: Title, able: list[str]) -> Iterator[Row]:
    """Yield how each two powers stand; friends that may not be attacked from, but taken over, are at peace: see `politics/welcome.py`."""
    kinds = {name: _kind(one.attachments) for name, one in save.relationship_types.items()}
    powers = {title.powers[power].triplea: power for power in able}
    for one, two in sorted(pair for pair in start.relationships if {*pair} <= {*powers} and pair[0] != pair[1]):
        kind = kinds[start.relationships[one, two]]
        yield {"scenario": SCENARIO, "power": powers[one], "other": powers[two], "relation": kind}


def _kind(attachments: Attachments) -> str:
    fields = next(iter(attachments.values())).fields if attachments else {}
    attacks = str(fields.get("canMoveIntoDuringCombatMove")).lower() != "false"
    return {"war": "war", "allied": "allied" if attacks else "peace"}.get(str(fields.get("archeType")), "peace")


def _homes(start: TripleaState, title: Title, leads: Mapping[str, str]) -> Iterator[Row]:
    """Yield convoy zones, and the homes of riders: areas that were theirs at first, and those that go to them when taken."""
    players = {title.powers[power].triplea: power for power in leads}
    for area in title.areas.values():
        if start.field("territory", area.triplea, "territoryAttachment", "blockadeZone") in (True, "true"):
            yield {"region": CONVOYS, "area": area.area}
        goes = start.field("territory", area.triplea, "territoryAttachment", "whenCapturedByGoesTo") or ()
        theirs = {players.get(str(one).rpartition(":")[2], "") for one in goes} | ({area.original_owner} & {*leads})
        for power in sorted(theirs - {""}):
            yield {"region": power, "area": area.area}


def _kamikaze(save: Save, title: Title) -> Iterator[Row]:
    """Yield the zones that a trigger of the map opens to kamikaze attacks."""
    held = (one.fields for player in save.players.values() for one in player.attachments.values())
    opened = (
        fields.get("territories") or () for fields in held if any("kamikazeZone" in one for one in fields.get("territoryProperty") or ())
    )
    named = {name for names in opened for name in names}
    for area in title.areas.values():
        if area.triplea in named:
            yield {"region": KAMIKAZE, "area": area.area}


def _bounds(start: TripleaState, title: Title) -> Iterator[Row]:
    """Yield where units of a power may go, or may not go at first."""
    slugs = {area.triplea: area.area for area in title.areas.values()}
    for power in title.turns:
        player = title.powers[power].triplea
        told, names = (start.field("player", player, "rulesAttachment", f"movementRestriction{what}") for what in ("Type", "Territories"))
        if kind := BOUNDS.get(str(told)):
            for name in sorted({*(names or ())} & {*slugs}):
                yield {"region": f"{power}-{kind}", "area": slugs[name]}
