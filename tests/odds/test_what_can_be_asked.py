"""What can be asked of a battle: orders of loss as they are told, ships that bombard, units from the sea, retreats in part."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from engine.families.axis_allies.sampled_odds import sampled
from engine.odds.answers import battle_odds
from engine.odds.battle import Forces, Retreat, odds
from engine.odds.names import OddsError
from engine.odds.written import forces_of
from engine.titles import load_title
from ingest.triplea.save import read_save
from ingest.triplea.title.reading import title_of
from tests.slow import slow_after

TITLE = load_title("aa1942")
GREY, RED = "germany", "soviet-union"
GAMES, ERRORS = 400, 4.0

Left = dict[tuple[str, ...], Fraction]
"""The units of the attacker that are left at the end, of battles in which the defender is gone; and their chance."""


def hits(numbers: list[int]) -> list[Fraction]:
    """The chance of each number of hits, die by die."""
    chances = [Fraction(1)]
    for number in numbers:
        hit = Fraction(number, 6)
        chances = [
            (chances[n] if n < len(chances) else 0) * (1 - hit) + (chances[n - 1] * hit if n else 0) for n in range(len(chances) + 1)
        ]
    return chances


def numbers(units: tuple[str, ...], attacking: bool) -> list[int]:
    """On what each unit hits, by the book's profiles; an artillery raises one infantry to 2."""
    figures = {"infantry": (1, 2), "artillery": (2, 2), "tank": (3, 3), "fighter": (3, 4), "bomber": (4, 1)}
    guns, found = units.count("artillery") * attacking, []
    for unit in units:
        more = unit == "infantry" and guns > 0
        guns -= more
        found.append(figures[unit][0 if attacking else 1] + more)
    return found


def by_hand(attack: list[str], defense: list[str], shells: list[int] = []) -> Left:  # noqa: B006
    """Fight to the end, the first of each list lost first; shells hit before, and whom they hit still fires once."""

    @cache
    def fight(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], Fraction], ...]:
        if not mine or not theirs:
            return () if theirs or not mine else ((mine, Fraction(1)),)
        return tuple(going_on(mine, theirs, theirs).items())

    def going_on(mine: tuple[str, ...], theirs: tuple[str, ...], firing: tuple[str, ...]) -> Left:
        out: Left = {}
        again = Fraction(0)
        for (a, p), (d, q) in product(enumerate(hits(numbers(mine, True))), enumerate(hits(numbers(firing, False)))):
            after = mine[d:], theirs[a:]
            if after == (mine, theirs) and firing == theirs:
                again += p * q
                continue
            for left, chance in fight(*after):
                out[left] = out.get(left, Fraction(0)) + p * q * chance
        return {left: chance / (1 - again) for left, chance in out.items()}

    mine, theirs, found = tuple(attack), tuple(defense), Left()
    for struck, part in enumerate(hits(shells)):
        for left, chance in going_on(mine, theirs[struck:], theirs).items():
            found[left] = found.get(left, Fraction(0)) + part * chance
    return found


def wins(left: Left) -> float:
    return float(sum(left.values()))


def takes(left: Left) -> float:
    return float(sum(chance for units, chance in left.items() if {*units} - {"fighter", "bomber"}))


def asked(attackers: str, defenders: str, *, retreat: Retreat | None = None, **more):
    forces = forces_of(TITLE, attackers, defenders, attacker=GREY, defender=RED, **more)
    return battle_odds(TITLE, forces, retreat=retreat or Retreat()).result


def test_an_order_of_loss_is_kept_to_as_it_is_told() -> None:
    """Two infantry, then the fighters, as ordered: no land unit is kept, so the area is taken less often."""
    told = by_hand(["infantry", "infantry", "fighter", "fighter"], ["infantry", "infantry"])
    found = asked("2 infantry, 2 fighter", "2 infantry", attack_order=["infantry", "fighter"])
    assert (found.win, found.take) == pytest.approx((wins(told), takes(told)), abs=1e-8)
    kept = by_hand(["infantry", "fighter", "fighter", "infantry"], ["infantry", "infantry"])
    found = asked("2 infantry, 2 fighter", "2 infantry", attack_order=["infantry", "fighter"], keep_land=True)
    assert (found.win, found.take) == pytest.approx((wins(kept), takes(kept)), abs=1e-8)
    assert asked("2 infantry, 2 fighter", "2 infantry").take == pytest.approx(takes(kept), abs=1e-8), (
        "without an order one land unit is kept"
    )


@pytest.mark.parametrize(
    ("order", "lost"),
    [
        (
            ["2 infantry", "fighter", "then the rest"],
            ["infantry", "infantry", "fighter", "infantry", "tank", "fighter"],
        ),
        (["1 infantry", "tank", "infantry"], ["infantry", "tank", "infantry", "infantry", "fighter", "fighter"]),
        (["5 infantry", "1 fighter", "tank"], ["infantry", "infantry", "infantry", "fighter", "tank", "fighter"]),
    ],
)
def test_an_order_of_loss_may_tell_numbers(order: list[str], lost: list[str]) -> None:
    if order[1] == "fighter":
        # All fighters stand where they are named without a number.
        lost = ["infantry", "infantry", "fighter", "fighter", "infantry", "tank"]
    told = by_hand(lost, ["infantry", "infantry", "tank"])
    found = asked("3 infantry, tank, 2 fighter", "2 infantry, tank", attack_order=order, defend_order=["infantry", "tank"])
    assert (found.win, found.take) == pytest.approx((wins(told), takes(told)), abs=1e-8)


def test_numbers_of_units_that_take_several_hits_are_refused() -> None:
    with pytest.raises(OddsError, match="battleship takes several hits"):
        asked("2 battleship", "destroyer", attack_order=["1 battleship"])


@pytest.mark.parametrize(
    ("attackers", "bombard", "landing", "shells"),
    [
        ("infantry", "battleship, cruiser", "", [4]),
        ("2 infantry", "battleship, 2 cruiser", "", [4, 3]),
        ("2 infantry", "cruiser, battleship", "infantry", [4]),
        ("infantry, fighter", "3 cruiser", "", [3]),
    ],
)
def test_one_ship_bombards_for_each_land_unit_from_the_sea_the_strongest_first(
    attackers: str, bombard: str, landing: str, shells: list[int]
) -> None:
    mine = ["infantry"] * (2 if "2" in attackers else 1)
    order = ["fighter", *mine] if "fighter" in attackers else mine
    told = by_hand(order, ["infantry", "infantry"], shells)
    found = asked(attackers, "2 infantry", bombard=bombard, seaborne=landing)
    assert (found.win, found.take) == pytest.approx((wins(told), takes(told)), abs=1e-8)


def test_only_ships_that_bombard_do() -> None:
    with pytest.raises(OddsError, match=r"destroyer does not bombard: of .* battleship, cruiser may"):
        asked("infantry", "infantry", bombard="destroyer")
    forces = forces_of(TITLE, "2 infantry, transport, cruiser", "infantry", area="ukraine-ssr")
    assert {unit for unit, _ in forces.bombard} == {"cruiser"}, "what carries the landing does not bombard"
    assert {unit for unit, _ in forces.attackers} == {"infantry"}
    with pytest.raises(OddsError, match=r"destroyer does not fight in ukraine-ssr"):
        forces_of(TITLE, "2 infantry, destroyer", "infantry", area="ukraine-ssr")


@pytest.mark.parametrize("landing", ["3 infantry", "tank", "fighter"])
def test_what_comes_from_the_sea_is_among_the_land_units_of_the_attacker(landing: str) -> None:
    with pytest.raises(OddsError, match="cannot come ashore"):
        asked("2 infantry, fighter", "infantry", seaborne=landing)


@pytest.mark.parametrize("when", slow_after(2, [Retreat(rounds=1), Retreat(rounds=2), Retreat(units=5), Retreat(aircraft=True)]), ids=str)
@pytest.mark.parametrize(
    ("mine", "lands", "theirs"),
    [
        ({"infantry": 3, "tank": 2, "fighter": 1}, {"infantry": 3}, {"infantry": 4, "tank": 1}),
        ({"infantry": 2, "artillery": 2, "bomber": 2}, {"artillery": 2}, {"infantry": 5}),
        ({"infantry": 2, "fighter": 3}, {"infantry": 2}, {"infantry": 3, "fighter": 1}),
    ],
    ids=["overland beside the sea", "the sea lost last", "nobody overland"],
)
def test_who_came_from_the_sea_fights_on_when_the_others_retreat(
    mine: dict[str, int], lands: dict[str, int], theirs: dict[str, int], when: Retreat
) -> None:
    """The title's own rules play the same battles: land units by sea stay, others and aircraft leave."""
    forces = Forces(
        {(unit, GREY): n for unit, n in mine.items()},
        {(unit, RED): n for unit, n in theirs.items()},
        seaborne={(unit, GREY): n for unit, n in lands.items()},
    )
    found = odds(TITLE, forces, retreat=when)
    played = sampled(TITLE, forces, games=GAMES, seed=f"{mine} {when}", retreat=when)
    for name in ("win", "take", "lose", "draw", "retreat"):
        chance = getattr(found, name)
        error = max((chance * (1 - chance) / GAMES) ** 0.5, 1 / GAMES)
        assert abs(chance - getattr(played, name)) <= ERRORS * error, (name, chance, getattr(played, name))
    spread = sum(chance * (swing - found.swing) ** 2 for swing, chance in found.swings)
    assert abs(found.swing - played.swing) <= ERRORS * max((spread / GAMES) ** 0.5, 0.2)
    assert sum(one.chance for one in found.attackers) == pytest.approx(1.0, abs=1e-8)
    assert sum(swing * chance for swing, chance in found.swings) == pytest.approx(found.swing, abs=1e-6)


def test_an_infantry_from_the_sea_is_left_alone_after_a_round() -> None:
    """An infantry from the sea and a bomber against an infantry: after a round the bomber leaves, the infantry fights on at 1 against 2."""
    duel = Fraction(1, 6) * Fraction(2, 3) / (1 - Fraction(5, 6) * Fraction(2, 3))
    none = Fraction(5, 6) * Fraction(1, 3)  # both of the first round miss: the infantry with 1, the bomber with 4
    won = 1 - none
    # The defender's hit of that round takes the bomber, as one land unit is kept; either way the infantry is there.
    found = asked("infantry, bomber", "infantry", seaborne="infantry", retreat=Retreat(rounds=1))
    assert found.win == pytest.approx(float(won + none * duel), abs=1e-8)
    assert found.retreat == 0.0, "the battle goes on without the bomber"


@pytest.mark.shared
@pytest.mark.parametrize(("save", "ships"), [("ai-classic-g1.tsvg", 3), ("ai-ww2v4-g1-fast.tsvg", 1)])
def test_any_number_of_ships_bombards_on_maps_without_the_limit(shared: Path, save: str, ships: int) -> None:
    """The game files say of Classic that `Shore Bombard Per Ground Unit Restricted` is off, of the fourth version that it is on."""
    title = title_of(read_save(shared / "saves" / save))
    forces = forces_of(title, "infantry, fighter", "2 infantry", bombard="3 battleship")
    assert sum(forces.bombard.values()) == ships


def test_who_retreats_with_only_aircraft_left_keeps_no_land_unit_unless_told() -> None:
    """Two infantry and two fighters against four infantry: the fighters are left alone in two battles of three."""
    title = load_title("aa1942")
    forces = forces_of(title, "2 infantry, 2 fighter", "4 infantry")
    when = Retreat(aircraft=True)
    found, lost_first = battle_odds(title, forces, retreat=when), forces._replace(keep_land=False)
    assert found.result.retreat == pytest.approx(battle_odds(title, lost_first, retreat=when).result.retreat)
    assert found.result.retreat == pytest.approx(0.695, abs=0.001)
    kept = battle_odds(title, forces._replace(keep_land=True), retreat=when)
    assert kept.result.retreat == 0.0
