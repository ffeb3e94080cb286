"""3.4 Strategic Land Movement: points, ways over land and bodies of water, ships, fire, and the limits of each nation."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.dice import SeededDice
from engine.events import DiceRolled
from engine.families.blocks.land.orders import March, StrategicMove
from engine.families.blocks.land.strategic_move import destinations, smps, spent
from engine.families.blocks.land.strategic_ways import cost, is_link, ways
from engine.families.blocks.sea.waters import body_of
from engine.play import Play
from engine.rules import EndPhase, Position
from engine.state import Stack
from tests.black_swan.board import RULES, TITLE, again, at, events_after, outcome, play_from, position, rules_of

SUMMER = ("summer", 1943)
PAST = {"first-winter": "1942"}


def rules(stacks: str, order: object, **more) -> list[str]:
    """Return the rules that one order breaks in a position of Summer 1943."""
    return rules_of(play_from(stacks, **{"season": SUMMER, "markers": PAST, **more}), order)


GERMANY = "germany 4 infantry-4 paris, germany fort-4 paris, soviet-union infantry-4 moscow"


@pytest.mark.section("3.4")
def test_3_4_a_block_moves_along_controlled_land_for_one_point() -> None:
    play = play_from(GERMANY, season=SUMMER, markers=PAST, holdings="1943", control={})
    before = smps(play.position, "germany")
    outcome(play, StrategicMove("infantry-4", "paris > berlin"))
    assert at(play, "berlin") == "germany infantry-4@4 [strategic]"
    assert (smps(play.position, "germany"), spent(play.position, "germany")) == (before - 1, 1)
    assert again(play).state == play.state


@pytest.mark.section("3.4")
def test_3_4_smps_are_the_strategic_power_of_the_nation() -> None:
    """Berlin and Paris are two stars in supply: two blocks move, no third one."""
    paris = dict.fromkeys(("paris", "strasbourg"), "germany")
    play = play_from(GERMANY, season=SUMMER, markers=PAST, control=paris)
    assert smps(play.position, "germany") == 2
    assert rules_of(play, StrategicMove("3 infantry-4", "paris > strasbourg > munich")) == ["strategic/smps"]
    outcome(play, StrategicMove("2 infantry-4", "paris > strasbourg > munich"))
    assert rules_of(play, StrategicMove("infantry-4", "paris > munich")) == ["strategic/smps"]


@pytest.mark.section("3.4")
def test_3_4_forts_and_blocks_that_have_moved_stay() -> None:
    held = {"holdings": "1943"}
    assert rules(GERMANY, StrategicMove("fort-4", "paris > berlin"), **held) == ["strategic/missing"]
    play = play_from(GERMANY, season=SUMMER, markers=PAST, **held)
    outcome(play, March("infantry-4", "paris > lille"))
    assert rules_of(play, StrategicMove("infantry-4", "lille > berlin")) == ["strategic/missing"]


@pytest.mark.section("3.4")
def test_3_4_no_way_leads_through_enemies_or_to_them() -> None:
    blocks = GERMANY + ", great-britain infantry-4 munich, great-britain infantry-4 essen"
    assert rules(blocks, StrategicMove("infantry-4", "paris > munich"), holdings="1943") == ["strategic/area"]
    assert rules(GERMANY, StrategicMove("infantry-4", "paris > london"), holdings="1943") == ["strategic/area"]


AEGEAN = (
    "germany infantry-4 thessaloniki, germany infantry-4 berlin, italy light-surface-3 aegean-sea, great-britain light-surface-4 aegean-sea"
)
AXIS_AEGEAN = {"aegean-sea": "italy", "crete": "germany", "athens": "germany", "malta": "great-britain"}


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("die", "steps"), [(6, 3), (5, 4), (1, 4)])
def test_3_4_example_of_the_aegean_sea(die: int, steps: int) -> None:
    """The British roll one die; on a 6 the block suffers one hit."""
    play = play_from(AEGEAN, season=SUMMER, markers=PAST, holdings="1942", control=AXIS_AEGEAN, dice=(die,))
    outcome(play, StrategicMove("infantry-4", "thessaloniki > aegean-sea > crete"))
    (roll,) = events_after(play, 0, DiceRolled)
    assert (roll.area, roll.power, roll.target, roll.purpose) == ("aegean-sea", "great-britain", 1, "crossing")
    assert at(play, "crete") == f"germany infantry-4@{steps} [strategic]"


@pytest.mark.section("3.4")
def test_3_4_a_contested_zone_hits_at_five_and_an_enemy_one_is_not_crossed() -> None:
    move = StrategicMove("infantry-4", "thessaloniki > aegean-sea > crete")
    play = play_from(AEGEAN, season=SUMMER, markers=PAST, holdings="1942", control=AXIS_AEGEAN | {"aegean-sea": ""}, dice=(5,))
    outcome(play, move)
    assert at(play, "crete") == "germany infantry-4@3 [strategic]"
    enemy = AXIS_AEGEAN | {"aegean-sea": "great-britain"}
    assert rules(AEGEAN, move, holdings="1942", control=enemy) == ["strategic/sea"]
    no_ship = AEGEAN.replace(", italy light-surface-3 aegean-sea", ", italy light-surface-3 adriatic-sea")
    assert rules(no_ship, move, holdings="1942", control=AXIS_AEGEAN) == ["strategic/sea"]


@pytest.mark.section("3.4")
def test_3_4_a_block_is_lost_when_its_last_step_is_hit() -> None:
    weak = AEGEAN.replace("infantry-4 thessaloniki", "infantry-4@1 thessaloniki")
    play = play_from(weak, season=SUMMER, markers=PAST, holdings="1942", control=AXIS_AEGEAN, dice=(6,))
    outcome(play, StrategicMove("infantry-4", "thessaloniki > aegean-sea > crete"))
    assert at(play, "crete") == ""
    assert at(play, "germany-pool") == "germany infantry-4@4"


@pytest.mark.section("3.4")
def test_3_4_each_ship_carries_one_block_across_its_zone() -> None:
    two = AEGEAN.replace("germany infantry-4 thessaloniki", "germany 2 infantry-4 thessaloniki")
    play = play_from(two, season=SUMMER, markers=PAST, holdings="1942", control=AXIS_AEGEAN, dice=(1,))
    outcome(play, StrategicMove("infantry-4", "thessaloniki > aegean-sea > crete"))
    assert rules_of(play, StrategicMove("infantry-4", "thessaloniki > aegean-sea > crete")) == ["strategic/sea"]


@pytest.mark.section("1.2")
def test_1_2_3_4_ships_out_of_supply_carry_nobody() -> None:
    """1.2: they "can neither perform any action": of two ships the one in supply carries one block, the other none."""
    move = StrategicMove("infantry-4", "thessaloniki > aegean-sea > crete")
    fleet = "italy light-surface-3 aegean-sea"
    for ships, wrong in ((f"{fleet} [unsupplied]", ["strategic/sea"]), (fleet, [])):
        stacks = AEGEAN.replace("italy light-surface-3 aegean-sea", ships)
        assert rules(stacks, move, holdings="1942", control=AXIS_AEGEAN) == wrong, ships


@pytest.mark.section("3.4")
def test_3_4_areas_on_the_way_are_in_supply() -> None:
    """Tripoli and Sirte have been cut off since the Supply Check: a block may march between them, not move strategically."""
    stacks = "italy infantry-3 tripoli, germany infantry-4 berlin, italy light-surface-3 adriatic-sea, {} light-surface-4 central-med"
    held = {"holdings": "1942", "control": {"malta": "great-britain", "tunis": "vichy-france"}}
    move = StrategicMove("infantry-3", "tripoli > sirte")
    open_sea = held["control"] | {"central-med": "italy"}
    assert rules(stacks.format("italy 2"), move, **(held | {"control": open_sea})) == []
    cut_off = stacks.format("great-britain 4") + ", great-britain infantry-3 tobruk"
    shut = {"holdings": "1942", "control": held["control"] | {"central-med": "great-britain"}}
    assert rules(cut_off, move, **shut) == ["strategic/area"]
    assert rules(cut_off, March("infantry-3", "tripoli > sirte"), **shut) == []


CYPRUS = (
    "united-states air-4 usa, germany infantry-4 berlin, italy infantry-3 rome, great-britain infantry-4 london,"
    " united-states light-surface-4 us-coastal-waters, great-britain light-surface-4 northern-atlantic,"
    " great-britain light-surface-4 central-atlantic, great-britain light-surface-4 southern-atlantic,"
    " great-britain light-surface-4 indian-ocean, great-britain light-surface-4 eastern-med"
)
BY_GIBRALTAR = (
    "usa > us-coastal-waters > northern-atlantic > central-atlantic > alboran-sea > western-med > central-med > eastern-med > cyprus"
)
BY_THE_CAPE = "usa > us-coastal-waters > northern-atlantic > central-atlantic > southern-atlantic > indian-ocean > eastern-med > cyprus"


@pytest.mark.section("3.4")
def test_3_4_example_from_the_us_to_cyprus() -> None:
    """Three SMPs and seven ships by Gibraltar, five and six round the Cape."""
    here = position(CYPRUS, season=SUMMER, power="great-britain")
    ways = {way: tuple(way.split(" > ")) for way in (BY_GIBRALTAR, BY_THE_CAPE)}
    assert [(cost(here, way), len(way) - 2) for way in ways.values()] == [(3, 7), (5, 6)]


@pytest.mark.section("3.4")
def test_3_4_example_the_way_round_the_cape_is_taken_where_the_ships_are() -> None:
    """London, Gibraltar, Cairo, Mosul and Abadan are five stars, which Great Britain and the US share."""
    free = {
        "the-channel": "great-britain",
        **dict.fromkeys(("northern-atlantic", "central-atlantic", "southern-atlantic"), "great-britain"),
    }
    play = play_from(
        CYPRUS + ", great-britain light-surface-4 alboran-sea",
        power="great-britain",
        season=SUMMER,
        markers=PAST,
        control=free | {"eastern-med": "great-britain"},
        dice=(1,) * 9,
    )
    left = smps(play.position, "united-states")
    assert left == smps(play.position, "great-britain") >= 5
    assert rules_of(play, StrategicMove("air-4", BY_GIBRALTAR)) != []
    assert rules_of(play, March("air-4", "usa > us-coastal-waters > london")) != []
    outcome(play, StrategicMove("air-4", "usa > cyprus"))
    assert at(play, "cyprus") == "united-states air-4@4 [strategic]"
    assert smps(play.position, "great-britain") == left - 5


@pytest.mark.section("3.4")
@pytest.mark.parametrize(
    ("power", "unit", "zone", "origin", "target", "ok"),
    [
        ("italy", "infantry-3", "southern-baltic", "berlin", "riga", False),
        ("germany", "infantry-4", "southern-baltic", "berlin", "riga", True),
        ("germany", "infantry-4", "western-black-sea", "bucharest", "sofia", False),
        ("italy", "infantry-3", "tyrrhenian-sea", "rome", "sardinia", True),
    ],
)
def test_3_4_limits_of_nations(power: str, unit: str, zone: str, origin: str, target: str, ok: bool) -> None:
    ship = {"southern-baltic": "germany", "western-black-sea": "germany", "tyrrhenian-sea": "italy"}[zone]
    blocks = f"{power} {unit} {origin}, {ship} light-surface-3 {zone}, soviet-union infantry-4 moscow, germany infantry-3 munich"
    control = {area: "germany" for area in ("berlin", "riga", "bucharest", "sofia", zone)} | {
        "rome": "italy",
        "sardinia": "italy",
    }
    found = rules(blocks, StrategicMove(f"{unit} ({power})", f"{origin} > {zone} > {target}"), control=control)
    assert (found == []) is ok, found


@pytest.mark.section("3.4")
def test_3_4_one_block_of_a_side_uses_the_arctic_route_in_a_season() -> None:
    blocks = "germany 2 infantry-4 trondheim, soviet-union infantry-4 moscow, germany light-surface-4 norwegian-sea"
    control = {
        area: "germany"
        for area in (
            "oslo",
            "bergen",
            "trondheim",
            "narvik",
            "petsamo",
            "copenhagen",
            "norwegian-sea",
            "paris",
            "warsaw",
        )
    }
    play = play_from(blocks, season=SUMMER, markers=PAST, control=control, dice=(1,) * 6)
    assert smps(play.position, "germany") >= 2
    assert rules_of(play, StrategicMove("2 infantry-4", "trondheim > narvik > petsamo")) == ["strategic/no-way"]
    outcome(play, StrategicMove("infantry-4", "trondheim > narvik > petsamo"))
    assert rules_of(play, StrategicMove("infantry-4", "trondheim > narvik > petsamo")) == ["strategic/no-way"]


@pytest.mark.section("6.5.1")
def test_6_5_1_one_strategic_move_of_the_axis_in_the_soviet_union_in_the_first_winter() -> None:
    blocks = "germany 3 infantry-4 kiev, germany infantry-4 berlin, soviet-union infantry-4 moscow"
    winter = {"season": ("winter", 1942), "markers": PAST, "holdings": "1942"}
    play = play_from(blocks, **winter)
    assert rules_of(play, StrategicMove("2 infantry-4", "kiev > warsaw")) == ["strategic/first-winter"]
    outcome(play, StrategicMove("infantry-4", "kiev > warsaw"))
    assert rules_of(play, StrategicMove("infantry-4", "kiev > warsaw")) == ["strategic/first-winter"]
    later = play_from(blocks, **(winter | {"season": ("winter", 1943)}))
    assert rules_of(later, StrategicMove("2 infantry-4", "kiev > warsaw")) == []


@pytest.mark.section("3.4")
def test_3_4_destinations_are_what_the_orders_may_say() -> None:
    """Every destination of a block is legal, and what a legal order takes is the price told."""
    play = play_from(GERMANY, season=SUMMER, markers=PAST, holdings="1943")
    (key,) = [key for key in play.state.stacks if key[0] == "paris" and key[2] == "infantry-4"]
    found = destinations(play.position, key)
    assert {"berlin", "warsaw", "munich"} <= set(found)
    for area, path in found.items():
        assert rules_of(play, StrategicMove("infantry-4", " > ".join(path))) == [], area


@pytest.mark.section("3.4")
def test_3_4_option_ports() -> None:
    """Trikala has no port: from there the sea is crossed only where none are needed."""
    blocks = AEGEAN.replace("thessaloniki", "trikala")
    move = StrategicMove("infantry-4", "trikala > aegean-sea > crete")
    assert rules(blocks, move, holdings="1942", control=AXIS_AEGEAN) == ["strategic/no-way"]
    assert rules(blocks, move, holdings="1942", control=AXIS_AEGEAN, options={"transport-ports": "none"}) == []


@pytest.mark.section("3.4")
def test_3_4_option_blocks_that_have_marched() -> None:
    for value, wrong in (("no", ["strategic/missing"]), ("yes", [])):
        play = play_from(GERMANY, season=SUMMER, markers=PAST, holdings="1943", options={"strategic-after-march": value})
        outcome(play, March("infantry-4", "paris > lille"))
        assert rules_of(play, StrategicMove("infantry-4", "lille > berlin")) == wrong


@pytest.mark.section("4.0")
@pytest.mark.parametrize(("value", "left"), [("shared", 1), ("fresh", 2)])
def test_4_0_option_smps_in_the_blitz_phase(value: str, left: int) -> None:
    """Berlin and Paris: two SMPs, of which the Land Phase spends one."""
    markers = PAST | {"blitz-disc/axis/west-front": "yes"}
    play = play_from(
        GERMANY, season=SUMMER, markers=markers, control=dict.fromkeys(("paris", "strasbourg"), "germany"), options={"smp-in-blitz": value}
    )
    outcome(play, StrategicMove("infantry-4", "paris > munich"), EndPhase("land-combat"))
    assert play.state.clock.phase == "blitz"
    assert smps(play.position, "germany") == left


@pytest.mark.section("3.4")
@pytest.mark.parametrize("scenario", ["1941", "1943"])
def test_3_4_ways_are_the_cheapest_there_are(scenario: str) -> None:
    """The search agrees with a plain relaxation over (area, bodies of water), and the price with that of the way itself."""
    play = Play(RULES, SeededDice(1))
    play.start(scenario)
    here = play.position
    for power in ("germany", "italy", "great-britain", "soviet-union"):
        key = next(
            key
            for key in sorted(play.state.stacks)
            if key[1] == power and key[2].startswith("infantry") and TITLE.areas[key[0]].kind == "land"
        )
        found = ways(here, key)
        assert {target: cost(here, path) for target, path in found.items()} == relaxed(here, key)
        assert all(is_link(here, key, one, two) for path in found.values() for one, two in pairwise(path))
        assert found, key


def relaxed(here: Position, key: Stack) -> dict[str, int]:
    """Return land area to the least SMPs, found by relaxing all links until nothing gets cheaper."""
    links = [(one, two) for one in TITLE.areas for two in TITLE.neighbours[one] if is_link(here, key, one, two)]
    best: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {(key[0], frozenset()): (key[0],)}
    changed = True
    while changed:
        changed = False
        for one, two in links:
            for (area, bodies), path in list(best.items()):
                if area != one or two in path:
                    continue
                state = (two, bodies | ({body_of(TITLE, two)} if TITLE.areas[two].kind == "sea" else set()))
                if state not in best or cost(here, (*path, two)) < cost(here, best[state]):
                    best[state], changed = (*path, two), True
    land = [(area, cost(here, path)) for (area, _), path in best.items() if TITLE.areas[area].kind == "land"]
    return {area: min(price for other, price in land if other == area) for area, _ in land if area != key[0]}
