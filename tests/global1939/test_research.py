"""Sections Revised Tech Tree, Research & Development Sequence, Procedure."""

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Buy, Declare, Develop, Research, Roll
from engine.families.axis_allies.technology import within_reach
from engine.replay import replay
from engine.rules import EndPhase
from engine.strictness import Strictness
from ingest.formats import read_recording
from tests.axisallies.positions import again
from tests.global1939.positions import TITLE, outcome, play_from, rules_of

pytestmark = pytest.mark.section("Revised Tech Tree")

RESEARCHER = ("game", "researcher|germany|land")


def research(techs="", dice=(), **position):
    """The German research phase."""
    return play_from({}, "germany", "research", techs={"germany": techs}, dice=dice, **{"money": {"germany": 20}} | position)


def named(play, category):
    return {row.tech for row in within_reach(play.position, "germany", category)}


def advances(events):
    return [event.tech for event in events if isinstance(event, ev.TechAdvanced)]


# Step 1: Buy Researcher Tokens


@pytest.mark.section("Step 1: Buy Researcher Tokens")
def test_a_researcher_costs_five_ipc_and_works_in_a_category():
    events = outcome(research(), Research("land"))
    assert events == [ev.ResourceChanged("germany", "ipc", -5, 15, "research"), ev.MarkerSet("game", "researcher|germany|land", "0")]


@pytest.mark.section("Step 1: Buy Researcher Tokens")
def test_who_cannot_pay_buys_no_researcher():
    assert rules_of(research(money={"germany": 4}), Research("land")) == ["research/funds"]


@pytest.mark.section("Step 1: Buy Researcher Tokens")
def test_one_researcher_in_a_category_and_no_more_than_two_categories():
    play = research()
    play.submit(Research("land"))
    assert rules_of(play, Research("land")) == ["research/one-each"]
    play.submit(Research("sea"))
    assert rules_of(play, Research("air")) == ["research/categories"]


def test_a_category_must_be_one_of_the_four():
    assert rules_of(research(), Research("space")) == ["research/category"]
    assert {row.category for row in TITLE.technologies.values()} == {"land", "sea", "air", "production"}


def test_china_does_no_research():
    play = play_from({}, "china", "research", money={"china": 20})
    assert rules_of(play, Research("land")) == ["research/power"]


@pytest.mark.section("Research & Development Sequence")
def test_research_comes_first_in_a_turn_and_not_without_a_capital():
    assert TITLE.phases[0] == "research"
    play = play_from({}, "germany", "research")
    assert play.rules.plays(play, "germany", "research")
    lost = play_from({}, "germany", "research", control={"germany": "united-kingdom"})
    assert not lost.rules.plays(lost, "germany", "research")


def test_the_united_states_do_research_while_neutral_only_when_threatened():
    play = play_from({}, "germany", "research", standing={"united-states": "neutral"})
    assert not play.rules.plays(play, "united-states", "research")
    play.emit(ev.MarkerSet("game", "threatened|united-states", "yes"))
    assert play.rules.plays(play, "united-states", "research")


# Step 2: Roll Research Dice


@pytest.mark.section("Step 2: Roll Research Dice")
def test_without_a_six_the_researcher_stays():
    play = research(dice=[5])
    events = outcome(play, Research("land"), Roll())
    assert play.dice.asked == [(1, "research of germany: land at 6 or more")]
    assert not advances(events)
    assert play.state.markers[RESEARCHER] == "1"


@pytest.mark.section("Step 2: Roll Research Dice")
@pytest.mark.parametrize(("failures", "least"), [(0, 6), (1, 5), (2, 4), (3, 3), (4, 2)])
def test_each_turn_the_success_becomes_easier_by_one(failures, least):
    for die in (least - 1, least):
        play = research(dice=[die])
        play.emit(ev.MarkerSet(*RESEARCHER, str(failures)))
        play.submit(Roll())
        assert (play.pending is not None) == (die == least), f"die {die} after {failures} failures"


@pytest.mark.section("Step 2: Roll Research Dice")
def test_eventually_success_needs_no_die():
    play = research()
    play.emit(ev.MarkerSet(*RESEARCHER, "5"))
    play.submit(Roll())
    assert play.pending.what == "breakthrough"
    assert play.dice.asked == []


@pytest.mark.section("Research & Development Sequence")
def test_the_dice_are_rolled_once_a_turn_after_researchers_are_bought():
    play = research(dice=[1])
    assert rules_of(play, Roll()) == ["research/nobody"]
    play.submit(Research("land"))
    play.submit(Roll())
    assert rules_of(play, Roll()) == ["research/rolled"]
    assert rules_of(play, Research("sea")) == ["research/rolled"]


def test_the_end_of_the_phase_rolls_when_nobody_has():
    play = research(dice=[6])
    events = outcome(play, Research("land"), EndPhase())
    assert advances(events) == ["mobile-warfare"]
    assert play.state.clock.phase == "politics"


def test_a_phase_without_researchers_rolls_nothing():
    play = research()
    assert outcome(play, EndPhase())[0] == ev.PhaseStarted("germany", "politics", play.state.clock.turn)


@pytest.mark.section("Step 2: Roll Research Dice")
def test_after_a_success_all_researchers_are_discarded_and_there_is_one_breakthrough():
    play = research(dice=[6, 6])
    events = outcome(play, Research("land"), Research("sea"), Roll(), Develop("naval-asw"))
    assert advances(events) == ["naval-asw"]
    assert play.pending is None
    assert not [key for key in play.state.markers if key[1].startswith("researcher|")]


def test_one_success_discards_the_researcher_that_failed_too():
    play = research(dice=[2, 6])
    play.submit(Research("land"))
    play.submit(Research("sea"))
    play.submit(Roll())
    assert rules_of(play, Develop("mobile-warfare")) == ["research/out-of-reach"]
    play.submit(Develop("aa-cruisers"))
    assert not [key for key in play.state.markers if key[1].startswith("researcher|")]


@pytest.mark.section("Step 2: Roll Research Dice")
def test_by_the_option_each_researcher_succeeds_by_itself():
    play = research(dice=[6, 6], options={"breakthroughs": "each"})
    events = outcome(play, Research("land"), Research("sea"), Roll(), Develop("naval-asw"), Develop("mobile-warfare"))
    assert advances(events) == ["naval-asw", "mobile-warfare"]
    play = research(dice=[2, 6], options={"breakthroughs": "each"})
    outcome(play, Research("land"), Research("sea"), Roll(), Develop("naval-asw"))
    assert play.state.markers[RESEARCHER] == "1"


# Step 3: Roll Breakthrough Die


@pytest.mark.section("Step 3: Roll Breakthrough Die")
def test_the_first_breakthrough_is_of_the_first_tier():
    play = research(dice=[6])
    play.submit(Research("air"))
    play.submit(Roll())
    assert play.pending.power == "germany"
    assert play.pending.default == Develop("radar")
    assert rules_of(play, Develop("jet-fighters")) == ["research/out-of-reach"]
    assert rules_of(play, Develop("naval-asw")) == ["research/out-of-reach"]
    play = again(play)
    assert advances(outcome(play, Develop("naval-radar"))) == ["naval-radar"]


@pytest.mark.section("Step 3: Roll Breakthrough Die", "Procedure")
def test_a_tier_needs_a_technology_of_every_tier_below_it_in_its_category():
    assert named(research(), "land") == {"mobile-warfare", "logistical-efficiency"}
    assert named(research("mobile-warfare"), "land") == {
        "logistical-efficiency",
        "self-propelled-artillery",
        "partisans",
    }
    assert named(research("mobile-warfare partisans"), "land") == {
        "logistical-efficiency",
        "self-propelled-artillery",
        "heavy-tanks",
        "prepared-defenses",
    }
    assert named(research("mobile-warfare partisans"), "sea") == {"naval-asw", "aa-cruisers"}


@pytest.mark.section("Air Technology / Atomic Bomb")
def test_the_atomic_bomb_needs_heavy_bombers_and_the_seventh_turn():
    tree = "radar air-asw jet-fighters"
    assert "atomic-bomb" in named(research(f"{tree} heavy-bombers", round=7), "air")
    assert "atomic-bomb" not in named(research(f"{tree} heavy-bombers", round=6), "air")
    assert "atomic-bomb" not in named(research(f"{tree} rockets", round=7), "air")


@pytest.mark.section("Procedure")
def test_nobody_is_put_to_work_where_nothing_is_left():
    every = " ".join(tech for tech, row in TITLE.technologies.items() if row.category == "land")
    assert rules_of(research(every), Research("land")) == ["research/nothing-left"]


@pytest.mark.section("Step 3: Roll Breakthrough Die")
def test_no_technology_without_a_breakthrough():
    assert rules_of(research(), Develop("radar")) == ["research/no-breakthrough"]


# Step 4: Mark Development


@pytest.mark.section("Step 4: Mark Development")
def test_a_development_is_marked_and_becomes_effective_immediately():
    play = research("mobile-warfare", dice=[6], money={"germany": 20})
    events = outcome(play, Research("land"), Roll(), Develop("self-propelled-artillery"))
    assert events[-2] == ev.TechAdvanced("germany", "self-propelled-artillery")
    play.submit(EndPhase("politics"))
    assert rules_of(play, Buy("self-propelled-artillery")) == []


@pytest.mark.section("Step 4: Mark Development")
def test_powers_do_not_share_their_technology():
    techs = {"germany": "mobile-warfare self-propelled-artillery"}
    assert rules_of(play_from({}, "italy", "purchase-units", techs=techs), Buy("self-propelled-artillery")) == ["purchase/not-for-sale"]


@pytest.mark.section("Step 4: Mark Development")
def test_any_number_of_powers_may_develop_the_same_technology():
    play = play_from({}, "italy", "research", techs={"germany": "radar"}, dice=[6], money={"italy": 5})
    assert advances(outcome(play, Research("air"), Roll(), Develop("radar"))) == ["radar"]


# Revised Tech Tree


def test_an_order_of_research_is_none_of_the_next_phase():
    play = research()
    play.submit(EndPhase())
    assert rules_of(play, Research("land")) == ["order-of-phases"]
    assert rules_of(research(), Declare("spain")) == ["order-of-phases"]


@pytest.mark.section("Procedure")
def test_a_tree_of_four_categories_of_two_technologies_a_tier():
    tiers = {}
    for row in TITLE.technologies.values():
        tiers.setdefault((row.category, row.tier), []).append(row.tech)
    assert {key for key, techs in tiers.items() if len(techs) == 2} == tiers.keys() - {("air", 5)}
    assert max(tier for category, tier in tiers if category == "air") == 5
    assert {max(tier for category, tier in tiers if category == one) for one in ("land", "sea", "production")} == {3}


# As a log tells it (docs/log.md)

HEADER = '{"sitrep":1,"title":"global-1939"}'


@pytest.mark.parametrize(
    ("lines", "techs"),
    [
        (
            ['{"do":"research","category":"air"}', '{"do":"roll"}', '{"dice":"6"}', '{"do":"develop","technology":"naval-radar"}'],
            ["naval-radar"],
        ),
        (['{"do":"research","category":"air"}', '{"do":"roll"}', '{"dice":"6"}', '{"do":"buy","units":"infantry"}'], ["radar"]),
        (['{"do":"research","category":"air"}', '{"do":"end"}', '{"dice":"6"}'], ["radar"]),
        (['{"do":"research","category":"air"}', '{"do":"roll"}', '{"dice":"5"}', '{"do":"buy","units":"infantry"}'], []),
    ],
)
@pytest.mark.parametrize("strictness", [Strictness.RAISE, Strictness.COLLECT])
def test_a_log_may_leave_the_roll_or_the_choice_out(tmp_path, lines, techs, strictness):
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
    game = replay(read_recording(path), TITLE, strictness)
    assert game.state.defects == 0
    assert [tech for power, tech in game.state.techs if power == "germany"] == techs


def test_a_log_that_develops_what_is_out_of_reach_gets_the_usual_choice_and_a_defect(tmp_path):
    path = tmp_path / "game.jsonl"
    lines = ['{"do":"research","category":"air"}', '{"do":"roll"}', '{"dice":"6"}', '{"do":"develop","technology":"rockets"}']
    path.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
    game = replay(read_recording(path), TITLE)
    assert game.state.techs == {("germany", "radar"): 1} and game.state.defects == 1
