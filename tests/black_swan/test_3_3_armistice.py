"""Armistices of France and Italy, accepted and refused; Vichy France and the two Unions (section 3.3)."""

from __future__ import annotations

import pytest

from engine.families.blocks.changes import take_control
from engine.families.blocks.combat.orders import ResolveCombat
from engine.families.blocks.land import entry
from engine.families.blocks.land.orders import March
from engine.families.blocks.politics import armistice, surrender, union, war
from engine.families.blocks.politics.orders import AnswerArmistice, AskArmistice
from engine.families.blocks.production.economy import economic_power, strategic_power, yields
from engine.families.blocks.production.pools import SMALL, drawable
from engine.families.blocks.production.sites import sites
from engine.families.blocks.sea import control as sea_control
from engine.families.blocks.supply import reach
from engine.rules import EndPhase
from tests.black_swan.board import TITLE, at, play_from, stacks_of
from tests.black_swan.politics import SHIPS, fallen, neutral, paid, rules_broken, warring

pytestmark = pytest.mark.section("3.3")

WEST = f"""{SHIPS}, germany 2 infantry-4 lille, germany tank-4 lille, france infantry-3@2 paris, france air-3@1 tunis,
    france artillery-3 casablanca, great-britain infantry-4@3 algiers, great-britain tank-4 nantes, great-britain infantry-4 london,
    italy infantry-3 milan"""
MAJORS = ("germany", "italy", "france", "great-britain")


def france(stacks: str = WEST, **more):
    play = play_from(stacks.replace("\n", " "), **({"season": ("summer", 1940), "at_war": MAJORS} | more))
    return play


def ask(play, power: str) -> list[str]:
    return [problem.rule for problem in armistice.check(play.position, AskArmistice(power))]


def answer(play, power: str, accept: bool):
    armistice.carry_out(play, AskArmistice(power))
    due = armistice.pending(play.position)
    assert due is not None and due.takes == (AnswerArmistice,)
    armistice.carry_out(play, AnswerArmistice(accept))
    assert armistice.pending(play.position) is None
    return due


def test_3_3_only_france_and_italy_at_war_may_ask() -> None:
    play = france()
    assert armistice.may_ask(play.position) == ("france", "italy")
    assert ask(play, "great-britain") == ["armistice/nobody"]
    assert ask(neutral(play, "italy"), "italy") == ["armistice/standing"]
    assert ask(fallen(play, "france"), "france") == ["armistice/standing"]


def test_3_3_only_before_the_capital_is_enemy_controlled() -> None:
    assert ask(france(control={"paris": "germany"}), "france") == ["armistice/capital"]
    assert ask(france(control={"rome": "great-britain"}), "italy") == ["armistice/capital"]


def test_3_3_a_major_nation_must_be_there_to_answer() -> None:
    """Italy still fights Poland, but Great Britain and France are out of the war and the United States are not in it."""
    play = fallen(france(at_war=(*MAJORS, "poland")), "france", "great-britain")
    assert ask(play, "italy") == ["armistice/enemy"]


def test_3_3_an_answer_needs_a_question() -> None:
    found = armistice.check(france().position, AnswerArmistice(True))
    assert [problem.rule for problem in found] == ["armistice/not-asked"]


@pytest.mark.parametrize(("power", "asked"), [("france", "germany"), ("italy", "great-britain")])
def test_3_3_the_other_side_must_answer_at_once_and_accepts_by_default(power: str, asked: str) -> None:
    play = france()
    armistice.carry_out(play, AskArmistice(power))
    due = armistice.pending(play.position)
    assert due is not None
    assert (due.what, due.power, due.default) == ("armistice", asked, AnswerArmistice(True))


def test_3_3_vichy_france_is_formed() -> None:
    play = france()
    answer(play, "france", True)
    assert play.state.standing["france"] == "surrendered" and play.state.standing["vichy-france"] == "neutral"
    held = {area for area, power in play.state.control.items() if power == "vichy-france"}
    assert held == set(TITLE.regions["vichy-france"])
    assert at(play, "marseille") == "vichy-france fort-3@1"
    assert at(play, "tunis") == "vichy-france fort-3@1"
    assert play.position.relation("vichy-france", "great-britain") == "peace"


def test_3_3_vichys_production_is_collected_once_the_us_have_declared_war_on_it() -> None:
    """Marseille and Casablanca: by Italy then, whose side Vichy is on (1.3)."""
    play = france(season=("winter", 1942), at_war=(*MAJORS, "united-states"), phase="declarations", power="great-britain")
    before = {item.area: item.power for item in yields(play.position)}
    assert before["marseille"] == before["casablanca"] == "france"
    answer(play, "france", True)
    assert {"marseille", "casablanca"}.isdisjoint(item.area for item in yields(play.position))
    war.declare(play, "united-states", "vichy-france")
    after = {item.area: item.power for item in yields(play.position)}
    assert after["marseille"] == after["casablanca"] == "italy"


def test_3_3_vichys_forts_are_at_home_and_nowhere_else() -> None:
    position = france(at_war=(*MAJORS, "vichy-france"), control={"marseille": "vichy-france"}).position
    assert entry.may_be(position, "vichy-france", "marseille") and not entry.may_be(position, "vichy-france", "milan")


def test_3_3_french_blocks_are_out_for_good_and_bring_no_pp() -> None:
    play = france(WEST + ", france tank-3 france-pool")
    before = len(play.events)
    answer(play, "france", True)
    assert not [key for key in play.state.stacks if key[1] == "france"]
    assert paid(play, before) == {}


def test_3_3_other_blocks_in_vichy_france_go_to_their_force_pool() -> None:
    play = france()
    answer(play, "france", True)
    assert at(play, "algiers") == "" and at(play, "great-britain-pool") == "great-britain infantry-4@4"


def test_3_3_what_else_france_controlled_is_german_where_no_british_unit_stands() -> None:
    play = france(control={"sardinia": "france"})
    answer(play, "france", True)
    control = play.state.control
    assert {area: control[area] for area in ("paris", "bordeaux", "strasbourg", "lille")} == {
        "paris": "germany",
        "bordeaux": "germany",
        "strasbourg": "germany",
        "lille": "germany",
    }
    assert control["nantes"] == "great-britain" and control["sardinia"] == "italy"


def test_3_3_who_fights_for_what_an_ally_controls_takes_it_when_only_the_leaving_nation_stood_there() -> None:
    """Vichy French Tunis is defended by Italians alone when Italy leaves; the British in it have nobody to fight any more."""
    stacks = f"{SHIPS}, great-britain infantry-4 tunis, great-britain tank-4 tunis, italy infantry-3 tunis, germany infantry-4 berlin"
    play = play_from(
        stacks,
        power="great-britain",
        control={"tunis": "vichy-france"},
        season=("spring", 1943),
        at_war=("germany", "italy", "great-britain", "united-states", "vichy-france"),
    )
    answer(play, "italy", True)
    assert play.state.control["tunis"] == "great-britain"
    defended = play_from(
        stacks + ", germany infantry-4 tunis",
        power="great-britain",
        control={"tunis": "vichy-france"},
        season=("spring", 1943),
        at_war=("germany", "italy", "great-britain", "vichy-france"),
    )
    answer(defended, "italy", True)
    assert defended.state.control["tunis"] == "vichy-france"


def test_3_3_refused_france_and_great_britain_become_one_nation() -> None:
    play = france(WEST + ", france tank-3 france-pool, great-britain carrier-4 great-britain-pool")
    sea_control.update(play)  # an answer does so, and Gibraltar is in supply by the sea: not the Union's doing
    alone = {power: economic_power(play.position, power) for power in ("france", "great-britain")}
    stars = strategic_power(play.position, "great-britain")
    answer(play, "france", False)
    position = play.position
    assert "france" in warring(play)
    assert union.union_of(position, "france") == ("great-britain", "france") == union.union_of(position, "great-britain")
    assert set(union.capitals(position, "france")) == {"london", "paris"}
    assert economic_power(position, "great-britain") == sum(alone.values())
    assert strategic_power(position, "great-britain") == stars + 1
    assert ask(play, "france") == ["armistice/union"]


def test_3_3_a_union_draws_from_both_pools_and_deploys_each_nations_blocks_at_its_home() -> None:
    play = france(WEST + ", france tank-3 france-pool, great-britain tank-4 great-britain-pool")
    assert [key[1] for key, _ in drawable(play.position, "great-britain", SMALL)] == ["great-britain"]
    union.form(play, "france", ("great-britain", "france"))
    assert {key[1] for key, _ in drawable(play.position, "great-britain", SMALL)} == {"france", "great-britain"}
    french, british = sites(play.position, "france", "tank-3"), sites(play.position, "great-britain", "tank-4")
    assert "paris" in french and set(french) <= set(TITLE.regions["home-france"])
    assert "london" in british and set(british) <= set(TITLE.regions["home-great-britain"])


def test_3_3_both_capitals_supply_either_nation_of_the_union() -> None:
    play = france(control={"paris": "germany"})
    assert "nantes" not in reach(play.position, "france").way
    union.form(play, "france", ("great-britain", "france"))
    assert "london" in reach(play.position, "france").way


def test_3_3_french_and_british_stand_together_in_a_union_only() -> None:
    position = france().position
    assert entry.strangers(position, "great-britain", "paris")
    joint = france(markers={"union/france": "great-britain france"}).position
    assert not entry.strangers(joint, "great-britain", "paris")


def test_3_3_a_union_stands_while_one_capital_does() -> None:
    play = france(control={"paris": "germany"})
    assert surrender.reason(play.position, "france") == "capital"
    union.form(play, "france", ("great-britain", "france"))
    assert surrender.reason(play.position, "france") == "" == surrender.reason(play.position, "great-britain")


@pytest.mark.parametrize(
    ("power", "lost", "enemy"),
    [
        ("france", ("lille", "strasbourg"), "germany"),
        ("italy", ("sicily", "naples"), "great-britain"),
    ],
)
def test_3_3_a_union_does_not_fall_with_two_areas(power: str, lost: tuple[str, ...], enemy: str) -> None:
    """5.1 has that for France and Italy, which are no nations of their own any more."""
    play = france(SHIPS, control=dict.fromkeys(lost, enemy))
    assert surrender.reason(play.position, power) == "areas"
    union.form(play, power, ("great-britain", "france") if power == "france" else ("germany", "italy"))
    assert surrender.reason(play.position, power) == ""


def test_3_3_a_union_falls_with_both_capitals() -> None:
    play = france(SHIPS + ", germany infantry-4 paris, germany infantry-4 london")
    union.form(play, "france", ("great-britain", "france"))
    surrender.nations(play)
    assert {"france", "great-britain"}.isdisjoint(warring(play))


ITALY = f"""{SHIPS}, italy infantry-3 rome, italy infantry-3 tripoli, italy tank-3 sirte, germany elite-tank-4 sirte,
    germany infantry-4 milan, great-britain infantry-4 sicily, united-states infantry-4 naples"""


def italy(more_blocks: str = "", **more):
    war = ("germany", "italy", "great-britain", "united-states", "soviet-union")
    return france(ITALY + more_blocks, season=("summer", 1943), at_war=war, **more)


def test_3_3_italy_accepted_its_areas_go_to_the_western_allies_but_where_germans_stand() -> None:
    play = italy()
    before = len(play.events)
    answer(play, "italy", True)
    control = play.state.control
    assert {area: control[area] for area in ("rome", "sardinia", "tripoli", "albania")} == dict.fromkeys(
        ("rome", "sardinia", "tripoli", "albania"), "great-britain"
    )
    assert control["milan"] == control["sirte"] == "germany" and control["naples"] == "united-states"
    assert not [key for key in play.state.stacks if key[1] == "italy"]
    assert stacks_of(play, "sirte") == {"germany elite-tank-4@4": 1}
    assert paid(play, before) == {}


def test_3_3_with_the_italians_gone_the_germans_beside_them_fight_on() -> None:
    play = italy(", germany infantry-4 rome, great-britain infantry-4 naples, great-britain tank-4 naples", power="great-britain")
    play.submit(March("infantry-4", "naples > rome"))
    play.submit(March("tank-4", "naples > rome"))
    play.submit(AskArmistice("italy"))
    play.submit(AnswerArmistice(True))
    assert play.state.control["rome"] == "germany" and rules_broken(play, EndPhase()) == set()
    play.submit(EndPhase())
    assert play.pending is not None and play.pending.default == ResolveCombat("rome")


@pytest.mark.parametrize(
    ("stacks", "holder"),
    [
        ("", "great-britain"),
        (", germany infantry-4 kursk", "germany"),
        (", soviet-union infantry-4 kursk", "soviet-union"),
    ],
)
def test_3_3_what_italy_controls_in_the_east_is_the_western_allies_too(stacks: str, holder: str) -> None:
    """ "Any Italian controlled Land Area becomes Western Allied controlled": no Front is left out; it is no surrender (5.2)."""
    play = italy(control={"kursk": "italy"}, more_blocks=stacks)
    answer(play, "italy", True)
    assert play.state.control["kursk"] == holder


def test_3_3_no_italian_discs_once_italy_is_out() -> None:
    play = italy()
    answer(play, "italy", True)
    assert "italy" not in play.state.control.values()


def test_3_3_refused_germany_and_italy_become_one_nation() -> None:
    play = italy(control={"rome": "great-britain"})
    assert ask(play, "italy") == ["armistice/capital"]
    play = italy()
    answer(play, "italy", False)
    assert union.union_of(play.position, "italy") == ("germany", "italy")
    assert set(union.capitals(play.position, "germany")) == {"berlin", "rome"}
    assert economic_power(play.position, "italy") == 0


def test_3_3_comes_after_movement_and_nothing_goes_on_before_the_answer() -> None:
    play = france()
    play.submit(AskArmistice("france"))
    assert rules_broken(play, EndPhase()) == {"decision-due"}
    play.submit(AnswerArmistice(True))
    assert "land/order" in rules_broken(play, March("infantry-4", "lille > paris"))
    assert rules_broken(play, EndPhase()) == set()


def test_3_3_also_in_the_blitz_phase_and_in_ones_own_turn() -> None:
    blitz = france(phase="blitz", markers={"blitz-disc/axis/west-front": "yes"})
    assert rules_broken(blitz, AskArmistice("france")) == set()
    assert rules_broken(france(power="great-britain"), AskArmistice("italy")) == set()


def test_3_3_an_attack_on_a_nation_that_leaves_the_war_meets_nobody() -> None:
    """Paris is engaged, not yet enemy-controlled; with the French gone there is no combat, and it is German."""
    play = france()
    play.submit(March("2 infantry-4", "lille > paris"))
    play.submit(March("tank-4", "lille > paris"))
    play.submit(AskArmistice("france"))
    play.submit(AnswerArmistice(True))
    play.submit(EndPhase("land-combat"))
    assert play.state.battles == 0 and play.state.control["paris"] == "germany"
    assert sum(stacks_of(play, "paris").values()) == 3


def test_3_3_no_union_with_a_nation_that_is_out_of_the_war() -> None:
    """Great Britain has surrendered: France goes on alone, falls with two areas (5.1), and may ask again in the next phase."""
    play = fallen(france(control={"london": "germany"}), "great-britain")
    answer(play, "france", accept=False)
    assert not union.unions(play.position) and ask(play, "france") == ["armistice/again"]
    play.submit(EndPhase("land-combat"))
    assert ask(play, "france") == []
    for area in ("lille", "nantes"):
        take_control(play, area, "germany")
    assert surrender.reason(play.position, "france") == "areas"
