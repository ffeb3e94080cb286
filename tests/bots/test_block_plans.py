"""Plans of the greedy player of blocks, beside the player without: what it keeps, where it sails, lands and spends."""

from __future__ import annotations

from random import Random

from engine.bots.bot import can_end
from engine.families.blocks.bots import needs
from engine.families.blocks.bots.attacking import best
from engine.families.blocks.bots.landing import beaches
from engine.families.blocks.bots.outlook import FAR, SHORE, Outlook
from engine.families.blocks.bots.player import declarations, requests
from engine.families.blocks.bots.sailing import lanes_of, sailings, value
from engine.families.blocks.bots.spending import deployment, purchases
from engine.families.blocks.land.orders import March, Recall
from engine.families.blocks.politics.orders import AskArmistice
from engine.families.blocks.production.orders import BuyDisc, Draw
from engine.families.blocks.supply import reach
from engine.play import Play
from tests.black_swan.board import play_from
from tests.black_swan.politics import fallen
from tests.bots.test_blocks import SUMMER, decided, looking

PEACE = {"germany", "great-britain"}


def seen(play: Play) -> tuple[Outlook, Outlook]:
    """What the player sees with plans, and without."""
    return looking(play), looking(play, "steady")


def test_it_leaves_a_guard_where_a_treaty_asks_for_one() -> None:
    play = play_from(
        "germany 2 infantry-4 warsaw, germany infantry-4 lublin, great-britain infantry-4 london",
        season=("spring", 1940),
        control={"warsaw": "germany", "lublin": "germany"},
        at_war=PEACE,
    )
    planned, plain = seen(play)
    assert (planned.spare("warsaw"), planned.spare("lublin")) == (1, 0)
    assert (plain.spare("warsaw"), plain.spare("lublin")) == (2, 1)


def test_it_marches_where_a_treaty_asks_for_blocks_that_are_not_there() -> None:
    play = play_from(
        "germany 3 infantry-4 warsaw, great-britain infantry-4 london",
        season=("spring", 1940),
        control={"warsaw": "germany", "lublin": "germany"},
        at_war=PEACE,
    )
    assert any(isinstance(order, March) and order.path == "warsaw > lublin" for order in decided(play))


def test_a_nation_that_needs_ships_keeps_one_where_no_enemy_may_sail() -> None:
    ships = "italy light-surface-3 {}, italy 2 heavy-surface-3 tyrrhenian-sea, great-britain 3 heavy-surface-4 eastern-med"
    at_home = play_from(ships.format("adriatic-sea"), "naval", "italy", season=SUMMER, holdings="1941")
    assert needs.refuge(at_home.position, "italy") == "adriatic-sea"
    assert all(not order.path.startswith("adriatic-sea") for order in sailings(looking(at_home)))
    away = play_from(ships.format("tyrrhenian-sea"), "naval", "italy", season=SUMMER, holdings="1941")
    planned, plain = (list(sailings(view)) for view in seen(away))
    assert any(order.path.endswith("> adriatic-sea") for order in planned)
    assert not any(order.path.endswith("> adriatic-sea") for order in plain)


def test_a_nation_with_few_ships_builds_one_and_the_americans_need_not() -> None:
    play = play_from(
        "germany submarine-4 southern-baltic, germany 2 submarine-4 germany-pool, germany 4 infantry-4 germany-pool, "
        "soviet-union infantry-4 moscow",
        "production",
        money={"germany": 9},
        holdings="1941",
        season=SUMMER,
    )
    draws = {}
    for name in ("greedy", "steady"):
        view = looking(play, name)
        draws[name] = [order.large for order in purchases(view, Random(3)) if isinstance(order, Draw)]
    assert draws["greedy"][0] >= 1
    assert needs.needs_ships(play.position, "italy") and not needs.needs_ships(play.position, "united-states")


def test_overseas_coasts_opposite_the_enemy_are_near_him() -> None:
    play = play_from(
        "great-britain infantry-4 plymouth, germany infantry-4 brussels", power="great-britain", holdings="1942", season=("spring", 1942)
    )
    planned, plain = seen(play)
    assert planned.near["plymouth"] == SHORE and plain.near["plymouth"] == FAR
    assert "plymouth" in planned.overseas and "brussels" not in planned.overseas
    assert planned.near["usa"] == FAR, "no enemy shore is opposite"


def test_troops_that_wait_overseas_call_ships_to_their_lane() -> None:
    play = play_from(
        "united-states 3 infantry-4 usa, united-states carrier-4 us-coastal-waters, great-britain infantry-4 liverpool, "
        "germany infantry-4 paris",
        "naval",
        "great-britain",
        holdings="1942",
        season=("spring", 1942),
    )
    wanted = lanes_of(looking(play))
    assert wanted["us-coastal-waters"] == 3 and len(wanted) >= 2
    assert lanes_of(looking(play, "steady")) == {}
    view = looking(play)
    gain = value(view, "us-coastal-waters", "western-allies", 1, wanted) - value(view, "us-coastal-waters", "western-allies", 0, wanted)
    assert gain > 0 == value(view, "us-coastal-waters", "western-allies", 1)


def test_it_buys_a_disc_for_a_landing_that_promises_something() -> None:
    stacks = (
        "great-britain infantry-4 plymouth, great-britain tank-4 plymouth, great-britain 2 heavy-surface-4 the-channel, "
        "germany infantry-4 berlin"
    )
    play = play_from(stacks, "production", "great-britain", money={"great-britain": 40}, holdings="1942", season=("spring", 1942))
    planned, plain = seen(play)
    assert beaches(planned, "western-allies", "west-front")[0].worth > 6
    bought = [[order for order in purchases(view, Random(3)) if isinstance(order, BuyDisc)] for view in (planned, plain)]
    assert [order.front for order in bought[0]] == ["west-front"] and bought[1] == []


def test_surprise_makes_an_attack_more_promising() -> None:
    stacks = "germany 2 tank-4@2 kursk, germany infantry-4 kursk, soviet-union 2 infantry-4 voronezh"
    play = play_from(stacks, season=SUMMER, markers={"surprised/soviet-union": "yes"})
    planned, plain = (best(view, "voronezh") for view in seen(play))
    assert planned and (plain is None or planned.gain > plain.gain)


def test_losses_are_cheap_for_who_has_more_money_than_use_for_it() -> None:
    rich = play_from("germany 2 tank-4 kursk, soviet-union infantry-4 voronezh", season=SUMMER, holdings="1941")
    poor = play_from("germany 12 tank-4@1 kursk, soviet-union infantry-4 voronezh", season=SUMMER, holdings="1941")
    assert looking(rich).losses["axis"] < looking(poor).losses["axis"] <= 1.0
    assert looking(rich, "steady").losses["axis"] == 1.0


def test_a_fort_goes_to_a_capital_that_is_threatened() -> None:
    play = play_from(
        "germany infantry-4 berlin, germany fort-4 germany-pool, soviet-union 2 infantry-4 breslau, soviet-union infantry-4 konigsberg",
        "production",
        money={"germany": 2},
        dice=[1] * 9,
        season=SUMMER,
        control={"breslau": "soviet-union", "konigsberg": "soviet-union"},
    )
    play.submit(Draw("germany", 1, 0))
    order = deployment(play, looking(play))
    assert order and order.unit == "fort-4" and order.area == "berlin"


def test_a_neutral_power_does_not_enter_the_war_for_a_minor_nation() -> None:
    play = play_from(
        "germany 3 infantry-4 hamburg, france infantry-4 paris, italy infantry-3 rome",
        "declarations",
        season=("spring", 1940),
        at_war={"germany", "france", "great-britain"},
    )
    fallen(play, "belgium", "netherlands")
    by = [{order.by for order in declarations(view) if order.on == "denmark"} for view in seen(play)]
    assert by == [{"germany"}, {"germany", "italy"}]


def test_it_does_not_give_a_nation_up_while_it_can_hold_out() -> None:
    stacks = "italy 2 infantry-3 rome, great-britain 3 infantry-4 naples, great-britain 2 infantry-4 milan"
    play = play_from(stacks, power="italy", season=SUMMER, control={"naples": "great-britain", "milan": "great-britain"})
    asked = [[order for order in requests(view) if isinstance(order, AskArmistice)] for view in seen(play)]
    assert asked[0] == [] and [order.power for order in asked[1]] == ["italy"]


def test_a_nation_looks_for_safety_where_its_ships_are_in_supply() -> None:
    """The northern Baltic is empty of enemies, but no line of supply leads there."""
    stacks = "germany 2 heavy-surface-4 southern-baltic, soviet-union submarine-2 southern-baltic, soviet-union light-surface-2 white-sea"
    play = play_from(stacks, "naval", season=SUMMER, holdings="1941")
    reached = reach(play.position, "germany").way
    assert "northern-baltic" not in reached and needs.refuge(play.position, "germany") in reached


def test_an_engagement_that_lacks_a_class_is_called_off() -> None:
    stacks = "germany infantry-4 konigsberg, soviet-union 4 infantry-4 vilnius, germany submarine-4 southern-baltic"
    play = play_from(stacks, season=SUMMER, holdings="1941")
    play.submit(March("infantry-4", "konigsberg > vilnius"))
    assert not can_end(play)
    orders = decided(play)
    assert [type(order) for order in orders][-1] is Recall and can_end(play)


def test_a_ship_is_worth_more_where_supply_comes_over_sea_only() -> None:
    stacks = "germany light-surface-4 norwegian-sea, great-britain light-surface-4 norwegian-sea"
    held, lost = (
        play_from(stacks, "naval", season=SUMMER, holdings="1941", control={"narvik": holder}) for holder in ("germany", "norway")
    )
    assert _first(held) - _first(lost) > _first(held, "steady") - _first(lost, "steady")


def _first(play: Play, style: str = "greedy") -> float:
    """Return what the first ship of the Axis is worth in the Norwegian Sea."""
    view = looking(play, style)
    return value(view, "norwegian-sea", "axis", 0) - value(view, "norwegian-sea", "axis", -1)
