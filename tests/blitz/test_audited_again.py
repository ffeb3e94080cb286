"""What a second reading of the book beside the code found (1.3, 2.2, 4.4, 5.3, 9.4)."""

from __future__ import annotations

import pytest

from engine.rules import EndPhase
from engine.titles.blitz.orders import Announced, Attack, Engage, FlyIn, No, PutToSea, Rebase, Resolve, Yes
from engine.titles.blitz.sea import sea
from tests.blitz.table import at, broken, do, settle, table

W = ["japan usa", "germany usa"]


@pytest.mark.section("4.4")
def test_4_4_aircraft_fly_in_where_their_sub_has_met_a_convoy_alone() -> None:
    """Every sea area with enemies at war has a combat, "even if only a Convoy": the other side may fly to it."""
    play = table("u-boat-i north-atlantic@1, condors eastern-canada@1", power="afa", phase="sea-combat", take={"eastern-canada": "germany"})
    do(play, Engage("north-atlantic"))
    assert play.pending is not None
    assert (play.pending.what, play.pending.power) == ("fly-in", "germany")
    assert broken(play, FlyIn("condors")) == []


def free_blitz(size: int):
    """A German Free Blitz has sailed into a sea area with the Home Fleet."""
    play = table(f"home-fleet north-sea@{size}, u-boat-i western-germany@1", phase="sea", blitzing={"germany": "free"}, dice=[1] * 9)
    do(play, PutToSea("u-boat-i", "western-germany > north-sea"))
    play.submit(EndPhase())
    assert sea.optional(play.position) == ["north-sea"]
    return play


@pytest.mark.section("2.2")
def test_2_2_the_other_side_says_whether_a_free_blitz_is_fought_at_sea() -> None:
    """ "but only if the other side wishes to have a sea area combat there": who moved may not leave it unasked."""
    play = free_blitz(2)
    assert broken(play, EndPhase()) == ["engage/due"]
    do(play, Engage("north-sea"))
    assert play.pending is not None
    assert (play.pending.what, play.pending.power, play.pending.default) == ("wish", "afa", Yes())
    before = play.state.battles
    settle(do(play, Yes()))
    assert play.state.battles == before + 1


@pytest.mark.section("2.2")
def test_2_2_who_does_not_wish_a_combat_has_none() -> None:
    play = free_blitz(1)
    before = play.state.battles
    do(play, Engage("north-sea"), No())
    assert play.state.battles == before
    assert play.pending is None
    assert broken(play, EndPhase()) == []


@pytest.mark.section("9.4", "5.3")
def test_9_4_a_para_that_flew_does_not_count_as_an_attacker_over_the_land_route() -> None:
    """Whichever of the two was announced first."""
    units = "1st-para paris@1, 18th-army paris@2, 2nd-army spain@1"
    told = {"take": {"paris": "germany", "spain": "afa", "portugal": "afa"}, "markers": {"ally/iberia": "afa"}}
    play = table(units, options={"land-route-attacks": "yes"}, **told)
    assert broken(play, Attack("ground", "spain", "18th-army", "1st-para")) == []
    do(play, Attack("ground", "spain", "", "1st-para"))
    assert broken(play, Attack("ground", "spain", "18th-army")) == []


@pytest.mark.section("1.3", "7.8")
@pytest.mark.parametrize(("size", "rules"), [(2, ["rebase/stacking"]), (1, [])])
def test_1_3_a_bomber_and_its_a_bomb_share_the_room_of_an_island(size: int, rules: list[str]) -> None:
    units = f"20th-air-force formosa@{size}, american-a-bomb formosa@1"
    play = table(units, power="usa", phase="rebase", at_war=W, take={"formosa": "usa", "mariana-islands": "usa"})
    assert broken(play, Rebase("20th-air-force", "formosa > mariana-islands", "american-a-bomb")) == rules


@pytest.mark.section("5.3")
def test_5_3_an_a_bomb_that_was_not_dropped_stays_where_it_was_taken_up() -> None:
    """It does not move on its own: the Factory has been taken before the raid, and no rule lets it land there."""
    units = "2nd-army paris@2, 8th-army paris@2, canadian-air-force london@2, british-a-bomb london@1, volkssturm western-germany@1"
    play = table(units, power="afa", dice=[6, 1])
    do(play, Attack("ground", "western-germany", "2nd-army, 8th-army"))
    settle(do(play, Attack("factory", "western-germany", "canadian-air-force, british-a-bomb"), Announced()))
    settle(do(play, Resolve("ground", "western-germany")))
    settle(do(play, Resolve("factory", "western-germany")))
    assert at(play, "british-a-bomb") == "london@1"
    assert play.state.damage == {}
