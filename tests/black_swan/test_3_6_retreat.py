"""3.6 Retreat after Combat, 3.6.1 Retreat Priorities, 3.7 what follows."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.errors import IllegalOrder
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER
from engine.families.blocks.combat.orders import FallBack, Stand, Withdraw
from engine.families.blocks.combat.priorities import must_retreat
from engine.families.blocks.combat.retreat import ways
from engine.play import Play
from engine.rules import EndPhase
from tests.black_swan.board import TITLE, at, play_from, position
from tests.black_swan.combat import SUMMER, combat, ended, fire, here

MOSCOW = "germany 2 air-4 HERE, italy artillery-3 HERE, soviet-union fort-4@1 HERE, soviet-union 3 infantry-3 HERE"
DUEL = "germany tank-4@3 HERE, germany infantry-4@3 HERE, soviet-union tank-3@3 HERE, soviet-union infantry-3@3 HERE"


def fought(stacks: str, area: str, **more) -> Play:
    """Return a play at the first choice after a combat in which nobody has hit anything."""
    return combat(stacks, area, "1" * 40, **more)


def stand_all(play: Play) -> Play:
    """Let both sides stand."""
    while play.pending and play.pending.what == "retreat":
        play.submit(Stand())
    return play


def finish(play: Play) -> Play:
    """Take the defaults to the end of the battle."""
    while play.state.battle:
        play.submit(play.pending.default)
    return play


def moved(play: Play) -> list[tuple[str, tuple[str, ...], int]]:
    """Return (unit, path, strength) of everybody who has retreated."""
    return [(one.unit, one.path, one.strength) for one in play.events if isinstance(one, ev.UnitsMoved) and one.cause == "retreat"]


@pytest.mark.section("3.6", "3.6.1")
def test_3_6_example_the_soviets_must_retreat_from_moscow() -> None:
    """Two classes (air, artillery) against one (infantry), and no fort any more."""
    play = stand_all(combat(MOSCOW, "moscow", "555551231 1" + "5651" + "41"))
    assert (play.pending.what, play.pending.power, play.pending.side) == ("fall-back", "soviet-union", DEFENDER)
    play.submit(FallBack("2 infantry-3@3", "moscow > gorki"))
    with pytest.raises(IllegalOrder, match="cannot retreat there"):
        play.submit(FallBack("infantry-3", "moscow > leningrad"))
    play.submit(FallBack("infantry-3@2", "moscow > tula"))
    assert here(play) == "2 germany air-4@2, italy artillery-3@2"
    assert at(play, "gorki") == "2 soviet-union infantry-3@3" and at(play, "tula") == "soviet-union infantry-3@2"
    end = ended(play)
    assert (end.winner, end.how) == (ATTACKER, "retreat") and play.state.control["moscow"] == "germany"


NANTES = (
    "great-britain 2 infantry-4 HERE [seaborne], united-states 2 air-4 HERE, germany fort-4 HERE,"
    " great-britain 3 heavy-surface-4 the-channel [gunfire target=HERE], great-britain heavy-surface-4@2 the-channel,"
    " great-britain heavy-surface-4 central-atlantic, great-britain 4 infantry-4 london, great-britain 4 infantry-3 plymouth,"
    " great-britain 4 infantry-3 liverpool, united-states 4 infantry-4 manchester"
)
CHANNEL = {"the-channel": "great-britain"}


def landing(stacks: str, dice: str, **control: str) -> Play:
    """Return the Spring 1944 landing in Nantes, fought as far as the first choice."""
    more = {"power": "great-britain", "season": ("spring", 1944), "control": CHANNEL | control}
    return combat(stacks, "nantes", dice, **more)


@pytest.mark.section("3.6", "3.6.1")
def test_3_6_example_of_the_landing_in_nantes() -> None:
    """Gunfire absorbed, four hits by the fort, two by the attackers; then across the Channel and over full areas to the end."""
    play = landing(NANTES, "511" + "4564" + "511111" + "51")
    assert fire(play) == [
        "attacker gunfire heavy-surface-4 3 at 5+: 1",
        "defender volley fort-4 4 at 4+: 4",
        "attacker air air-4 6 at 5+: 1",
        "attacker infantry infantry-4 2 at 5+: 1",
    ]
    # the fort stands, so the attackers must go: one step by sea, one for London or Plymouth, one for what lies behind
    assert play.pending is None and here(play) == "germany fort-4@2"
    gone = [(one.unit, one.count, one.strength, one.cause) for one in play.events if isinstance(one, ev.UnitsRemoved)]
    assert sorted(gone) == [("air-4", 1, 3, "retreat")] * 2 + [("infantry-4", 1, 3, "retreat")] * 2
    end = ended(play)
    assert (end.winner, end.how, end.attackers, end.defenders) == (DEFENDER, "retreat", "", "fort-4")


@pytest.mark.section("3.6")
def test_3_6_by_sea_over_a_full_area_to_one_with_room() -> None:
    """As in Nantes, but with room in Manchester: three steps become one."""
    room = NANTES.replace("united-states 4 infantry-4 manchester", "united-states infantry-4 manchester")
    play = finish(landing(room, "511" + "4564" + "511111" + "51" + "1"))
    gone = moved(play)
    assert len(gone) == 3 and {strength for _, _, strength in gone} == {1}
    assert {path[:2] for _, path, _ in gone} == {("nantes", "the-channel")} and {path[-1] for _, path, _ in gone} == {"manchester"}
    assert sum(isinstance(one, ev.UnitsRemoved) and one.cause == "retreat" for one in play.events) == 1  # no room for the fourth


@pytest.mark.section("3.6", "3.6.1")
def test_3_6_by_sea_each_block_needs_a_ship_and_meets_enemy_fire_at_6() -> None:
    stacks = (
        "great-britain infantry-4 HERE [seaborne], great-britain artillery-4 HERE [seaborne], germany fort-4 HERE,"
        " great-britain 2 heavy-surface-4 the-channel, germany submarine-3 the-channel"
    )
    play = finish(landing(stacks, "1111" + "1" + "1" + "6" + "5"))
    assert sorted(strength for _, _, strength in moved(play)) == [2, 3]
    assert {path[:2] for _, path, _ in moved(play)} == {("nantes", "the-channel")}
    shots = [one for one in play.events if isinstance(one, ev.DiceRolled) and one.purpose == "crossing"]
    assert [(one.unit, one.target, one.dice) for one in shots] == [("submarine-3", 1, (6,)), ("submarine-3", 1, (5,))]
    alone = stacks.replace("2 heavy-surface-4", "heavy-surface-4")
    play = finish(landing(alone, "1111" + "1" + "1" + "1"))
    assert len(moved(play)) == 1 and sum(isinstance(one, ev.UnitsRemoved) for one in play.events) == 1


@pytest.mark.section("3.6")
def test_3_6_a_defender_that_retreats_by_sea_is_fired_at_by_the_attacker() -> None:
    stacks = (
        "italy infantry-3 HERE, great-britain 2 infantry-4 HERE [seaborne], great-britain 2 air-4 HERE,"
        " great-britain light-surface-3 tyrrhenian-sea, italy heavy-surface-4 tyrrhenian-sea,"
        " italy infantry-3@1 naples, italy infantry-3@1 rome"
    )
    play = combat(stacks, "sardinia", "1" * 20, power="great-britain", control={"tyrrhenian-sea": "italy"})
    finish(stand_all(play))
    assert {path[:2] for _, path, _ in moved(play)} == {("sardinia", "tyrrhenian-sea")}
    (shot,) = (one for one in play.events if isinstance(one, ev.DiceRolled) and one.purpose == "crossing")
    assert (shot.side, shot.power, shot.battle) == (ATTACKER, "great-britain", 1)


@pytest.mark.section("3.6")
@pytest.mark.parametrize(
    ("area", "stacks", "held", "goals"),
    [
        (
            "albania",
            "italy infantry-3 HERE, great-britain tank-4 HERE, great-britain air-4 HERE, italy light-surface-3 adriatic-sea",
            {"trikala": "great-britain", "belgrade": "great-britain", "zagreb": "great-britain", "thessaloniki": "great-britain"},
            {"rome", "milan", "naples"},
        ),
        (
            "simferopol",
            "soviet-union infantry-4 HERE, germany tank-4 HERE, germany air-4 HERE,"
            " soviet-union light-surface-3 eastern-black-sea, soviet-union infantry-4 moscow",
            {"odessa": "germany", "dnipropetrovsk": "germany", "sevastopol": "germany", "krasnodar": "germany", "rostov": "germany"},
            {"sukhumi", "batumi", "stalino"},
        ),
    ],
)
def test_3_6_by_sea_across_a_zone_that_only_one_side_may_enter(area: str, stacks: str, held: dict, goals: set[str]) -> None:
    """No Control Disc lies in the Adriatic or the Black Sea (1.2); they are friendly to whoever may sail there all the same."""
    power = "great-britain" if area == "albania" else "germany"
    play = fought(stacks, area, power=power, control=held)
    (key,) = (key for key, _ in play.position.stacks(area) if key[2].startswith("infantry"))
    assert {end: way.hits for end, way in ways(play.position, key).items()} == dict.fromkeys(goals, 1)
    alone = fought(
        stacks.replace("light-surface-3", "infantry-4@1").replace("adriatic-sea", "milan").replace("eastern-black-sea", "baku"),
        area,
        power=power,
        control=held,
    )
    assert ways(alone.position, key) == {}


@pytest.mark.section("3.6")
def test_3_6_no_retreat_across_a_contested_sea_zone() -> None:
    stacks = "great-britain infantry-4 HERE [seaborne], germany fort-4 HERE, great-britain 2 heavy-surface-4 the-channel"
    play = landing(stacks, "1111" + "1", **{"the-channel": ""})
    assert not moved(play) and ended(play).attackers == ""


@pytest.mark.section("3.6.1")
@pytest.mark.parametrize(
    ("stacks", "area", "season", "side"),
    [
        (DUEL, "pinsk", SUMMER, ATTACKER),  # rough
        (DUEL, "minsk", ("fall", 1942), ATTACKER),  # mud
        (DUEL + ", soviet-union fort-3 HERE", "minsk", SUMMER, ATTACKER),
        (DUEL, "minsk", SUMMER, ATTACKER),  # as many classes, the same highest, as many steps
        (DUEL.replace("tank-4@3", "tank-4@4"), "minsk", SUMMER, DEFENDER),  # more steps of the highest class
        (DUEL.replace("tank-3@3", "artillery-3@1"), "minsk", SUMMER, ATTACKER),  # artillery is above tanks
        (DUEL.replace("germany tank-4", "germany air-4"), "minsk", SUMMER, DEFENDER),
        ("germany tank-4@1 HERE, germany infantry-4@1 HERE, soviet-union 2 air-3 HERE", "minsk", SUMMER, DEFENDER),  # classes
        ("germany 2 air-4 HERE, soviet-union tank-3@1 HERE, soviet-union infantry-3@1 HERE", "minsk", SUMMER, ATTACKER),
        ("germany tank-4@2 HERE, germany tank-4@2 HERE, soviet-union tank-3@3 HERE", "minsk", SUMMER, DEFENDER),  # steps add up
        (
            "germany airborne-3 HERE, germany tank-4 HERE, soviet-union tank-3 HERE, soviet-union infantry-3 HERE",
            "minsk",
            SUMMER,
            DEFENDER,
        ),  # airborne are infantry
    ],
)
def test_3_6_1_who_must_retreat(stacks: str, area: str, season: tuple[str, int], side: str) -> None:
    where = position(stacks.replace("HERE", area), phase="land-combat", season=season, scenario="campaign-1941")
    assert must_retreat(where, area) == side


@pytest.mark.section("3.6.1")
def test_3_6_1_the_defender_may_retreat_first_and_loses_its_forts() -> None:
    play = fought(DUEL + ", soviet-union fort-3 HERE", "minsk")
    assert (play.pending.what, play.pending.power, play.pending.default) == ("retreat", "soviet-union", Stand())
    play.submit(Withdraw())
    assert play.state.stacks["soviet-union-pool", "soviet-union", "fort-3", 3, ""] == 1
    finish(play)
    assert ended(play).winner == ATTACKER and play.state.control["minsk"] == "germany"
    assert "fort" not in ended(play).defenders


@pytest.mark.section("3.6.1")
def test_3_6_1_then_the_attacker_may() -> None:
    play = fought(DUEL.replace("tank-4@3", "tank-4@4"), "minsk")
    play.submit(Stand())
    assert (play.pending.what, play.pending.power, play.pending.side) == ("retreat", "germany", ATTACKER)
    play.submit(Withdraw())
    finish(play)
    assert ended(play).winner == DEFENDER and play.state.control["minsk"] == "soviet-union"


@pytest.mark.section("3.6.1")
def test_3_6_1_who_must_go_anyway_is_not_asked() -> None:
    play = fought(DUEL, "pinsk", control={"lublin": "germany", "warsaw": "germany"})
    assert play.pending.side == DEFENDER
    play.submit(Stand())
    assert play.state.marker("battle", "leaves") in ("", ATTACKER)
    assert play.pending is None or (play.pending.what, play.pending.side) == ("fall-back", ATTACKER)


@pytest.mark.section("3.6.1")
def test_3_6_1_a_fort_alone_is_not_asked_whether_it_retreats() -> None:
    play = fought("germany tank-4 HERE, soviet-union fort-3 HERE", "minsk")
    assert play.pending is None or play.pending.what == "fall-back"
    assert finish(play).state.control["minsk"] == "soviet-union"


@pytest.mark.section("3.6")
def test_3_6_whoever_is_left_alone_holds_the_area() -> None:
    play = combat("germany air-4@1 HERE, soviet-union infantry-3@1 HERE", "minsk", "4")
    assert ended(play).how == "eliminated" and play.state.control["minsk"] == "germany"
    play = combat("germany infantry-4@1 HERE, soviet-union infantry-3@1 HERE", "minsk", "55")
    assert ended(play).winner == "none" and play.state.control["minsk"] == "soviet-union"
    play = combat("germany infantry-4@1 HERE, soviet-union infantry-3@1 HERE", "minsk", "16")
    assert ended(play).winner == DEFENDER and play.state.control["minsk"] == "soviet-union"


@pytest.mark.section("3.6")
def test_3_6_retreat_goes_to_friendly_areas_without_enemies() -> None:
    """From Moscow: Kalinin is German, Tula is fought for, Gorki and Smolensk are open."""
    stacks = "germany 2 air-4 HERE, germany tank-4 HERE, soviet-union infantry-3 HERE, germany infantry-4 tula, soviet-union tank-3 tula"
    play = stand_all(fought(stacks, "moscow", control={"kalinin": "germany"}))
    for area, fits in (("gorki", True), ("smolensk", True), ("tula", False), ("kalinin", False)):
        assert bool(play.check(FallBack("infantry-3", f"moscow > {area}"))) != fits, area


@pytest.mark.section("3.6")
def test_3_6_retreat_goes_to_supplied_areas_only() -> None:
    """The areas around Minsk are Soviet; with every Soviet Supply Source lost none of them is supplied."""
    stacks = "germany 2 air-4 HERE, germany tank-4 HERE, soviet-union infantry-3 HERE"
    lost = {area: "germany" for area in ("moscow", *TITLE.regions["siberia"])}
    for control, gone in (({}, False), (lost, True)):
        play = finish(stand_all(fought(stacks, "minsk", control=control)))
        assert bool(moved(play)) != gone and (ended(play).defenders == "") == gone


@pytest.mark.section("3.6", "3.6.1")
def test_3_6_retreat_over_full_areas_costs_a_step_for_each_after_the_first() -> None:
    """From Moscow over Gorki, which is full, to where there is room: no step. With all around Gorki full: one more each."""
    others = {"kalinin", "smolensk", "tula"}
    stacks = "germany 2 air-4 HERE, germany tank-4 HERE, soviet-union infantry-3 HERE, soviet-union 4 infantry-3@1 gorki"
    stacks += "".join(f", germany infantry-4 {area}" for area in sorted(others))
    play = finish(stand_all(fought(stacks, "moscow")))
    ((unit, path, strength),) = moved(play)
    assert (unit, path[:2], len(path), strength) == ("infantry-3", ("moscow", "gorki"), 3, 3)
    near = {area for area in TITLE.neighbours["gorki"] if TITLE.areas[area].kind == "land"} - others - {"moscow"}
    full = sorted(area for area in near if not TITLE.in_region(area, "siberia"))
    closed = {area: "germany" for area in near if TITLE.in_region(area, "siberia")}
    stacks += "".join(f", soviet-union 4 infantry-3@1 {area}" for area in full)
    play = finish(stand_all(fought(stacks, "moscow", control=closed)))
    ((unit, path, strength),) = moved(play)
    assert (len(path), strength) == (4, 2) and path[1] == "gorki" and path[2] in full


@pytest.mark.section("3.6")
def test_3_6_no_way_out_is_the_end() -> None:
    stacks = (
        "germany 2 air-4 HERE, germany tank-4 HERE, soviet-union infantry-3 HERE, germany infantry-4 gorki,"
        " germany infantry-4 kalinin, germany infantry-4 smolensk, germany infantry-4 tula"
    )
    play = finish(stand_all(fought(stacks, "moscow")))
    assert not moved(play) and ended(play).defenders == "" and play.state.control["moscow"] == "germany"
    assert play.state.stacks["soviet-union-pool", "soviet-union", "infantry-3", 3, ""] == 1


@pytest.mark.section("3.6")
def test_3_6_who_finds_the_last_room_is_its_owners_choice() -> None:
    """One room in Gorki for two blocks that differ."""
    stacks = (
        "germany 2 air-4 HERE, germany tank-4 HERE, germany infantry-4 HERE, soviet-union infantry-3@2 HERE,"
        " soviet-union tank-3@2 HERE, soviet-union 3 infantry-3@1 gorki, germany infantry-4 kalinin,"
        " germany infantry-4 smolensk, germany infantry-4 tula"
    )
    play = stand_all(fought(stacks, "moscow"))
    assert play.pending.what == "fall-back"
    problems = play.check(FallBack("infantry-3, tank-3", "moscow > gorki"))
    assert [problem.rule for problem in problems] == ["retreat/room"]
    play.submit(FallBack("infantry-3", "moscow > gorki"))
    assert ("infantry-3", ("moscow", "gorki"), 2) in moved(play)


@pytest.mark.section("3.6")
def test_3_6_back_to_where_the_attack_came_from_is_the_default() -> None:
    stacks = (
        "germany tank-4 HERE [from=gomel], germany infantry-4@3 HERE [from=vilnius], soviet-union tank-3 HERE,"
        " soviet-union infantry-3 HERE, germany fort-4@1 gomel, germany fort-4@1 vilnius"
    )
    held = {"minsk": "germany", "warsaw": "germany", "riga": "germany"}
    play = finish(fought(stacks, "pinsk", control=held))
    assert {(unit, path[-1]) for unit, path, _ in moved(play)} == {("tank-4", "gomel"), ("infantry-4", "vilnius")}


@pytest.mark.section("3.6")
def test_3_6_a_block_that_has_retreated_is_as_fresh_as_one_that_has_moved() -> None:
    """The words of the attack end with it."""
    stacks = "germany infantry-4 HERE [across used=1 from=warsaw target=vilnius], germany tank-4 HERE [across], germany fort-4 warsaw"
    play = finish(fought(stacks + ", soviet-union fort-3 HERE", "vilnius"))
    assert at(play, "warsaw").count("across") == 0 and "target" not in at(play, "warsaw")


@pytest.mark.section("3.5")
def test_3_5_a_record_that_leaves_choices_out_takes_defaults() -> None:
    stacks = DUEL.replace("HERE", "minsk") + ", " + DUEL.replace("HERE", "kiev")
    play = play_from(stacks, phase="land-combat", dice=[1] * 60, season=SUMMER, scenario="campaign-1941")
    while play.pending:
        play.submit(play.pending.default)
    play.submit(EndPhase())
    assert sum(isinstance(one, ev.BattleEnded) for one in play.events) == 2


@pytest.mark.section("3.7")
def test_3_7_discs_and_control_of_the_sea_follow_an_island() -> None:
    """Crete falls: its Opposition Discs in three sea zones change sides."""
    stacks = (
        "germany airborne-3 crete [airborne], great-britain infantry-3@1 crete, italy light-surface-3 aegean-sea,"
        " great-britain light-surface-3 aegean-sea"
    )
    play = combat(stacks, "crete", "555", control={"athens": "germany"})
    assert play.state.control["crete"] == "germany"
    play.submit(EndPhase())
    changed = [one.after for one in play.events if isinstance(one, ev.ControlChanged) and one.area == "aegean-sea"]
    assert changed[0] == "italy"
    scored = {
        one.contender: one.total
        for one in play.events
        if isinstance(one, ev.VictoryPointsScored) and (one.measure, one.reason) == ("strategic-power", "land-combat")
    }
    assert scored["axis"] == 3  # Berlin, Rome and, over the sea that is theirs now, Athens
