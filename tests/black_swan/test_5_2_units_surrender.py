"""Surrender of blocks that are out of supply, and the PPs they grant (section 5.2; the example of 1.2)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.blocks import supply
from engine.families.blocks.politics.final import Final
from engine.families.blocks.politics.spoils import front_at, heir
from engine.families.blocks.politics.surrender import blocks, nations
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.season import season
from tests.black_swan.board import TITLE, at, play_from
from tests.black_swan.politics import SHIPS, fallen, neutral, paid, step

pytestmark = pytest.mark.section("5.2")

WAR = ("germany", "italy", "great-britain", "soviet-union", "united-states")


def cut_off(stacks: str, power: str = "germany", **more):
    """Return a game after the Supply Check of a camp."""
    war = {"at_war": WAR, "season": ("summer", 1942), "phase": "land-combat", "power": power}
    play = play_from(", ".join((SHIPS, stacks)), **(war | more))
    supply.check(play)
    return play


def test_5_2_example_two_italian_air_units_in_belgrade_and_kursk() -> None:
    play = cut_off("italy air-3@2 belgrade, italy air-3 kursk", control={"belgrade": "great-britain"})
    before = len(play.events)
    blocks(play)
    assert at(play, "belgrade") == "" == at(play, "kursk")
    assert at(play, "italy-pool") == "2 italy air-3@3"
    assert paid(play, before) == {("great-britain", "surrender"): 4, ("soviet-union", "surrender"): 4}


@pytest.mark.section("1.2")
def test_1_2_example_three_units_in_libya_grant_six_pps() -> None:
    """1.2: one Italian and two German units in Libya, cut off, grant the British 6 PPs; those of the set-up of 1942 make six."""
    play = cut_off("italy infantry-3 sirte, germany elite-tank-4@3 sirte, germany artillery-4@3 sirte")
    before = len(play.events)
    blocks(play)
    assert at(play, "sirte") == "" and paid(play, before) == {("great-britain", "surrender"): 6}


@pytest.mark.parametrize(("unit", "granted"), [
    ("infantry-4", 1), ("tank-4", 2), ("artillery-4", 3), ("air-4", 4), ("airborne-3", 5), ("elite-tank-4", 2),
])  # fmt: skip
def test_5_2_pps_by_class(unit: str, granted: int) -> None:
    play = cut_off(f"germany {unit} kursk")
    blocks(play)
    assert play.state.resources["soviet-union", "pp"] == granted


@pytest.mark.parametrize(
    ("unit", "granted"),
    [
        ("submarine-4", 1),
        ("light-surface-4", 2),
        ("heavy-surface-4", 3),
        ("carrier-4", 4),
    ],
)
def test_5_2_ships_surrender_too(unit: str, granted: int) -> None:
    """The Central Med is the British', with Gibraltar and Sicily in their hands no Italian line leads to Rome."""
    play = cut_off(f"italy {unit} eastern-med, great-britain 4 heavy-surface-4 eastern-med")
    before = len(play.events)
    blocks(play)
    assert paid(play, before) == {("great-britain", "surrender"): granted}


def test_5_2_who_is_in_supply_again_by_a_nation_that_surrenders_stays() -> None:
    """5.1 comes first: with the British ships and discs gone the Central Med is Italian, and Tripoli is reached from Rome."""
    stacks = "italy infantry-3 tripoli, italy light-surface-3 central-med, italy light-surface-3 tyrrhenian-sea"
    for london, left in (("great-britain", ""), ("germany", "italy infantry-3@3 [unsupplied]")):
        play = play_from(
            f"{SHIPS}, {stacks}, great-britain 4 heavy-surface-4 central-med",
            "land-combat",
            at_war=WAR,
            season=("summer", 1942),
            control={"london": london},
        )
        sea_control.update(play)
        supply.check(play)
        Final().open(play)
        assert at(play, "tripoli") == left


def test_5_2_a_fort_of_several_steps_loses_one_and_the_last_one_surrenders() -> None:
    play = cut_off("great-britain fort-3@2 malta, great-britain fort-4@1 cyprus", "great-britain", control={"malta": "great-britain"})
    before = len(play.events)
    blocks(play)
    assert at(play, "malta") == "great-britain fort-3@1 [unsupplied]" and at(play, "cyprus") == ""
    assert paid(play, before) == {("italy", "surrender"): 5}
    assert [event.cause for event in play.events[before:] if isinstance(event, ev.UnitsChanged)] == ["supply"]


def test_5_2_a_fort_of_a_nation_that_surrenders_surrenders_whole() -> None:
    """The exception is for forts "of a non Surrendering Nation"."""
    play = cut_off("great-britain fort-4@3 cyprus", "great-britain", control={"london": "germany"})
    before = len(play.events)
    nations(play)
    assert at(play, "cyprus") == "" == at(play, "great-britain-pool")
    assert paid(play, before)["italy", "surrender"] == 5


def test_5_2_a_fort_loses_one_step_a_season() -> None:
    """White cubes are laid in the turn of its own side only: in the enemy's turns nothing is lost."""
    stacks = f"{SHIPS}, great-britain fort-4 malta, italy 2 heavy-surface-4 central-med"
    play = fallen(play_from(stacks, "land", at_war=WAR, season=("spring", 1942), scenario="1942", holdings="1942"), "france")
    left: dict[tuple[str, str], int] = {}
    while not play.state.ended:
        left[season(play.position).slug, play.state.clock.power] = play.position.stacks("malta")[0][0][3]
        step(play)
    steps = [(f"{when} {who}", strength) for (when, who), strength in left.items()]
    assert steps == [
        ("spring germany", 4),
        ("spring great-britain", 4),
        ("summer germany", 3),
        ("summer great-britain", 3),
        ("fall germany", 2),
        ("fall great-britain", 2),
    ]


def test_5_2_who_is_in_supply_again_stays() -> None:
    play = cut_off("germany infantry-4 kursk")
    for area in ("warsaw", "lublin", "pinsk", "gomel"):
        play.emit(ev.ControlChanged(area, "", "germany", "test"))
    assert supply.in_supply(play.position, play.position.stacks("kursk")[0][0])
    blocks(play)
    assert at(play, "kursk") == "germany infantry-4@4 [unsupplied]"


def test_5_2_only_marked_blocks_surrender() -> None:
    """A block that has lost its line in this turn was not marked, and the other camp's blocks are checked in its own turn."""
    play = play_from(f"{SHIPS}, germany infantry-4 kursk, soviet-union infantry-4 lublin", at_war=WAR, phase="land-combat")
    blocks(play)
    assert at(play, "kursk") == "germany infantry-4@4" and at(play, "lublin") == "soviet-union infantry-4@4"


def test_5_2_allied_units_grant_italy_in_the_med_and_germany_elsewhere() -> None:
    play = cut_off("great-britain infantry-4 tripoli, soviet-union tank-4 breslau, united-states air-4 vienna", "great-britain")
    before = len(play.events)
    blocks(play)
    assert paid(play, before) == {("italy", "surrender"): 1, ("germany", "surrender"): 2 + 4}


def test_5_2_what_a_neutral_or_fallen_nation_would_get_the_next_one_has() -> None:
    play = cut_off("germany infantry-4 kursk")
    assert heir(play.position, "allies", "kursk") == "soviet-union"
    assert heir(neutral(play, "soviet-union").position, "allies", "kursk") == "great-britain"
    assert heir(play.position, "axis", "malta") == "italy"
    assert heir(fallen(play, "italy").position, "axis", "malta") == "germany"


def test_5_2_every_place_on_the_map_has_a_front() -> None:
    places = {area for area, row in TITLE.areas.items() if row.kind != "box" and row.terrain != "impassable"}
    assert {front_at(TITLE, area) for area in places - {"usa"}} == {"west-front", "med-front", "east-front"}
