"""Restricted players: a bot without something plays on legally, and does without it."""

from __future__ import annotations

import pytest

from engine.bots.restriction import refuses, restrictions
from engine.dice import SeededDice
from engine.errors import SitrepError
from engine.events import BattleStarted, UnitsPurchased
from engine.families.axis_allies.orders import Buy, Move
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase, load_rules
from engine.simulation import check_bot, make_bot, simulate
from engine.simulation.restricted_bot import RestrictedBot, _RestrictedView
from engine.titles import load_title

AA = load_title("aa1942")


def ships_of(title, bot: str, rounds: int, **settings) -> int:
    first = next(iter(title.sides))
    others = dict.fromkeys(list(title.sides)[1:], "greedy")
    _, game = simulate(title, 3, {first: bot, **others}, round_limit=rounds, **settings)
    return sum(
        event.count
        for event in game.events
        if isinstance(event, UnitsPurchased) and title.side_of[event.power] == first and title.units[event.unit].cls == "sea"
    )


@pytest.mark.parametrize(("slug", "scenario"), [("aa1942", ""), ("blitz", "campaign")])
def test_a_player_without_a_fleet_buys_no_ships_where_the_same_bot_buys_some(slug: str, scenario: str) -> None:
    title = load_title(slug)
    assert ships_of(title, "greedy", 2, scenario=scenario) > 0
    assert ships_of(title, "greedy:no-fleet", 2, scenario=scenario) == 0


def test_a_turtle_begins_no_battles() -> None:
    title = load_title("black-swan")
    cast = {"axis": "greedy:turtle", "western-allies": "greedy", "soviets": "greedy", "neutral": "greedy"}
    _, game = simulate(title, 3, cast, round_limit=2)
    begun = [event for event in game.events if isinstance(event, BattleStarted)]
    assert not [event for event in begun if title.side_of[event.attacker] == "axis"]


def test_a_player_with_two_restrictions_obeys_both() -> None:
    title = load_title("black-swan")
    for bot, some in (("greedy", True), ("greedy:no-bombing:turtle", False), ("greedy:turtle:no-bombing", False)):
        cast = {"axis": bot, "western-allies": "greedy", "soviets": "greedy", "neutral": "greedy"}
        _, game = simulate(title, 3, cast, round_limit=1)
        begun = [event for event in game.events if isinstance(event, BattleStarted)]
        assert bool([event for event in begun if title.side_of[event.attacker] == "axis"]) is some


def test_where_the_rules_leave_no_choice_a_restricted_player_plays_on_as_the_other_bot() -> None:
    class Stuck:
        """Gives up where an order that it must give is refused, as bots do."""

        name = "stuck"

        def decide(self, play: Play) -> Order:
            order = Move("tank", "russia > west-russia")
            if play.check(order):
                raise SitrepError("no legal order")
            return order

    play = Play(load_rules(AA), SeededDice(1))
    play.start("standard")
    assert play.state.clock.phase == "purchase-units"
    play.submit(EndPhase())
    row = restrictions()["turtle"]
    with pytest.raises(SitrepError, match="no legal order"):
        Stuck().decide(_RestrictedView(play, (row,)))  # type: ignore[arg-type]
    assert RestrictedBot("stuck:turtle", Stuck(), [row]).decide(play) == Move("tank", "russia > west-russia")


def test_a_restriction_removes_the_orders_of_its_table_and_no_others() -> None:
    play = Play(load_rules(AA), SeededDice(1))
    play.start("standard")
    table = restrictions()
    raid, flight = Move("bomber", "germany > poland", raid=True), Move("bomber", "germany > poland")
    assert refuses(table["no-bombing"], play, raid) and not refuses(table["no-bombing"], play, flight)
    fleet, army = Buy("2 infantry, destroyer"), Buy("2 infantry, tank")
    assert refuses(table["no-fleet"], play, fleet) and not refuses(table["no-fleet"], play, army)
    into, within = Move("tank", "russia > west-russia"), Move("tank", "russia > caucasus")
    assert refuses(table["turtle"], play, into) and not refuses(table["turtle"], play, within)


def test_an_unknown_restriction_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LookupError, match="no restriction 'no-tanks' of a bot; expected one of no-bombing, no-fleet, turtle"):
        make_bot("greedy:no-tanks", 1)
    with pytest.raises(LookupError, match="no bot 'clever'"):
        check_bot("clever:turtle")
    assert make_bot("bold:no-fleet:no-bombing", 1).name == "bold:no-fleet:no-bombing"
