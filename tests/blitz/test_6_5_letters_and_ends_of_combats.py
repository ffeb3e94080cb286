"""6.5, 6.6: what letters do in each kind of combat, who chooses what by default, and how each kind of combat ends."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.condition import parse_condition
from engine.play import Play
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import battles, results
from engine.titles.blitz.orders import Announced, Attack, Choose, Engage, PutToSea, Resolve
from engine.titles.blitz.position import board
from engine.titles.blitz.vocabulary import FREE
from tests.blitz.table import agenda_of, at, broken, do, keys, settle, table

SEA = "home-fleet north-sea@2, high-seas-fleet north-sea@2, u-boat-ii north-sea@1, baltic-trs north-sea@1"


def at_sea(*dice: int) -> Play:
    """A sea area combat in the North Sea that has begun."""
    play = table(SEA, phase="sea-combat", power="afa", dice=dice)
    battles.begin(play, "sea", "north-sea")
    return play


@pytest.mark.section("6.5")
@pytest.mark.parametrize(("letter", "sent"), [("S", 1), ("L", 2), ("B", 3)])
def test_6_5_a_letter_of_a_naval_round_sends_a_part_of_the_ships_back(letter: str, sent: int) -> None:
    play = at_sea()
    before = agenda_of(play)
    agenda.before(play, f"letter axis naval {letter}")
    name, arguments = "letter", ("axis", "naval", letter)
    assert agenda_of(play)[0] == " ".join((name, *arguments))
    results.TASKS[name].does(play, arguments)
    assert len([task for task in agenda_of(play) if task.startswith("back axis naval")]) == sent
    assert agenda_of(play)[-len(before) :] == before


@pytest.mark.section("6.5")
def test_6_5_a_letter_of_a_port_attack_sends_no_ship_back() -> None:
    """Letters count in Air Rounds, in Land Rounds and at sea: ships in Port have nowhere to return to."""
    play = table("bomber-command london@2 [target=western-germany port], high-seas-fleet western-germany@2", power="afa")
    battles.begin(play, "port", "western-germany")
    assert battles.targets(play.position, "axis", "naval") == ["high-seas-fleet"]
    before = agenda_of(play)
    results.TASKS["letter"].does(play, ("axis", "naval", "B"))
    assert agenda_of(play) == before


@pytest.mark.section("6.5", "4.4")
@pytest.mark.parametrize("hurt", [0, 1, 2])
def test_6_5_a_convoy_that_must_return_takes_a_point_of_damage_as_long_as_it_can(hurt: int) -> None:
    """ "A Convoy that is forced to return to base cannot do so, and must instead take an extra point of damage."""
    play = table("u-boat-ii north-atlantic@1", phase="sea-combat", power="germany")
    if hurt:
        play.emit(ev.FacilityChanged("north-atlantic", "convoy-canada", "afa", "damaged", hurt, hurt))
    results.send_back(play, "canada")
    assert play.state.damage["north-atlantic", "convoy-canada"] == min(hurt + 1, 2)


@pytest.mark.section("6.5")
def test_6_5_damage_is_chosen_in_turn_and_each_side_spares_its_own_by_default() -> None:
    """The owner of the units chooses the first, his enemy the second: the cheapest, then the dearest."""
    play = at_sea()
    asked = []
    for number in ("1", "2", "3"):
        pending = results.TASKS["hit"].asks(play.position, ("axis", "naval", number))  # type: ignore[misc]
        assert pending is not None and isinstance(pending.default, Choose)
        asked.append((pending.power, pending.default.unit))
    assert asked == [("germany", "baltic-trs"), ("afa", "high-seas-fleet"), ("germany", "baltic-trs")]


@pytest.mark.section("6.6")
def test_6_6_a_land_combat_ends_with_who_is_left_of_each_side_and_nobody_committed() -> None:
    play = table("army-group-center berlin@2, army-group-north berlin@1, polish-army poland@2", dice=[1, 1])
    settle(do(play, Attack("ground", "poland", "army-group-center, army-group-north"), Announced(), Resolve("ground", "poland")))
    ended = next(event for event in play.events if isinstance(event, ev.BattleEnded))
    assert (ended.attacker, ended.defender, ended.kind, ended.rounds) == ("germany", "afa", "ground", 1)
    assert "army-group-center" in ended.attackers and "polish" not in ended.attackers and "group" not in ended.defenders
    assert all(not parse_condition(key.condition).target for key in keys(play, "army-group-center", "army-group-north"))


@pytest.mark.section("4.4", "5.3")
def test_4_4_after_a_sea_combat_all_ships_there_have_fought() -> None:
    play = table("home-fleet north-sea@2, high-seas-fleet north-sea@2", phase="sea-combat", power="afa", dice=[1, 1])
    settle(do(play, Engage("north-sea")))
    there = [key for key in board.on_map(play.position) if key.unit in ("home-fleet", "high-seas-fleet") and key.area == "north-sea"]
    assert there and all(board.has(key, "fought") for key in there), at(play, "home-fleet")


@pytest.mark.section("6.6")
@pytest.mark.parametrize(("units", "asked"), [("polish-army poland@2", False), ("polish-army poland@2, french-army poland@2", True)])
def test_6_6_who_drives_back_one_of_two_chooses_which(units: str, asked: bool) -> None:
    play = table(f"army-group-center berlin@2 [target=poland ground], {units}")
    battles.begin(play, "ground", "poland")
    assert len(results.undriven(play.position)) == 1 + asked
    assert (results._asks_drive_back(play.position, ()) is not None) is asked


@pytest.mark.section("2.2", "4.2")
@pytest.mark.parametrize(("moved", "rules"), [(0, []), (1, []), (2, ["blitz/free"])])
def test_2_2_what_a_trs_carries_counts_against_its_free_blitz(moved: int, rules: list[str]) -> None:
    """A TRS of Size 1 with a land unit of Size 2 is three of four."""
    play = table("italian-trs rome@1, alpini-army rome@2", phase="sea", blitzing={"germany": "free"})
    FREE.set(play, moved, "germany")
    assert broken(play, PutToSea("italian-trs", "rome > mediterranean-sea", carry="alpini-army")) == rules
