"""6.1 to 6.5: whose Factors count in a round, how few they may be, and who fires at whom."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import events as ev
from engine.events import FacilityChanged
from engine.play import Play
from engine.titles.blitz.combat import battles, factors
from engine.titles.blitz.orders import Announced, Attack, Engage, Resolve
from engine.titles.blitz.vocabulary import ARMOUR
from tests.blitz.table import Dice, do, keys, settle, table

OPEN_SEA = "cape-basin"
"""A sea area without a Convoy."""


class Noting(Dice):
    """Dice that note what they are thrown for: the round and its Factors."""

    def __init__(self, dice: Sequence[int]) -> None:
        super().__init__(dice)
        self.noted: list[str] = []

    def roll(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        """Return the next dice."""
        self.noted.append(what)
        return super().roll(count, sides, what)


def thrown(play: Play, *dice: int) -> list[str]:
    """Note the dice of a game from now on."""
    play.dice = noting = Noting(dice)
    return noting.noted


@pytest.mark.section("4.4")
@pytest.mark.parametrize(("at_war", "there"), [([], {"home-fleet"}), (["germany usa"], {"home-fleet", "atlantic-fleet"})])
def test_4_4_units_of_neutral_powers_do_not_fight(at_war: list[str], there: set[str]) -> None:
    fleets = ", ".join(f"{fleet} {OPEN_SEA}@1" for fleet in ("home-fleet", "atlantic-fleet", "high-seas-fleet"))
    position = table(fleets, at_war=at_war).position
    assert {key.unit for key in battles.at_sea(position, "allies", OPEN_SEA)} == there
    assert [key.unit for key in battles.at_sea(position, "axis", OPEN_SEA)] == ["high-seas-fleet"]


@pytest.mark.section("6.5")
@pytest.mark.parametrize(
    ("units", "lead"),
    [
        ("home-guard london@1, malta london@1, 1st-army london@1", "afa"),
        ("2nd-army london@1, national-guard london@1, coast-artillery london@1", "usa"),
        ("2nd-army london@1, national-guard london@1", "afa"),
    ],
)
def test_6_5_the_power_with_the_most_factors_chooses_and_of_equal_ones_that_with_more_units(units: str, lead: str) -> None:
    """Two Factors on each side in the first two cases, so that the number of units decides; two against one in the third."""
    play = table(units)
    assert battles._lead(play.position, keys(play, *(unit.split()[0] for unit in units.split(", "))), "land") == lead


@pytest.mark.section("5.3", "6.1")
@pytest.mark.parametrize(("aa_alone", "rounds"), [("fires", ["air-1", "air-5"]), ("silent", [])])
def test_5_3_an_aa_unit_beside_ships_in_port_fires_alone_by_an_option(aa_alone: str, rounds: list[str]) -> None:
    """Bomber Command's one Air Factor; the Flak's two and its three white triangles."""
    force = "bomber-command london@2, flak western-germany@1, bb-fleet western-germany@1"
    play = table(force, power="afa", options={"aa-alone": aa_alone})
    noted = thrown(play, *[1] * (len(rounds) + 1))
    settle(do(play, Attack("port", "western-germany", "bomber-command"), Announced()))
    settle(do(play, Resolve("port", "western-germany")))
    assert [what for what in noted if what.startswith("air")] == rounds


@pytest.mark.section("5.3", "6.3")
def test_5_3_triangles_of_ships_in_another_port_do_not_count() -> None:
    """Half of Kido Butai's four Factors; the North Sea Fleet's white triangle is in the Port on the other sea."""
    ships = "home-fleet spain@1 [at:western-approaches!], north-sea-fleet spain@1 [at:mediterranean-sea!]"
    play = table(f"kido-butai western-approaches@2, {ships}", power="japan", at_war=["japan afa"], take={"spain": "afa"})
    noted = thrown(play, 1)
    settle(do(play, Attack("port", "spain", "kido-butai"), Announced()))
    settle(do(play, Resolve("port", "spain")))
    assert noted == ["naval-2"]


@pytest.mark.section("6.3")
def test_6_3_the_example_of_u_boat_ii_thrown_for() -> None:
    """Three Factors, one of the white triangle, two of the Convoy less its damage: five; two and five less three: four."""
    play = table("u-boat-ii north-atlantic@2, canadian-air-force north-atlantic@2, north-sea-fleet north-atlantic@2", phase="sea-combat")
    play.emit(FacilityChanged("north-atlantic", "convoy-canada", "afa", "damaged", 1, 1))
    noted = thrown(play, 1, 1)
    settle(do(play, Engage("north-atlantic")))
    assert noted == ["naval-5", "naval-4"]
    rolled = [event for event in play.events if isinstance(event, ev.DiceRolled)]
    assert [(one.power, one.side, one.round, one.area) for one in rolled] == [
        ("germany", "attacker", 1, "north-atlantic"),
        ("afa", "defender", 1, "north-atlantic"),
    ]


@pytest.mark.section("4.4", "6.3")
def test_6_3_who_meets_aircraft_alone_has_nothing_to_fire_at() -> None:
    """ "the other side has any naval units (including a Convoy)": the Condors fire, the Home Fleet does not."""
    play = table(f"home-fleet {OPEN_SEA}@1, condors {OPEN_SEA}@1", phase="sea-combat", power="afa")
    noted = thrown(play, 1)
    settle(do(play, Engage(OPEN_SEA)))
    assert noted == ["naval-2"]


@pytest.mark.section("6.6")
@pytest.mark.parametrize(("guard", "more"), [("8th-army paris@2", ""), ("8th-army paris@1", "yes"), ("ghq paris@1, 8th-army paris@1", "")])
def test_6_6_the_defenders_arm_and_forts_count_against_the_attackers(guard: str, more: str) -> None:
    play = table(f"army-group-center western-germany@2, {guard}", dice=[1, 1])
    do(play, Attack("ground", "paris", "army-group-center"), Announced())
    battles.begin(play, "ground", "paris")
    battles.TASKS["land-round"].does(play, ())
    assert ARMOUR.read(play.state) == more


@pytest.mark.section("6. Resolving Combat Rounds", "6.1")
def test_6_1_one_of_several_with_printed_factors_is_enough_for_the_least_of_one() -> None:
    """A Factor of the Ju-88s, none of the PARA's, less two red triangles."""
    play = table("ju-88s paris@1, 1st-para paris@1 [flown ground>london], fighter-command london@1")
    fire = factors.air_fire(play.position, keys(play, "ju-88s", "1st-para"), keys(play, "fighter-command"))
    assert (fire.factors, fire.total) == (1, -1)


@pytest.mark.section("6. Resolving Combat Rounds", "6.3")
@pytest.mark.parametrize(("own", "fires"), [(["canadian-navy", "europe-trs"], 1), (["europe-trs"], 0)])
def test_6_3_ships_fire_with_the_least_of_one_and_a_trs_never_alone(own: list[str], fires: int) -> None:
    """Two Factors less four red triangles."""
    play = table("canadian-navy north-sea@1, europe-trs north-sea@1, u-boat-iv north-sea@2")
    assert factors.naval_fire(play.position, keys(play, *own), keys(play, "u-boat-iv"), "north-sea").factors == fires


@pytest.mark.section("5.3", "6.4")
def test_6_4_a_cv_left_alone_before_a_factory_has_no_strategic_round() -> None:
    play = table("north-atlantic-fleet north-sea@2, bomber-command london@1")
    fleet, bombers = keys(play, "north-atlantic-fleet", "bomber-command")
    assert factors.strategic_fire(play.position, [fleet], "western-germany") == factors.Fire(0)
    assert factors.strategic_fire(play.position, [fleet, bombers], "western-germany").factors == 3


@pytest.mark.section("6.2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "attack", "defense"),
    [
        ("army-group-b", "french-army, desert-air-force", 4, 5),  # 3 + 2
        ("army-group-b", "home-guard, desert-air-force", 4, 2),  # no more from the air than from the land: 1 + 1
        ("army-group-b, luftwaffe", "french-army", 7, 3),  # 4 + 3 of the Luftwaffe
        ("army-group-b, high-seas-fleet", "french-army", 5, 3),  # a Small ship is one, a Big one two
        ("army-group-b, big-1st-battle-fleet", "french-army", 6, 3),
        ("army-group-b", "french-army, home-fleet, north-atlantic-fleet", 4, 5),
        ("volkssturm", "ghq", 1, 3),  # 1 less two red triangles is none, and the least is one; 2 and a white triangle
        ("army-group-b", "aa-command, home-fleet", 4, 1),  # none of its own, but one of the ship's
        ("army-group-b", "aa-command", 4, 0),
    ],
)
def test_6_2_land_factors_with_what_supports_them(attackers: str, defenders: str, attack: int, defense: int) -> None:
    """In the open land of Paris nothing is halved but Bombing Factors that are not the primary ones."""
    force = "army-group-b western-germany@2, luftwaffe western-germany@2, high-seas-fleet north-sea@2, volkssturm western-germany@1"
    guard = "french-army paris@2, home-guard paris@1, ghq paris@1, aa-command paris@1, desert-air-force london@1"
    ships = "big-1st-battle-fleet western-approaches@3, home-fleet western-approaches@1, north-atlantic-fleet western-approaches@2"
    play = table(f"{force}, {guard}, {ships}")
    own, foes = (keys(play, *names.split(", ")) for names in (attackers, defenders))
    land = factors.land_fire(play.position, "paris", own, foes)
    assert (land.attack.factors, land.defense.factors) == (attack, defense)


@pytest.mark.section("5.3", "6.2")
@pytest.mark.parametrize(("others", "attack"), [([], 3), (["army-group-center"], 3)])
def test_5_3_the_maginot_line_is_in_the_way_of_all_when_one_attacks_from_its_side(others: list[str], attack: int) -> None:
    """From Belgium-Netherlands alone 3 Factors; with 5 more from Western Germany 8 less five red triangles."""
    force = "18th-army belgium-netherlands@2, army-group-center western-germany@2, maginot-line paris@1"
    play = table(force, take={"belgium-netherlands": "germany"})
    land = factors.land_fire(play.position, "paris", keys(play, "18th-army", *others), keys(play, "maginot-line"))
    assert land.attack.factors == attack


@pytest.mark.section("6.5")
@pytest.mark.parametrize(("count", "column"), [(29, 29), (30, 30), (31, 31), (32, 31), (99, 31)])
def test_6_5_more_than_thirty_factors_use_the_last_column(count: int, column: int) -> None:
    position = table().position
    shown = [[factors.result(position, one, die) for die in range(1, 7)] for one in (count, column)]
    assert shown[0] == shown[1] and factors.result(position, 31, 2) == (3, "L") != factors.result(position, 29, 2)


@pytest.mark.section("6.5", "1.8")
@pytest.mark.parametrize(
    ("letter", "shares"), [("", [0] * 6), ("S", [0, 1, 1, 1, 2, 2]), ("L", [1, 1, 2, 3, 3, 4]), ("B", [1, 2, 3, 4, 5, 6])]
)
def test_6_5_a_third_two_thirds_or_all_of_the_units_rounded(letter: str, shares: list[int]) -> None:
    assert [factors.share(letter, count) for count in range(1, 7)] == shares
