"""Units, powers and areas by the names that people type."""

from __future__ import annotations

import pytest

from engine.forces import show_units
from engine.odds.answers import battle_odds
from engine.odds.battle import Forces
from engine.odds.names import OddsError, area_named, power_named, read_order, read_units, short_names, unit_named
from engine.odds.written import forces_of
from engine.titles import load_title, titles
from ingest.triplea.maps import map_title, maps

TITLE, GLOBAL = load_title("aa1942"), map_title("Global 1940")


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("3inf 2arm", "3 infantry, 2 tank"),
        ("3inf2arm1ftr", "3 infantry, 2 tank, fighter"),
        ("2arm ftr", "2 tank, fighter"),
        ("inf art tank", "infantry, artillery, tank"),
        ("3 inf, 2 tanks and a ftr", "3 infantry, 2 tank, fighter"),
        ("3x Infantry + 1 BB", "3 infantry, battleship"),
        ("2 anti-aircraft guns; bomber", "2 anti-aircraft-gun, bomber"),
        ("2 Aircraft Carriers 1 dd", "2 aircraft-carrier, destroyer"),
        ("sub dd ca cv bb tr", "submarine, destroyer, cruiser, aircraft-carrier, battleship, transport"),
        ("subs, dds, bbs, trns", "submarine, destroyer, battleship, transport"),
        ("aaGun, armour, factory", "anti-aircraft-gun, tank, industrial-complex"),
        ("2 inf (UK), ftr (usa)", "2 infantry (united-kingdom), fighter (united-states)"),
        ("", ""),
    ],
)
def test_units_as_people_type_them(text: str, units: str) -> None:
    assert show_units(read_units(TITLE, text)) == units


def test_units_of_another_map() -> None:
    found = [(item.count, item.unit) for item in read_units(GLOBAL, "2 mech 3 tacs bmb cv")]
    assert found == [(2, "mech-infantry"), (3, "tactical-bomber"), (1, "bomber"), (1, "carrier")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 infanty", "did you mean infantry"),
        ("2 fihgter", "did you mean fighter"),
        ("2 tac", r"has no tactical-bomber \('tac'\); it has infantry"),
        ("2 inf (narnia)", "has no power 'narnia'"),
        ("2 inf (germny)", "did you mean germany"),
        ("0 inf", "at least 1"),
        ("3", "expected units as in"),
    ],
)
def test_what_is_unknown_gets_a_suggestion(text: str, said: str) -> None:
    with pytest.raises(OddsError, match=said):
        read_units(TITLE, text)


@pytest.mark.parametrize("slug", titles())
def test_every_unit_power_and_area_of_a_title_is_known_by_its_printed_name(slug: str) -> None:
    """Names that several have name none of them; every other one leads to its own."""
    title = load_title(slug)
    for named, rows in ((unit_named, title.units), (power_named, title.powers), (area_named, title.areas)):
        printed = [row.name.casefold() for row in rows.values()]
        for key, row in rows.items():
            assert named(title, key) == key
            if printed.count(row.name.casefold()) == 1:
                assert named(title, row.name) == key, row.name


def test_a_short_name_never_hides_a_unit_of_that_name() -> None:
    for title in [*map(load_title, titles()), *map(map_title, maps())]:
        for unit in title.units:
            assert unit_named(title, unit) == unit
    assert {"inf", "art", "arm", "tank", "mech", "ftr", "tac", "bmb", "sub", "dd", "ca", "cv", "bb", "tr"} <= {*short_names("unit")}


@pytest.mark.parametrize(("text", "area"), [("Ukraine S.S.R.", "ukraine-ssr"), ("sz 5", "sea-zone-5"), ("Sea Zone 5", "sea-zone-5")])
def test_areas_as_they_are_printed(text: str, area: str) -> None:
    assert area_named(TITLE, text) == area
    with pytest.raises(OddsError, match="did you mean ukraine-ssr"):
        area_named(TITLE, "ukrane")


def test_an_order_of_loss_as_people_type_it() -> None:
    assert read_order(TITLE, "2 inf, ftr, then the rest".split(",")) == ("2 infantry", "fighter")
    assert read_order(TITLE, ["inf ftr"]) == ("infantry", "fighter")
    forces = forces_of(TITLE, "3inf 2arm", "2 inf", attack_order=["1 inf", "then arm"])
    assert forces.attack_order == ("1 infantry", "tank")


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("ten infantry and two tanks", "10 infantry, 2 tank"),
        ("inf 3, arm 2", "3 infantry, 2 tank"),
        ("inf x3 arm*2", "3 infantry, 2 tank"),
        ("inf: 3; arm: 2", "3 infantry, 2 tank"),
        ("inf x3, 2 tanks", "3 infantry, 2 tank"),
        ("3 inf, tank 2 and ftr x2", "3 infantry, 2 tank, 2 fighter"),
        ("aa gun 1, inf 2", "anti-aircraft-gun, 2 infantry"),
        ("2 inf/1 arm", "2 infantry, tank"),
        ("2 Inf. 1 Art.", "2 infantry, artillery"),
        ("3 inf 0 arm", "3 infantry"),
        ("３ ｉｎｆ＋1　arm", "3 infantry, tank"),
    ],
)
def test_counts_in_words_behind_their_units_and_of_nothing(text: str, units: str) -> None:
    """As they are pasted from tables of other calculators and written in forums."""
    assert show_units(read_units(TITLE, text)) == units


def test_units_whose_names_hold_numbers_keep_them() -> None:
    """Counters that are called after their steps, or after the armies that they are."""
    for slug, text in (("black-swan", "infantry-3, tank-4"), ("blitz", "18th-army, 2nd-army")):
        assert show_units(read_units(load_title(slug), text)) == text
    with pytest.raises(OddsError, match="has no unit 'infantry'"):
        read_units(load_title("black-swan"), "2 infantry 3")


def test_armies_without_end_are_refused_at_once() -> None:
    forces = {("infantry", "germany"): 99_999_999}, {("infantry", "soviet-union"): 3}
    for attack, defend in (forces, forces[::-1]):
        with pytest.raises(OddsError, match="has 99,999,999 units: expected 400 at most"):
            battle_odds(TITLE, Forces(attack, defend))
    with pytest.raises(OddsError, match=r"and \d+ more$"):
        read_units(load_title("blitz"), "2 bmb")


@pytest.mark.parametrize("text", ["-1 inf", "3.5 inf", "tank, .5 inf", "2 tank, −2 inf"])
def test_counts_that_are_not_whole_are_named_as_what_is_wrong(text: str) -> None:
    with pytest.raises(OddsError, match="expected a whole number of units, 1 or more"):
        read_units(TITLE, text)


def test_a_name_that_looks_like_none_is_told_what_there_is() -> None:
    with pytest.raises(OddsError, match="has no unit 'panzer'; it has infantry, artillery, tank"):
        read_units(TITLE, "2 panzer")


@pytest.mark.parametrize(
    ("attackers", "defenders", "mine", "theirs"),
    [
        ("infantry, bomber (germany)", "infantry (soviet-union)", {"germany"}, {"soviet-union"}),
        ("tank", "infantry (germany), fighter", {"soviet-union"}, {"germany"}),
        ("tank (uk), infantry", "infantry", {"united-kingdom", "soviet-union"}, {"germany"}),
        ("tank", "fighter (japan), infantry", {"soviet-union"}, {"japan", "germany"}),
    ],
)
def test_units_that_name_no_power_are_of_the_side_of_those_that_do(
    attackers: str, defenders: str, mine: set[str], theirs: set[str]
) -> None:
    forces = forces_of(load_title("aa50-1941"), attackers, defenders)
    assert ({power for _, power in forces.attackers}, {power for _, power in forces.defenders}) == (mine, theirs)


def test_ships_bombard_by_a_technology_of_the_attacker() -> None:
    title = load_title("revised")
    with pytest.raises(OddsError, match="battleship may"):
        forces_of(title, "2 infantry", "infantry", bombard="destroyer")
    known = forces_of(title, "2 infantry", "infantry", bombard="destroyer", attack_tech="combined bombardment")
    assert {unit for unit, _ in known.bombard} == {"destroyer"}
