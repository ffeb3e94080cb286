"""The greedy player keeps its capitals, and sends an army away from other ground only for much more than it leaves."""

from __future__ import annotations

import pytest

from engine.bots.style import styles
from engine.orders import Order
from engine.play import Play
from engine.simulation import simulate
from engine.titles.blitz.bots import attacking, garrisons, outlook, player, sailing, spending
from engine.titles.blitz.orders import Attack, Build, Rebase
from tests.blitz.table import TITLE, keys, table

GREEDY = player.nerve(styles()["greedy"])


def attacks(play: Play, nerve: attacking.Nerve = GREEDY) -> dict[str, set[str]]:
    """Announce a side's attacks: area to the units that go."""
    found: dict[str, set[str]] = {}
    for order in attacking.attack(play, nerve):
        if not isinstance(order, Attack):
            break
        play.submit(order)
        found[order.area] = {item.unit for item in order.forces}
    return found


def build(play: Play) -> list[Order]:
    """Play a power's build phase, and return its orders."""
    done = []
    for order in spending.build(play, 1.0):
        if not play.check(order):
            play.submit(order)
            done.append(order)
    return done


@pytest.mark.parametrize(("guarded", "goes"), [("moscow", True), ("leningrad", False)])
def test_the_last_unit_leaves_the_urals_for_moscow_alone(guarded: str, goes: bool) -> None:
    """A Size of 4 stands before a weak enemy, another one behind it in Stalingrad; Leningrad is worth less than the Urals."""
    play = table(
        f"big-byelorussian-front urals@4, alpini-army {guarded}@1, 18th-army stalingrad@2",
        power="afa",
        at_war=["germany ussr"],
        take={guarded: "germany", "stalingrad": "germany"},
        turn=8,
    )
    assert (guarded in attacks(play)) is goes


@pytest.mark.parametrize(("army", "goes"), [("big-byelorussian-front byelorussia@4", True), ("byelorussian-front byelorussia@2", False)])
def test_a_great_army_leaves_cheap_ground_for_better_one(army: str, goes: bool) -> None:
    """Poland is worth little more than Byelorussia, into which enemies can walk from the Ukraine."""
    play = table(
        f"{army}, shock-army leningrad@2, alpini-army poland@1, 18th-army ukraine@2",
        power="afa",
        at_war=["germany ussr"],
        take={"poland": "germany", "ukraine": "germany"},
        turn=8,
    )
    there = keys(play, army.split(" ")[0])
    assert (garrisons.spared(play.position, "byelorussia", "allies", "poland", there, 1.0) == there) is goes


@pytest.mark.parametrize(
    ("units", "gone"), [("army-group-b berlin@2", set()), ("army-group-b berlin@2, 18th-army berlin@1", {"army-group-b"})]
)
def test_the_last_unit_of_a_capital_stays(units: str, gone: set[str]) -> None:
    """An enemy beside Berlin asks for a guard, whatever an attack elsewhere promises; of two units the weaker one stays."""
    play = table(f"{units}, french-army western-germany@1, polish-army poland@1", take={"western-germany": "afa"})
    assert set[str]().union(*attacks(play, GREEDY._replace(chance=0.2)).values()) == gone


def test_the_last_unit_of_a_capital_attacks_nobody_beside_it() -> None:
    """It may fall in an attack on the only enemy there, who then walks in; two units may go together."""
    alone, two = (
        table(f"{units}, polish-army poland@1") for units in ("army-group-b berlin@2", "army-group-b berlin@2, 18th-army berlin@1")
    )
    assert not attacks(alone, GREEDY._replace(chance=0.2))
    assert attacks(two, GREEDY._replace(chance=0.2)) == {"poland": {"army-group-b", "18th-army"}}


def test_what_an_announced_attack_takes_away_is_no_guard() -> None:
    """Two attacks in turn would empty Berlin, each of which leaves somebody."""
    play = table(
        "army-group-b berlin@2, army-group-center berlin@2, 18th-army berlin@1, french-army western-germany@1, polish-army poland@1",
        take={"western-germany": "afa"},
    )
    assert len(attacks(play)) >= 1
    assert garrisons.uncommitted(play.position, "berlin", "axis")


def test_a_greater_garrison_stays_with_who_risks_less() -> None:
    """The army beside Berlin takes it from the weakest unit in a third of all cases, and from two units never."""
    play = table(
        "army-group-b berlin@1, army-group-south berlin@2, 18th-army berlin@2, big-western-front western-germany@4, polish-army poland@1",
        take={"western-germany": "ussr"},
        at_war=["germany ussr"],
    )
    there = keys(play, "army-group-b", "army-group-south", "18th-army")
    left = {
        style: len(garrisons.spared(play.position, "berlin", "axis", "poland", there, styles()[style].capital_risk))
        for style in ("greedy", "bold", "steady", "cautious")
    }
    assert left == {"greedy": 2, "bold": 1, "steady": 1, "cautious": 1}


def test_capitals_are_kept_from_transports_that_can_come() -> None:
    """A TRS in Hawaii comes to Tokyo in a later turn, one in Scotland not into the closed Baltic; peace asks for nothing."""
    units = "volunteer-corps tokyo@1, 3rd-fleet-trs hawaii@1, europe-trs scotland@1, landwehr berlin@1"
    war, peace = (table(units, at_war=at_war, turn=5) for at_war in (["japan usa"], []))
    assert outlook.needs_guard(war.position, "tokyo", "axis") and not outlook.needs_guard(peace.position, "tokyo", "axis")
    assert not outlook.needs_guard(war.position, "berlin", "axis")
    assert not outlook.is_raided(war.position, "tokyo"), "not in one move to sea"


def test_an_empty_capital_is_filled_first() -> None:
    """A free GAR goes to Tokyo, and where the pool has none, an army is built there before all ships."""
    foe = "3rd-fleet-trs hawaii@1"
    play = table(foe, power="japan", phase="build", at_war=["japan usa"], stores={"japan": (1, 0)}, turn=5)
    assert garrisons.empty_capitals(play.position, "axis") == ["tokyo"]
    sites = [order.area for order in build(play) if isinstance(order, Build)]
    assert sites[0] == "tokyo" and not garrisons.empty_capitals(play.position, "axis")


def test_aircraft_that_no_land_leads_to_the_enemy_from_fly_to_islands_before_it() -> None:
    units = "p-38s hawaii@2, coast-artillery midway-islands@1, 14th-army wake-island@1"
    play = table(units, power="afa", phase="rebase", at_war=["japan usa"], take={"wake-island": "japan"}, turn=5)
    orders = [order for order in sailing.rebase(play, campaign=True) if isinstance(order, Rebase)]
    assert [order.path for order in orders if order.unit == "p-38s"] == ["hawaii > midway-islands"]


def test_tokyo_is_garrisoned_all_game_until_it_is_stormed() -> None:
    """Scenario E began with no land unit there, and a single army walked in."""
    for seed in (1, 4):
        _, game = simulate(TITLE, seed, "greedy", scenario="rising-sun", round_limit=4)
        assert game.state.control["tokyo"] == "japan"
