"""Section 9: dice of twelve sides, first strike, air superiority, target selection, submarines, bombs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.events import DefectFound
from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.orders import Battle, Lose, Press
from engine.recording import OrderEntry, Recording
from engine.replay import replay as replay_of
from engine.strictness import Strictness
from engine.title.loader import load_title
from engine.titles.global_war_1936.orders import Decline
from ingest.formats import read_recording
from ingest.samples import HERE as SAMPLES
from tests.global_war_1936.positions import battle, combat, due, ends, fought, losses, rolls

ITALY = {"yugoslavia": "italy: 4 infantry [moved], 2 medium-armor [moved], artillery [moved], fighter [moved]; soviet-union: 4 infantry"}


@pytest.mark.section("9.1")
def test_9_1_artillery_kills_before_the_others_fire_and_its_victim_never_fires() -> None:
    play = combat(
        "italy", ITALY, [3, 2, 12, 12, 12, 6, 12, 12, 1, 2, 12], control={"yugoslavia": "soviet-union"}, options={"mountains": "off"}
    )
    play.submit(battle("yugoslavia"))
    told = rolls(play)
    assert told[0] == ("first-fire", "italy", "artillery", 3, (3,))
    assert losses(play)[0] == ("soviet-union", "infantry", 1, "first-fire")
    defence = next(row for row in told if row[1] == "soviet-union")
    assert len(defence[4]) == 3 and defence[3] == 4
    assert due(play) == "casualties italy"


@pytest.mark.section("9.1")
def test_9_1_a_die_at_the_number_or_lower_hits() -> None:
    play = combat(
        "germany",
        {"warsaw": "germany: medium-armor [moved]; poland: infantry"},
        [6, 6],
        control={"warsaw": "poland"},
        relations={("germany", "poland"): "war"},
        standing={"poland": "allies"},
    )
    play.submit(battle("warsaw"))
    assert ends(play) == [("land", "warsaw", 1, "attacker", "eliminated")]


@pytest.mark.section("9.3")
def test_9_3_hits_of_fighters_strike_aircraft_first() -> None:
    play = combat(
        "germany",
        {
            "paris": "germany: 3 fighter [moved], 2 tactical-bomber [moved], 2 medium-armor [moved];"
            " france: fighter, tactical-bomber, 2 infantry"
        },
        [12, 12, 1, 2, 3, 12, 12, 12, 12, 12, 12],
    )
    play.submit(battle("paris"))
    hit = [(event.power, event.unit) for event in play.events if getattr(event, "cause", "") == "hit"]
    assert sorted(unit for power, unit in hit if power == "france") == ["fighter", "infantry", "tactical-bomber"]


@pytest.mark.section("9.3")
def test_9_3_a_tank_destroyer_chooses_a_vehicle() -> None:
    play = combat(
        "germany",
        {"picardy": "germany: tank-destroyer [moved]; france: infantry, medium-armor, light-armor"},
        [3, 12, 12, 12],
    )
    play.submit(battle("picardy"))
    assert due(play) == "pick germany"


@pytest.mark.section("9.3")
def test_9_3_a_hit_of_target_selection_without_its_class_is_an_ordinary_one() -> None:
    play = combat("germany", {"picardy": "germany: tank-destroyer [moved]; france: infantry, artillery"}, [12, 3, 12])
    play.submit(battle("picardy"))
    assert due(play) == "casualties france"


@pytest.mark.section("9.10")
def test_9_10_submarines_strike_first_unless_a_destroyer_is_there() -> None:
    def ranks(theirs: str) -> set[int]:
        play = combat("germany", {"sea-zone-20": f"germany: submarine [moved]; great-britain: {theirs}"})
        return {group.rank for group in firing_groups(play.position, "sea-zone-20", "attacker", rank=None)}

    assert ranks("light-cruiser") == {50} and ranks("destroyer") == {99}


@pytest.mark.section("9.10", "9.6")
def test_9_10_a_submarine_never_hits_aircraft() -> None:
    play = combat("germany", {"sea-zone-20": "germany: submarine [moved]; great-britain: medium-bomber [patrol:sea-zone-20!]"})
    assert firing_groups(play.position, "sea-zone-20", "attacker", rank=None) == []


@pytest.mark.section("12.2")
def test_12_2_anti_aircraft_artillery_fires_at_aircraft_alone() -> None:
    play = combat(
        "germany", {"paris": "germany: 2 fighter [moved], infantry [moved]; france: anti-aircraft-artillery"}, [3, 12, 12, 12, 12]
    )
    play.submit(battle("paris"))
    told = rolls(play)
    assert told[0][:4] == ("anti-air", "france", "anti-aircraft-artillery", 3) and len(told[0][4]) == 2
    assert not any(row[1] == "france" and row[0] == "fire" for row in told)


@pytest.mark.section("12.2")
def test_12_2_a_damaged_capital_ship_has_two_less() -> None:
    play = combat("germany", {"sea-zone-20": "germany: battleship~1 [moved]; great-britain: light-cruiser"})
    assert [group.target for group in firing_groups(play.position, "sea-zone-20", "attacker", rank=None)] == [6]


@pytest.mark.section("9.16", "8.5")
def test_9_16_bombers_roll_six_sided_dice_and_all_count_though_they_are_shot_down() -> None:
    play = combat(
        "germany",
        {"london": "germany: strategic-bomber [moved raiding]; great-britain: major-factory, infantry"},
        [6, 5, 3],
    )
    play.submit(Battle("london", raid=True))
    assert play.state.damage["london", "major-factory"] == 11
    assert not any(key.unit == "strategic-bomber" for key in play.state.stacks)


@pytest.mark.section("9.4")
def test_9_4_the_attacker_may_press_on_after_a_round() -> None:
    play = fought(
        "germany", {"picardy": "germany: 2 infantry [moved]; france: infantry"}, [12, 12, 12, 1, 12, 12], battle("picardy"), Press()
    )
    assert ends(play) == [("land", "picardy", 2, "attacker", "eliminated")]


@pytest.mark.section("9.1")
def test_9_1_a_line_that_names_no_losses_does_not_choose_them() -> None:
    recording = read_recording(SAMPLES / "spain-and-china.jsonl")
    at, order = next(
        (n, one.order) for n, one in enumerate(recording.entries) if isinstance(one, OrderEntry) and isinstance(one.order, Lose)
    )
    short = (*recording.entries[:at], OrderEntry(replace(order, units="")))
    game = replay_of(Recording(recording.header, short), load_title("global-war-1936"), Strictness.COLLECT)
    found = [event.rule for event in game.events if isinstance(event, DefectFound)]
    assert set(found) <= {"casualties/number", "dice-missing"} and found.count("casualties/number") == 1, "the record ends there"


def seaplanes(planes: int, foes: str, dice: list[int], more: str = "") -> list[tuple[str, int]]:
    """What German seaplanes, with more units, sink of British ships in a first round."""
    stacks = {"sea-zone-20": f"germany: {planes} seaplane [patrol:sea-zone-20!]{more}; great-britain: {foes}"}
    play = combat("germany", stacks, dice + [12] * 20)
    play.submit(battle("sea-zone-20"))
    while play.pending and play.pending.what != "press":
        play.submit(play.pending.default)
    return sorted((unit, n) for power, unit, n, cause in losses(play) if power == "great-britain" and cause == "combat")


@pytest.mark.section("9.6", "12.2")
@pytest.mark.parametrize(
    ("foes", "sunk"),
    [
        ("light-cruiser, naval-transport", []),
        ("light-cruiser", []),
        ("submarine, light-cruiser, naval-transport", [("submarine", 1)]),
        ("2 submarine, light-cruiser, naval-transport", [("submarine", 2)]),
    ],
)
def test_9_6_hits_of_seaplanes_strike_submarines_and_no_transport_beside_a_warship(foes: str, sunk: list[tuple[str, int]]) -> None:
    assert seaplanes(2, foes, [1, 1]) == sunk


@pytest.mark.section("9.6", "12.2")
@pytest.mark.parametrize(
    ("cruiser", "sunk"),
    [(1, [("light-cruiser", 1), ("naval-transport", 1)]), (12, [])],
)
def test_9_6_a_hit_of_a_seaplane_strikes_a_transport_when_other_hits_sink_all_else(cruiser: int, sunk: list[tuple[str, int]]) -> None:
    assert seaplanes(1, "light-cruiser, naval-transport", [1, cruiser], ", light-cruiser [moved used=1]") == sunk


@pytest.mark.section("9.6", "12.2")
def test_9_6_a_defending_seaplane_sinks_no_transport_beside_a_cruiser_that_attacks() -> None:
    units = "light-cruiser [moved used=1], naval-transport [moved used=1]"
    stacks = {"sea-zone-20": f"germany: seaplane [patrol:sea-zone-20!], destroyer; great-britain: {units}"}
    play = combat("great-britain", stacks, [12, 1, 12] + [12] * 20)
    play.submit(battle("sea-zone-20"))
    play.submit(Decline(decline=False))
    while play.pending and play.pending.what != "press":
        play.submit(play.pending.default)
    assert ("fire", "germany", "seaplane", 1, (1,)) in rolls(play) and losses(play) == []
