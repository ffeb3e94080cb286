"""Lines of `set` make true what they say: in play, and as they stand in a log."""

from __future__ import annotations

import pytest

from engine.errors import SitrepError
from engine.events import DefectFound
from engine.observations import Bank, Damage, Observation, Owner, Points, Units
from engine.replay import Game, replay
from engine.setting_right import set_right
from engine.strictness import Strictness
from engine.title.loader import load_title
from ingest.log.reader import parse_log
from tests.aa1942.positions import play_from

HEADER = '{"sitrep":1,"title":"aa1942"}'


def logged(*lines: str, strictness: Strictness = Strictness.COLLECT) -> Game:
    """The game of a log that begins with the purchases of the Soviet Union, which has 24 IPCs."""
    return replay(parse_log("\n".join([HEADER, *lines]).encode(), "game.txt"), load_title("aa1942"), strictness)


def told(game: Game) -> list[tuple[str, str, str, str]]:
    return [(one.rule, one.severity, one.found, one.expected) for one in game.events if isinstance(one, DefectFound)]


@pytest.mark.parametrize(
    "wanted",
    [
        Bank("germany", 7),
        Owner("norway", "soviet-union"),
        Owner("norway"),
        Units("norway", "germany", "4 infantry, fighter"),
        Units("norway", "germany"),
        Units("sea-zone-5", "germany", "2 battleship@1, battleship"),
        Units("sea-zone-5", "germany", "battleship@1"),
        Damage("germany", 4),
        Damage("germany", 0, "industrial-complex"),
    ],
)
def test_what_is_set_is_so(wanted: Observation) -> None:
    stacks = {"norway": "germany: 2 infantry", "germany": "germany: industrial-complex", "sea-zone-5": "germany: 2 battleship"}
    play = play_from(stacks, "germany", "noncombat-move")
    before = len(play.events)
    set_right(play, wanted)
    assert wanted.held(play.title, play.state) == wanted.said(play.title)
    made = len(play.events)
    set_right(play, wanted)
    assert len(play.events) == made, "what is so already makes no event"
    assert (made > before) == (wanted != Damage("germany", 0, "industrial-complex"))


def test_strengths_that_are_named_are_those_that_are_left() -> None:
    play = play_from({"sea-zone-5": "germany: 2 battleship"}, "germany", "noncombat-move")
    for text, left in (
        ("battleship@1, battleship", {1: 1, 2: 1}),
        ("2 battleship@1, battleship", {1: 2, 2: 1}),
        ("3 battleship", {1: 2, 2: 1}),
        ("2 battleship@2", {2: 2}),
    ):
        set_right(play, Units("sea-zone-5", "germany", text))
        assert {key.strength: count for key, count in play.position.stacks("sea-zone-5")} == left


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        ("2 battleship", ""),
        ("battleship@1, battleship", ""),
        ("battleship, battleship@1", ""),
        ("2 battleship@2", "battleship@2, battleship@1"),
        ("2 battleship@1", "battleship@2, battleship@1"),
        ("battleship@1", "battleship@2, battleship@1"),
    ],
)
def test_what_is_left_of_units_is_compared_where_it_is_told(seen: str, found: str) -> None:
    game = logged("set units: sz 5: germany: battleship@1, battleship", f"see units: sz 5: germany: {seen}")
    assert [one[3] for one in told(game)[1:]] == ([found] if found else [])
    assert told(game)[0][2:] == ("battleship@2, battleship@1", "destroyer, 2 submarine, transport"), "and a correction tells it"


def test_land_units_that_are_set_at_sea_go_aboard_a_ship_with_room_and_off_it_again() -> None:
    play = play_from({"sea-zone-5": "germany: transport, cruiser"}, "germany", "noncombat-move")

    def at_sea() -> dict[tuple[str, str], int]:
        return {(key.unit, key.condition): count for key, count in play.position.stacks("sea-zone-5")}

    set_right(play, Units("sea-zone-5", "germany", "transport, cruiser, infantry, tank"))
    load = "cargo=germany/infantry+germany/tank"
    assert at_sea() == {("transport", load): 1, ("cruiser", ""): 1, ("infantry", "aboard"): 1, ("tank", "aboard"): 1}
    set_right(play, Units("sea-zone-5", "germany", "transport, cruiser, tank"))
    assert at_sea() == {("transport", "cargo=germany/tank"): 1, ("cruiser", ""): 1, ("tank", "aboard"): 1}
    set_right(play, Units("sea-zone-5", "germany", "cruiser"))
    assert at_sea() == {("cruiser", ""): 1}


@pytest.mark.parametrize(
    ("area", "units", "why"),
    [
        ("norway", "infantry, battleship", "norway: battleship is a ship; expected a sea zone"),
        ("sea-zone-5", "destroyer, industrial-complex", "sea-zone-5: industrial-complex stands on land; expected a land area"),
        ("switzerland", "fighter", "switzerland: nothing may enter it"),
    ],
)
def test_units_where_they_can_never_be_are_refused_and_nothing_is_changed(area: str, units: str, why: str) -> None:
    play = play_from({"norway": "germany: tank"}, "germany", "noncombat-move")
    before = len(play.events)
    with pytest.raises(SitrepError, match=f"^{why}$"):
        set_right(play, Units(area, "germany", units))
    assert len(play.events) == before


def test_a_counter_of_blitz_beside_cargo_that_cannot_be_taken_is_not_put_either() -> None:
    """Ships of Blitz! list what they carry, and these lists are not made right: neither ship nor cargo can be taken alone."""
    lines = ['{"sitrep":1,"title":"blitz","scenario":"rising-sun"}', "sail expeditionary-trs: formosa > leyte-gulf; carry=14th-army"]
    for kept in ("14th-army", "expeditionary-trs"):
        line = f"set units leyte-gulf: japan; units={kept}, combined-fleet"
        game = replay(parse_log("\n".join([*lines, line]).encode(), "game.txt"), load_title("blitz"))
        here = sorted(key.unit for key, _ in game.state.units_in("leyte-gulf") if key.power == "japan")
        assert told(game)[-1][:2] == ("correction", "error") and here == ["14th-army", "expeditionary-trs"]


def test_what_cannot_be_damaged_says_what_can() -> None:
    play = play_from({"norway": "germany: infantry"}, "germany", "noncombat-move")
    with pytest.raises(SitrepError, match="norway: found nothing that can be damaged"):
        set_right(play, Damage("norway", 2))
    with pytest.raises(SitrepError, match="expected bank, owner, units, damage or technology"):
        set_right(play, Points("axis", 3))


def test_a_correction_of_a_log_is_made_and_told_and_is_no_defect() -> None:
    game = logged("set bank: soviet union: 50", "buy 10 tank", "see bank: soviet union: 0")
    assert game.state.pool["soviet-union", "tank"] == 10 and game.state.defects == 0
    assert told(game) == [("correction", "info", "50", "24")]
    assert logged("set bank: soviet union: 50", "buy 10 tank", strictness=Strictness.RAISE).state.pool["soviet-union", "tank"] == 10
    assert told(logged("set bank: soviet union: 24", "buy 4 tank")) == []


def test_json_and_words_set_alike() -> None:
    json = logged('{"set":"units","area":"russia","power":"soviet-union","units":"9 tank"}')
    assert json.events[:-1] == logged("set units: russia: soviet union: 9 tank").events[:-1]
    assert Units("russia", "soviet-union", "9 tank").held(json.title, json.state) == "9 tank"


def test_a_correction_after_an_order_is_undone_with_it() -> None:
    game = logged("buy infantry", "set bank: soviet union: 50", "undo 1")
    assert game.state.resources["soviet-union", "ipc"] == 24 and told(game) == []


def test_a_correction_where_dice_are_due_is_made_after_the_roll() -> None:
    """Nothing is changed in the middle of a roll: the dice are missing, and the correction is made."""
    lines = ["move 3 infantry, artillery: russia > west russia", "end", "battle west russia", "set bank: soviet union: 50"]
    game = logged("end", *lines)
    rules = [rule for rule, _, _, _ in told(game)]
    assert "dice-missing" in rules and rules[-1] == "correction" and game.state.resources["soviet-union", "ipc"] == 50
