"""Rockets, guns that fire at aircraft on their way, and fighters that board new carriers."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Battle, Move, Place, Rocket
from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from tests.axisallies.positions import Positions

BOARD = Positions("revised", "standard")
GUN = "anti-aircraft-gun"
OVER = "germany > eastern-europe > ukraine-ssr > caucasus"


def rules_of(play: Play, order: object) -> list[str]:
    return [one.rule for one in play.check(order)]  # type: ignore[arg-type]  # orders of any kind


def there(play: Play, area: str, power: str) -> dict[str, int]:
    return {key.unit: count for key, count in play.position.stacks(area) if key.power == power}


def rockets(dice: list[int], stacks: dict[str, str], options: dict[str, str] | None = None) -> Play:
    techs = {"germany": "rockets-advance"}
    return BOARD.play_from(stacks, "germany", "conduct-combat", dice=dice, techs=techs, options=options or {})


ROCKETS = {
    "ukraine-ssr": f"germany: 2 {GUN}",
    "belorussia": f"germany: {GUN}",
    "caucasus": "soviet-union: industrial-complex",
    "russia": "soviet-union: industrial-complex",
}


@pytest.mark.section("13. Rockets")
def test_a_rocket_costs_a_die_at_most_what_the_area_is_worth() -> None:
    play = rockets([6], ROCKETS)
    before = play.state.resources["soviet-union", "ipc"]
    play.submit(Rocket("ukraine-ssr", "caucasus"))
    assert play.state.resources["soviet-union", "ipc"] == before - 4
    (told,) = [event for event in play.events if isinstance(event, ev.BattleEnded)]
    assert (told.how, told.damage) == ("rockets", 4)
    assert play.state.damage == {}


@pytest.mark.section("13. Rockets")
def test_one_is_fired_from_an_area_and_one_at_a_factory_before_other_battles() -> None:
    play = rockets([1, 1], ROCKETS)
    assert rules_of(play, Rocket("ukraine-ssr", "caucasus", 2)) == ["rockets/one-area", "rockets/one-target"]
    play.submit(Rocket("ukraine-ssr", "caucasus"))
    assert rules_of(play, Rocket("ukraine-ssr", "russia")) == ["rockets/one-area"]
    assert rules_of(play, Rocket("belorussia", "caucasus")) == ["rockets/one-target"]
    play.submit(Rocket("belorussia", "russia"))
    play.submit(EndPhase())
    assert rules_of(play, Move(GUN, "belorussia > eastern-europe")), "who has fired stays"
    plain = BOARD.play_from(ROCKETS, "germany", "conduct-combat")
    assert "rockets/guns" in rules_of(plain, Rocket("ukraine-ssr", "caucasus"))


@pytest.mark.section("13. Rockets")
def test_rockets_come_before_other_battles_and_reach_three_spaces() -> None:
    battle = {"west-russia": "germany: infantry [moved]; soviet-union: infantry"}
    play = rockets([1, 6], {**ROCKETS, **battle})
    assert rules_of(play, Rocket("ukraine-ssr", "russia")) == []
    play.submit(Battle("west-russia"))
    assert "rockets/sequence" in rules_of(play, Rocket("ukraine-ssr", "caucasus"))
    far = rockets([], {"germany": f"germany: {GUN}", "russia": "soviet-union: industrial-complex"})
    assert rules_of(far, Rocket("germany", "russia")) == ["rockets/range"]


def flown(dice: list[int], phase: str = "combat-move", **options: str) -> Play:
    stacks = {
        "germany": "germany: 2 fighter, bomber",
        "ukraine-ssr": f"soviet-union: 2 {GUN}",
        "caucasus": f"soviet-union: {GUN}, infantry",
        "eastern-europe": "germany: infantry",
        "norway": "germany: infantry",
    }
    return BOARD.play_from(stacks, "germany", phase, control={"ukraine-ssr": "soviet-union"}, dice=dice, options=options)


@pytest.mark.section("14. Guns fire at aircraft that fly over")
def test_one_gun_of_an_area_fires_at_each_aircraft_over_it() -> None:
    play = flown([1, 6, 6])
    play.submit(Move("2 fighter, bomber", OVER))
    assert [what for _, what in play.dice.asked] == ["anti-aircraft fire over ukraine-ssr at 3 aircraft"]  # type: ignore[attr-defined]
    assert there(play, "caucasus", "germany") == {"fighter": 1, "bomber": 1}
    assert there(play, "germany", "germany") == {}
    shot = [(event.unit, event.count, event.cause) for event in play.events if isinstance(event, ev.UnitsRemoved)]
    assert shot == [("fighter", 1, "anti-air")]


@pytest.mark.section("14. Guns fire at aircraft that fly over")
def test_they_fire_in_the_noncombat_move_unless_the_option_says_otherwise() -> None:
    back = "germany > eastern-europe > ukraine-ssr > eastern-europe"
    for options, dice in (({}, 1), ({"overflight-fire": "combat-move"}, 0), ({"overflight-fire": "never"}, 0)):
        play = flown([6] * dice, "noncombat-move", **options)
        play.submit(Move("fighter", back))
        assert len(play.dice.asked) == dice  # type: ignore[attr-defined]
    play = flown([], "combat-move", **{"overflight-fire": "never"})
    play.submit(Move("2 fighter", OVER))


@pytest.mark.section("14. Guns fire at aircraft that fly over")
def test_aircraft_that_have_fought_over_a_gun_leave_without_another_shot() -> None:
    stacks = {"caucasus": f"germany: fighter [used=1 fought]; soviet-union: {GUN}"}
    play = BOARD.play_from(stacks, "germany", "noncombat-move", dice=[])
    play.submit(Move("fighter", "caucasus > ukraine-ssr"))
    assert there(play, "ukraine-ssr", "germany") == {"fighter": 1}
    stacks = {"caucasus": f"germany: fighter [used=1]; soviet-union: {GUN}"}
    play = BOARD.play_from(stacks, "germany", "combat-move", dice=[1])
    play.submit(Move("fighter", "caucasus > ukraine-ssr"))
    assert there(play, "ukraine-ssr", "germany") == {}


CARRIER = {"germany": "germany: industrial-complex, 3 fighter"}


def placing(pool: str = "aircraft-carrier, fighter", **options: str) -> Play:
    return BOARD.play_from(CARRIER, "germany", "mobilize-units", pool={"germany": pool}, options=options)


@pytest.mark.section("15. Fighters for new carriers")
def test_fighters_of_the_factorys_area_board_a_carrier_as_it_is_placed() -> None:
    play = placing()
    order = Place("aircraft-carrier", "sea-zone-5", "germany", boarding="2 fighter")
    assert rules_of(play, Place("aircraft-carrier, fighter", "sea-zone-5", "germany", boarding="2 fighter")) == ["mobilize/boarding"]
    assert rules_of(play, Place("fighter", "germany", boarding="fighter")) == ["mobilize/boarding"]
    assert rules_of(play, Place("aircraft-carrier", "sea-zone-5", "germany", boarding="3 fighter")) == ["mobilize/boarding"]
    play.submit(order)
    assert there(play, "sea-zone-5", "germany") == {"aircraft-carrier": 1, "fighter": 2}
    assert there(play, "germany", "germany") == {"industrial-complex": 1, "fighter": 1}
    assert rules_of(placing(**{"new-carriers": "awaited"}), order) == ["mobilize/boarding"]


@pytest.mark.section("15. Fighters for new carriers")
def test_fighters_do_not_wait_at_sea_for_a_carrier_but_by_the_option() -> None:
    found = {}
    for value in ("boarded", "awaited"):
        stacks = {"germany": "germany: industrial-complex", "sea-zone-5": "germany: fighter [used=1 fought]"}
        play = BOARD.play_from(
            stacks, "germany", "noncombat-move", pool={"germany": "aircraft-carrier"}, options={"new-carriers": value},
            strictness=Strictness.COLLECT,
        )  # fmt: skip
        found[value] = [one.rule for one in play.check(EndPhase())]
    assert found == {"boarded": ["noncombat-move/must-land"], "awaited": []}
