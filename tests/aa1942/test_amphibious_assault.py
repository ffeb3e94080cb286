"""Section Amphibious Assault: sea combat, bombardment, land combat, and who may take part in which."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.pending_battles import battles_due
from engine.families.axis_allies.orders import Move, Offload, Press, Retreat
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.aa1942.battles import battle, combat, ends, fought, last_end, losses, rolls, started
from tests.aa1942.positions import BOARD, rules_of, standing

ZONE, COAST = "sea-zone-5", "karelia-ssr"
SEA = "[used=1 from=sea-zone-6 moved]"
LAND = "[used=1 from=eastern-europe moved]"


def transport(*units: str, at: str = COAST) -> str:
    """A transport whose whole load is committed to an area, and its load."""
    load = "+".join(f"united-kingdom/{unit}" for unit in units)
    cargo = ", ".join(f"{unit} [aboard loaded target={at}]" for unit in units)
    return f"transport [used=1 from=sea-zone-6 loaded moved cargo={load} target={at}], {cargo}"


def assault(*ships: str, zone: str = "", coast: str = "germany: infantry", ashore: str = "") -> dict[str, str]:
    """British ships, with an enemy in the zone or not, against Karelia held by Germany."""
    mine = ", ".join(f"{ship} {SEA}" if "[" not in ship else ship for ship in ships)
    there = "; ".join(filter(None, (f"united-kingdom: {ashore}" if ashore else "", coast)))
    return {ZONE: f"united-kingdom: {mine}" + (f"; {zone}" if zone else ""), COAST: there}


def uk(stacks: dict[str, str], dice: list[int], *orders: object, **position: object):
    return fought("united-kingdom", stacks, dice, *orders, control={COAST: "germany"}, **position)  # type: ignore[arg-type]


# Landing


@pytest.mark.section("2. Amphibious Assault")
def test_cargo_is_put_ashore_and_fights_there() -> None:
    play = uk(assault(transport("tank", "infantry")), [6, 3, 6], battle(COAST))
    assert [(event.unit, event.origin, event.destination, event.cause) for event in play.events if isinstance(event, ev.UnitsMoved)] == [
        ("infantry", ZONE, COAST, "assault"),
        ("tank", ZONE, COAST, "assault"),
    ]
    assert ends(play) == [("amphibious", COAST, 1, "attacker", "eliminated")]
    assert play.state.control[COAST] == "soviet-union"


@pytest.mark.section("2. Amphibious Assault")
def test_the_transport_has_then_offloaded() -> None:
    play = uk(assault(transport("infantry")), [6, 6], battle(COAST))
    assert standing(play, ZONE) == f"united-kingdom: transport [used=1 from=sea-zone-6 target={COAST} assaulted loaded moved offloaded]"


@pytest.mark.section("2. Amphibious Assault")
def test_an_undefended_coast_is_taken_without_a_battle() -> None:
    play = uk(assault(transport("infantry"), coast="germany: industrial-complex"), [])
    assert (ends(play), play.state.control[COAST], battles_due(play.position)) == ([], "soviet-union", [])


@pytest.mark.section("Amphibious Assaults", "2. Amphibious Assault")
def test_land_units_from_a_neighbouring_area_join_the_landing() -> None:
    stacks = assault(transport("infantry"), ashore="tank [used=1 from=archangel moved]")
    play = uk(stacks, [6, 6, 6], battle(COAST))
    assert started(play).attackers == "infantry, tank"
    assert started(play).kind == "amphibious"


@pytest.mark.section("2. Amphibious Assault")
def test_of_a_transports_load_the_units_bound_for_the_coast_land() -> None:
    """Amphibious Assaults: only what was announced; what was aboard before may stay aboard."""
    ship = f"transport [used=1 from=sea-zone-6 loaded moved cargo=united-kingdom/infantry+united-kingdom/infantry target={COAST}]"
    play = uk(assault(f"{ship}, infantry [aboard], infantry [aboard loaded target={COAST}]"), [1, 6], battle(COAST))
    assert ends(play) == [("amphibious", COAST, 1, "attacker", "eliminated")]
    assert standing(play, ZONE).startswith("united-kingdom: infantry [aboard], transport")
    assert battles_due(play.position) == []


# Step 1: sea combat


@pytest.mark.section("Amphibious Assault Sequence")
def test_surface_warships_must_be_fought_before_the_landing() -> None:
    play = combat(
        "united-kingdom",
        assault("cruiser", transport("infantry"), zone="germany: destroyer"),
        control={COAST: "germany"},
    )
    assert [(one.kind, one.area, one.required) for one in battles_due(play.position)] == [
        ("sea", ZONE, True),
        ("amphibious", COAST, True),
    ]
    assert rules_of(play, battle(COAST)) == ["amphibious-assault/sea-combat"]


@pytest.mark.section("Amphibious Assault Sequence")
def test_after_a_won_sea_combat_the_cargo_lands() -> None:
    stacks = assault("cruiser", transport("infantry"), zone="germany: destroyer")
    play = uk(stacks, [1, 6, 1, 6], battle(ZONE), battle(COAST))
    assert ends(play) == [
        ("sea", ZONE, 1, "attacker", "eliminated"),
        ("amphibious", COAST, 1, "attacker", "eliminated"),
    ]


@pytest.mark.section("Amphibious Assault Sequence")
def test_an_undefended_coast_is_taken_as_soon_as_the_sea_is_clear() -> None:
    stacks = assault("cruiser", transport("infantry"), zone="germany: destroyer", coast="germany: industrial-complex")
    play = uk(stacks, [1, 6], battle(ZONE))
    assert play.state.control[COAST] == "soviet-union"
    assert standing(play, COAST).endswith("united-kingdom: infantry [from=sea-zone-5 moved]")


@pytest.mark.section("Amphibious Assault Sequence")
def test_all_sea_units_in_the_zone_take_part_in_its_combat() -> None:
    stacks = assault("cruiser", "battleship", transport("infantry"), zone="germany: destroyer")
    play = uk(stacks, [6, 6, 6], battle(ZONE))
    assert started(play).attackers == "infantry, battleship, cruiser, transport"
    assert [roll[2] for roll in rolls(play)] == ["battleship", "cruiser", "destroyer"]


@pytest.mark.section("Amphibious Assault Sequence")
def test_lone_submarines_and_transports_may_be_ignored_or_fought() -> None:
    stacks = assault("cruiser", transport("infantry"), zone="germany: submarine, transport")
    play = combat("united-kingdom", stacks, [3, 6], control={COAST: "germany"})
    assert [(one.kind, one.required) for one in battles_due(play.position)] == [("sea", False), ("amphibious", True)]
    assert rules_of(play, battle(ZONE)) == rules_of(play, battle(COAST)) == []
    play.submit(battle(COAST, bombard="none"))
    assert [one.kind for one in battles_due(play.position)] == []


@pytest.mark.section("Amphibious Assault Sequence")
def test_cargo_put_ashore_among_friends_passes_no_enemy_by() -> None:
    """Step 1: only who lands in an assault has chosen to ignore the submarines and transports of the zone."""
    stacks = {
        "sea-zone-1": "united-kingdom: transport [cargo=united-kingdom/tank], tank [aboard]",
        "sea-zone-2": "united-kingdom: battleship",
        "sea-zone-8": "germany: 2 submarine",
    }
    play = BOARD.play_from(stacks, "united-kingdom", "combat-move", dice=[4, 6, 6])
    for order in (
        Move("transport", "sea-zone-1 > sea-zone-8"),
        Offload("tank", "sea-zone-8 > united-kingdom"),
        Move("battleship", "sea-zone-2 > sea-zone-8"),
        EndPhase(),
    ):
        play.submit(order)
    assert [(one.kind, one.area, one.required) for one in battles_due(play.position)] == [("sea", "sea-zone-8", False)]
    assert rules_of(play, battle("sea-zone-8")) == []
    play.submit(battle("sea-zone-8"))
    assert started(play).attackers == "battleship, transport"


@pytest.mark.section("Amphibious Assault Sequence")
def test_a_landing_from_an_allys_ship_passes_enemy_submarines_by() -> None:
    """Step 1: the attacker has ignored them, whoever's transport was used."""
    ship = f"united-states: transport [cargo=united-kingdom/infantry target={COAST}]"
    stacks = {
        ZONE: f"united-kingdom: cruiser, infantry [aboard target={COAST}]; {ship}; germany: submarine",
        COAST: "germany: infantry",
    }
    play = combat("united-kingdom", stacks, [6, 6], control={COAST: "germany"})
    assert [(one.kind, one.required) for one in battles_due(play.position)] == [("sea", False), ("amphibious", True)]
    play.submit(battle(COAST, bombard="none"))
    play.dice.left = [1, 6]  # type: ignore[attr-defined]
    play.submit(Press())
    assert (ends(play)[0][0], battles_due(play.position)) == ("amphibious", [])


@pytest.mark.section("Amphibious Assault Sequence")
def test_an_unopposed_landing_waits_while_submarines_in_the_zone_may_still_be_fought() -> None:
    stacks = assault("cruiser", transport("infantry"), zone="germany: submarine", coast="germany: industrial-complex")
    play = combat("united-kingdom", stacks, [], control={COAST: "germany"})
    assert [(one.kind, one.required) for one in battles_due(play.position)] == [("sea", False), ("amphibious", False)]
    assert play.state.control[COAST] == "germany"
    assert rules_of(play, EndPhase()) == []
    play.submit(EndPhase())
    assert play.state.control[COAST] == "soviet-union"


@pytest.mark.section("Amphibious Assault Sequence")
def test_an_unopposed_landing_ordered_by_name_is_no_battle() -> None:
    stacks = assault("cruiser", transport("infantry"), zone="germany: submarine", coast="germany: industrial-complex")
    play = uk(stacks, [], battle(COAST))
    assert (ends(play), play.state.control[COAST]) == ([], "soviet-union")


@pytest.mark.section("Combat Move / Transports", "Amphibious Assault Sequence")
def test_cargo_goes_down_with_its_transport() -> None:
    stacks = assault("destroyer", transport("tank", "infantry"), zone="germany: 2 cruiser")
    play = uk(stacks, [6, 1, 1], battle(ZONE))
    assert losses(play) == [
        ("united-kingdom", "destroyer", 1, "combat"),
        ("united-kingdom", "transport", 1, "combat"),
        ("united-kingdom", "infantry", 1, "cargo-lost"),
        ("united-kingdom", "tank", 1, "cargo-lost"),
    ]
    assert (last_end(play).attacker_lost, last_end(play).attackers) == (8 + 7 + 8, "")


@pytest.mark.section("Amphibious Assault Sequence")
def test_when_the_ships_withdraw_the_cargo_does_not_land_and_the_others_fight_a_round() -> None:
    stacks = assault("cruiser", transport("infantry"), zone="germany: cruiser", ashore=f"tank {LAND}, fighter [used=2]")
    play = uk(stacks, [6, 6], battle(ZONE), Retreat("sea-zone-6"))
    assert "infantry [loaded aboard]" in standing(play, "sea-zone-6")
    assert "cargo=united-kingdom/infantry" in standing(play, "sea-zone-6") and "target" not in standing(play, "sea-zone-6")
    assert [(one.kind, one.area, one.required) for one in battles_due(play.position)] == [("land", COAST, True)]
    assert rules_of(play, EndPhase()) == ["conduct-combat/unresolved"]


@pytest.mark.section("Amphibious Assault Sequence")
def test_transports_that_are_left_in_a_hostile_zone_do_not_land_their_cargo() -> None:
    stacks = assault(transport("infantry").replace("from=sea-zone-6 ", ""), zone="germany: cruiser")
    play = uk(stacks, [6], battle(ZONE))
    assert ends(play) == [("sea", ZONE, 1, "defender", "defenceless")]
    assert standing(play, ZONE).count("transport") == 1
    assert battles_due(play.position) == [] and "target" not in standing(play, ZONE)


# Air units: in the sea combat or in the land combat, never in both


@pytest.mark.section("Amphibious Assaults", "2. Amphibious Assault / Air Units")
def test_aircraft_fight_only_where_they_moved() -> None:
    stacks = assault("fighter [used=1]", transport("infantry"), zone="germany: destroyer", ashore="bomber [used=2]")
    play = uk(stacks, [3, 6, 6, 6, 6], battle(ZONE), battle(COAST))
    assert [roll[2] for roll in rolls(play) if roll[1] == "united-kingdom"] == ["fighter", "infantry", "bomber"]


@pytest.mark.section("2. Amphibious Assault / Air Units")
def test_aircraft_that_defend_the_coast_stay_out_of_the_sea_combat() -> None:
    stacks = assault("destroyer", zone="germany: destroyer", coast="germany: 2 fighter")
    assert started(uk(stacks, [6, 6], battle(ZONE))).defenders == "destroyer"


# Step 3: retreats from an assault


@pytest.mark.section("Amphibious Assault Sequence")
def test_seaborne_units_cannot_retreat() -> None:
    play = uk(assault(transport("infantry")), [6, 6], battle(COAST))
    assert rules_of(play, Retreat(ZONE)) == rules_of(play, Retreat()) == ["retreat/nowhere"]
    assert rules_of(play, Press()) == []


@pytest.mark.section("Amphibious Assault Sequence")
def test_overland_units_and_aircraft_retreat_together_and_seaborne_units_fight_on() -> None:
    stacks = assault(transport("infantry"), ashore=f"tank {LAND}, fighter [used=2]")
    dice = [6, 6, 6, 6, 1, 6]
    control = {COAST: "germany", "eastern-europe": "united-kingdom"}
    play = fought("united-kingdom", stacks, dice, battle(COAST), Retreat("eastern-europe"), control=control)
    assert standing(play, "eastern-europe") == f"united-kingdom: tank [used=1 from={COAST} fought moved]"
    assert ends(play) == [("amphibious", COAST, 2, "attacker", "eliminated")]
    assert [roll[2] for roll in rolls(play)][-2:] == ["infantry", "infantry"]
    assert "fighter [used=2 fought]" in standing(play, COAST)


@pytest.mark.section("Amphibious Assault Sequence")
def test_aircraft_alone_may_retreat_and_leave_seaborne_units() -> None:
    stacks = assault(transport("infantry"), ashore="fighter [used=2]")
    play = uk(stacks, [6, 6, 6, 6, 2], battle(COAST), Retreat())
    assert ends(play) == [("amphibious", COAST, 2, "defender", "eliminated")]
    assert standing(play, COAST) == "germany: infantry; united-kingdom: fighter [used=2 fought]"


@pytest.mark.section("Amphibious Assault Sequence")
def test_seaborne_units_are_lost_before_units_that_could_retreat() -> None:
    stacks = assault(transport("infantry"), ashore="infantry [used=1 from=archangel moved]", coast="germany: infantry")
    play = uk(stacks, [6, 6, 1], battle(COAST))
    assert standing(play, COAST).endswith("united-kingdom: infantry [used=1 from=archangel moved]")


@pytest.mark.section("Amphibious Assault Sequence")
def test_a_forgiving_reader_carries_out_a_landing_before_its_sea_combat() -> None:
    stacks = assault("cruiser", transport("infantry"), zone="germany: destroyer")
    play = combat("united-kingdom", stacks, [1, 6], control={COAST: "germany"}, strictness=Strictness.COLLECT)
    play.submit(battle(COAST, bombard="none"))
    assert [event.rule for event in play.events if isinstance(event, ev.DefectFound)] == ["amphibious-assault/sea-combat"]
    assert ends(play) == [("amphibious", COAST, 1, "attacker", "eliminated")]


@pytest.mark.section("Amphibious Assault Sequence")
def test_an_assault_from_an_allys_ship_is_called_off_when_nobody_is_left_to_clear_its_zone() -> None:
    """The warship that was to fight sailed on after the assault had been declared; the cargo stays aboard."""
    cargo = f"infantry [aboard target={COAST}]"
    ship = f"united-states: transport [cargo=united-kingdom/infantry target={COAST}]"
    stacks = {ZONE: f"united-kingdom: {cargo}; {ship}; germany: cruiser", COAST: "germany: infantry"}
    play = uk(stacks, [])
    assert battles_due(play.position) == []
    assert standing(play, ZONE) == (
        "germany: cruiser; united-kingdom: infantry [aboard]; united-states: transport [cargo=united-kingdom/infantry]"
    )
    assert rules_of(play, EndPhase()) == []
