"""Units of the common maps: as the maps' own game files have them, read here by other means; and odds by the names of maps."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from click.testing import CliRunner

from engine.errors import RecordError
from engine.title.model import Unit
from ingest.triplea.maps import NoMap, _rows, map_named, map_title, maps
from ingest.triplea.maps.build import rows_of
from ingest.triplea.maps.game_file import read_game_file
from ingest.triplea.save import read_save
from sitrep import main

FILES = {
    "WW2v4": "triplea-ww2v4/WW2v4.xml",
    "WW2v5": "triplea-ww2v5-1942/WW2v5_1942_2nd.xml",
    "Global 1940": "triplea-global-1940/ww2global40_2nd_edition.xml",
    "Oztea 1939": "triplea-oztea-1939-global/Oztea_1939_Global.xml",
}


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["odds", *words])
    return done.exit_code, done.output


def told(root: xml.Element, unit: str) -> dict[str, str]:
    """What a game file tells of a unit type."""
    held = next(one for one in root.iter("attachment") if one.get("attachTo") == unit and one.get("name") == "unitAttachment")
    return {str(option.get("name")): str(option.get("value")) for option in held.iter("option")}


def price(root: xml.Element, unit: str) -> int | None:
    """What one costs by the rule that makes it alone."""
    for rule in root.iter("productionRule"):
        made = [(one.get("resourceOrUnit"), one.get("quantity")) for one in rule.iter("result")]
        if made == [(unit, "1")]:
            return int(next(one for one in rule.iter("cost")).get("quantity", "0"))
    return None


@pytest.mark.shared
@pytest.mark.parametrize("name", FILES)
def test_every_unit_is_as_the_game_file_has_it(shared: Path, name: str) -> None:
    title = map_title(name)
    root = xml.parse(shared / "maps" / FILES[name]).getroot()
    assert {row.triplea for row in title.units.values()} == {one.get("name") for one in root.iter("unit") if one.get("name")}
    for row in title.units.values():
        said = told(root, row.triplea)
        figures = {"attack": row.attack, "defense": row.defense, "movement": row.move}
        assert figures == {what: int(said.get(what, 0)) for what in figures}, row.unit
        hits = 2 if said.get("isTwoHit") == "true" else int(said.get("hitPoints", 1))
        assert row.strength == hits, row.unit
        assert row.cost == price(root, row.triplea) or row.triplea not in bought(root), row.unit
        assert row.cls == kind(said, row), row.unit
        for flag, ability in (("isSub", "submarine"), ("isDestroyer", "destroyer"), ("canBombard", "bombards")):
            assert row.has(ability) == (said.get(flag) == "true"), (row.unit, flag)
        assert row.number("anti-air-shots") == int(said.get("maxAAattacks", 0)), row.unit


def bought(root: xml.Element) -> set[str]:
    """The units of which one rule alone makes one: of others, players pay different prices."""
    made = [
        str(rule.find("result").get("resourceOrUnit"))  # type: ignore[union-attr]
        for rule in root.iter("productionRule")
    ]
    return {unit for unit in made if made.count(unit) == 1}


def kind(said: dict[str, str], row: Unit) -> str:
    if said.get("isAir") == "true":
        return "air"
    if said.get("isSea") == "true":
        return "sea"
    return "facility" if row.move == 0 and row.cls == "facility" else "land"


@pytest.mark.shared
@pytest.mark.parametrize(
    "save",
    [
        "ai-ww2v5-g1-fast.tsvg",
        "ai-classic-g1.tsvg",
        "v2-nwo_smalls_ai_game_during_combat.tsvg",
        "old-2008/Kev-28720a8a4a.tsvg",
        "old-2008/autosave-581839f8a8.tsvg",
    ],
)
def test_the_tables_are_what_the_script_writes(shared: Path, save: str) -> None:
    made = rows_of(read_save(shared / "saves" / save), f"game file in {Path(save).name}")
    key = made["maps"][0]["map"]
    for table, rows in made.items():
        assert [row for row in _rows(table) if row["map"] == key] == rows, table


@pytest.mark.shared
@pytest.mark.parametrize("name", FILES)
def test_a_game_file_says_the_same_as_saves_of_its_map(shared: Path, name: str) -> None:
    """Of three maps the tables were made of saves: what the program made of the file, not what we do."""
    made = rows_of(read_game_file(shared / "maps" / FILES[name]), "")
    key = made["maps"][0]["map"]
    for table, rows in made.items():
        assert [row | {"source": ""} for row in _rows(table) if row["map"] == key] == rows, table


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("<game", "cannot be read"),
        ("<map/>", "found <map>; expected <game>"),
        ("<game/>", "expected <game> with <info>"),
    ],
)
def test_what_is_no_game_file_is_told(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "x.xml").write_text(content, encoding="utf-8")
    with pytest.raises(RecordError, match=f"x.xml: .*{said}"):
        read_game_file(tmp_path / "x.xml")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("WW2v5", "world-war-ii-v5-1942-second-edition"),
        ("v4", "world-war-ii-v4"),
        ("World War II Revised", "world-war-ii-revised"),
        ("World War II Revised LHTR", "world-war-ii-revised"),
        ("g40", "world-war-ii-global-1940-2nd-edition"),
        ("Global 1940", "world-war-ii-global-1940-2nd-edition"),
        ("ww2 v3", "world-war-ii-v3-1941"),
        ("Iron Blitz", "classic-iron-blitz-3rd-edition"),
        ("Classic", "classic"),
        ("Pacific", "pacific-alpha"),
        ("Oztea 1939", "oztea-1939-global"),
        ("oztea", "oztea-1939-global"),
    ],
)
def test_a_map_has_many_names(name: str, found: str) -> None:
    assert map_named(name) == found and found in maps()


@pytest.mark.parametrize(("name", "said"), [("WW2v9", "did you mean ww2v"), ("world war ii", "several maps"), ("", "no map")])
def test_a_name_of_no_map_is_told_with_those_there_are(name: str, said: str) -> None:
    with pytest.raises(NoMap, match=said) as error:
        map_named(name)
    assert "World War II v4" in str(error.value)


def test_odds_of_a_map_by_its_figures() -> None:
    """Two tactical bombers (3, and 4 for the one beside a tank) cannot be asked of v5; a duel of tanks costs 6 there, 5 in aa1942."""
    code, text = run("--map", "WW2v5", "arm", "arm", "--json")
    found = json.loads(text)
    assert code == 0 and found["win"] == pytest.approx(1 / 3) and found["attacker_lost"] == pytest.approx(6 * 2 / 3)
    code, text = run("--map", "g40", "tac arm", "2 inf", "--json")
    assert code == 0 and json.loads(text)["exact"]
    assert "has no tactical-bomber ('tac')" in run("--map", "WW2v5", "2 tac", "inf")[1]
    assert "expected the attackers and the defenders alone" in run("--map", "WW2v5", "aa1942", "2 inf", "inf")[1]


def test_two_battleships_of_a_map_of_2008_by_hand() -> None:
    """Each takes two hits and hits with 4 of 6. Both left with one hit: 1/4 won, 1/2 for nobody; one of them: 13/16 won, 1/8 for nobody."""
    found = json.loads(run("--map", "Pacific - Alpha", "bb", "bb", "--json")[1])
    assert found["win"] == pytest.approx((4 / 9 / 4 + 2 / 9 * 13 / 16 + 2 / 9 / 16) * 9 / 8)
    assert found["draw"] == pytest.approx((4 / 9 / 2 + 4 / 9 / 8) * 9 / 8)


def test_a_tank_with_a_tactical_bomber_of_oztea_by_hand() -> None:
    """One round at most matters: the bomber beside a tank hits with 4 of 6, the tank with 3, the infantry with 2; it lives on with 1/6."""
    found = json.loads(run("--map", "oztea", "tac arm", "inf", "--attack-order", "arm,tac", "--json")[1])
    left = 1 / 6 * 2 / 3  # nobody hits: again as before
    tank_lost = 1 / 6 * 1 / 3  # the bomber goes on alone, with 3 of 6: it is won where it hits and is not hit
    alone = (1 / 2 * 2 / 3) / (1 - 1 / 2 * 2 / 3)
    assert found["win"] == pytest.approx((5 / 6 + tank_lost * alone) / (1 - left))


def test_three_shots_of_each_gun_where_the_map_says_so() -> None:
    """A gun of the fifth version fires three shots, and is hit like others: four bombers on it alone, of which three are fired at."""
    found = json.loads(run("--map", "WW2v5", "4 bmb", "aagun", "--json")[1])
    shot = 1 - (5 / 6) ** 3
    assert found["attacker_aircraft"] == pytest.approx(shot)


@pytest.mark.shared
def test_a_save_of_any_map_names_the_units(shared: Path) -> None:
    code, text = run(str(shared / "saves" / "ai-global40-g1-fast.tsvg"), "3inf 2arm tac", "4 inf", "--json")
    told_by_map = run("--map", "g40", "3inf 2arm tac", "4 inf", "--json")
    assert code == 0 and json.loads(text)["win"] == json.loads(told_by_map[1])["win"]
    code, text = run(str(shared / "saves" / "old-2008" / "Kev-28720a8a4a.tsvg"), "3inf", "inf", "--json")
    assert code == 0 and json.loads(text)["win"] == json.loads(run("--map", "Pacific", "3inf", "inf", "--json")[1])["win"]
