"""War at sea, one case on either side of each condition (sections 1.20, 7.8, 8.7 to 8.10, 9.6 to 9.14, 10.6, 15.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Press
from engine.mechanics.orders import Lose
from engine.odds.quick import NO_ODDS, Odds
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from engine.titles.global_war_1936.orders import Assign, Cross, Decline, Redeploy
from engine.titles.global_war_1936.sea import crossings, duties, raiding, seas
from engine.titles.global_war_1936.vocabulary import CROSSED
from tests.global_war_1936.positions import BOARD, TITLE, battle, combat, due, ends, losses, play_from, problems, rolls, standing
from tests.global_war_1936.test_9_8_amphibious import landed
from tests.global_war_1936.test_9_after_and_afar import WAR, zones

ZONE = "sea-zone-21"
SIX = "sicily > southern-italy"


# Narrow crossings (1.20, 1.21)


@pytest.mark.section("1.20")
def test_1_20_crossings_lie_between_the_printed_areas_alone() -> None:
    assert crossings.opposite(TITLE, "honshu") == ("hokkaido", "kyushu")
    assert crossings.opposite(TITLE, "sicily") == ("southern-italy",) and crossings.opposite(TITLE, "berlin") == ()
    pairs = crossings.every(TITLE)
    assert ("sicily", "southern-italy") in pairs and ("southern-italy", "sicily") in pairs
    assert not any("berlin" in pair for pair in pairs)


@pytest.mark.section("1.20")
def test_1_20_as_many_cross_as_are_named_of_several_stacks_and_are_counted() -> None:
    play = BOARD.play_from({"sicily": "italy: infantry, infantry [border:southern-italy!]"}, "italy", "noncombat-move")
    play.submit(Cross("infantry", SIX))
    assert sum(n for key, n in play.state.stacks.items() if key.area == "southern-italy") == 1
    assert CROSSED.number(play.state, "sicily", "southern-italy") == 1
    (key,) = [key for key in play.state.stacks if key.area == "southern-italy"]
    assert "used=1 from=sicily" in key.condition
    play.submit(Cross("infantry", SIX))
    assert CROSSED.number(play.state, "sicily", "southern-italy") == 2


@pytest.mark.section("1.20")
def test_1_20_who_has_moved_or_is_not_there_does_not_cross() -> None:
    play = BOARD.play_from({"sicily": "italy: infantry, infantry [moved used=1]"}, "italy", "noncombat-move")
    assert problems(play, Cross("2 infantry", SIX)) == ["crossing/units"] and problems(play, Cross("infantry", SIX)) == []
    assert problems(play, Cross("infantry", "sicily > southern-italy > rome")) == ["crossing/way"]


@pytest.mark.section("1.20", "9.8")
def test_1_20_marines_that_cross_attack_as_many_as_are_printed() -> None:
    stacks = {"sicily": "great-britain: 3 marine, infantry", "southern-italy": "italy: infantry"}
    play = BOARD.play_from(stacks, "great-britain", "combat-move", control={"sicily": "great-britain"})
    assert problems(play, Cross("2 marine", SIX)) == []
    assert problems(play, Cross("3 marine", SIX)) == ["crossing/number"]
    assert problems(play, Cross("4 marine", SIX)) == ["crossing/units"] == problems(play, Cross("infantry", SIX))
    assert problems(play, Cross("", SIX)) == ["crossing/number"]


# Duties (8.7, 8.8)


def duty(units: str, order: str, kind: str, **more: object) -> list[str]:
    play = play_from(
        {ZONE: f"germany: {units}", "normandy": "germany: air-base"}, "germany", "combat-move", control={"normandy": "germany"}, **more
    )  # type: ignore[arg-type]
    return problems(play, Assign(order, ZONE, kind))


@pytest.mark.section("8.7", "8.8", "9.11")
@pytest.mark.parametrize(
    ("unit", "kind", "options", "wrong"),
    [
        ("destroyer", "patrol", {}, ["duty/unit"]),
        ("strategic-bomber", "patrol", {}, ["duty/unit"]),
        ("submarine", "escort", {}, ["duty/unit"]),
        ("fighter", "escort", {}, ["duty/unit"]),
        ("destroyer", "escort", {}, []),
        ("destroyer", "mines", {"mines": "on"}, ["duty/unit"]),
        ("advanced-submarine", "mines", {"mines": "on"}, []),
        ("advanced-submarine", "mines", {"mines": "off"}, ["duty/unit"]),
        ("naval-transport", "raid", {}, ["duty/unit"]),
        ("submarine", "raid", {}, []),
        ("heavy-cruiser", "raid", {"surface-raiders": "on"}, []),
        ("heavy-cruiser", "raid", {"surface-raiders": "off"}, ["duty/unit"]),
        ("battleship", "raid", {"surface-raiders": "on"}, ["duty/unit"]),
    ],
)
def test_8_8_who_may_have_which_duty(unit: str, kind: str, options: dict, wrong: list[str]) -> None:
    assert duty(unit, unit, kind, options=options) == wrong


@pytest.mark.section("9.14")
@pytest.mark.parametrize(
    ("unit", "option", "wrong"), [("medium-bomber", "on", []), ("medium-bomber", "off", ["duty/unit"]), ("fighter", "on", ["duty/unit"])]
)
def test_9_14_aircraft_that_raid_are_bombers_on_patrol_with_their_option(unit: str, option: str, wrong: list[str]) -> None:
    assert duty(f"{unit} [patrol:{ZONE}!]", unit, "raid", options={"raiding-aircraft": option}) == wrong


@pytest.mark.section("8.8")
def test_8_8_a_ship_does_one_thing_at_a_time() -> None:
    for units, kind in (
        (f"destroyer [escort:{ZONE}!]", "escort"),
        (f"heavy-cruiser [escort:{ZONE}!]", "raid"),
        ("destroyer [fought]", "escort"),
        ("medium-bomber", "raid"),
    ):
        assert duty(units, units.split(" ")[0], kind, options={"surface-raiders": "on", "raiding-aircraft": "on"}) == ["duty/units"]


@pytest.mark.section("8.7")
@pytest.mark.parametrize(("word", "wrong"), [("", []), (" [patrol:{zone}!]", ["duty/units"])])
def test_8_7_aircraft_on_patrol_do_not_take_that_up_again(word: str, wrong: list[str]) -> None:
    zone = next(zone for zone in TITLE.neighbours["normandy"] if zone.startswith("sea"))
    stacks = {zone: f"germany: medium-bomber{word.format(zone=zone)}"}
    play = play_from(stacks, "germany", "combat-move", control={"normandy": "germany"})
    assert problems(play, Assign("medium-bomber", zone, "patrol")) == wrong


@pytest.mark.section("8.7")
def test_8_7_patrols_land_within_their_range_ashore_or_on_a_carrier() -> None:
    def reach(stacks: dict[str, str], **held: str) -> bool:
        play = play_from(stacks, "germany", "combat-move", control={area.replace("_", "-"): who for area, who in held.items()})
        return duties.in_range(play.position, ONE, TITLE.units["fighter"])

    assert not reach({})
    assert reach({NEXT: "germany: fleet-carrier"}) and not reach({BEYOND: "germany: fleet-carrier"})
    assert not reach({NEXT: "germany: destroyer"})


ONE, NEXT, BEYOND = next(
    (one, two, three)
    for one, near in TITLE.neighbours.items()
    if one.startswith("sea") and all(area.startswith("sea") for area in near)
    for two in near
    for three in TITLE.neighbours[two]
    if three.startswith("sea") and three != one and three not in near
)
"""A sea zone without any coast, one beside it, and one beside that alone."""


# Capital ships (15.5)


@pytest.mark.section("15.5")
@pytest.mark.parametrize(("unit", "dice", "left"), [("heavy-battleship", (8,), 1), ("heavy-battleship", (9,), 2), ("light-cruiser", (), 0)])
def test_15_5_only_capital_ships_that_still_float_roll_for_more_damage(unit: str, dice: tuple[int, ...], left: int) -> None:
    zone = zones()[0]
    strength = TITLE.units[unit].strength
    play = combat(
        "germany",
        {zone: f"germany: {unit} [moved], destroyer [moved]; france: heavy-cruiser"},
        [12, 12, 6, *dice],
        relations=WAR,
        options={"capital-damage": "rolled"},
    )
    play.submit(battle(zone))
    play.submit(Lose(unit))
    there = [key.strength for key in play.state.stacks if key.unit == unit]
    assert there == ([strength - left] if left and strength > left else [])


@pytest.mark.section("15.5")
def test_15_5_faces_that_do_the_same_damage_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    usual = Play.roll

    def roll(self: Play, count: int, what: str, *args: object, **more: object):
        asked.append((what, more.get("alike")))
        return usual(self, count, what, *args, **more)  # type: ignore[arg-type]

    zone = zones()[0]
    stacks = {zone: "germany: battleship [moved], destroyer [moved]; france: heavy-cruiser"}
    play = combat("germany", stacks, [12, 12, 6, 8], relations=WAR, options={"capital-damage": "rolled"})
    play.submit(battle(zone))
    monkeypatch.setattr(Play, "roll", roll)
    play.submit(Lose("battleship"))
    assert asked[0] == (f"damage of 1 battleship in {zone}", ((1, ("",) * 8 + (1, 1, 1, 2)),))


# Patrols that decline (8.7)


@pytest.mark.section("8.7")
def test_8_7_a_patrol_that_declines_ends_the_battle_unless_others_fight() -> None:
    def met(besides: str = "") -> Play:
        stacks = {ZONE: f"germany: 2 destroyer [moved]; great-britain: medium-bomber [patrol:{ZONE}!]{besides}"}
        play = combat("germany", stacks, [12] * 30)
        play.submit(battle(ZONE))
        assert due(play) == "patrol great-britain" and play.pending.default == Decline(True)
        play.submit(Decline(True))
        return play

    alone = met()
    assert not alone.state.battle and [end[3:] for end in ends(alone)] == [("none", "stalemate")] and rolls(alone) == []
    assert met(", destroyer").state.battle


# Raids (9.11 to 9.14)


@pytest.mark.section("9.14")
def test_9_14_the_cheapest_aircraft_are_lost_as_many_as_are_hit() -> None:
    raiders = "germany: medium-bomber [moved convoy-raid], tactical-bomber [moved convoy-raid]"
    patrol = f"great-britain: 2 fighter [patrol:{ZONE}!], fighter [patrol:{ZONE}! border:london!]"
    play = play_from({ZONE: f"{raiders}; {patrol}"}, "germany", "conduct-combat", dice=[1, 12, 12, 12] + [1, 6] * 4)
    assert sum(count for power, _, count, _ in losses(play) if power == "great-britain") == 1
    assert [loss for loss in losses(play) if loss[0] == "germany"] == []


@pytest.mark.section("9.14")
def test_9_14_each_aircraft_that_intercepts_rolls_its_own_die() -> None:
    play = play_from({ZONE: "germany: medium-bomber"}, "germany", "combat-move", dice=[3, 1])
    with pytest.raises(AssertionError):
        raiding._dogfight(play, [(key, 3) for key in play.state.stacks if key.unit == "medium-bomber"], "test")


# Odds by which bots attack (9.10)


@pytest.mark.section("9.10")
@pytest.mark.parametrize(
    ("units", "against", "win", "seen"),
    [
        ({"destroyer": 1}, {"submarine": 1}, 0.0, None),
        ({"destroyer": 1}, {"submarine": 1, "destroyer": 1}, 0.0, {"destroyer": 1}),
        ({"destroyer": 1}, {"submarine": 1, "destroyer": 0}, 0.0, None),
        ({"destroyer": 1, "fighter": 1}, {"submarine": 1}, 0.5, {"submarine": 1}),
        ({"destroyer": 1, "fighter": 0}, {"submarine": 1}, 0.0, None),
        ({"fighter": 1, "destroyer": 0}, {"submarine": 1}, 0.5, {"submarine": 1}),
        ({"infantry": 1}, {"submarine": 1}, 0.5, {"submarine": 1}),
        ({"destroyer": 1}, {"destroyer": 1, "submarine": 0}, 0.5, {"destroyer": 1, "submarine": 0}),
        ({"destroyer": 1}, {"destroyer": 1}, 0.5, {"destroyer": 1}),
    ],
)
def test_9_10_ships_without_aircraft_do_not_win_over_submarines(units: dict, against: dict, win: float, seen: dict | None) -> None:
    asked: list[Mapping[str, int]] = []

    def odds(mine: Mapping[str, int], theirs: Mapping[str, int]) -> Odds:
        asked.append(dict(theirs))
        return Odds(0.5, 0.5, 1.0, 2.0)

    found = seas.odds_of_attack(TITLE, Counter(units), Counter(against), odds)  # type: ignore[arg-type]
    if seen is None:
        assert found == NO_ODDS and asked == []
    else:
        assert (found.win, found.take, found.attacker_lost) == (win, win, 1.0) and asked == [seen]


# Landings (9.8)


@pytest.mark.section("9.8", "9.2")
def test_9_8_a_record_that_leaves_the_losses_of_a_landing_out_takes_the_usual_ones() -> None:
    stacks = {
        "peking": "kmt: 3 infantry",
        "sea-zone-54": "japan: 2 naval-transport [target=peking cargo=japan/infantry+japan/marine],"
        " 2 infantry [aboard target=peking], 2 marine [aboard target=peking]",
    }
    for order in (EndPhase("conduct-combat"), Lose("artillery")):
        play = landed([12] * 4 + [1, 12, 12] + [12] * 60, stacks)
        play.submit(battle("peking"))
        assert due(play) == "casualties japan"
        usual = play.pending.default
        play.strictness = Strictness.COLLECT
        play.submit(order)
        gone = Counter({unit: n for power, unit, n, _ in losses(play) if power == "japan"})
        assert gone == Counter({unit: n for unit, n, _ in usual.forces})
    assert gone == Counter({"infantry": 2})


@pytest.mark.section("9.8")
def test_9_8_what_could_not_land_is_lost_with_the_ship_that_brought_it() -> None:
    stacks = {
        "peking": "kmt: 6 infantry",
        "sea-zone-54": "japan: naval-transport [target=peking cargo=japan/infantry+japan/artillery], infantry [aboard target=peking],"
        " artillery [aboard target=peking]",
    }
    play = landed([12] + [1] * 3 + [12] * 60, stacks)
    play.submit(battle("peking"))
    if play.state.battle:
        play.submit(Press())
    assert "artillery" not in standing(play, "peking")


# Ships sent far (10.6)


@pytest.mark.section("10.6")
def test_10_6_as_many_transports_are_sent_as_are_named() -> None:
    near = next(
        zone
        for zone in TITLE.neighbours["london"]
        if zone.startswith("sea") and any(other.startswith("sea") for other in TITLE.neighbours[zone])
    )
    other = next(zone for zone in TITLE.neighbours["scotland"] if zone.startswith("sea") and zone in TITLE.neighbours[near])
    stacks = {
        "london": "great-britain: major-port",
        "scotland": "great-britain: major-port",
        near: "great-britain: naval-transport, naval-transport [border:london!]",
    }
    play = play_from(stacks, "great-britain", "noncombat-move")
    play.submit(Redeploy("naval-transport", f"{near} > {other}"))
    assert sum(n for key, n in play.state.stacks.items() if key.area == other and key.unit == "naval-transport") == 1


@pytest.mark.section("9.6")
def test_9_6_transports_that_attack_alone_are_eliminated_once_a_round_was_fought() -> None:
    zone = zones()[0]
    stacks = {zone: "germany: destroyer [moved], naval-transport [moved]; france: heavy-cruiser"}
    play = combat("germany", stacks, [12, 1] + [12] * 20, relations=WAR)
    play.submit(battle(zone))
    if due(play).startswith("casualties"):
        play.submit(Lose("destroyer"))
    assert [(unit, cause) for power, unit, _, cause in losses(play) if power == "germany"][-1] == ("naval-transport", "defenceless")
    assert not any(isinstance(event, ev.BattleEnded) and event.winner == "attacker" for event in play.events)
