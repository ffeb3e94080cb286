"""Deserts, carpets of bombs, guns, screens, patrols and losses of landings at each condition (1.9, 8.7, 9.2, 9.7, 9.17, 12.9)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Move
from engine.families.axis_allies.vocabulary import FOUGHT_AT_SEA
from engine.mechanics.orders import Lose
from engine.titles.global_war_1936.economy import chart, supply
from engine.titles.global_war_1936.orders import Carpet, Decline, Exploit, Force
from engine.titles.global_war_1936.politics import fall, forcing, war
from engine.titles.global_war_1936.sea import canals, naval, patrolling
from engine.titles.global_war_1936.vocabulary import BROKEN_DOWN, CHART, INVADERS_AWAITED, PASSERS_SHOT_AT, TRUCE
from tests.global_war_1936.positions import BOARD, TITLE, battle, begun, combat, due, losses, play_from, problems, standing
from tests.global_war_1936.test_7_to_11_money import under_way
from tests.global_war_1936.test_8_patrols_and_submarines import ZONE
from tests.global_war_1936.test_9_8_amphibious import landed
from tests.global_war_1936.test_9_after_and_afar import WAR, germans, zones
from tests.global_war_1936.test_15_straits_and_sites import through_messina

BRITISH = {("great-britain", "italy"): "war"}


# Breakdowns (1.9)


@pytest.mark.section("1.9")
@pytest.mark.parametrize(
    ("units", "origin", "dice", "back"),
    [
        ("2 light-armor", "eastern-egypt", [12, 11], Counter({"light-armor": 1})),
        ("2 light-armor", "eastern-egypt", [12, 12], Counter({"light-armor": 2})),
        ("light-armor, infantry", "eastern-egypt", [12, 11], Counter()),
        ("light-armor, motorized-infantry", "eastern-egypt", [11, 12], Counter({"light-armor": 1})),
    ],
)
def test_1_9_as_many_vehicles_go_back_as_have_broken_down(units: str, origin: str, dice: list[int], back: Counter) -> None:
    text = ", ".join(f"{unit} [moved from={origin}]" for unit in units.split(", "))
    stacks = {"palestine": f"great-britain: {text}; italy: 3 infantry", origin: "great-britain: infantry"}
    play = combat("great-britain", stacks, [*dice, 11, 11, 11], control={"palestine": "italy", origin: "great-britain"}, relations=BRITISH)
    play.submit(battle("palestine"))
    went = Counter({event.unit: event.count for event in play.events if isinstance(event, ev.UnitsMoved) and event.cause == "breakdown"})
    rolled = {roll.unit: roll.dice.count(12) for roll in play.events if isinstance(roll, ev.DiceRolled) and roll.side == "attacker"}
    assert went == Counter({unit: n for unit, n in rolled.items() if n and TITLE.units[unit].has("vehicle")})
    assert went.total() == back.total()
    assert list(BROKEN_DOWN.entries(play.state)) == []


# Guns at crossings (12.9)


@pytest.mark.section("12.9")
def test_12_9_the_shots_of_a_turn_are_counted_and_ships_that_came_before_are_whole() -> None:
    play = through_messina("3 battleship", [4, 4])
    play.submit(Move("2 battleship", "sea-zone-50 > sea-zone-52"))
    assert PASSERS_SHOT_AT.number(play.state, "sicily") == 2
    play.dice.left += [3]
    play.submit(Move("battleship", "sea-zone-50 > sea-zone-52"))
    assert PASSERS_SHOT_AT.number(play.state, "sicily") == 3
    assert losses(play) == [] and standing(play, "sea-zone-52").count("battleship~1") == 1


@pytest.mark.section("12.9", "12.8")
def test_12_9_guns_of_an_island_fortress_face_every_zone() -> None:
    whole = sorted(area for area in TITLE.regions["one-fortification"])
    assert whole
    play = through_messina("3 destroyer", [4, 4, 4], "coastal-artillery [border:sea-zone-52!]")
    play.submit(Move("3 destroyer", "sea-zone-50 > sea-zone-52"))
    assert PASSERS_SHOT_AT.number(play.state, "sicily") == 3


# Carpets (9.17)


@pytest.mark.section("9.17")
@pytest.mark.parametrize(
    ("area", "there", "order", "wrong"),
    [
        ("paris", "france: infantry", "strategic-bomber", []),
        ("paris", "france: fighter", "strategic-bomber", ["carpet/area"]),
        ("belgium", "germany: infantry", "strategic-bomber", ["carpet/area"]),
        ("paris", "france: infantry", "2 strategic-bomber", ["carpet/units"]),
        ("paris", "france: infantry", "fighter", ["carpet/units"]),
        ("paris", "france: infantry", "fighter, strategic-bomber", []),
        ("paris", "france: infantry", "tactical-bomber", ["carpet/units"]),
        ("paris", "france: infantry", "", ["carpet/units"]),
    ],
)
def test_9_17_strategic_bombers_bomb_enemy_troops_and_fighters_escort_them(area: str, there: str, order: str, wrong: list[str]) -> None:
    came = "[moved used=2 from=berlin]"
    bombers = f"germany: strategic-bomber {came}, fighter {came}, tactical-bomber {came}"
    play = germans({area: f"{bombers}, {there.removeprefix('germany: ')}" if "germany" in there else f"{bombers}; {there}"}, [])
    assert problems(play, Carpet(order, area)) == wrong


@pytest.mark.section("9.17", "1.10")
def test_9_17_a_carpet_in_the_jungle_of_a_bomber_of_three_dice_has_one() -> None:
    stacks = {"burma": "germany: 2 strategic-bomber [moved used=2 from=bengal]; france: infantry"}
    play = combat("germany", stacks, [12] * 9, control={"burma": "france"}, relations=WAR)
    play.submit(Carpet("2 strategic-bomber", "burma"))
    assert sum(len(row.dice) for row in play.events if isinstance(row, ev.DiceRolled)) == 2


# Screens (9.7)


@pytest.mark.section("9.7")
@pytest.mark.parametrize(
    ("waiting", "order", "won", "wrong"),
    [
        ("2 light-cruiser [waiting moved used=1]", "2 light-cruiser", True, []),
        ("2 light-cruiser [waiting moved used=1]", "3 light-cruiser", True, ["exploit/units"]),
        ("light-cruiser [waiting moved used=3]", "light-cruiser", True, ["exploit/units"]),
        ("light-cruiser [moved used=1]", "light-cruiser", True, ["exploit/units"]),
        ("light-cruiser [waiting moved used=1]", "light-cruiser", False, ["exploit/battle"]),
        ("light-cruiser [waiting moved used=1]", "", True, ["exploit/units"]),
    ],
)
def test_9_7_ships_behind_a_screen_go_on_with_the_movement_they_have_left(waiting: str, order: str, won: bool, wrong: list[str]) -> None:
    _, two, three = zones()
    play = combat("germany", {two: f"germany: {waiting}, destroyer [moved]"}, relations=WAR)
    if won:
        FOUGHT_AT_SEA.emit(play, "yes", two)
    assert problems(play, Exploit(order, f"{two} > {three}")) == wrong
    if not wrong:
        play.submit(Exploit("light-cruiser", f"{two} > {three}"))
        assert sum(n for key, n in play.state.stacks.items() if key.area == three) == 1
        assert f"from={two}" in standing(play, three) and battles_due(play.position) == []


# Patrols and submarines (8.7, 9.4)


@pytest.mark.section("8.7")
@pytest.mark.parametrize(
    ("ships", "passes"), [("submarine [moved]", False), ("submarine [moved], destroyer [moved]", True), ("naval-transport [moved]", False)]
)
def test_8_7_a_patrol_lets_warships_pass_by_default_and_fights_submarines(ships: str, passes: bool) -> None:
    stacks = {ZONE: f"germany: {ships}; great-britain: medium-bomber [patrol:{ZONE}!]"}
    play = combat("germany", stacks, [12] * 20)
    play.submit(battle(ZONE))
    assert play.pending.what == "patrol" and play.pending.default == Decline(passes)


@pytest.mark.section("8.7", "8.9")
def test_8_7_aircraft_that_attack_watch_and_those_that_defend_as_a_patrol_does() -> None:
    def watched(side: str, attackers: str, defenders: str) -> bool:
        play = combat("germany", {ZONE: f"germany: {attackers}; great-britain: {defenders}"})
        return patrolling.is_watched(play.position, ZONE, side)

    sub, patrol = "submarine [moved]", f"medium-bomber [patrol:{ZONE}!]"
    assert watched("attacker", sub, patrol) and not watched("attacker", sub, "destroyer")
    assert watched("defender", patrol, "submarine") and not watched("defender", "medium-bomber [used=2]", "submarine")
    assert watched("defender", "fighter", "submarine") and watched("attacker", sub, "fighter [used=2]")


# Landings (9.2)


@pytest.mark.section("9.2", "9.8")
@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        ("2 infantry", []),
        ("infantry, marine", ["casualties/number"]),
        ("infantry", ["casualties/number"]),
        ("marine", []),
        ("3 infantry", ["casualties/number"]),
        ("artillery", ["casualties/not-there"]),
    ],
)
def test_9_2_a_hit_takes_two_infantry_or_one_marine(chosen: str, wrong: list[str]) -> None:
    stacks = {
        "peking": "kmt: 3 infantry",
        "sea-zone-54": "japan: 2 naval-transport [target=peking cargo=japan/infantry+japan/infantry],"
        " naval-transport [target=peking cargo=japan/marine+japan/marine],"
        " 4 infantry [aboard target=peking], 2 marine [aboard target=peking]",
    }
    play = landed([12] * 6 + [1, 12, 12] + [12] * 60, stacks)
    play.submit(battle("peking"))
    assert due(play) == "casualties japan"
    assert problems(play, Lose(chosen)) == wrong


# Odds and ends of money and standing


@pytest.mark.section("15.10")
@pytest.mark.parametrize("damage", range(8))
def test_15_10_a_canal_is_blocked_from_the_damage_of_its_works_on(damage: int) -> None:
    (bank,) = TITLE.passages["panama-canal"].needs
    limit = TITLE.units["canal"].number("canal")
    play = begun("1936", options={"canal-bombing": "on"})
    if damage:
        play.emit(ev.FacilityChanged(bank, "canal", play.state.control[bank], "damaged", damage, damage))
    assert canals.is_blocked(play.position, "panama-canal") is (damage >= limit)
    assert not canals.is_blocked(play.position, "turkish-straits")


@pytest.mark.section("5.6")
def test_5_6_what_one_of_the_allies_cannot_pay_the_next_pays() -> None:
    relations = {(power, "germany"): "war" for power in ("great-britain", "france", "united-states")}
    purses = {"great-britain": 4, "france": 5, "free-france": 0, "united-states": 9}
    play = play_from({}, "great-britain", "combat-move", money=purses, relations=relations)
    war._fine(play, "great-britain")
    assert [play.state.resources[power, "ipp"] for power in ("great-britain", "france", "united-states")] == [0, 0, 8]


@pytest.mark.section("13.3")
def test_13_3_a_truce_that_is_over_awaits_nobody() -> None:
    play = begun("1939")
    INVADERS_AWAITED.emit(play, "yes")
    war.end_truce(play)
    assert TRUCE.read(play.state) == "over" and INVADERS_AWAITED.read(play.state) == ""


@pytest.mark.section("9.22", "14.4")
def test_9_22_ships_on_the_chart_of_france_go_to_who_conquers_it_without_vichy() -> None:
    play = BOARD.play_from({}, "italy", "conduct-combat")
    CHART.emit(play, "1", "france", "heavy-cruiser", "", "", "1")
    fall._france_falls(play, "italy")
    assert under_way(play) == [("italy", "heavy-cruiser", "", 1, 1)]


@pytest.mark.section("9.22", "4.4")
def test_9_22_who_is_liberated_stands_again_beside_its_allies() -> None:
    play = BOARD.play_from(
        {}, "great-britain", "conduct-combat", relations={("great-britain", "france"): "peace"}, standing={"france": "surrendered"}
    )
    fall._restore(play, "france")
    assert play.position.relation("france", "great-britain") == "allied"


@pytest.mark.section("7.3")
def test_7_3_a_site_that_changes_hands_keeps_its_border_and_a_ship_its_buyer_does_not() -> None:
    play = BOARD.play_from({}, "germany", "conduct-combat")
    chart.give(play, chart.Item("france", "fortification", "paris", "picardy", 1, 1), "germany", 1)
    chart.give(play, chart.Item("france", "battleship", "", "great-britain", 1, 1), "germany", 1)
    assert {(item.unit, item.border) for item in chart.items(play.position)} == {("fortification", "picardy"), ("battleship", "")}


@pytest.mark.section("10.6", "13.3.1")
def test_10_6_a_nation_without_a_sheet_sends_no_ships() -> None:
    play = BOARD.play_from({}, "germany", "noncombat-move")
    assert naval.capacity(play.position, "sweden") == 0
    evolved = BOARD.play_from({}, "kmt", "noncombat-move", markers={("game", "evolved|kmt"): "yes"})
    assert naval.capacity(evolved.position, "kmt") == naval.capacity(play.position, "kmt") + 1


@pytest.mark.section("15.6")
def test_15_6_a_way_that_is_no_link_has_no_owner() -> None:
    play = BOARD.play_from({}, "germany", "combat-move", options={"forced-straits": "on"})
    for path in ("sea-zone-9 > sea-zone-50", "berlin > bavaria", "sea-zone-9 > sea-zone-20 > sea-zone-21"):
        assert forcing.owner(play.position, Force("destroyer", path)) == ""


@pytest.mark.section("8.11")
@pytest.mark.parametrize(
    ("ships", "option", "closed"),
    [
        ("germany: 3 destroyer", "", True),
        ("germany: 2 destroyer", "", False),
        ("germany: 2 destroyer; italy: destroyer", "", False),
        ("germany: 2 destroyer; italy: destroyer", "together", True),
        ("germany: 2 destroyer, submarine, naval-transport", "", False),
        (f"germany: 2 destroyer, destroyer [escort:{ZONE}!]", "", False),
        ("germany: 2 destroyer, heavy-cruiser [convoy-raid]", "", False),
    ],
)
def test_8_11_three_free_warships_of_a_nation_close_a_port(ships: str, option: str, closed: bool) -> None:
    options = {"blockade": option} if option else {}
    play = play_from({ZONE: ships}, "great-britain", "production", options=options, relations={("great-britain", "germany"): "war"})
    assert bool(supply.blockader(play.position, ZONE, "great-britain", free=True)) is closed
    assert bool(supply.blockader(play.position, ZONE, "great-britain")) is (closed or "[" in ships)
