"""Relations, technologies and lists of prices in the game file of a position: in the file's own words, or told as left out."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as xml

from engine.state import GameState
from engine.title.loader import load_title
from ingest.triplea.position_file import Written, position_file

FILE = """<game><info name="{name}" version="1"/><map/>
<relationshipTypes><relationshipType name="War"/><relationshipType name="Unprovoked"/><relationshipType name="Aloof"/></relationshipTypes>
<technology><technologies><techname name="superSub"/><techname name="Airborne_Forces"/></technologies></technology>
<production><productionFrontier name="prices"/><productionFrontier name="pricesShipyards"/><productionFrontier name="pricesOfChina"/>
<playerProduction player="Germans" frontier="prices"/><playerProduction player="Chinese" frontier="prices"/></production>
<gamePlay><sequence/></gamePlay>
<attachmentList>
<attachment name="relationshipTypeAttachment" attachTo="War"><option name="archeType" value="war"/></attachment>
<attachment name="relationshipTypeAttachment" attachTo="Aloof"><option name="archeType" value="neutral"/></attachment>
<attachment name="techAttachment" attachTo="Germans"><option name="superSub" value="false"/></attachment>
</attachmentList>
<initialize><relationshipInitialize>
<relationship type="War" player1="Germans" player2="Chinese"/>
<relationship type="Aloof" player1="British" player2="Chinese"/>
<relationship type="Aloof" player1="British" player2="Japanese"/>
</relationshipInitialize></initialize></game>"""


def written(folder: Path, state: GameState, title: str = "global-1940") -> tuple[xml.Element, Written]:
    path = folder / "map.xml"
    path.write_text(FILE.format(name=load_title(title).triplea))
    found = position_file(state, load_title(title), path)
    return xml.fromstring(found.content), found


def types(root: xml.Element) -> list[str]:
    return [row.attrib["type"] for row in root.iter("relationship")]


def test_relations_take_every_word_that_the_file_has(tmp_path: Path) -> None:
    known = {("china", "germany"): "aloof", ("china", "united-kingdom"): "unprovoked", ("japan", "united-kingdom"): "peace"}
    root, told = written(tmp_path, GameState(relations=known))
    assert types(root) == ["Aloof", "Unprovoked", "Aloof"] and "pairs of powers" not in str(told.left_out)


def test_a_relation_for_which_the_file_has_no_word_stays_and_is_told(tmp_path: Path) -> None:
    known = {("china", "germany"): "peace", ("china", "united-kingdom"): "allied", ("japan", "united-kingdom"): "war"}
    root, told = written(tmp_path, GameState(relations=known))
    assert types(root) == ["War", "Aloof", "War"]
    assert told.left_out[-1].startswith("what 2 pairs of powers are to each other")


def test_a_technology_of_the_files_own_is_told_and_not_written(tmp_path: Path) -> None:
    root, told = written(tmp_path, GameState(techs={("germany", "super-subs"): 1, ("germany", "airborne-forces"): 1}))
    options = {row.attrib["name"]: row.attrib["value"] for row in root.iterfind(".//attachment[@name='techAttachment']/option")}
    assert options == {"superSub": "true"}
    assert told.left_out[-1].startswith("that germany has airborne-forces")


def test_a_player_buys_by_the_list_of_its_technologies_or_of_the_record(tmp_path: Path) -> None:
    def lists(state: GameState, title: str = "global-1940") -> list[str]:
        return [row.attrib["frontier"] for row in written(tmp_path, state, title)[0].iter("playerProduction")]

    assert lists(GameState()) == ["prices", "prices"]
    assert lists(GameState(markers={("frontier", "china"): "pricesOfChina"})) == ["prices", "pricesOfChina"]
    assert lists(GameState(techs={("germany", "shipyards"): 1})) == ["pricesShipyards", "prices"]
    assert lists(GameState(techs={("germany", "industrial-technology"): 1})) == ["prices", "prices"]
