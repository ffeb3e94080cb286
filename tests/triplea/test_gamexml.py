"""The game XML written from a title says what the title's tables say, as TripleA's own map data says it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from msgspec.structs import replace

from engine.titles import load_title
from tests.triplea.gamexml import game_xml

TITLE = load_title("aa1942")
GAME = xml.fromstring(game_xml(TITLE))


def test_it_holds_the_whole_board_and_set_up():
    assert {one.get("name") for one in GAME.iter("territory")} == {area.triplea for area in TITLE.areas.values()}
    assert len(list(GAME.iter("connection"))) == len(TITLE.links)
    placed = sum(int(one.get("quantity")) for one in GAME.iter("unitPlacement"))
    assert placed == sum(row.count for row in TITLE.placements)
    given = {one.get("player"): one.get("quantity") for one in GAME.iter("resourceGiven")}
    assert given == {"Russians": "24", "Germans": "40", "British": "30", "Japanese": "30", "Americans": "42"}


def test_it_is_played_in_the_order_of_play_with_all_phases():
    players = [one.get("player") for one in GAME.iter("step") if one.get("player")]
    order = [TITLE.powers[power].triplea for power in TITLE.order]
    assert players == [player for player in order for _ in TITLE.phases]


def options(root: xml.Element, kind: str) -> dict[str, Counter[tuple[str, str]]]:
    """Thing to the options of its attachments of a kind, those that only say `no` left out."""
    found: dict[str, Counter[tuple[str, str]]] = {}
    for one in root.iter("attachment"):
        if one.get("name") == kind:
            said = ((option.get("name"), option.get("value")) for option in one)
            found.setdefault(one.get("attachTo"), Counter()).update(pair for pair in said if pair[1] not in ("false", "0"))
    return found


@pytest.mark.shared
def test_it_agrees_with_the_program_s_own_map(shared: Path):
    own = xml.parse(shared / "maps" / "triplea-ww2v4" / "WW2v4.xml").getroot()
    links = [{frozenset((one.get("t1"), one.get("t2"))) for one in root.iter("connection")} for root in (GAME, own)]
    assert links[0] == links[1]
    unused = {"isAirTransportable", "isLandTransport", "isAirTransport", "unitProduction"}
    for kind in ("unitAttachment", "territoryAttachment", "canalAttachment"):
        ours, theirs = options(GAME, kind), options(own, kind)
        for thing, said in theirs.items():
            expected = {pair for pair in said if pair[0] not in unused}
            if thing == "bomber":
                expected.discard(("transportCapacity", "2"))  # paratroopers, a technology
            if said.get(("hitPoints", "1")):
                expected.discard(("hitPoints", "1"))
            assert set(ours.get(thing, ())) == expected, thing


def test_a_unit_without_a_triplea_name_is_an_error():
    units = {**TITLE.units, "tank": replace(TITLE.units["tank"], triplea="")}
    with pytest.raises(ValueError, match="unit 'tank' has no TripleA name; fill its column `triplea`"):
        game_xml(replace(TITLE, units=units))
