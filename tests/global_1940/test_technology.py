"""Technology of Global 1940, by its option: tokens of a turn, what each technology does, rockets and airborne troops from air bases."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.facilities.factories import capacity, repair_price
from engine.families.axis_allies.orders import Battle, Move, Research, Rocket, Roll
from engine.invariants import violations
from engine.mechanics.profile import profile
from engine.play import Play
from engine.replay import replay
from engine.rules import EndPhase, load_rules
from engine.simulation import simulate
from ingest.log.reader import parse_log
from ingest.log.writer import write_log
from tests.axisallies.positions import rules_of
from tests.global_1940.test_what_the_map_plays import TITLE, play_from

ON = {"technology": "on"}
WAR = {("germany", "soviet-union"): "war"}


def at(phase: str, stacks: dict[str, str], tech: str = "", power: str = "germany", **more: object) -> Play:
    return play_from(stacks, power, phase, **{"options": ON, "relations": WAR, "techs": {power: tech} if tech else {}, **more})


def tokens(play: Play) -> int:
    return play.state.resources.get(("germany", "tech-tokens"), 0)


@pytest.mark.section("22. Technology and airborne attacks")
def test_a_turn_begins_with_research_by_the_option_alone_and_never_that_of_china() -> None:
    for option, first in (("off", "purchase-units"), ("on", "research")):
        play = Play(load_rules(TITLE), SeededDice(1))
        play.start("standard", {"technology": option})
        assert play.state.clock.phase == first
        while play.state.clock.power != "china":
            play.submit(EndPhase())
        assert play.state.clock.phase == "purchase-units"


@pytest.mark.section("22. Technology and airborne attacks")
@pytest.mark.parametrize(("option", "left"), [("lost", 0), ("kept", 2)])
def test_tokens_that_develop_nothing_are_lost_or_by_option_kept(option: str, left: int) -> None:
    play = at("research", {}, dice=[5, 1], money={"germany": 30}, options={**ON, "research-tokens": option})
    for _ in range(2):
        play.submit(Research("air-and-naval"))
    assert tokens(play) == 2 and play.state.resources["germany", "ipc"] == 20
    play.submit(Roll())
    assert tokens(play) == left and not play.state.techs


@pytest.mark.section("22. Technology and airborne attacks")
def test_one_success_develops_one_technology_of_its_category_which_works_at_once() -> None:
    play = at("research", {}, dice=[6, 6, 3], money={"germany": 30})
    for _ in range(2):
        play.submit(Research("land-and-production"))
    play.submit(Roll())
    assert play.state.techs == {("germany", "airborne-forces"): 1} and tokens(play) == 0


@pytest.mark.section("22. Technology and airborne attacks")
@pytest.mark.parametrize(
    ("tech", "unit", "figures"),
    [
        ("super-subs", "submarine", (3, 1, 2, 6)),
        ("jet-power", "fighter", (4, 4, 4, 10)),
        ("long-range-aircraft", "tactical-bomber", (3, 3, 5, 11)),
        ("shipyards", "aircraft-carrier", (0, 2, 2, 13)),
        ("shipyards", "cruiser", (3, 3, 2, 9)),
        ("shipyards", "battleship", (4, 4, 2, 17)),
    ],
)
def test_figures_that_a_technology_changes(tech: str, unit: str, figures: tuple[int, ...]) -> None:
    play = at("purchase-units", {}, tech)
    for power in ("germany", "japan"):
        row = profile(play.position, power, unit)
        assert ((row.attack, row.defense, row.move, row.cost) == figures) == (power == "germany")


@pytest.mark.section("22. Technology and airborne attacks")
def test_factories_make_more_and_are_repaired_for_half() -> None:
    stacks = {"germany": "germany: major-factory", "poland": "germany: minor-factory", "japan": "japan: major-factory"}
    play = at("purchase-units", stacks, "increased-factory-production")
    assert [capacity(play.position, area) for area in stacks] == [12, 4, 10]
    assert repair_price(play.position, 5) == 3


@pytest.mark.section("22. Technology and airborne attacks")
def test_guns_of_bases_hit_at_two_with_radar() -> None:
    stacks = {"germany": "germany: major-factory", "poland": "united-kingdom: bomber"}
    for tech, done in (({"germany": "aa-radar"}, {}), ({}, {("germany", "major-factory"): 6})):
        play = at("combat-move", stacks, power="united-kingdom", techs=tech, dice=[2, 4])
        play.submit(Move("bomber", "poland > germany", raid=True))
        play.submit(EndPhase())
        play.submit(Battle("germany", raid=True))
        assert play.state.damage == done


@pytest.mark.section("22. Technology and airborne attacks")
def test_the_better_of_two_dice_of_a_heavy_bomber_counts_when_it_attacks() -> None:
    stacks = {"poland": "germany: bomber, infantry; soviet-union: bomber"}
    play = at("conduct-combat", stacks, techs={"germany": "heavy-bomber", "soviet-union": "heavy-bomber"}, dice=[6, 5, 3, 6])
    play.submit(Battle("poland"))
    rolled = [(event.side, event.dice, event.hits) for event in play.events if isinstance(event, ev.DiceRolled) and event.unit == "bomber"]
    assert rolled == [("attacker", (5, 3), 1), ("defender", (6,), 0)]


@pytest.mark.section("22. Technology and airborne attacks")
@pytest.mark.parametrize(("option", "dice", "points"), [("best", [6, 2, 4], 6), ("each", [6, 2, 4], 10)])
def test_dice_of_heavy_bombers_in_a_raid(option: str, dice: list[int], points: int) -> None:
    stacks = {"russia": "soviet-union: major-factory; germany: bomber [used=2 raiding]"}
    play = at("conduct-combat", stacks, "heavy-bomber", dice=dice, options={**ON, "heavy-bombers": option})
    play.submit(Battle("russia", raid=True))
    assert play.state.damage["russia", "major-factory"] == points


@pytest.mark.section("22. Technology and airborne attacks")
def test_improved_mechanized_infantry_blitzes_alone_and_is_raised_by_tanks() -> None:
    alone, blitz = {"poland": "germany: mechanized-infantry"}, Move("mechanized-infantry", "poland > baltic-states > novgorod")
    assert rules_of(at("combat-move", alone), blitz)
    assert not rules_of(at("combat-move", alone, "improved-mech-inf"), blitz)
    stacks = {"poland": "germany: 2 mechanized-infantry, tank; soviet-union: bomber"}
    play = at("conduct-combat", stacks, "improved-mech-inf", dice=[6] * 4)
    play.submit(Battle("poland"))
    fired = [(event.target, len(event.dice)) for event in play.events if isinstance(event, ev.DiceRolled) and event.unit.startswith("mech")]
    assert fired == [(2, 1), (1, 1)]


@pytest.mark.section("22. Technology and airborne attacks")
def test_rockets_fly_from_air_bases_that_work_at_factories_and_bases() -> None:
    stacks = {
        "western-germany": "germany: air-base",
        "united-kingdom": "united-kingdom: major-factory, naval-base",
        "russia": "soviet-union: major-factory",
    }
    play = at("conduct-combat", stacks, "rockets-advance", dice=[4])
    assert rules_of(play, Rocket("western-germany", "russia")) == ["rockets/range"]
    assert rules_of(play, Rocket("western-germany", "united-kingdom", target="air-base")) == ["rockets/factory"]
    play.submit(Rocket("western-germany", "united-kingdom", target="naval-base"))
    assert play.state.damage == {("united-kingdom", "naval-base"): 4}
    assert "rockets/guns" in rules_of(play, Rocket("western-germany", "united-kingdom"))
    hurt = at("conduct-combat", stacks, "rockets-advance", damage={"western-germany/air-base": 3})
    assert rules_of(hurt, Rocket("western-germany", "united-kingdom")) == ["rockets/guns"]
    held = {"control": {"western-germany": "france"}, "taken": {"western-germany": "germany"}}
    taken = at("conduct-combat", stacks, "rockets-advance", **held)
    assert rules_of(taken, Rocket("western-germany", "united-kingdom")) == ["rockets/guns"]


@pytest.mark.section("22. Technology and airborne attacks")
def test_rockets_do_not_fly_over_neutrals_or_powers_at_peace() -> None:
    stacks = {"germany": "germany: air-base", "novgorod": "soviet-union: air-base"}
    for relation, wrong in (("war", []), ("peace", ["rockets/factory", "rockets/range"])):
        play = at("conduct-combat", stacks, "rockets-advance", relations={("germany", "soviet-union"): relation})
        assert rules_of(play, Rocket("germany", "novgorod", target="air-base")) == wrong


@pytest.mark.section("22. Technology and airborne attacks")
def test_rockets_may_come_before_a_scramble_is_decided_and_stop_it() -> None:
    stacks = {
        "western-germany": "germany: air-base",
        "scotland": "united-kingdom: air-base, fighter",
        "sea-zone-111": "united-kingdom: destroyer; germany: 2 submarine",
    }
    play = at("conduct-combat", stacks, "rockets-advance", dice=[5])
    assert play.pending and play.pending.what == "scramble"
    play.submit(Rocket("western-germany", "scotland", target="air-base"))
    assert play.pending is None


@pytest.mark.section("22. Technology and airborne attacks")
def test_a_base_sends_two_infantry_to_where_others_attack_and_guns_fire_at_them() -> None:
    stacks = {
        "germany": "germany: air-base, 3 infantry",
        "poland": "germany: tank",
        "eastern-poland": "soviet-union: infantry, anti-aircraft-gun",
    }
    way = "germany > poland > eastern-poland"
    play = at("combat-move", stacks, "airborne-forces", dice=[1, 6, 6, 6, 6, 6, 6, 6])
    assert rules_of(play, Move("2 infantry", way, drop=True)) == ["combat-move/launch/target"]
    play.submit(Move("tank", "poland > eastern-poland"))
    assert rules_of(play, Move("3 infantry", way, drop=True)) == ["combat-move/launch/base"]
    assert rules_of(at("combat-move", stacks), Move("infantry", way, drop=True)) == ["combat-move/launch/base"]
    play.submit(Move("2 infantry", way, drop=True))
    assert rules_of(play, Move("infantry", way, drop=True)) == ["combat-move/launch/base"]
    play.submit(EndPhase())
    play.submit(Battle("eastern-poland"))
    left = {key.unit: n for key, n in play.position.stacks("eastern-poland") if key.power == "germany"}
    assert left == {"tank": 1, "infantry": 1}, "two shots at two infantry; the tank is on the ground"


@pytest.mark.section("22. Technology and airborne attacks")
def test_bots_do_research_and_their_game_adds_up_and_its_log_is_read_back() -> None:
    recording, game = simulate(TITLE, 3, "greedy", round_limit=1, options=ON)
    assert violations(TITLE, game.events) == []
    assert any(isinstance(event, ev.ResourceChanged) and event.resource == "tech-tokens" for event in game.events)
    again = replay(parse_log(write_log(recording), "again", None), TITLE)
    assert again.events == game.events
