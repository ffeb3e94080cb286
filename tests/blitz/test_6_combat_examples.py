"""6., A.6, D.2: the worked examples of combat rounds, to the number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.events import FacilityChanged
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import battles, factors, results
from engine.titles.blitz.orders import Announced, Attack, Choose, Defend, Engage, GoTo, Resolve
from engine.titles.blitz.position.supply import convoys_of
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table

GERMANS = "army-group-center berlin@2, army-group-north berlin@1, 1st-para berlin@1"
SOVIETS = (
    "big-byelorussian-front stalingrad@3, big-western-front stalingrad@4, far-eastern-front stalingrad@1, guards-banner-army stalingrad@2, "
    "transbaikal-front caucasus-mountains@2, big-1st-air-army stalingrad@4, black-sea-fleet black-sea@1, cavalry stalingrad@1"
)
DON = {"don-basin": "germany", "ukraine": "germany", "poland": "germany"}


@pytest.mark.section("6.1")
def test_6_1_luftwaffe_and_stukas_fire_six_the_raf_three() -> None:
    play = table("luftwaffe berlin@2, stukas berlin@2, royal-air-force london@2")
    axis, allies = keys(play, "luftwaffe", "stukas"), keys(play, "royal-air-force")
    assert factors.air_fire(play.position, axis, allies).factors == 6
    assert factors.air_fire(play.position, allies, axis).factors == 3
    assert factors.result(play.position, 6, 4) == (1, "")
    assert factors.result(play.position, 3, 3) == (0, "S")
    assert factors.share("S", 2) == 1


@pytest.mark.section("6.1")
def test_6_1_bomber_command_fires_one_and_is_fired_at_with_five() -> None:
    play = table("bomber-command london@2, me-109s paris@2", take={"paris": "germany"})
    british, germans = keys(play, "bomber-command"), keys(play, "me-109s")
    assert factors.air_fire(play.position, british, germans).factors == 1
    assert factors.air_fire(play.position, germans, british).factors == 5


@pytest.mark.section("6.2")
def test_6_2_the_attack_on_poland_has_ten_factors_and_the_poles_four() -> None:
    play = table(f"{GERMANS}, luftwaffe berlin@2, polish-army poland@2")
    attackers = keys(play, "army-group-center", "army-group-north", "1st-para", "luftwaffe")
    land = factors.land_fire(play.position, "poland", attackers, keys(play, "polish-army"))
    assert land.attack == factors.Fire(10, Fraction(19, 2))
    assert land.defense.factors == 4
    assert factors.armour(play.position, "poland", attackers, keys(play, "polish-army")) == (3, 2)


@pytest.mark.section("6.6")
def test_6_6_the_example_of_poland_is_played_out() -> None:
    """A 4 destroys the Polish Army, which has nowhere to go; its 2 keeps Army Group North from advancing."""
    play = table(f"{GERMANS}, luftwaffe berlin@2, polish-army poland@2", dice=[4, 2])
    units = "army-group-center, army-group-north, 1st-para, luftwaffe"
    do(play, Attack("ground", "poland", units), Announced(), Resolve("ground", "poland"))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("block", "afa")
    settle(do(play, Choose("army-group-north")))
    assert at(play, "polish-army") == "afa-set-aside", "its country is conquered (3.4)"
    assert (at(play, "army-group-center"), at(play, "1st-para"), at(play, "army-group-north")) == (
        "poland@2",
        "poland@1",
        "berlin@1",
    )
    assert play.state.control["poland"] == "germany" and at(play, "luftwaffe") == "berlin@2"


@pytest.mark.section("6.2")
def test_6_2_mountains_and_snow_halve_the_waffen_ss_to_one() -> None:
    """D.2: 5, halved twice, is 1.25 and rounds to 1."""
    play = table(
        "waffen-ss-army ukraine@2, leningrad-front caucasus-mountains@1",
        at_war=["germany ussr"],
        take={"ukraine": "germany"},
        turn=4,
    )
    land = factors.land_fire(play.position, "caucasus-mountains", keys(play, "waffen-ss-army"), [])
    assert land.attack == factors.Fire(1, Fraction(5, 4))


@pytest.mark.section("6.2")
def test_6_2_a_swamp_gives_the_defenders_of_leningrad_one_factor_more() -> None:
    play = table(
        "waffen-ss-army byelorussia@2, leningrad-front leningrad@2",
        at_war=["germany ussr"],
        take={"byelorussia": "germany"},
    )
    land = factors.land_fire(play.position, "leningrad", keys(play, "waffen-ss-army"), keys(play, "leningrad-front"))
    assert land.defense.factors == 3 + 1


@pytest.mark.section("6.2")
def test_6_2_the_don_basin_is_attacked_with_nineteen_and_answers_with_thirteen() -> None:
    play = table(
        f"{SOVIETS}, waffen-ss-army don-basin@2, army-group-b don-basin@2",
        power="ussr",
        at_war=["germany ussr"],
        take=DON,
    )
    attackers = keys(
        play,
        "big-byelorussian-front",
        "big-western-front",
        "far-eastern-front",
        "guards-banner-army",
        "transbaikal-front",
        "big-1st-air-army",
        "black-sea-fleet",
    )
    land = factors.land_fire(play.position, "don-basin", attackers, keys(play, "waffen-ss-army", "army-group-b"))
    assert (land.attack.factors, land.defense.factors) == (19, 13)
    assert factors.armour(play.position, "don-basin", attackers, keys(play, "waffen-ss-army", "army-group-b")) == (5, 4)


@pytest.mark.section("6.6")
def test_6_6_the_example_of_the_don_basin_is_played_out() -> None:
    """4 is 2L: Army Group B falls, the Waffen SS retreats to Ukraine; 2 is 1S: the Far Eastern Front falls, one Front stays behind."""
    play = table(
        f"{SOVIETS}, waffen-ss-army don-basin@2, army-group-b don-basin@2", power="ussr", at_war=["germany ussr"], take=DON, dice=[4, 2]
    )
    lands = "big-byelorussian-front, big-western-front, far-eastern-front, guards-banner-army, transbaikal-front"
    units = f"{lands}, big-1st-air-army, black-sea-fleet"
    assert broken(play, Attack("ground", "don-basin", f"{units}, cavalry")) == ["attack/ten"]
    do(play, Attack("ground", "don-basin", units), Announced())
    do(
        play,
        Resolve("ground", "don-basin"),
        Choose("army-group-b"),
        Choose("army-group-b"),
        Choose("far-eastern-front"),
    )
    assert at(play, "army-group-b") == "germany-pool" and at(play, "far-eastern-front") == "ussr-pool"
    assert at(play, "waffen-ss-army") == "ukraine@2"
    settle(do(play, Choose("big-byelorussian-front")))
    assert at(play, "big-byelorussian-front") == "stalingrad@3"
    assert [at(play, unit).split("@")[0] for unit in ("big-western-front", "guards-banner-army", "transbaikal-front")] == ["don-basin"] * 3
    assert play.state.control["don-basin"] == "ussr"


@pytest.mark.section("6.6")
def test_6_6_an_island_ignores_the_letter_of_a_ground_attack() -> None:
    play = table("panzer-army-afrika spain@2, ghq gibraltar@1", take={"spain": "germany"}, dice=[5, 1])
    land = factors.land_fire(play.position, "gibraltar", keys(play, "panzer-army-afrika"), keys(play, "ghq"))
    do(play, Attack("ground", "gibraltar", "panzer-army-afrika"), Announced(), Resolve("ground", "gibraltar"))
    assert factors.result(play.position, land.attack.factors, 5)[1] != "" and at(play, "ghq") == "gibraltar@1"


@pytest.mark.section("6. Resolving Combat Rounds")
def test_6_a_unit_without_printed_factors_fires_with_what_the_mountains_give_it() -> None:
    """Three Soviet land units attack Persia: its army fires with 3."""
    attackers = "shock-army caucasus-mountains@1, leningrad-front caucasus-mountains@1, cavalry caucasus-mountains@1"
    play = table(f"{attackers}, persian-army persia@1", power="ussr", owners={"persian-army": "afa"}, take={"persia": "afa"})
    soviets = keys(play, "shock-army", "leningrad-front", "cavalry")
    assert factors.land_fire(play.position, "persia", soviets, keys(play, "persian-army")).defense.factors == 3


@pytest.mark.section("6.3")
def test_6_3_u_boat_ii_attacks_with_five_and_is_attacked_with_four() -> None:
    """The AFA Convoy of Factor 2 has one point of damage; Canada's Air Force counts half."""
    play = table(
        "u-boat-ii north-atlantic@2, canadian-air-force north-atlantic@2, north-sea-fleet north-atlantic@2",
        phase="sea-combat",
    )
    play.emit(FacilityChanged("north-atlantic", "convoy-canada", "afa", "damaged", 1, 1))
    prey = convoys_of(play.position, "allies", "north-atlantic")
    german, british = keys(play, "u-boat-ii"), keys(play, "canadian-air-force", "north-sea-fleet")
    assert factors.naval_fire(play.position, german, british, "north-atlantic", convoys=prey).factors == 5
    assert factors.naval_fire(play.position, british, german, "north-atlantic").factors == 4
    assert factors.dogfighters(play.position, german) == []


@pytest.mark.section("6.4")
def test_6_4_the_1st_tactical_air_force_attacks_berlin_with_three() -> None:
    play = table("1st-tactical-air-force paris@2", power="afa", at_war=["germany usa"])
    play.emit(FacilityChanged("berlin", "factory", "germany", "damaged", 1, 1))
    assert factors.strategic_fire(play.position, keys(play, "1st-tactical-air-force"), "berlin").factors == 3


@pytest.mark.section("4.4")
def test_4_4_the_naval_air_fights_the_12th_fleet_and_the_convoy_is_fired_at() -> None:
    """In the Naval Round the fleet's only target is the Convoy; the Naval Air fires at the fleet."""
    play = table(
        "naval-air east-china-sea@2, 12th-fleet east-china-sea@1",
        phase="sea-combat",
        power="germany",
        at_war=["japan usa"],
        dice=[1, 1, 1, 1],
    )
    do(play, Engage("east-china-sea"))
    assert [event.purpose for event in play.events if type(event).__name__ == "DiceRolled"][:2] == ["air", "air"]
    play = table(
        "naval-air east-china-sea@2, 12th-fleet east-china-sea@1",
        phase="sea-combat",
        power="germany",
        at_war=["japan usa"],
    )
    battles.begin(play, "sea", "east-china-sea")
    assert battles.targets(play.position, "axis", "naval") == ["japan"]
    assert battles.targets(play.position, "allies", "naval") == ["12th-fleet"]


@pytest.mark.section("6.5")
@pytest.mark.parametrize(
    ("count", "letter", "affected"),
    [(2, "S", 1), (4, "S", 1), (3, "S", 1), (1, "L", 1), (1, "S", 0), (3, "L", 2), (5, "B", 5), (7, "", 0)],
)
def test_6_5_letters_affect_a_third_two_thirds_or_all(count: int, letter: str, affected: int) -> None:
    assert factors.share(letter, count) == affected


@pytest.mark.section("6.5")
def test_6_5_above_thirty_factors_the_last_column_is_used() -> None:
    play = table()
    assert factors.result(play.position, 44, 6) == factors.result(play.position, 31, 6) == (4, "L")


@pytest.mark.section("1.8")
def test_1_8_halves_are_rounded_up_and_printed_factors_fire_at_least_once() -> None:
    assert [factors.rounded(Fraction(n, 4)) for n in (1, 2, 5, 6, 19, 38)] == [0, 1, 1, 2, 5, 10]
    assert factors.settle(Fraction(-2), printed=True).factors == 1
    assert factors.settle(Fraction(-2), printed=False).factors == 0


@pytest.mark.section("6.5")
def test_6_5_a_unit_that_must_return_goes_where_its_owner_says() -> None:
    units = "luftwaffe western-germany@2, stukas western-germany@2, 18th-army western-germany@2"
    play = table(
        f"{units}, royal-air-force paris@2, french-army paris@2",
        take={"belgium-netherlands": "germany"},
        dice=[1, 3, 1, 1],
    )
    do(
        play,
        Attack("ground", "paris", "18th-army, luftwaffe, stukas"),
        Announced(),
        Defend("ground", "paris", "royal-air-force"),
    )
    assert play.pending is None, "nothing else can join the defense"
    do(play, Resolve("ground", "paris"))
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("return-to-base", "germany")
    do(play, Choose("luftwaffe"))
    assert play.pending is not None and play.pending.what == "base"
    assert broken(play, GoTo("luftwaffe", "poland")) == ["base"]
    do(play, GoTo("luftwaffe", "belgium-netherlands"))
    assert at(play, "luftwaffe") == "belgium-netherlands@2"


@pytest.mark.section("6.5")
def test_the_chart_holds_every_proven_result() -> None:
    proven = {
        (6, 4): (1, ""),
        (3, 3): (0, "S"),
        (10, 4): (1, "L"),
        (4, 2): (0, "S"),
        (19, 4): (2, "L"),
        (13, 2): (1, "S"),
        (3, 6): (1, "S"),
        (4, 6): (1, "S"),
    }
    play = table()
    assert {cell: factors.result(play.position, *cell) for cell in proven} == proven
    assert any(factors.result(play.position, 7, die)[1] == "L" for die in range(1, 7))
    assert len(TITLE.own["chart"]) == 31 * 6


@pytest.mark.section("6.5")
def test_6_5_what_a_trs_carries_is_lost_with_it_or_as_far_as_it_grows_too_small() -> None:
    """A TRS of Size 2 carries 4; hit once it carries 2, and its owner chooses what is lost; hit twice nothing."""
    units = "europe-trs north-sea@2 [cargo=afa/2nd-army+afa/british-expeditionary-force]"
    units += ", 2nd-army north-sea@2 [aboard], british-expeditionary-force north-sea@2 [aboard]"
    play = table(units, phase="sea-combat")
    results.strike(play, "europe-trs")
    agenda.run(play)
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("lighten", "afa")
    assert broken(play, Choose("europe-trs")) == ["pick"]
    do(play, Choose("2nd-army"), Choose("2nd-army"))
    assert play.pending is None and at(play, "2nd-army") == "afa-pool"
    assert at(play, "british-expeditionary-force") == "north-sea@2"
    results.strike(play, "europe-trs")
    assert at(play, "europe-trs") == at(play, "british-expeditionary-force") == "afa-pool"


@pytest.mark.section("6.2", "Scenario A. The Blitz of Western Europe")
def test_6_2_mountains_halve_the_air_units_of_an_attack_too() -> None:
    """A.6: all attacking Land Factors are halved; 7 of armies and 3 of the Luftwaffe make 5."""
    units = "army-group-b vichy-france@2, 18th-army vichy-france@2, luftwaffe vichy-france@2"
    play = table(units, take={"vichy-france": "germany", "spain": "afa"})
    attackers = keys(play, "army-group-b", "18th-army", "luftwaffe")
    assert factors.land_fire(play.position, "spain", attackers, []).attack.total == 5


@pytest.mark.section("6. Resolving Combat Rounds")
def test_6_printed_factors_of_a_supporting_unit_bring_a_side_to_one() -> None:
    """The Persian Army has none; the Luftwaffe that helps it has, though it may add no more than the army brings."""
    told = {"take": {"iraq": "germany", "persia": "germany"}, "owners": {"persian-army": "germany"}}
    play = table("persian-army iraq@1, luftwaffe persia@2, anzac-army levant@1", power="afa", **told)  # type: ignore[arg-type]
    for helpers, expected in ((("persian-army",), 0), (("persian-army", "luftwaffe"), 1)):
        fire = factors.land_fire(play.position, "iraq", keys(play, "anzac-army"), keys(play, *helpers))
        assert fire.defense.factors == expected, helpers


@pytest.mark.section("6.5")
def test_6_5_the_power_with_the_most_factors_chooses_however_many_units_another_has() -> None:
    """Two British GARs of 1 against an American army of 3."""
    units = "home-guard belgium-netherlands@1, malta belgium-netherlands@1, 9th-army belgium-netherlands@2"
    lands = {"belgium-netherlands": "afa", "paris": "germany"}
    play = table(units, power="afa", take=lands, at_war=["germany usa", "japan usa"])
    do(play, Attack("ground", "paris", "home-guard, malta, 9th-army"))
    battles.begin(play, "ground", "paris")
    assert battles.chooser(play.position, "allies", "land", "") == "usa"


@pytest.mark.section("6.5", "8. Victory and Game End")
@pytest.mark.parametrize(("army", "told"), [("western-front byelorussia@2", "1 ussr"), ("2nd-army byelorussia@2", "1 afa")])
def test_6_5_it_is_kept_who_destroyed_an_arm(army: str, told: str) -> None:
    lands = {"poland": "germany", "byelorussia": "afa" if "2nd" in army else "ussr"}
    play = table(f"army-group-center poland@1, {army}", power="afa", take=lands, at_war=["germany ussr"])
    do(play, Attack("ground", "poland", army.split(" ")[0]))
    battles.begin(play, "ground", "poland")
    results.strike(play, "army-group-center")
    assert play.state.marker("game", "arm-lost/germany") == told
