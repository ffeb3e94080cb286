"""Section Lend Lease: allocated on the American turn, stripped at sea, spent on the next turn of who receives it."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Buy, Lend, Research
from engine.play import Play
from engine.rules import EndPhase
from tests.global1939.positions import outcome, play_from, rules_of
from tests.global1939.turns import bank, go_to, late, new_game, paid, pass_by

pytestmark = pytest.mark.section("Lend Lease")

AID = "lend-lease"


def american_politics(round: int = 1, **position: object) -> Play:
    """The American politics phase, all at war unless told otherwise."""
    play = late("italy", round=round, **position)
    return go_to(play, "united-states", "politics")


def test_20_ipc_each_turn_that_must_be_allocated() -> None:
    play = american_politics()
    assert bank(play, "united-states", AID) == 20
    assert rules_of(play, EndPhase()) == ["lend-lease/unallocated"]
    play.submit(Lend("united-kingdom", 20))
    assert rules_of(play, EndPhase()) == []


def test_the_soviet_union_receives_none_until_it_is_at_war() -> None:
    play = american_politics(standing={"soviet-union": "neutral"})
    assert rules_of(play, Lend("soviet-union", 5)) == ["lend-lease/at-war"]
    assert rules_of(american_politics(), Lend("soviet-union", 5)) == []


def test_nobody_else_gives_or_receives_it() -> None:
    assert rules_of(american_politics(), Lend("china", 5)) == ["lend-lease/receiver"]
    assert rules_of(play_from({}, "united-kingdom", "politics"), Lend("soviet-union", 5)) == ["lend-lease/giver"]


def test_no_more_than_there_is() -> None:
    assert rules_of(american_politics(), Lend("united-kingdom", 21)) == ["lend-lease/amount"]


def test_by_option_up_to_30_at_war_from_their_own_money() -> None:
    options = {"lend-lease-limit": "30"}
    play = american_politics(options=options, money={"united-states": 25})
    assert rules_of(play, Lend("united-kingdom", 31)) == ["lend-lease/amount"]
    play.submit(Lend("united-kingdom", 16))
    play.submit(Lend("soviet-union", 14))
    assert bank(play, "united-states") == 15
    assert paid(play, "united-states", AID) == [-10] and paid(play, "united-states", AID, AID) == [-16, -4]
    assert rules_of(play, Lend("soviet-union", 1)) == ["lend-lease/amount"]
    neutral = american_politics(options=options, money={"united-states": 25}, standing={"united-states": "neutral"})
    assert rules_of(neutral, Lend("united-kingdom", 21)) == ["lend-lease/amount"]


def test_it_arrives_as_the_receiver_s_next_turn_begins() -> None:
    play = american_politics()
    made = outcome(play, Lend("soviet-union", 8), Lend("united-kingdom", 12))
    sent = [event for event in made if isinstance(event, ev.ResourceChanged)]
    assert [(event.delta, event.counterparty, event.cause) for event in sent] == [
        (-8, "soviet-union", AID),
        (-12, "united-kingdom", AID),
    ]
    assert bank(play, "united-kingdom", AID) == 0
    go_to(play, "united-kingdom", "purchase-units", round=2)
    assert paid(play, "soviet-union", AID, AID) == [8]
    assert bank(play, "united-kingdom", AID) == 12


@pytest.mark.parametrize(
    ("ships", "loss"),
    [
        ("germany: submarine", 1),
        ("germany: cruiser", 2),
        ("germany: battleship, 2 submarine", 4),
        ("germany: destroyer, transport, aircraft-carrier", 0),
        ("japan: battleship", 0),
    ],
)
@pytest.mark.parametrize(
    ("zone", "counts"), [("sea-zone-104", True), ("sea-zone-75", True), ("sea-zone-112", False), ("sea-zone-95", False)]
)
def test_submarines_strip_one_battleships_and_cruisers_two_in_the_atlantic_or_indian_ocean(
    ships: str, loss: int, zone: str, counts: bool
) -> None:
    play = late("japan", {zone: ships}, markers={("game", "lend-lease|united-kingdom"): "12"})
    go_to(play, "united-kingdom", "politics")
    loss = loss if counts else 0
    assert bank(play, "united-kingdom", AID) == 12 - loss
    raided = [event for event in play.events if isinstance(event, ev.ConvoyRaided)]
    assert raided == ([ev.ConvoyRaided(AID, "germany", "united-kingdom", AID, loss, loss)] if loss else [])


def test_italian_ships_strip_too_and_never_more_than_there_is() -> None:
    stacks = {"sea-zone-104": "italy: battleship; germany: 3 submarine"}
    play = late("japan", stacks, markers={("game", "lend-lease|united-kingdom"): "4"})
    go_to(play, "united-kingdom", "politics")
    raided = [(event.raider, event.loss, event.cap) for event in play.events if isinstance(event, ev.ConvoyRaided)]
    assert raided == [("germany", 3, 3), ("italy", 1, 2)]
    assert bank(play, "united-kingdom", AID) == 0


def test_the_same_ships_strip_the_aid_of_a_turn_once() -> None:
    markers = {("game", "lend-lease|united-kingdom"): "10", ("game", "lend-lease|soviet-union"): "10"}
    play = late("france", {"sea-zone-104": "germany: battleship"}, markers=markers)
    go_to(play, "united-kingdom", "politics")
    assert paid(play, "soviet-union", AID, AID) == [8]
    assert paid(play, "united-kingdom", AID, AID) == [10]


def british_purchase(money: int = 10, *, aid: int = 12, phase: str = "purchase-units", options: dict[str, str] | None = None) -> Play:
    play = late(
        "japan",
        money={"united-kingdom": money, "anzac": 0},
        markers={("game", "lend-lease|united-kingdom"): str(aid)},
        options=options,
    )
    return go_to(play, "united-kingdom", phase)


def test_it_buys_all_but_infantry() -> None:
    play = british_purchase(10)
    assert rules_of(play, Buy("4 infantry")) == ["purchase/funds"]
    assert rules_of(play, Buy("2 infantry, 2 tank")) == []
    assert rules_of(play, Buy("3 tank, artillery")) == []
    play.submit(Buy("2 tank"))
    assert (bank(play, "united-kingdom"), bank(play, "united-kingdom", AID)) == (10, 0)


@pytest.mark.parametrize("unit", ["mechanized-infantry", "fortification", "minor-factory", "air-base"])
def test_it_buys_mechanized_infantry_and_facilities_or_by_option_neither(unit: str) -> None:
    for reading, rules in (("units", []), ("forces", ["purchase/funds"])):
        assert rules_of(british_purchase(0, options={"lend-lease-buys": reading}, aid=20), Buy(unit)) == rules
        assert rules_of(british_purchase(0, options={"lend-lease-buys": reading}, aid=20), Buy("tank")) == []


def test_it_buys_no_researchers_and_nothing_for_anzac_and_canada() -> None:
    play = british_purchase(0, aid=20, phase="research")
    assert rules_of(play, Research("land")) == ["research/funds"]
    play = british_purchase(0, aid=20)
    assert rules_of(play, Buy("tank", account="anzac")) == ["purchase/funds"]


def test_money_pays_what_the_aid_does_not() -> None:
    play = british_purchase(10)
    play.submit(Buy("3 tank, infantry"))
    assert (bank(play, "united-kingdom"), bank(play, "united-kingdom", AID)) == (10 - 6 - 3, 0)


def test_units_given_back_return_the_aid_as_aid() -> None:
    play = british_purchase(10)
    play.submit(Buy("tank"))
    go_to(play, "united-kingdom", "mobilize-units")
    pass_by(play)
    assert bank(play, "united-kingdom", AID) == 0
    assert paid(play, "united-kingdom", "refund", AID) == [6] and paid(play, "united-kingdom", "lapsed", AID) == [-12]


def test_what_is_not_spent_on_the_next_turn_is_gone() -> None:
    play = go_to(british_purchase(), "italy", "politics")
    assert bank(play, "united-kingdom", AID) == 0
    assert paid(play, "united-kingdom", "lapsed", AID) == [-12]


def test_delivered_and_interdicted_and_waiting_are_what_was_sent() -> None:
    play = go_to(new_game(), "germany", "politics", round=4)
    sent = -sum(paid(play, "united-states", AID, AID))
    delivered = sum(paid(play, "united-kingdom", AID, AID)) + sum(paid(play, "soviet-union", AID, AID))
    stripped = sum(event.loss for event in play.events if isinstance(event, ev.ConvoyRaided))
    waiting = sum(int(play.state.marker("game", f"lend-lease|{power}", "0")) for power in ("united-kingdom", "soviet-union"))
    assert sent == 60 and waiting == 20
    assert delivered + stripped + waiting == sent
