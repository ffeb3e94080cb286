"""The greedy player: it brings all its arms to an attack, and all its armies over the sea."""

from __future__ import annotations

from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from engine.titles.blitz.bots import attacking, landings, sailing, spending, warring
from engine.titles.blitz.orders import Attack, GoToWar
from tests.blitz.table import RULES, Dice, keys, table

NERVE = attacking.Nerve(chance=0.4, losses=1.0, profit=0.25, risk=1.0, help=-1.0)


def test_air_units_and_paras_join_a_ground_attack() -> None:
    units = "army-group-center berlin@2, army-group-north berlin@1, 18th-army berlin@1, luftwaffe berlin@2"
    west = "1st-para western-germany@1, landwehr western-germany@1"
    play = table(f"{units}, {west}, polish-army poland@2")
    orders = (order for order in attacking.attack(play, NERVE) if isinstance(order, Attack))
    order = next(order for order in orders if order.area == "poland")
    assert {item.unit for item in order.forces} >= {"army-group-center", "army-group-north", "luftwaffe"}
    assert order.drop == "1st-para"


def test_the_armies_of_the_longest_day_sail_in_all_transports() -> None:
    """Ten Sizes fit into the three TRS: what stands in London and Scotland fills them, but for London's guard."""
    play = Play(RULES, Dice([3] * 99), strictness=Strictness.RAISE)
    play.start("longest-day", {}, {})
    while (play.state.clock.power, play.state.clock.phase) != ("afa", "sea"):
        play.submit(play.pending.default if play.pending else EndPhase())
    landing = landings.invasions(play.position, "allies", campaign=False)
    aboard = [key for _, load in landing.values() for key in load]
    assert len(landing) == 3 and sum(key.strength for key in aboard) >= 9
    assert len({key.unit for key in aboard}) == len(aboard), "nobody sails twice"


def test_japan_goes_to_war_before_its_ships_sail() -> None:
    play = table("snlf tokyo@1, southern-trs tokyo@1", power="germany", phase="sea", turn=4, take={"paris": "germany"})
    wars = list(warring.openings(play))
    assert GoToWar("japan", "usa") in wars and all(warring.is_overseas(play.title, order.by) for order in wars)
    blitz = table(power="germany", phase="sea", turn=4, blitzing={"japan": "total"})
    assert not list(warring.openings(blitz)), "a Blitz is no time for it"


def test_troops_go_home_from_a_shore_that_they_cannot_take() -> None:
    """A MAR waits off an empty Java, and goes home from one that a Big army holds; without a campaign it waits in either case."""
    aboard = "southern-trs south-china-sea@1 [cargo=japan/snlf], snlf south-china-sea@1 [aboard]"
    for guard, home in (("", []), ("big-1st-army java@4", ["southern-trs"])):
        play = table(
            f"{aboard}, {guard}".rstrip(", "),
            power="germany",
            phase="return",
            at_war=["japan usa"],
            take={"java": "usa", "canton": "japan", "manila": "japan"},
            turn=5,
        )
        for campaign, expected in ((True, home), (False, [])):
            assert [order.unit for order in sailing.go_home(play, campaign=campaign)] == expected


def test_troops_that_the_enemy_beside_them_does_not_ask_for_embark() -> None:
    """Two armies stand in Canton before one weak one in Chungking: one may go; beside a strong one both stay."""
    units = "snlf canton@1, 14th-army canton@1, southern-trs canton@2"
    for foes, gone in (("warlords chungking@1", ["snlf"]), ("warlords chungking@1, nationalist-army chungking@2", [])):
        play = table(f"{units}, {foes}", power="germany", phase="sea", at_war=["japan usa"], take={"canton": "japan"}, turn=5)
        (ship,) = keys(play, "southern-trs")
        spared = landings.cargo(play.position, ship, "axis", campaign=True)
        assert [key.unit for key in spared] == gone
        assert not landings.cargo(play.position, ship, "axis", campaign=False)


def test_raiders_hunt_lend_lease() -> None:
    play = table(
        "ro-boats tokyo@1, bering-sea-ll bering-sea@2",
        power="germany",
        phase="sea",
        at_war=["japan usa"],
        turn=5,
    )
    (raider,) = keys(play, "ro-boats")

    def goals(*, campaign: bool) -> list[str]:
        return [order.path.split(" > ")[-1] for order in sailing._station(play, raider, "axis", campaign=campaign)]

    assert "bering-sea" not in goals(campaign=False) and "bering-sea" in goals(campaign=True)


def test_what_is_built_is_what_a_power_overseas_lacks() -> None:
    """Ships while the enemy has more; then TRS for troops that wait at home, and troops for TRS that lie idle."""
    small = table("2nd-fleet tokyo@1, pacific-fleet hawaii@2", power="japan", phase="build", at_war=["japan usa"])
    great = table("big-combined-fleet tokyo@4, pacific-fleet hawaii@2", power="japan", phase="build", at_war=["japan usa"])

    def worth(play: Play, unit: str) -> float:
        return spending.value(play.position, unit, "japan", 1.0)

    assert (
        worth(great, "1st-battle-fleet") < worth(small, "1st-battle-fleet") == spending.value(small.position, "1st-battle-fleet", "japan")
    )
    waiting = table("14th-army tokyo@1", power="japan", phase="build", at_war=["japan usa"])
    idle = table("southern-trs tokyo@2", power="japan", phase="build", at_war=["japan usa"])
    assert worth(waiting, "central-trs") > worth(idle, "central-trs")
    assert worth(waiting, "southern-army") < worth(idle, "southern-army")
