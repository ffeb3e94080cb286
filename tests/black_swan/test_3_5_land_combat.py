"""3.5 Land Combat: the order of fire, how many dice, what they hit on, who takes the hits, what the defender absorbs."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.errors import IllegalOrder
from engine.families.blocks.board import camp_of, camp_on_turn
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER, contested
from engine.families.blocks.combat.fire import absorbed
from engine.families.blocks.combat.firepower import dice, faces, ground
from engine.families.blocks.combat.orders import ResolveCombat, Stand
from engine.mechanics.orders import Lose
from engine.rules import EndPhase
from tests.black_swan.board import play_from, position
from tests.black_swan.combat import SUMMER, combat, dice_left, ended, fire, here, started

MOSCOW = "germany 2 air-4 HERE, italy artillery-3 HERE, soviet-union fort-4@1 HERE, soviet-union 3 infantry-3 HERE"


@pytest.mark.section("3.5")
def test_3_5_example_of_the_battle_for_moscow() -> None:
    """Fort first, ten dice at 4+ and five hits; three hits by air, two absorbed; the artillery then hits at 4+."""
    play = combat(MOSCOW, "moscow", "555551231 1" + "5651" + "41")
    assert fire(play) == [
        "defender volley infantry-3 9 at 4+: 5",
        "defender volley fort-4 1 at 4+: 0",
        "attacker air air-4 4 at 5+: 3",
        "attacker artillery artillery-3 2 at 4+: 1",
    ]
    assert here(play) == ("2 germany air-4@2, italy artillery-3@2, soviet-union infantry-3@2, 2 soviet-union infantry-3@3")
    assert not dice_left(play)


@pytest.mark.section("3.5")
def test_3_5_example_of_an_attacking_infantry() -> None:
    """Four dice at 5+; unopposed at 4+, but not with a light blue cube or against a fort."""
    attack = "germany infantry-4 minsk"
    for more, least in (
        (", soviet-union tank-3 minsk", 4),
        (", soviet-union infantry-3 minsk", 5),
        (", soviet-union tank-3 minsk, soviet-union fort-3 minsk", 5),
    ):
        assert _least(attack + more, "minsk", "infantry-4") == (4, least)
    assert _least("germany infantry-4 minsk [across], soviet-union tank-3 minsk", "minsk", "infantry-4") == (2, 5)
    assert _least("germany infantry-4 minsk [seaborne], soviet-union tank-3 minsk", "minsk", "infantry-4") == (1, 5)


def _least(stacks: str, area: str, unit: str, **more) -> tuple[int, int]:
    """Return the dice of the one block of a type, and the least that hits."""
    where = position(stacks, phase="land-combat", **({"season": SUMMER} | more))
    key = next(key for key, _ in where.stacks(area) if key[2] == unit)
    side = ATTACKER if camp_of(where, key[1]) == camp_on_turn(where) else DEFENDER
    return dice(where, key, side, area), 7 - faces(where, key, side, ground(where, area))


@pytest.mark.section("3.5")
@pytest.mark.parametrize(
    ("stacks", "unit", "area", "least"),
    [
        ("germany elite-tank-4 A, soviet-union tank-3 A", "elite-tank-4", "minsk", 4),
        ("germany elite-tank-4 A, soviet-union infantry-3 A", "elite-tank-4", "minsk", 3),
        ("germany elite-tank-4 A, soviet-union infantry-3 A", "elite-tank-4", "pinsk", 4),  # rough
        ("germany elite-tank-4 A [across], soviet-union infantry-3 A", "elite-tank-4", "minsk", 4),
        ("germany air-4 A, soviet-union infantry-3 A", "air-4", "pinsk", 5),
        ("germany air-4 A, soviet-union air-3 A", "air-3", "pinsk", 5),
        ("germany air-4 A, soviet-union infantry-3 A", "infantry-3", "pinsk", 4),  # automatic for the defender
        ("germany air-4 A, soviet-union fort-3 A", "fort-3", "minsk", 4),
        ("germany infantry-4 A, soviet-union infantry-3 A", "infantry-3", "minsk", 5),
        ("germany airborne-3 A, soviet-union tank-3 A", "airborne-3", "minsk", 3),
        ("germany airborne-3 A, soviet-union infantry-3 A", "airborne-3", "minsk", 4),
        ("germany airborne-3 A [airborne], soviet-union tank-3 A", "airborne-3", "minsk", 4),  # 3.1.1
        ("germany airborne-3 A [airborne], soviet-union infantry-3 A", "infantry-3", "minsk", 5),  # counts as infantry
        ("finland sniper-infantry-4 A, soviet-union infantry-3 A", "sniper-infantry-4", "viipuri", 4),
        ("finland sniper-infantry-4 A, soviet-union infantry-3 A", "sniper-infantry-4", "leningrad", 5),
        ("finland sniper-infantry-4 A, soviet-union tank-3 A", "sniper-infantry-4", "helsinki", 3),
    ],
)
def test_3_5_hit_bonuses(stacks: str, unit: str, area: str, least: int) -> None:
    assert _least(stacks.replace("A", area), area, unit)[1] == least


@pytest.mark.section("7.0")
def test_7_0_a_hit_bonus_of_surprise_up_to_three_in_all() -> None:
    """Glossary, Hit Bonus: an unopposed Elite Unit attacking a nation war has just been declared on hits at 2+."""
    surprised = {"surprised/poland": "yes"}
    for unit, more, least in (
        ("infantry-4", "tank-3", 3),
        ("elite-tank-4", "infantry-3", 2),
        ("elite-tank-4", "tank-3", 3),
    ):
        assert _least(f"germany {unit} warsaw, poland {more} warsaw", "warsaw", unit, markers=surprised)[1] == least
    assert _least("germany elite-tank-4 warsaw, poland infantry-3 warsaw", "warsaw", "infantry-3", markers=surprised)[1] == 4
    assert _least("germany tank-4 minsk, soviet-union tank-3 minsk", "minsk", "tank-4", markers=surprised)[1] == 5


@pytest.mark.section("1.1")
def test_1_1_surprise_is_over_after_the_next_land_combat() -> None:
    """In the same turn already: the Blitz Phase has no such bonus."""
    markers = {"surprised/poland": "yes", "blitz-disc/axis/east-front": "yes"}
    play = play_from("germany tank-4 berlin, poland tank-3 warsaw", phase="land-combat", markers=markers)
    play.submit(EndPhase())
    assert play.state.clock.phase == "blitz" and not play.state.marker("game", "surprised/poland")


@pytest.mark.section("3.5")
@pytest.mark.parametrize(
    ("block", "area", "season", "rolled"),
    [
        ("germany infantry-4", "minsk", SUMMER, 4),
        ("germany infantry-3@3 [across]", "minsk", SUMMER, 1),
        ("germany infantry-3@1 [across]", "minsk", SUMMER, 1),  # never below one (1.5)
        ("germany infantry-4 [seaborne]", "crete", SUMMER, 1),
        ("germany infantry-4 [seaborne combined]", "crete", SUMMER, 2),
        ("germany infantry-4 [across combined]", "minsk", SUMMER, 4),
        ("germany infantry-4", "minsk", ("fall", 1942), 2),
        ("germany infantry-4 [across]", "minsk", ("fall", 1942), 1),  # halved by mud and by the river
        ("germany air-4", "minsk", ("winter", 1943), 2),
        ("germany tank-4", "cairo", ("fall", 1942), 4),  # the Med Front always has good weather
    ],
)
def test_3_5_one_die_a_step_halved_and_quartered(block: str, area: str, season: tuple[str, int], rolled: int) -> None:
    name, _, condition = block.partition(" [")
    stacks = f"{name} {area}" + (f" [{condition}" if condition else "") + f", great-britain tank-3 {area}"
    assert _least(stacks, area, name.split()[1].split("@")[0], season=season, scenario="campaign-1941")[0] == rolled


@pytest.mark.section("3.5")
def test_3_5_four_sub_phases_and_simultaneous_fire() -> None:
    """Air, artillery, tanks, infantry; whoever is hit in a sub-phase still fires in it, and not in a later one."""
    play = combat(
        "germany air-4@1 HERE, germany tank-4@1 HERE, germany infantry-4@1 HERE, soviet-union air-3@1 HERE,"
        " soviet-union artillery-3@1 HERE, soviet-union infantry-3@1 HERE",
        "minsk",
        "5 5" + "4" + "5 6",
    )
    play.submit(Lose("tank-4"))
    assert fire(play) == [
        "attacker air air-4 1 at 5+: 1",
        "defender air air-3 1 at 5+: 1",
        "defender artillery artillery-3 1 at 4+: 1",
        "attacker infantry infantry-4 1 at 5+: 1",
        "defender infantry infantry-3 1 at 5+: 1",
    ]
    assert here(play) == "soviet-union artillery-3@1"
    end = ended(play)
    assert end is not None and (end.winner, end.how, end.attackers, end.defenders) == (DEFENDER, "eliminated", "", "artillery-3")


@pytest.mark.section("3.5")
def test_3_5_hits_strike_the_same_class_else_the_strongest() -> None:
    play = combat(
        "germany tank-4@2 HERE, germany artillery-4@2 HERE, soviet-union tank-3@1 HERE, soviet-union infantry-3 HERE",
        "minsk",
        "5 1 5 1" + "1" + "111",
    )
    # artillery, unopposed, hits the infantry of three steps; the tank hits the weaker tank
    assert fire(play)[:3] == [
        "attacker artillery artillery-4 2 at 4+: 1",
        "attacker tank tank-4 2 at 5+: 1",
        "defender tank tank-3 1 at 5+: 0",
    ]
    assert here(play) == "germany artillery-4@2, germany tank-4@2, soviet-union infantry-3@2"


@pytest.mark.section("3.5")
def test_3_5_who_outnumbers_the_other_fires_on_after_the_first_round() -> None:
    """One tank of two fires together with the only enemy tank, the other one after it, by then without an opponent."""
    play = combat(
        "germany tank-4@3 HERE, germany tank-4@2 HERE, soviet-union tank-3@1 HERE, soviet-union infantry-3 HERE",
        "minsk",
        "511 5" + "44" + "111",
    )
    assert fire(play) == [
        "attacker tank tank-4 3 at 5+: 1",
        "defender tank tank-3 1 at 5+: 1",
        "attacker tank tank-4 2 at 4+: 2",
        "defender infantry infantry-3 1 at 4+: 0",
    ]
    # the hit of the first round struck the stronger tank; both are as they were else, and nobody waits any longer
    assert here(play) == "2 germany tank-4@2, soviet-union infantry-3@1"


@pytest.mark.section("3.5")
def test_3_5_a_block_that_is_hit_while_it_waits_fires_with_what_is_left() -> None:
    play = combat("germany 2 tank-4@2 HERE, soviet-union tank-3@3 HERE", "minsk", "11 551" + "1")
    assert fire(play) == [
        "attacker tank tank-4 2 at 5+: 0",
        "defender tank tank-3 3 at 5+: 2",
        "attacker tank tank-4 1 at 5+: 0",
    ]


@pytest.mark.section("3.5")
@pytest.mark.parametrize(
    ("option", "shots"),
    [
        ("all-opposed", ["attacker tank tank-4 6", "defender tank tank-3 3", "attacker tank tank-4 2"]),
        (
            "pairs",
            [
                "attacker tank tank-4 3",
                "defender tank tank-3 2",
                "attacker tank tank-4 3",
                "defender tank tank-3 1",
                "attacker tank tank-4 2",
            ],
        ),
    ],
)
def test_3_5_outnumbering_all_opposed_or_one_against_one(option: str, shots: list[str]) -> None:
    """Three tanks against two: two and two, then the third; or one and one, one and one, then the third."""
    stacks = "germany 2 tank-4@3 HERE, germany tank-4@2 HERE, soviet-union tank-3@2 HERE, soviet-union tank-3@1 HERE"
    play = combat(stacks, "minsk", "1" * 11, options={"outnumbering": option})
    assert [line.split(" at")[0] for line in fire(play)] == shots


@pytest.mark.section("3.5")
def test_3_5_the_owner_chooses_among_equally_strong_blocks_that_differ() -> None:
    play = combat(
        "germany air-4@3 HERE, germany tank-4@3 HERE, soviet-union artillery-3@1 HERE, soviet-union infantry-3 HERE",
        "minsk",
        "111" + "6" + "111" + "111",
    )
    assert play.pending is not None
    assert (play.pending.what, play.pending.power, play.pending.side) == ("losses", "germany", ATTACKER)
    assert play.pending.default == Lose("tank-4@3 (germany)")  # its steps are the cheaper ones
    for wrong in ("tank-4, air-4", "infantry-3", "tank-4@2"):
        assert play.check(Lose(wrong)), wrong
    play.submit(Lose("air-4"))
    assert here(play).startswith("germany air-4@2, germany tank-4@3")


@pytest.mark.section("3.5")
def test_3_5_blocks_that_are_alike_are_no_choice() -> None:
    play = combat("germany 2 tank-4@3 HERE, soviet-union artillery-3@1 HERE", "minsk", "4" + "1" * 5)
    assert here(play).startswith("germany tank-4@2, germany tank-4@3") and play.pending.what == "retreat"


@pytest.mark.section("3.5")
def test_3_5_a_fort_takes_all_hits_until_it_is_gone() -> None:
    play = combat(
        "germany air-4@2 HERE, germany infantry-4@2 HERE, soviet-union fort-4@1 HERE, soviet-union infantry-3 HERE",
        "kiev",
        "1111" + "56" + "56",
    )
    assert fire(play)[-2:] == ["attacker air air-4 2 at 5+: 2", "attacker infantry infantry-4 2 at 5+: 2"]
    # the first hit is absorbed (fort), the second one eliminates the fort, two more strike the infantry
    assert here(play) == "germany air-4@2, germany infantry-4@2, soviet-union infantry-3@1"
    assert play.state.stacks["soviet-union-pool", "soviet-union", "fort-4", 4, ""] == 1


@pytest.mark.section("3.5")
@pytest.mark.parametrize(("option", "left"), [("carried", 1), ("lost", 3)])
def test_3_5_hits_beyond_the_class_they_strike(option: str, left: int) -> None:
    play = combat(
        "germany tank-4 HERE, soviet-union tank-3@1 HERE, soviet-union infantry-3 HERE",
        "minsk",
        "5551" + "1" + "111",
        options={"excess-hits": option},
    )
    assert here(play) == f"germany tank-4@4, soviet-union infantry-3@{left}"


@pytest.mark.section("3.5")
@pytest.mark.parametrize(
    ("area", "defender", "season", "hits"),
    [
        ("minsk", "soviet-union infantry-3", SUMMER, 0),
        ("minsk", "soviet-union fort-3", SUMMER, 1),
        ("pinsk", "soviet-union infantry-3", SUMMER, 1),  # rough
        ("minsk", "soviet-union infantry-3", ("fall", 1942), 1),  # mud
        ("pinsk", "soviet-union infantry-3", ("fall", 1942), 1),  # rough or mud: one
        ("moscow", "soviet-union infantry-3", SUMMER, 1),
        ("moscow", "soviet-union fort-4", SUMMER, 2),
        ("moscow", "soviet-union fort-4", ("fall", 1942), 3),
        ("gibraltar", "great-britain fort-3", SUMMER, 2),  # small, hence rough (7.0)
        ("london", "great-britain fort-4", ("fall", 1942), 3),
        ("london", "united-states infantry-4", SUMMER, 0),
    ],
)
def test_3_5_absorb_bonus(area: str, defender: str, season: tuple[str, int], hits: int) -> None:
    where = position(f"germany air-4 {area}, {defender} {area}", phase="land-combat", season=season, scenario="campaign-1941")
    assert absorbed(where, area) == hits


@pytest.mark.section("3.5")
def test_3_5_berlin_absorbs_a_hit_for_germans_only() -> None:
    for defender, hits in (("germany infantry-4", 1), ("hungary infantry-3", 0)):
        where = position(f"soviet-union air-3 berlin, {defender} berlin", power="soviet-union", phase="land-combat")
        assert absorbed(where, "berlin") == hits


@pytest.mark.section("3.5")
def test_3_5_the_side_on_turn_chooses_the_order_of_battles() -> None:
    stacks = "germany tank-4 minsk, soviet-union tank-3@1 minsk, germany tank-4 kiev, soviet-union tank-3@1 kiev"
    play = play_from(stacks, phase="land-combat", dice=[5] * 10)
    assert contested(play.position) == ["minsk", "kiev"] and play.pending.default == ResolveCombat("minsk")
    with pytest.raises(IllegalOrder, match="there is no battle in this area"):
        play.submit(ResolveCombat("paris"))
    with pytest.raises(IllegalOrder, match="must first decide: battle"):
        play.submit(EndPhase())
    play.submit(ResolveCombat("kiev"))
    play.submit(ResolveCombat("minsk"))
    assert play.pending is None and [event.area for event in play.events if isinstance(event, ev.BattleEnded)] == [
        "kiev",
        "minsk",
    ]


@pytest.mark.section("3.5")
def test_3_5_each_combat_is_resolved_before_another_one_starts() -> None:
    stacks = "germany 2 tank-4 minsk, soviet-union 2 tank-3 minsk, germany tank-4 kiev, soviet-union tank-3@1 kiev"
    play = play_from(stacks, phase="land-combat", dice=[1] * 20)
    play.submit(ResolveCombat("minsk"))
    assert play.pending.what == "retreat"
    assert play.check(ResolveCombat("kiev")) and play.check(Lose("tank-3"))
    play.submit(Stand())


@pytest.mark.section("3.5")
def test_3_5_what_the_luck_of_dice_is_measured_by() -> None:
    """A 5 or more is two faces of six, a 4 or more three."""
    play = combat("germany elite-tank-4@2 HERE, soviet-union infantry-3@1 HERE", "minsk", "33" + "1")
    shots = [event for event in play.events if isinstance(event, ev.DiceRolled)]
    assert [(one.target, one.dice, one.hits, round(one.expected, 3)) for one in shots] == [(4, (3, 3), 2, 1.333)]


@pytest.mark.section("3.5")
def test_3_5_a_battle_tells_forces_values_and_losses() -> None:
    play = combat(MOSCOW, "moscow", "555551231 1" + "5651" + "41")
    begun = started(play)
    assert (begun.kind, begun.attacker, begun.defender) == ("land", "germany", "soviet-union")
    assert begun.attackers == "artillery-3 (italy), 2 air-4 (germany)" and begun.defenders == "3 infantry-3, fort-4"
    assert (begun.attacker_value, begun.defender_value) == (8 * 4 + 3 * 3, 1 * 5 + 9 * 1)
    while play.pending:
        play.submit(play.pending.default)
    end = ended(play)
    assert (end.attacker_lost, end.defender_lost, end.rounds) == (4 * 4 + 1 * 3, 5 + 1, 3)
    assert (end.attackers, end.defenders) == (begun.attackers, "3 infantry-3")
