"""A moment of a record as a game file: read again by a second, short reader, it is the board as it stood."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from click.testing import CliRunner, Result

import sitrep
from engine.errors import RecordError
from engine.events import Event, FacilityChanged, UnitsChanged, UnitsMoved, UnitsPlaced, UnitsPurchased
from engine.replay import Game
from engine.state import GameState, Stack, state_at
from engine.title.loader import load_title
from ingest import replay_file
from ingest.samples import HERE, samples
from ingest.triplea.position_file import OPTIONS, position_file, settled
from tests.triplea.gamexml import game_xml

LOG = HERE / "axis-takes-moscow.jsonl"
SAVE = next(path for path in samples() if path.suffix == ".tsvg")


@pytest.fixture(scope="module")
def game_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("map") / "map.xml"
    path.write_bytes(game_xml(load_title("aa1942")))
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(sitrep.main, ["position", *map(str, words)])


def moments(game: Game) -> list[int]:
    """Moments with hurt ships, damage and units that wait, and others by the way."""
    kinds = (UnitsChanged, FacilityChanged, UnitsPurchased)
    found = [next((at for at, event in enumerate(game.events, 1) if isinstance(event, kind)), 0) for kind in kinds]
    return [at for at in (*found, 200, 700, 1500, len(game.events)) if at]


def units(root: xml.Element) -> Counter[tuple[str, str, str]]:
    found = Counter[tuple[str, str, str]]()
    for row in root.iter("unitPlacement"):
        found[row.attrib["territory"], row.attrib["owner"], row.attrib["unitType"]] += int(row.attrib["quantity"])
    return found


@pytest.mark.parametrize("record", [LOG, SAVE], ids=lambda path: path.name)
def test_the_file_says_what_stands_who_holds_and_what_is_owned(record: Path, game_file: Path) -> None:
    game = replay_file(record)
    title = game.title
    for at in moments(game):
        state = state_at(game.events, at)
        root = xml.fromstring(position_file(state, title, game_file).content)
        board = Counter[tuple[str, str, str]]()
        hits = held = 0
        for key, count in state.stacks.items():
            board[title.areas[key.area].triplea, title.powers[key.power].triplea, title.units[key.unit].triplea] += count
            hits += count * (title.units[key.unit].strength - key.strength)
        for (_, _), count in state.pool.items():
            held += count
        assert units(root) == board
        assert sum(int(row.get("hitsTaken", 0)) * int(row.attrib["quantity"]) for row in root.iter("unitPlacement")) == hits
        assert sum(int(row.get("unitDamage", 0)) for row in root.iter("unitPlacement")) == sum(state.damage.values())
        assert sum(int(row.attrib["quantity"]) for row in root.iter("heldUnits")) == held
        owners = {row.attrib["territory"]: row.attrib["owner"] for row in root.iter("territoryOwner")}
        assert owners == {title.areas[area].triplea: title.powers[power].triplea for area, power in state.control.items() if power}
        money = {row.attrib["player"]: int(row.attrib["quantity"]) for row in root.iter("resourceGiven")}
        assert money == {title.powers[power].triplea: amount for (power, _), amount in state.resources.items() if amount}


def test_the_sequence_begins_with_who_is_on_turn_and_is_whole(game_file: Path) -> None:
    game = replay_file(LOG)
    before = [step.get("name") for step in xml.parse(game_file).getroot().iter("step")]
    for at in range(400, len(game.events), 400):
        state = state_at(game.events, at)
        steps = [step for step in xml.fromstring(position_file(state, game.title, game_file).content).iter("step")]
        player = game.title.powers[state.clock.power].triplea
        assert next(step.get("player") for step in steps if step.get("player")) == player
        assert sorted(step.get("name") for step in steps) == sorted(before)


def test_technologies_of_a_file_that_lists_none_are_written_by_the_programs_own_names(tmp_path: Path) -> None:
    title = load_title("revised")
    root = xml.fromstring(game_xml(title))
    held = xml.SubElement(root.find("attachmentList") or root, "attachment", name="techAttachment", attachTo="Germans")
    for name in ("longRangeAir", "jetPower"):
        xml.SubElement(held, "option", name=name, value="false")
    path = tmp_path / "map.xml"
    path.write_bytes(xml.tostring(root))
    state = GameState(techs={("germany", "long-range-aircraft"): 1, ("germany", "heavy-bomber"): 1})
    written = xml.fromstring(position_file(state, title, path).content)
    found = {row.attrib["name"]: row.attrib["value"] for row in written.iterfind(".//attachment[@name='techAttachment']/option")}
    assert found == {"longRangeAir": "true", "jetPower": "false", "heavyBomber": "true"}


def test_technologies_have_the_programs_names_and_those_that_a_map_adds_are_told(tmp_path: Path) -> None:
    title, path = load_title("aa50-1941"), tmp_path / "map.xml"
    root = xml.fromstring(game_xml(title))
    named = xml.SubElement(xml.SubElement(root, "technology"), "technologies")
    for words in ({"name": "rocket"}, {"name": "Better Bombers", "tech": "heavyBomber"}, {"name": "Improved_Mech_Inf"}):
        xml.SubElement(named, "techname", words)
    xml.SubElement(root.find("attachmentList") or root, "attachment", name="techAttachment", attachTo="Italians")
    path.write_bytes(xml.tostring(root))
    have = ("paratroopers", "war-bonds", "better-bombers", "improved-mech-inf")
    written = position_file(GameState(techs={("italy", tech): 1 for tech in have}), title, path)
    found = xml.fromstring(written.content).iterfind(".//attachment[@name='techAttachment']/option")
    assert {row.attrib["name"] for row in found if row.get("value") == "true"} == {"paratroopers", "warBonds", "heavyBomber"}
    assert written.left_out[-1] == "that italy has improved-mech-inf"


def test_each_technology_of_a_title_has_a_name_in_a_file_that_lists_none() -> None:
    titles = ("aa1942", "aa1942-second-edition", "aa50-1941", "revised", "classic")
    assert {tech for title in titles for tech in load_title(title).technologies} - {*OPTIONS} == set()


def test_what_is_aboard_stands_in_the_file_in_an_order_in_which_the_program_finds_room_for_all(game_file: Path) -> None:
    ship = Stack("sea-zone-7", "united-kingdom", "transport", 1, "cargo=united-kingdom/infantry+united-kingdom/tank")
    ashore = Stack("united-kingdom", "united-kingdom", "tank", 1, "")
    aboard = {Stack("sea-zone-7", "united-kingdom", unit, 1, "aboard"): 3 for unit in ("infantry", "tank")}
    state = GameState(stacks={**aboard, ship._replace(condition=""): 1, ship: 3, ashore: 2})
    written = xml.fromstring(position_file(state, load_title("aa1942"), game_file).content)
    rows = [row.attrib for row in written.iter("unitPlacement") if row.get("territory") == "7 Sea Zone"]
    order = [row["unitType"] for row in rows for _ in range(int(row["quantity"]))]
    room, cost = [5] * order.count("transport"), {"infantry": 2, "armour": 3}
    for kind in order:
        if kind != "transport":
            room[next(at for at, left in enumerate(room) if left >= cost[kind])] -= cost[kind]
    assert room == [0, 0, 0, 5] and len(order) == 10 and units(written)["United Kingdom", "British", "armour"] == 2


def test_hits_are_those_of_units_as_the_game_has_them(tmp_path: Path) -> None:
    title, path = load_title("classic"), tmp_path / "map.xml"
    path.write_text(f"<game><info name='{title.triplea}' version='1'/><map/><initialize/><gamePlay><sequence/></gamePlay></game>")
    for value, hits in (("on", ["1", None]), ("off", [None, None])):
        state = GameState(options={"two-hit-battleships": value})
        state.apply(UnitsPlaced("japan", "battleship", 1, "alaska-sea-zone", 1))
        state.apply(UnitsPlaced("germany", "battleship", 1, "alaska-sea-zone", 2 if value == "on" else 1))
        found = xml.fromstring(position_file(state, title, path).content).iter("unitPlacement")
        assert [row.get("hitsTaken") for row in sorted(found, key=lambda row: row.attrib["owner"], reverse=True)] == hits


def test_the_command_lists_what_such_a_file_cannot_say(game_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "position.xml"
    told = run(LOG, "--turn", "3 japan", "--map", game_file, "--out", out)
    assert told.exit_code == 0, told.output
    assert "the number of the round (3): the program begins with round 1" in told.output
    assert "which ship carries which of 5 units at sea" in told.output
    assert out.read_bytes().startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE game SYSTEM "game.dtd">\n<game>')
    whole = run(LOG, "--map", game_file, "--out", out)
    assert "that " in whole.output and whole.exit_code == 0


def at_sea(root: xml.Element) -> dict[str, Counter[str]]:
    """Land units and transports, zone by zone."""
    found: dict[str, Counter[str]] = {}
    water = {row.attrib["name"] for row in root.iter("territory") if row.get("water")}
    for (zone, _, unit), count in units(root).items():
        if zone in water:
            found.setdefault(zone, Counter())["ships" if unit == "transport" else "land" * (unit in ("infantry", "armour"))] += count
    return found


@pytest.mark.parametrize("record", [LOG, SAVE], ids=lambda path: path.name)
def test_cargo_is_written_where_its_ship_is(record: Path, game_file: Path, tmp_path: Path) -> None:
    game, out = replay_file(record), tmp_path / "position.xml"
    sailing = [
        at
        for at, (one, two) in enumerate(zip(game.events, game.events[1:], strict=False), 1)
        if isinstance(one, UnitsMoved) and "cargo=" in one.becomes and isinstance(two, UnitsMoved) and "aboard" in two.becomes
    ]
    for at in sailing[:3]:
        told = run(record, "--at", at, "--map", game_file, "--out", out)
        assert f"event {at:,} itself, which is inside a ship's move: the move is finished" in told.output
        assert all(2 * zone["ships"] >= zone["land"] for zone in at_sea(xml.parse(out).getroot()).values())
        after = settled(game.events, at)
        assert at < after <= at + 4 and settled(game.events, after) == after
    assert sailing


def test_cargo_that_never_comes_to_its_ship_is_told(game_file: Path) -> None:
    ship = UnitsPlaced("germany", "transport", 1, "sea-zone-5", 1, "setup", "cargo=germany/tank")
    events: list[Event] = [ship, UnitsPlaced("germany", "tank", 1, "sea-zone-6", 1, "setup", "aboard")]
    assert settled(events, 2) == 2
    told = position_file(state_at(events, 2), load_title("aa1942"), game_file).left_out
    assert "that 2 pieces of cargo and ships' lists do not meet: the program may refuse units at sea without a ship" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--turn", "3"), "expected ROUND POWER [PHASE], such as '4 germany'"),
        (("--turn", "3 italy"), "'italy' has no turn in round 3"),
        (("--turn", "3 japan", "--at", "7"), "expected one of them"),
        (("--at", "99999"), "no event 99,999; expected one of 1 to"),
    ],
)
def test_a_moment_that_is_none_is_refused(words: tuple[str, ...], message: str, game_file: Path, tmp_path: Path) -> None:
    told = run(LOG, *words, "--map", game_file, "--out", tmp_path / "position.xml")
    assert told.exit_code != 0 and message in told.output and not (tmp_path / "position.xml").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<game><info name='Another map' version='1'/></game>", "found the game file of 'Another map'; expected that of 'World War II v4'"),
        ("<map/>", "found <map>; expected <game> with <info>"),
        ("no xml", "it cannot be read"),
    ],
)
def test_what_is_no_game_file_of_the_map_is_refused(text: str, message: str, tmp_path: Path) -> None:
    other = tmp_path / "other.xml"
    other.write_text(text)
    game = replay_file(LOG)
    with pytest.raises(RecordError, match=message):
        position_file(game.state, game.title, other)


def test_a_title_of_no_map_has_no_such_file(game_file: Path) -> None:
    game = replay_file(next(path for path in samples() if path.name.startswith("warsaw")))
    with pytest.raises(RecordError, match="the record is of none"):
        position_file(game.state, game.title, game_file)
