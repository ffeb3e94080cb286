"""5.3: a Port Attack hits ships in Port: none at sea, and with CVs only those in a Port on their own sea area."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.blitz.combat import battles, factors
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack, Choose, Defend, Resolve
from tests.blitz.table import at, broken, do, keys, settle, table

pytestmark = pytest.mark.section("5.3")
WAR = ["japan usa", "germany usa"]
SPAIN = {
    "power": "afa",
    "at_war": WAR,
    "take": {"spain": "germany", "portugal": "germany"},
    "markers": {"ally/iberia": "germany"},
}
PORTS = "bb-fleet spain@2 [at:mediterranean-sea!], high-seas-fleet spain@2 [at:western-approaches!]"


def resolve(play: Play, area: str, wanted: str) -> Play:
    """Resolve a Port Attack; who is asked what is damaged names `wanted` where he may."""
    do(play, Resolve("port", area))
    while play.pending:
        choice = Choose(wanted)
        play.submit(choice if play.pending.what == "damage" and not play.check(choice) else play.pending.default)
    return play


def test_5_3_a_carrier_that_joins_from_sea_is_no_target_of_the_naval_round() -> None:
    play = table(
        "20th-air-force formosa@2, 8th-air-force formosa@2, 2nd-fleet tokyo@1, kido-butai japanese-coast@2",
        power="afa",
        at_war=WAR,
        take={"formosa": "usa"},
        dice=[1, 1, 6],
    )
    do(
        play,
        Attack("port", "tokyo", "8th-air-force, 20th-air-force"),
        Announced(),
        Defend("port", "tokyo", "kido-butai"),
    )
    settle(play)
    resolve(play, "tokyo", "kido-butai")
    assert (at(play, "kido-butai"), at(play, "2nd-fleet")) == ("japanese-coast@2", "japan-pool")


def test_5_3_a_carrier_does_not_hit_ships_in_a_port_on_another_sea() -> None:
    """The book's example: the fleet in the Western Approaches cannot attack the Port that touches the Mediterranean only."""
    play = table(f"12th-fleet western-approaches@2, {PORTS}", **SPAIN, dice=[6])
    do(play, Attack("port", "spain", "12th-fleet"), Announced())
    settle(play)
    resolve(play, "spain", "bb-fleet")
    assert at(play, "bb-fleet") == "spain@2" and at(play, "high-seas-fleet") != "spain@2"


def test_5_3_aircraft_hit_ships_in_either_port() -> None:
    play = table(f"bomber-command gibraltar@2, {PORTS}", **SPAIN, dice=[6])
    do(play, Attack("port", "spain", "bomber-command"), Announced())
    settle(play)
    found = battles.in_port(
        play.position,
        battles.participants(play.position, "allies", "port", "spain"),
        battles.participants(play.position, "axis", "port", "spain"),
        "spain",
    )
    assert [key.unit for key in found] == ["bb-fleet", "high-seas-fleet"]


def test_5_3_carriers_in_two_seas_attack_no_two_ports_at_once() -> None:
    play = table(f"12th-fleet western-approaches@2, 8th-fleet mediterranean-sea@2, {PORTS}", **SPAIN)
    assert broken(play, Attack("port", "spain", "12th-fleet, 8th-fleet")) == ["attack/port-sea"]
    assert broken(play, Attack("port", "spain", "8th-fleet")) == []


def test_5_3_a_carrier_has_nothing_to_attack_but_in_a_port_on_its_own_sea() -> None:
    """Of the carrier alone, whatever else the attack has: no ship, or one in the other Port, is nothing to attack."""
    for ships, found in (("", ["attack/port-sea"]), ("bb-fleet spain@2 [at:mediterranean-sea!]", ["attack/port-sea"]), (PORTS, [])):
        play = table(f"12th-fleet western-approaches@2, {ships}", **SPAIN)
        (key,) = keys(play, "12th-fleet")
        wrong = combat.check_committed(play.position, key, "port", "spain", attacking=True, flown=False)
        assert [problem.rule for problem in wrong] == found, ships


@pytest.mark.section("5.3", "Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize(
    ("attacker", "ships", "defender", "found"),
    [
        ("8th-air-force gibraltar@2", "bb-fleet spain@2 [at:mediterranean-sea!]", "western-approaches", ["attack/port-sea"]),
        ("8th-air-force gibraltar@2", "bb-fleet spain@2 [at:mediterranean-sea!]", "mediterranean-sea", []),
        ("8th-air-force gibraltar@2", PORTS, "western-approaches", []),
        ("8th-fleet mediterranean-sea@2", PORTS, "western-approaches", ["attack/port-sea"]),
    ],
)
def test_5_3_a_carrier_defends_on_the_sea_of_a_port_that_is_attacked_alone(
    attacker: str, ships: str, defender: str, found: list[str]
) -> None:
    """The defender commits "in exactly the same way": the carriers that attack from one sea attack the Port on that sea."""
    play = table(f"{attacker}, {ships}, kido-butai {defender}@2", **SPAIN)
    do(play, Attack("port", "spain", attacker.split()[0]), Announced())
    (key,) = keys(play, "kido-butai")
    wrong = combat.check_committed(play.position, key, "port", "spain", attacking=False)
    assert [problem.rule for problem in wrong] == found
    assert (play.pending is None) == bool(found), "who can commit nothing is not asked"


@pytest.mark.section("6.3", "1.4")
@pytest.mark.parametrize(("turn", "share"), [(1, 1), (2, 2)])
def test_6_3_aircraft_attack_a_port_with_half_their_factors_in_the_snow_alone(turn: int, share: int) -> None:
    """Western Germany has a Snowflake marker, and turn 2 is a Snow Turn."""
    play = table("ju-88s paris@2, high-seas-fleet western-germany@2", turn=turn, take={"paris": "germany"})
    bombers, ships = keys(play, "ju-88s"), keys(play, "high-seas-fleet")
    found = factors.naval_fire(play.position, bombers, ships, "western-germany", port=True)
    assert found.total == factors.bombing(play.position, bombers[0], "naval") / share > 0
