"""Kamikaze attacks of Japan: tokens thrown at warships in some zones, before the battles there."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.bots import kamikazes
from engine.families.axis_allies.combat.kamikaze import aims_of
from engine.families.axis_allies.orders import Battle, Kamikaze, Offload
from engine.play import Play
from engine.recording import Header, OrderEntry, Recording
from engine.rules import EndPhase
from ingest.log.reader import parse_log
from ingest.log.writer import write_log
from tests.axisallies.positions import rules_of
from tests.global_1940.test_what_the_map_plays import TITLE, play_from

WAR = {("japan", "united-states"): "war"}
FLEET = "united-states: battleship [moved], cruiser [moved], 2 submarine [moved], transport [moved]; japan: destroyer"


def attacked(stacks: dict[str, str], tokens: int = 6, phase: str = "conduct-combat", **more: object) -> Play:
    marked = {"relations": WAR, **more}
    play = play_from(stacks, "united-states", phase, **marked)
    if tokens < 6:
        play.emit(ev.ResourceChanged("japan", "suicide-attack-tokens", tokens - 6, tokens, "test"))
    return play


def ships(play: Play, zone: str, power: str = "united-states") -> dict[tuple[str, int], int]:
    found: dict[tuple[str, int], int] = {}
    for key, n in play.position.stacks(zone):
        if key.power == power:
            found[key.unit, key.strength] = found.get((key.unit, key.strength), 0) + n
    return found


@pytest.mark.section("21. Kamikaze attacks")
def test_japan_begins_with_six_tokens() -> None:
    assert {row.power: row.amount for row in TITLE.treasuries if row.resource == "suicide-attack-tokens"} == {"japan": 6}
    assert set(TITLE.regions["kamikaze-zones"]) == {f"sea-zone-{number}" for number in (6, 17, 19, 20, 22, 35)}


@pytest.mark.section("21. Kamikaze attacks")
def test_tokens_are_dice_at_two_each_at_one_warship_and_lost_ships_do_not_fight() -> None:
    play = attacked({"sea-zone-22": FLEET}, dice=[2, 5, 1, 6, 6, 6, 6, 6, 6, 6, 6])
    assert play.pending and (play.pending.what, play.pending.power) == ("kamikaze", "japan")
    assert rules_of(play, Kamikaze("submarine > sea-zone-22")) == ["kamikaze/target"]
    assert rules_of(play, Kamikaze("transport > sea-zone-22")) == ["kamikaze/target"]
    assert rules_of(play, Kamikaze("cruiser > sea-zone-22; cruiser > sea-zone-22")) == ["kamikaze/target"]
    assert rules_of(play, Kamikaze("7 cruiser > sea-zone-22")) == ["kamikaze/tokens"]
    assert rules_of(play, Kamikaze("cruiser in sea-zone-22")) == ["conduct-combat/unknown"]
    play.submit(Kamikaze("2 cruiser > sea-zone-22; battleship > sea-zone-22"))
    assert ships(play, "sea-zone-22") == {("battleship", 1): 1, ("submarine", 1): 2, ("transport", 1): 1}
    assert play.state.resources["japan", "suicide-attack-tokens"] == 3 and play.pending is None
    assert rules_of(play, Kamikaze("battleship > sea-zone-22")) == ["kamikaze/not-due"]
    thrown = [(event.dice, event.hits, event.side) for event in play.events if isinstance(event, ev.DiceRolled)]
    assert thrown == [((2, 5), 1, "defender"), ((1,), 1, "defender")]
    play.submit(Battle("sea-zone-22"))
    first = next(event for event in play.events if isinstance(event, ev.BattleStarted))
    assert "cruiser" not in first.attackers


@pytest.mark.section("21. Kamikaze attacks")
def test_a_damaged_ship_is_aimed_at_by_its_strength_and_sinks_with_what_is_aboard() -> None:
    fleet = "united-states: aircraft-carrier~1 [moved], aircraft-carrier [moved]; japan: destroyer"
    play = attacked({"sea-zone-22": fleet}, dice=[2, 2])
    play.submit(Kamikaze("aircraft-carrier > sea-zone-22; aircraft-carrier@2 > sea-zone-22"))
    assert ships(play, "sea-zone-22") == {("aircraft-carrier", 1): 1}


@pytest.mark.section("21. Kamikaze attacks")
@pytest.mark.parametrize(
    ("stacks", "more"),
    [
        ({"sea-zone-21": FLEET}, {}),
        ({"sea-zone-22": "united-states: cruiser [moved]"}, {}),
        ({"sea-zone-22": "united-states: 2 submarine [moved], transport [moved]; japan: destroyer"}, {}),
        ({"sea-zone-22": FLEET}, {"options": {"kamikaze": "off"}}),
        ({"sea-zone-22": FLEET}, {"tokens": 0}),
        ({"sea-zone-22": "china: cruiser [moved]; japan: destroyer"}, {}),
    ],
)
def test_nobody_is_asked_without_zone_battle_warship_option_or_tokens(stacks: dict[str, str], more: dict[str, object]) -> None:
    play = attacked(stacks, **more)  # type: ignore[arg-type]  # as `attacked` takes them
    assert play.pending is None or play.pending.what != "kamikaze"


@pytest.mark.section("21. Kamikaze attacks")
def test_a_power_at_peace_makes_none() -> None:
    play = attacked({"sea-zone-22": "united-states: cruiser [moved]; germany: submarine"}, relations={("germany", "united-states"): "war"})
    assert play.pending is None


@pytest.mark.section("21. Kamikaze attacks")
@pytest.mark.parametrize("attack", ["", "battleship > sea-zone-20"])
def test_a_landing_draws_attacks_and_from_its_zone_no_ship_bombards_then(attack: str) -> None:
    stacks = {
        "sea-zone-20": "united-states: battleship, cruiser, transport [cargo=united-states/infantry], infantry [aboard]",
        "formosa": "japan: infantry",
    }
    play = attacked(stacks, phase="combat-move", dice=[6] * 8)
    play.submit(Offload("infantry", "sea-zone-20 > formosa"))
    play.submit(EndPhase())
    assert play.pending and play.pending.what == "kamikaze"
    play.submit(Kamikaze(attack))
    play.submit(Battle("formosa"))
    fired = [event.unit for event in play.events if isinstance(event, ev.DiceRolled) and event.purpose == "bombardment"]
    assert bool(fired) == (not attack)


@pytest.mark.section("21. Kamikaze attacks")
def test_a_landing_without_a_battle_draws_attacks_too() -> None:
    stacks = {"sea-zone-20": "united-states: cruiser, transport [cargo=united-states/infantry], infantry [aboard]"}
    play = attacked(stacks, phase="combat-move", control={"formosa": "japan"}, dice=[1])
    play.submit(Offload("infantry", "sea-zone-20 > formosa"))
    play.submit(EndPhase())
    assert play.state.control["formosa"] == "united-states"
    play.submit(Kamikaze("cruiser > sea-zone-20"))
    assert ships(play, "sea-zone-20") == {("transport", 1): 1}


@pytest.mark.section("21. Kamikaze attacks")
def test_a_fleet_that_is_lost_before_its_battle_leaves_its_cargo_aboard() -> None:
    stacks = {
        "sea-zone-20": "united-states: destroyer, transport [cargo=united-states/infantry], infantry [aboard]; japan: submarine",
        "formosa": "japan: infantry",
    }
    play = attacked(stacks, phase="combat-move", dice=[1])
    play.submit(Offload("infantry", "sea-zone-20 > formosa"))
    play.submit(EndPhase())
    play.submit(Kamikaze("destroyer > sea-zone-20"))
    assert ships(play, "sea-zone-20").keys() == {("transport", 1), ("infantry", 1)}
    assert play.state.battles == 0


@pytest.mark.section("21. Kamikaze attacks")
def test_a_bot_throws_tokens_where_they_cost_most_on_average() -> None:
    """A token costs a cruiser's owner 4, a battleship's with both hits left no more than 2.2 each."""
    play = attacked({"sea-zone-22": FLEET}, tokens=2)
    assert kamikazes.throw(play) == Kamikaze("cruiser@1 > sea-zone-22")
    hurt = attacked({"sea-zone-22": FLEET.replace("battleship ", "battleship~1 ")}, tokens=1)
    assert kamikazes.throw(hurt) == Kamikaze("battleship@1 > sea-zone-22")
    assert not rules_of(hurt, kamikazes.throw(hurt))
    assert [(one.tokens, one.strength) for one in aims_of(Kamikaze("3 battleship@2 > sea-zone-6"))] == [(3, 2)]


@pytest.mark.section("21. Kamikaze attacks")
def test_its_order_is_written_to_a_log_and_read_back() -> None:
    recording = Recording(Header("global-1940"), (OrderEntry(Kamikaze("2 battleship@1 > sea-zone-6")),))
    for words in (True, False):
        assert parse_log(write_log(recording, words=words), "again", None).entries[0].order == Kamikaze("2 battleship@1 > sea-zone-6")
