"""What greedy bots of Global War 1936-1945 do beyond the family."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.bots.bot import actor
from engine.bots.style import styles
from engine.families.axis_allies.bots.distances import FAR
from engine.families.axis_allies.bots.greedy import attack, cover, ferrying, flying, harbours
from engine.families.axis_allies.bots.greedy.fleets import idle
from engine.families.axis_allies.bots.greedy.sealift import ships
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Battle, Move
from engine.play import Play
from engine.simulation import make_bot
from engine.titles.global_war_1936.bots import (
    TACTICS,
    cruising,
    diplomacy,
    fleets,
    fronts,
    garrisons,
    hunting,
    nerve,
    prizes,
    sea,
    spending,
)
from engine.titles.global_war_1936.bots.buyers import buyer_of
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.nations import home
from tests.global_war_1936.positions import BOARD, TITLE, combat

MOST = 60


def planned(play: Play) -> list[str]:
    """Let a greedy bot play its phase; return what it ordered, as text."""
    bot, phase, found = make_bot("greedy", 1), play.phase.slug, []
    while play.phase.slug == phase and len(found) < MOST:
        order = bot.decide(play)
        found.append(str(order))
        play.submit(order)
    return found


def test_a_minor_power_that_nobody_controls_is_played_by_the_power_on_turn() -> None:
    stacks = {"galicia": "france: 3 infantry", "madrid": "republican-spain: 2 infantry, artillery"}
    for markers, ruler in (({}, "france"), ({("game", "controlled|republican-spain"): "soviet-union"}, "soviet-union")):
        play = combat(
            "france",
            stacks,
            [12, 1, 12, 12, 12, 12],
            control={"madrid": "republican-spain"},
            markers=markers,
            relations={("france", "republican-spain"): "war"},
        )
        play.emit(ev.UnitsMoved("france", "infantry", 3, "galicia", "madrid", 1, "move", "", "moved", ()))
        play.submit(Battle("madrid"))
        assert play.pending and play.pending.power == "republican-spain"
        assert actor(play) == ruler


@pytest.mark.parametrize(("guard", "left"), [(garrisons.LEAST, 3), (0, 0)])
def test_a_capital_is_never_emptied_though_nobody_can_reach_it_in_a_turn(guard: int, left: int) -> None:
    stacks = {"tokyo": "japan: 6 infantry, artillery", "honshu": "japan: 2 infantry"}
    play = BOARD.play_from(stacks, "japan", "noncombat-move")
    view = View(play.position, styles()["greedy"])
    view.guard = guard
    assert sum(view.friendly_units("tokyo").values()) - sum(view.spare("tokyo").values()) == left


def test_bots_take_an_area_of_no_value_that_ties_up_their_front() -> None:
    stacks = {"archangel": "soviet-union: 6 infantry, 2 artillery", "murmansk": "germany: infantry"}
    play = BOARD.play_from(
        stacks, "soviet-union", "combat-move", control={"murmansk": "germany"}, relations={("soviet-union", "germany"): "war"}
    )
    assert play.title.areas["murmansk"].value == 0
    assert any("archangel > murmansk" in order for order in planned(play))


def test_bots_know_when_the_fleets_of_their_side_rule_the_waves() -> None:
    for fleet, rules in (("battleship", False), ("3 battleship", True)):
        stacks = {"sea-zone-20": f"united-states: {fleet}", "sea-zone-85": "japan: battleship"}
        play = BOARD.play_from(stacks, "great-britain", "production")
        assert fleets.rules_waves(View(play.position, styles()["greedy"])) is rules


@pytest.mark.parametrize(("lost", "lends"), [((), False), (("moscow", "leningrad", "caucasus", "kharkov", "stalingrad"), True)])
def test_bots_do_not_lend_to_a_soviet_union_that_is_worth_more_than_germany(lost: tuple[str, ...], lends: bool) -> None:
    relations = {("soviet-union", "germany"): "war", ("soviet-union", "united-states"): "peace"}
    play = BOARD.play_from(
        {},
        "united-states",
        "production",
        control=dict.fromkeys(lost, "germany"),
        dice=[12] * 99,
        money={"united-states": 40},
        relations=relations,
    )
    orders = planned(play)
    assert any("Grant(to='soviet-union'" in order for order in orders) is lends, orders


ATLANTIC = {("united-states", "germany"): "war"}


LADEN = "2 naval-transport [cargo=united-states/infantry], 2 infantry [aboard]"


def _view(play: Play) -> View:
    return View(play.position, styles()["greedy"])


@pytest.mark.parametrize(("ships", "sent"), [("6 heavy-cruiser", True), ("torpedo-boat-destroyer", False)])
def test_bots_cover_transports_that_an_enemy_can_reach_with_enough_ships_or_with_none(ships: str, sent: bool) -> None:
    stacks = {
        "sea-zone-24": "united-states: 4 naval-transport",
        "sea-zone-20": f"united-states: {ships}",
        "aquitaine": "germany: 2 fighter",
    }
    play = BOARD.play_from(stacks, "united-states", "noncombat-move", control={"aquitaine": "germany"}, relations=ATLANTIC)
    orders = [str(order) for plan in cover.covers(play, _view(play)) for order in plan]
    assert any("sea-zone-24" in order for order in orders) is sent, orders


def test_few_ships_of_a_bot_join_the_fleet_of_the_nation_nearby() -> None:
    stacks = {"sea-zone-27": "united-states: 5 battleship", "sea-zone-28": "united-states: light-cruiser"}
    play = BOARD.play_from(stacks, "united-states", "noncombat-move", relations=ATLANTIC)
    orders = [str(order) for plan in cruising.cruises(play, _view(play)) for order in plan]
    assert any("light-cruiser" in order and "sea-zone-28 > sea-zone-27" in order for order in orders), orders


def test_troops_are_drawn_up_opposite_an_enemy_over_the_channel_by_whose_land_it_is() -> None:
    relations = {("great-britain", "germany"): "war", **ATLANTIC}
    for power, front in (("great-britain", True), ("united-states", False)):
        play = BOARD.play_from({}, power, "noncombat-move", control={"picardy": "germany"}, relations=relations)
        assert diplomacy.looming(_view(play), "london") is front
    east = {("germany", "soviet-union"): "war", ("great-britain", "germany"): "war"}
    play = BOARD.play_from({}, "germany", "noncombat-move", control={"picardy": "germany"}, relations=east)
    assert not diplomacy.looming(_view(play), "picardy"), "there is a front by land"
    peace = BOARD.play_from({}, "great-britain", "noncombat-move")
    assert not diplomacy.looming(_view(peace), "london")


def test_bots_want_no_more_transports_than_troops_wait_for() -> None:
    for waiting, bought in (("infantry", 0), ("40 infantry", 1)):
        stacks = {
            "washington-dc": f"united-states: minor-factory, {waiting}",
            "sea-zone-27": "united-states: 12 naval-transport",
        }
        play = BOARD.play_from(stacks, "united-states", "production", money={"united-states": 60}, relations=ATLANTIC)
        view = _view(play)
        waits = spending._waiting(view, "united-states")
        assert (spending._lift(play, view, "united-states", "", waits, 39.0) is not None) == bool(bought)
        assert spending._lift(play, view, "united-states", "", waits, 61.0) is None, "what is kept is for other things"


def test_bots_want_no_transports_at_home_for_troops_at_the_other_end_of_the_world() -> None:
    stacks = {
        "sydney": "great-britain: minor-factory, 9 infantry",
        "liverpool": "great-britain: minor-factory, 3 infantry",
    }
    play = BOARD.play_from(stacks, "great-britain", "production")
    view = _view(play)
    assert spending._waiting(view, "great-britain") == 12
    view.fetched = TACTICS.fetched
    assert spending._waiting(view, "great-britain") == 3
    assert spending._waiting(view, "anzac") == 9


def test_bots_of_the_soviet_union_want_infantry_more_than_others_do() -> None:
    troops = [unit for unit in BOARD.title.units.values() if unit.cls == "land" and unit.attack and unit.cost <= 6]
    share = {}
    for account in ("soviet-union", "germany"):
        wanted = {unit.unit: spending._wanted(unit, 3.0, buyer_of(TITLE, account)) for unit in troops}
        share[account] = wanted["infantry"] / sum(wanted.values())
    assert share["soviet-union"] > 1.5 * share["germany"]


@pytest.mark.parametrize(("ship", "fights"), [("2 naval-transport", True), (LADEN, False)])
def test_bots_leave_submarines_alone_where_a_battle_would_keep_laden_transports(ship: str, fights: bool) -> None:
    stacks = {"sea-zone-98": f"united-states: submarine, {ship}; japan: submarine"}
    play = BOARD.play_from(stacks, "united-states", "conduct-combat", dice=[12] * 99, relations={("united-states", "japan"): "war"})
    assert any("Battle(area='sea-zone-98'" in order for order in planned(play)) is fights


@pytest.mark.parametrize("landlocked", [frozenset(), TACTICS.landlocked(BOARD.title)])
def test_transports_of_bots_do_not_wait_for_troops_on_the_great_lakes(landlocked: frozenset[str]) -> None:
    """They do not get there, and a plan that cannot be carried out would keep all other transports idle."""
    stacks = {"chicago": "united-states: 3 infantry", "sea-zone-22": "united-states: naval-transport"}
    play = BOARD.play_from(stacks, "united-states", "noncombat-move", relations=ATLANTIC)
    view = _view(play)
    view.landlocked = landlocked
    assert any("sea-zone-26" in str(order) for order in ferrying.ferries(view)) is not landlocked
    assert bool(view.coast_of("chicago")) is not bool(landlocked)


def test_troops_of_bots_go_to_the_port_that_is_nearest_to_enemies() -> None:
    """The transports on the other coast do not draw them to Panama: they come to New York, where troops are built."""
    stacks = {
        "texas": "united-states: 3 infantry",
        "new-york": "united-states: major-factory",
        "sea-zone-27": "united-states: naval-transport",
        "sea-zone-98": "united-states: naval-transport",
    }
    control = {"central-america": "united-states", "mexico": "united-states", "picardy": "germany"}
    play = BOARD.play_from(
        stacks, "united-states", "noncombat-move", control=control, relations=ATLANTIC | {("japan", "united-states"): "peace"}
    )
    view = _view(play)
    view.landlocked = TACTICS.landlocked(BOARD.title)
    havens = harbours.ports(view)
    assert havens["new-york"] == 0 < havens["texas"] and havens["central-america"]


def test_points_are_played_for_once_the_end_is_in_sight() -> None:
    control, relations = (
        {"romania": "soviet-union", "saxony": "germany"},
        {
            ("germany", "soviet-union"): "war",
            ("great-britain", "germany"): "war",
            ("great-britain", "soviet-union"): "war",
        },
    )
    early, late = (
        _view(BOARD.play_from({}, "great-britain", "combat-move", control=control, relations=relations, round=number)) for number in (1, 9)
    )
    assert income.start_control(late.position)["romania"] != "soviet-union"
    assert [prizes.prize(early, area) for area in ("romania", "saxony", "moscow")] == [0, 0, 0]
    assert [prizes.prize(late, area) for area in ("romania", "saxony", "moscow")] == [prizes.POINT] * 3
    assert prizes.prize(late, "berlin") == prizes.POINT and not prizes.prize(late, "turkestan")


def test_new_units_and_trains_go_where_the_front_is_in_need() -> None:
    stacks = {
        "pomerania": "germany: infantry",
        "alsace-lorraine": "germany: 30 infantry",
        "east-prussia": "soviet-union: 12 infantry, 6 medium-armor",
        "paris": "great-britain: infantry",
    }
    control = {"alsace-lorraine": "germany", "east-prussia": "soviet-union", "paris": "great-britain"}
    relations = {("germany", "soviet-union"): "war", ("germany", "great-britain"): "war"}
    play = BOARD.play_from(stacks, "germany", "place-units", control=control, relations=relations)
    view = _view(play)
    assert fronts.need(view, "berlin") < fronts.NEEDY < fronts.HELD < fronts.ease(view, "alsace-lorraine")
    assert fronts.is_held(view, "alsace-lorraine", "pomerania") and not fronts.is_held(view, "pomerania", "alsace-lorraine")


def test_what_is_won_beside_value_counts_in_the_worth_of_a_hostile_area() -> None:
    relations = {("great-britain", "germany"): "war"}
    play = BOARD.play_from({}, "great-britain", "combat-move", relations=relations, round=9)
    plain, keen = _view(play), _view(play)
    keen.prize = prizes.prize
    assert keen.worth("saxony") == plain.worth("saxony") + prizes.POINT and keen.worth("london") == plain.worth("london")


def test_an_empty_transport_fetches_nobody_from_half_the_world_away() -> None:
    stacks = {"sea-zone-25": "great-britain: naval-transport", "sydney": "great-britain: 4 infantry"}
    play = BOARD.play_from(stacks, "great-britain", "noncombat-move", relations={("great-britain", "germany"): "war"})
    ways = []
    for most in (FAR, TACTICS.fetched):
        view = _view(play)
        view.fetched = most
        ways.append(ferrying._seek(view, next(iter(ships(view))), 2))
    assert ways[0] and not ways[1], "it sails for Australia, or stays at home"


PACIFIC = {("united-states", "japan"): "war"}


@pytest.mark.parametrize(("prey", "sails"), [("2 light-cruiser", True), ("9 battleship", False), ("2 submarine", False)])
def test_fleets_of_bots_hunt_for_ships_that_they_can_beat(prey: str, sails: bool) -> None:
    stacks = {"sea-zone-97": "united-states: 5 battleship", "sea-zone-89": f"japan: {prey}"}
    view = _view(BOARD.play_from(stacks, "united-states", "noncombat-move", relations=PACIFIC))
    ends = list(hunting.chase(view, "sea-zone-97", idle(view, "sea-zone-97"), hunting.prey_of(view)))
    assert bool(ends) is sails
    assert all("sea-zone-89" in view.title.neighbours[end] for end in ends)


@pytest.mark.parametrize(("hunters", "sent"), [("", True), (TACTICS.hunters, False)])
def test_bots_send_no_battleships_after_submarines_alone(hunters: str, sent: bool) -> None:
    stacks = {"sea-zone-97": "united-states: 3 battleship", "sea-zone-94": "japan: submarine"}
    view = _view(BOARD.play_from(stacks, "united-states", "combat-move", relations=PACIFIC))
    view.hunters = hunters
    assert bool(attack._warships(view, "sea-zone-94", view.enemy_units("sea-zone-94"))) is sent


def test_troops_of_bots_gather_at_ports_with_factories_that_are_near_an_enemy() -> None:
    stacks = {"new-york": "united-states: major-factory", "chicago": "united-states: 3 infantry, major-factory"}
    play = BOARD.play_from(
        stacks,
        "united-states",
        "noncombat-move",
        control={"picardy": "germany"},
        relations=ATLANTIC | {("japan", "united-states"): "peace"},
    )
    view = _view(play)
    view.landlocked = TACTICS.landlocked(BOARD.title)
    ports = [area for area, steps in harbours.ports(view).items() if not steps]
    assert "new-york" in ports and "chicago" not in ports
    assert sea.crowd(view, "new-york") < sea.crowd(view, "chicago"), "new units are placed by the ocean"


def test_bots_fear_counterattacks_less_the_nearer_the_end() -> None:
    shares = [nerve.nerve(_view(BOARD.play_from({}, "germany", "combat-move", round=number))) for number in (1, 9, 12)]
    assert shares[0] == 1.0 and shares == sorted(shares, reverse=True) and shares[-1] < shares[1] < 1.0
    american = _view(BOARD.play_from({}, "united-states", "combat-move", round=1))
    assert nerve.nerve(american) == buyer_of(TITLE, "united-states").fear < 1.0


def test_aircraft_of_a_carrier_that_sailed_away_land_before_the_phase_ends() -> None:
    stacks = {"sea-zone-97": "united-states: fleet-carrier, 2 fighter, 2 destroyer"}
    play = BOARD.play_from(stacks, "united-states", "noncombat-move", relations=PACIFIC)
    play.submit(Move("fleet-carrier, 2 destroyer", "sea-zone-97 > sea-zone-95"))
    flights = flying.last_flights(_view(play))
    assert any("2 fighter" in str(order) or "fighter, fighter" in str(order) for orders in flights for order in orders), flights


@pytest.mark.parametrize(("lost", "dear"), [(0, False), (3, True)])
def test_home_areas_in_soviet_hands_make_a_war_on_the_comintern_dear(lost: int, dear: bool) -> None:
    homes = [area for area in home(BOARD.title, "france") if BOARD.title.areas[area].value][:lost]
    control = dict.fromkeys(homes, "soviet-union")
    play = BOARD.play_from({}, "great-britain", "combat-move", control=control, round=9)
    assert (diplomacy._forfeited(play.position, "soviet-union") > diplomacy.FORFEIT) is dear


def test_free_france_without_a_factory_spends_its_money_in_its_colonies() -> None:
    colonies = {"senegal": "free-france", "morocco": "free-france"}
    play = BOARD.play_from(
        {}, "free-france", "production", control=colonies, money={"free-france": 13}, relations={("free-france", "germany"): "war"}
    )
    orders = planned(play)
    assert any("3 colonial-infantry" in order for order in orders), orders
    while play.phase.slug != "place-units":
        play.submit(make_bot("greedy", 1).decide(play))
    assert any("Place" in order and "colonial-infantry" in order for order in planned(play))


def test_free_france_without_a_colony_of_value_raises_militia_where_an_enemy_is_near() -> None:
    held = {"chad": "free-france", "fezzan": "italy"}
    play = BOARD.play_from(
        {}, "free-france", "production", control=held, money={"free-france": 5}, relations={("free-france", "italy"): "war"}
    )
    assert any("militia" in order for order in planned(play))


@pytest.mark.parametrize(("enemy", "raised"), [("", False), ("6 infantry, 3 artillery", True)])
def test_bots_raise_colonial_infantry_in_colonies_in_need(enemy: str, raised: bool) -> None:
    stacks = {"london": "great-britain: major-factory", "kenya": "great-britain: infantry"}
    if enemy:
        stacks["italian-somaliland"] = f"italy: {enemy}"
    at_war = {("great-britain", "italy"): "war"}
    play = BOARD.play_from(
        stacks,
        "great-britain",
        "production",
        money={"great-britain": 30},
        dice=[12] * 9,
        control={"italian-somaliland": "italy"},
        relations=at_war,
    )
    assert any("colonial-infantry" in order for order in planned(play)) is raised


@pytest.mark.parametrize(("target", "buys"), [("berlin: major-factory", True), ("east-prussia: infantry", False)])
def test_bots_buy_strategic_bombers_while_factories_lie_in_their_reach(target: str, buys: bool) -> None:
    area, unit = target.split(": ")
    stacks = {"london": "great-britain: major-factory", area: f"germany: {unit}"}
    play = BOARD.play_from(
        stacks,
        "great-britain",
        "production",
        money={"great-britain": 60},
        dice=[12] * 9,
        round=8,
        relations={("great-britain", "germany"): "war"},
    )
    assert any("strategic-bomber" in order for order in planned(play)) is buys
