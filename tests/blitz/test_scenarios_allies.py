"""Whose allies minor countries are in Scenarios D and E, what their units cost, and who plays the USA there."""

from __future__ import annotations

import pytest

from engine.events import FacilityChanged, PhaseStarted, ResourceChanged
from engine.play import Play
from engine.strictness import Strictness
from engine.titles.blitz import agenda
from engine.titles.blitz.orders import Build, GoToWar, MoveUnit
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.turn_end import purses, turn_end
from tests.blitz.table import RULES, TITLE, Dice, at, broken, do, keys, settle, supplied_in, table


def builds(scenario: str, power: str, unit: str) -> Play:
    """Return the builds of a power in a scenario as it is set up, after a unit was destroyed."""
    play = Play(RULES, Dice([]), strictness=Strictness.RAISE)
    play.start(scenario, {}, {})
    play.emit(PhaseStarted(power, "build", play.state.clock.turn + 1))
    key = board.find(play.position, unit)
    assert key is not None
    if not board.is_boxed(play.position, key):
        changes.destroy(play, key)
    store = changes.store(play.position, power, "resources")
    play.emit(ResourceChanged(power, "resources", 9, store + 9, "told"))
    return play


@pytest.mark.section("Scenario D. Barbarossa")
@pytest.mark.parametrize(
    ("power", "unit", "area"),
    [
        ("afa", "balkan-army", "balkans"),
        ("germany", "finnish-army", "finland"),
        ("germany", "bulgarian-hungarian-rumanian-army", "central-europe"),
    ],
)
def test_d_the_armies_of_allied_minors_are_built_again(power: str, unit: str, area: str) -> None:
    """Germany is allied with Finland and Central Europe, the AFA with the Balkans, whose Resource builds its land units."""
    play = do(builds("barbarossa", power, unit), Build(unit, area, 1))
    assert at(play, unit) == f"{area}@1"


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(
    ("power", "unit", "area"),
    [
        ("japan", "thai-army", "south-east-asia"),
        ("afa", "east-indies-army", "java"),
        ("afa", "philippine-army", "manila"),
        ("afa", "communist-army", "chungking"),
    ],
)
def test_e_the_armies_of_allied_minors_are_built_again(power: str, unit: str, area: str) -> None:
    """Japan is allied with South-East Asia, the Western Allies with Borneo, Hollandia and Java."""
    play = do(builds("rising-sun", power, unit), Build(unit, area, 1))
    assert at(play, unit) == f"{area}@1"


@pytest.mark.section("Scenario D. Barbarossa")
@pytest.mark.parametrize(("country", "areas"), [("finland", ["finland"]), ("central-europe", ["central-europe"])])
def test_d_5_a_minor_ally_is_conquered_with_its_last_land_area(country: str, areas: list[str]) -> None:
    play = table(phase="move", power="ussr", scenario="barbarossa", take=dict.fromkeys(["byelorussia", "ukraine"], "ussr"))
    assert not board.is_conquered(play.position, country)
    for area in areas:
        control.take_control(play, area, "ussr")
    agenda.run(play)
    settle(play)
    assert board.is_conquered(play.position, country)


@pytest.mark.section("Scenario D. Barbarossa")
@pytest.mark.parametrize(("attacker", "ally"), [("germany", "afa"), ("ussr", "germany"), ("afa", "germany")])
def test_d_the_near_east_defends_itself_with_its_units_when_it_is_attacked(attacker: str, ally: str) -> None:
    side = "germany" if attacker == "germany" else "afa"
    play = table(phase="move", power=side, scenario="barbarossa")
    assert [at(play, unit) for unit in ("persian-army", "iraqi-army")] == ["minor-countries"] * 2
    do(play, GoToWar(attacker, "near-east"))
    assert [at(play, unit) for unit in ("persian-army", "iraqi-army")] == ["persia@1", "iraq@1"]
    assert {board.holder(play.position, area) for area in ("persia", "iraq", "levant")} == {ally}
    assert {key.power for key in keys(play, "persian-army", "iraqi-army")} == {ally}


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_nobody_enters_the_neutral_near_east_and_no_other_war_is_declared() -> None:
    play = table("western-front caucasus-mountains@2", phase="move", power="afa", scenario="barbarossa")
    assert broken(play, MoveUnit("western-front", "caucasus-mountains > persia")) == ["move/neutral"]
    assert broken(play, GoToWar("ussr", "sweden")) == ["declare/scenario"]
    assert broken(play, GoToWar("ussr", "finland")) == ["declare/scenario"]


@pytest.mark.section("Scenario D. Barbarossa")
@pytest.mark.parametrize(("convoy", "area"), [("usa", "usa-east-coast"), ("canada", "north-atlantic")])
def test_d_production_of_the_western_allies_is_reduced_by_convoy_losses(convoy: str, area: str) -> None:
    """Of the USA's too: the AFA and the USA are a single power."""
    play = table(scenario="barbarossa", phase="turn-end")
    play.emit(FacilityChanged(area, f"convoy-{convoy}", "afa", "damaged", 2, 2))
    assert turn_end.collect(play, "afa") == (2, 2) and turn_end.raided(play.position, "afa") == 2


@pytest.mark.section("Scenario E. Empire of the Rising Sun", "1.7")
def test_e_a_supply_line_of_the_western_allies_begins_in_great_britain_and_runs_through_lands_out_of_play() -> None:
    """The West Coast is lost; what is left reaches London over the oceans, round the Cape and through Egypt."""
    play = table(scenario="rising-sun", phase="turn-end", power="japan", take={"west-coast": "japan"})
    assert {"hyderabad", "canberra", "manila", "borneo"} <= set(turn_end.counted(play.position, "afa"))
    assert {"london", "atlantic-seaboard", "egypt"} <= supplied_in(play, "afa")
    assert not {"persia", "caucasus-mountains", "berlin"} & supplied_in(play, "afa"), "no flag of the AFA or the USA"


@pytest.mark.section("Scenario E. Empire of the Rising Sun", "1.7")
def test_e_lands_out_of_play_carry_no_line_of_japan() -> None:
    play = table(scenario="rising-sun", phase="turn-end", power="japan")
    assert not {"london", "egypt", "atlantic-seaboard"} & supplied_in(play, "japan")
    assert "london" not in supplied_in(table(scenario="barbarossa", take={"london": ""}), "afa"), "in Scenario E alone"


@pytest.mark.section("1.3")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_1_3_every_unit_is_set_up_where_it_may_be(scenario: str) -> None:
    """The neutral USA has no unit in a home country of the AFA."""
    play = Play(RULES, Dice([2] * 9), strictness=Strictness.RAISE)
    play.start(scenario, {}, {})
    position, ships = play.position, {key for key in play.state.stacks if board.kind_of(TITLE, key.unit) == "sea"}
    ashore = (k for k in board.on_map(position) if TITLE.areas[k.area].kind == "land" and k.power != board.NEUTRAL)
    wrong = [k for k in ashore if not board.can_stack(position, k, k.area, board.port_at(position, k) if k in ships else None)]
    assert wrong == []


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
@pytest.mark.parametrize(("convoy", "area"), [("usa", "usa-east-coast"), ("canada", "north-atlantic")])
def test_c_damage_to_a_convoy_of_the_usa_counts_and_costs_nothing_to_spend(convoy: str, area: str) -> None:
    """C.7: damage to Convoys does not affect production; the AFA and the USA are a single power."""
    play = table(scenario="atlantic", phase="turn-end")
    before = turn_end.collect(play, "afa")
    play.emit(FacilityChanged(area, f"convoy-{convoy}", "afa", "damaged", 2, 2))
    assert turn_end.collect(play, "afa") == before and turn_end.raided(play.position, "afa") == 2


@pytest.mark.section("Scenario E. Empire of the Rising Sun")
def test_e_4_chungking_and_lend_lease_pay_for_chinese_units() -> None:
    """One Resource where a Chinese land unit stands, and one that the Bay of Bengal unit brings."""
    china = "nationalist-army chungking@1, bay-of-bengal-ll bay-of-bengal@1"
    play = table(
        china,
        phase="turn-end",
        power="afa",
        scenario="rising-sun",
        stores={"afa": (0, 0)},
        owners={"nationalist-army": "afa", "bay-of-bengal-ll": "afa"},
    )
    assert purses.china_purse(play.position) == 1
    counted = sum(resources for resources, _ in turn_end.counted(play.position, "afa").values())
    agenda.after(play, "lend bay-of-bengal-ll", "income")
    agenda.run(play)
    settle(play)
    assert purses.china_purse(play.position) == 2
    assert changes.store(play.position, "afa", "resources") == counted - 2, "Chungking's is China's, and one is lent"
    play.emit(PhaseStarted("afa", "build", play.state.clock.turn + 1))
    do(play, Build("nationalist-army", "", 1))
    assert at(play, "nationalist-army") == "chungking@2" and purses.china_purse(play.position) == 1
