"""What greedy bots do with what Global 1939 offers: paratroopers, marines, fortifications, and the neutrals that they leave alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.attack import next_attack
from engine.families.axis_allies.bots.greedy.buying import _guards, purchases
from engine.families.axis_allies.bots.greedy.diplomacy import dealings
from engine.families.axis_allies.bots.greedy.elite_infantry import drops
from engine.families.axis_allies.bots.greedy.placing import placements
from engine.families.axis_allies.bots.greedy.pool import flying
from engine.families.axis_allies.bots.greedy.sealift import Lot
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.bots.greedy.walls import Site, site, strengthened
from engine.families.axis_allies.orders import Buy, Move, Offload, Place
from engine.play import Play
from tests.bots.test_greedy import phase_of
from tests.global1939.positions import play_from

BERLIN = {"germany": "germany: 2 bomber, 6 infantry, major-factory"}
FRANCE_HELD = {"western-germany": "germany", "france": "france"}


def seen(play: Play) -> View:
    """The board as a greedy bot sees it."""
    return View(play.position, styles()["greedy"])


def offered(play: Play, target: str) -> list[Lot]:
    """Return the bombers that could drop infantry on an area, each with it."""
    view = seen(play)
    return drops(play, view, target, flying(view, target))[0]


def dropped(play: Play) -> list[str]:
    """Return the orders of the attack that drop infantry, as the bot plays the phase."""
    return [order.path for order in phase_of(play) if isinstance(order, Move) and order.drop]


def test_bombers_drop_infantry_beside_an_attack_over_land() -> None:
    stacks = {**BERLIN, "western-germany": "germany: 4 infantry, 2 tank", "france": "france: 5 infantry"}
    way = "germany > western-germany > france"
    assert dropped(play_from(stacks, "germany", "combat-move", control=FRANCE_HELD)) == [way, way]


def test_infantry_beside_the_area_walks() -> None:
    stacks = {"western-germany": "germany: 2 bomber, 6 infantry, 2 tank", "france": "france: 5 infantry"}
    play = play_from(stacks, "germany", "combat-move", control=FRANCE_HELD)
    assert not offered(play, "france")
    assert not dropped(play)


def test_no_more_infantry_is_dropped_than_may_leave() -> None:
    stacks = {
        "germany": "germany: 3 bomber, infantry",
        "western-germany": "germany: 4 infantry",
        "france": "france: infantry",
    }
    play = play_from(stacks, "germany", "combat-move", control=FRANCE_HELD)
    assert [lot.units for lot in offered(play, "france")] == [Counter(bomber=1, infantry=1)]


def test_a_drop_is_feared_where_land_units_are_near() -> None:
    """Three bombers can bring three infantry to Moscow, if other troops of theirs stand within two spaces of it."""
    stacks = {"poland": "germany: 3 bomber, 3 infantry", "russia": "soviet-union: infantry"}
    held = {"poland": "germany", "belarus": "germany"}
    alone = play_from(stacks, "soviet-union", "noncombat-move", control=held)
    near = play_from({**stacks, "belarus": "germany: infantry"}, "soviet-union", "noncombat-move", control=held)
    threats = [seen(play).threats.on("russia")["infantry"] for play in (alone, near)]
    assert threats[1] - threats[0] >= 3


LOAD = "transport [cargo=united-kingdom/infantry+united-kingdom/infantry]"
SHORE = {
    "sea-zone-110": f"united-kingdom: 2 {LOAD}, 4 infantry [aboard], 2 battleship",
    "united-kingdom": "united-kingdom: 9 infantry",
    "western-germany": "germany: 20 infantry",
}


@pytest.mark.parametrize(("garrison", "marines"), [("germany: infantry", [2, 2]), ("", [0])])
def test_infantry_that_must_fight_for_a_beach_lands_as_marines(garrison: str, marines: list[int]) -> None:
    stacks = SHORE | ({"normandy-bordeaux": garrison} if garrison else {})
    play = play_from(stacks, "united-kingdom", "combat-move", control={"normandy-bordeaux": "germany"})
    landed = [order for order in phase_of(play) if isinstance(order, Offload) and "normandy" in order.path]
    assert [order.marines for order in landed] == marines


def test_only_infantry_lands_as_marines() -> None:
    mixed = "transport [cargo=united-kingdom/artillery+united-kingdom/infantry]"
    stacks = {
        **SHORE,
        "normandy-bordeaux": "germany: infantry",
        "sea-zone-110": f"united-kingdom: 2 {mixed}, 2 infantry [aboard], 2 artillery [aboard]",
    }
    play = play_from(stacks, "united-kingdom", "combat-move", control={"normandy-bordeaux": "germany"})
    assert [order.marines for order in phase_of(play) if isinstance(order, Offload)] == [1, 1]


def test_infantry_is_dropped_on_land_that_nobody_defends() -> None:
    """Holland has no road from where the infantry stands; infantry in Denmark is near enough."""
    stacks = {**BERLIN, "western-germany": "germany: anti-aircraft-gun", "denmark": "germany: infantry [moved]"}
    held = {
        "western-germany": "germany",
        "denmark": "germany",
        "holland-belgium": "united-kingdom",
        "france": "germany",
    }
    play = play_from(stacks, "germany", "combat-move", control=held)
    assert "germany > western-germany > holland-belgium" in dropped(play)


def test_an_attack_over_a_wall_needs_more() -> None:
    stacks = {
        "western-germany": "germany: 13 infantry, 5 tank",
        "france": "france: 12 infantry",
        "germany": "germany: 9 infantry",
    }
    behind = {**stacks, "france": "france: 12 infantry, fortification [border:western-germany!]"}
    plans = [
        next_attack(play, seen(play), set())
        for play in (play_from(one, "germany", "combat-move", control=FRANCE_HELD) for one in (stacks, behind))
    ]
    assert [plan and plan.area for plan in plans] == ["france", "southern-france"]


WALL = {
    "western-germany": "germany: 9 infantry, tank",
    "france": "france: 12 infantry, 2 tank",
    "germany": "germany: infantry, major-factory",
}


def test_a_fortification_faces_the_border_over_which_most_could_come() -> None:
    play = play_from(
        {**WALL, "holland-belgium": "united-kingdom: 2 infantry"},
        "germany",
        "purchase-units",
        control={**FRANCE_HELD, "holland-belgium": "united-kingdom"},
        money={"germany": 20},
    )
    view = seen(play)
    assert site(view) == Site("western-germany", "france")
    (buy,) = [order for order in purchases(view, Random(1)) if isinstance(order, Buy)]
    assert dict(buy.counts)["fortification"] == 1
    placed = play_from(WALL, "germany", "mobilize-units", control=FRANCE_HELD, pool={"germany": "fortification"})
    assert placements(seen(placed)) == [Place("fortification", "western-germany", border="france")]


@pytest.mark.parametrize(
    "stacks",
    [
        {**WALL, "western-germany": "germany: 5 infantry, 9 tank"},
        {**WALL, "france": "france: 5 infantry"},
        {**WALL, "western-germany": "germany: 30 infantry"},
        {**WALL, "western-germany": "germany: 9 infantry, tank, fortification [border:france!]"},
    ],
    ids=["few defenders", "few enemies", "no danger", "fortified already"],
)
def test_no_fortification_is_built_where_it_helps_little(stacks: dict[str, str]) -> None:
    view = seen(play_from(stacks, "germany", "purchase-units", control=FRANCE_HELD, money={"germany": 20}))
    assert site(view) is None


def test_an_attacker_counts_walls() -> None:
    stacks = {
        "france": "france: 6 infantry, 3 tank, fortification [border:western-germany!]",
        "western-germany": "germany: tank",
    }
    view = seen(play_from(stacks, "germany", "combat-move", control=FRANCE_HELD))
    assert strengthened(view, "france", view.enemy_units("france")) == Counter(infantry=8, tank=3)
    assert strengthened(view, "western-germany", Counter(infantry=6)) == Counter(infantry=6)


@pytest.mark.parametrize(
    ("army", "declared"),
    [({}, True), ({"angola": "portugal: 6 infantry"}, False), ({"portugal": "portugal: 6 infantry"}, False)],
    ids=["no army", "an army elsewhere", "an army at home"],
)
def test_a_neutral_is_attacked_only_for_more_than_the_fight_costs(army: dict[str, str], declared: bool) -> None:
    """Portugal's army in Angola, out of reach, would join the enemy; at home it would cost more than its land is worth."""
    stacks = {"spain": "united-kingdom: 8 tank, 16 infantry", **army}
    play = play_from(stacks, "united-kingdom", "politics", control={"spain": "united-kingdom"})
    wars = [order.on for plan in dealings(play, seen(play)) for order in plan if hasattr(order, "on")]
    assert ("portugal" in wars) is declared


@pytest.mark.parametrize(("army", "deep"), [("eastern-poland", False), ("poland", True)])
def test_a_capital_is_held_against_an_army_three_steps_away(army: str, deep: bool) -> None:
    """Both armies are out of reach of Moscow in their next turn; the one that is nearer can be there in two."""
    stacks = {army: "germany: 20 infantry, 10 tank", "russia": "soviet-union: 4 infantry, major-factory"}
    play = play_from(stacks, "soviet-union", "purchase-units", control={army: "germany"}, money={"soviet-union": 60})
    view = seen(play)
    assert not view.threats.on("russia")
    assert not _guards(view, {"russia": 10})
    view.depth = 3
    units = view.friendly_units("russia")
    assert view.is_deep("russia", units) is deep
    assert _guards(view, {"russia": 10}) == (0 if deep else 10)
    assert bool(view.spare("russia")) is deep


def test_such_a_capital_gets_what_is_built_first() -> None:
    """Without the army three steps away troops would be placed in the factory that is nearer the front."""
    stacks = {
        "russia": "soviet-union: 4 infantry, major-factory",
        "novgorod": "soviet-union: 9 infantry, minor-factory",
    }
    army = {"eastern-poland": "germany: 20 infantry, 10 tank"}
    for more, first in (({}, "novgorod"), (army, "russia")):
        play = play_from(
            {**stacks, **more}, "soviet-union", "mobilize-units", control={"eastern-poland": "germany"}, pool={"soviet-union": "artillery"}
        )
        (order,) = phase_of(play)
        assert isinstance(order, Place) and order.area == first


def test_troops_beside_a_capital_count_as_its_own() -> None:
    """Infantry beside Moscow falls back when the army three steps away comes."""
    stacks = {
        "eastern-poland": "germany: 20 infantry, 10 tank",
        "russia": "soviet-union: 4 infantry, major-factory",
        "vologda": "soviet-union: 34 infantry",
    }
    view = seen(play_from(stacks, "soviet-union", "purchase-units", control={"eastern-poland": "germany"}))
    view.depth = 3
    assert view.is_deep("russia", view.friendly_units("russia"))
    assert view.is_deep("vologda", Counter()), "only capitals are held like this"
