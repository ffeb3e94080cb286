"""9.2 Blitzing the Road to War, as far as the text goes."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.titles.blitz.agenda import run
from engine.titles.blitz.orders import GoToWar
from engine.titles.blitz.politics import aligning, control, declaring, entry
from engine.titles.blitz.position import board
from engine.titles.blitz.turn_end import turn_end
from tests.blitz.table import RULES, Dice, at, broken, do, table

pytestmark = pytest.mark.section("9.2")
ROAD = {"road-to-war": "yes"}


def road(*choices: str, **told: object) -> Play:
    options = ROAD | dict.fromkeys(choices, "yes")
    return table(options=options, phase="move", **told)  # type: ignore[arg-type]


def test_9_2_poland_is_neutral_and_the_afa_aligns_it_when_germany_declares_war() -> None:
    play = road()
    assert not board.holder(play.position, "poland") and not board.ally_of(play.position, "poland")
    assert table().state.control["poland"] == "afa"
    do(play, GoToWar("germany", "poland"))
    assert play.state.control["poland"] == "afa" and board.ally_of(play.position, "poland") == "afa"


def test_9_2_the_polish_army_stands_in_poland_as_a_neutral_one() -> None:
    play = Play(RULES, Dice([]))
    play.start("campaign", ROAD, {})
    army = board.find(play.position, "polish-army")
    assert army is not None and (army.power, army.area) == (board.NEUTRAL, "poland")
    declaring.declare_on_country(play, "germany", "poland")
    army = board.find(play.position, "polish-army")
    assert army is not None and (army.power, at(play, "polish-army")) == ("afa", "poland@2")


@pytest.mark.parametrize("scenario", ["western-europe", "longest-day", "atlantic", "barbarossa", "rising-sun"])
def test_9_2_scenarios_that_tell_their_own_politics_begin_as_they_say(scenario: str) -> None:
    """Poland was made neutral under the German armies of Barbarossa, and in Scenario A no one may declare war on it."""
    plain, road = (Play(RULES, Dice([])) for _ in range(2))
    plain.start(scenario, {}, {})
    road.start(scenario, ROAD, {})
    assert road.state.control == plain.state.control and road.state.stacks == plain.state.stacks


@pytest.mark.parametrize(
    ("choice", "power", "on", "rule"),
    [
        ("secret-german-pact", "germany", "ussr", "declare/too-early"),
        ("secret-soviet-pact", "ussr", "germany", "declare/neutral-entry"),
        ("monroe-doctrine", "afa", "brazil", "declare/barred"),
    ],
)
def test_9_2_a_restriction_holds_only_where_it_was_chosen(choice: str, power: str, on: str, rule: str) -> None:
    order = GoToWar(power, on)
    assert broken(road(power=power), order) == []
    assert broken(road(choice, power=power), order) == [rule]
    assert broken(table(phase="move", power=power), order) == [rule], "the standard game"


@pytest.mark.parametrize("country", ["finland", "central-europe", "sweden"])
def test_9_2_the_soviet_pact_binds_by_germanys_allies_and_not_by_the_countries_of_3_2(country: str) -> None:
    order = GoToWar("ussr", country)
    assert broken(table(phase="move", power="ussr"), order) == ["declare/neutral-entry"], "the standard game"
    assert broken(road("secret-soviet-pact", power="ussr"), order) == []
    allied = road("secret-soviet-pact", power="ussr", markers={f"ally/{country}": "germany"})
    assert broken(allied, order) == ["declare/allied"], "war on an ally of Germany is war on Germany"


@pytest.mark.parametrize(("choice", "country"), [("monroe-doctrine", "brazil"), ("anti-comintern-pact", "finland")])
def test_9_2_minors_find_allies_only_where_that_was_chosen(choice: str, country: str) -> None:
    wars = ["germany usa", "germany ussr"]
    assert not aligning.suitor(road(at_war=wars).position, country)
    assert aligning.suitor(road(choice, at_war=wars).position, country)


def test_9_2_no_trade_agreement_of_the_standard_game_holds() -> None:
    assert turn_end.trades(road().position) == []
    assert turn_end.trades(table().position)


def test_9_2_the_ussr_is_limited_in_what_it_spends_until_germany_declares_war_or_invades_it() -> None:
    play = do(road(power="ussr"), GoToWar("ussr", "germany"))
    assert board.at_war(play.position, "ussr", "germany") and entry.is_limited(play.position, "ussr")
    control.take_control(play, "ukraine", "germany")
    run(play)
    assert not entry.is_limited(play.position, "ussr")
    assert not entry.is_limited(do(road(), GoToWar("germany", "ussr")).position, "ussr")


def test_9_2_box_fifteen_lifts_the_limit_and_brings_no_war() -> None:
    play = road(markers={"entry/ussr": 14})
    entry.shift(play, "ussr", 1)
    assert not entry.is_limited(play.position, "ussr") and not board.at_war(play.position, "ussr", "germany")
    pact = road("secret-soviet-pact", markers={"entry/ussr": 14})
    entry.shift(pact, "ussr", 1)
    assert board.at_war(pact.position, "ussr", "germany")
