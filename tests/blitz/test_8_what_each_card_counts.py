"""8., 7.7, 7.8, 9.1, 9.6: what each Victory Card counts and what it does not; limits, research, the A-Bomb and saboteurs to the number."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events as ev
from engine.errors import RecordError
from engine.play import Play
from engine.rules import load_rules
from engine.strictness import Strictness
from engine.titles import load_title
from engine.titles.blitz.orders import AddUnit, Bomb, Build, ResearchWeapons
from engine.titles.blitz.tables import counters
from engine.titles.blitz.turn_end import research, sabotage, treasury, victory
from engine.titles.blitz.vocabulary import FORCED, SABOTAGE_DUE
from tests.blitz.table import RULES, TITLE, Dice, at, do, table
from tests.blitz.test_tables import overlay

AT_WAR = ["germany usa", "japan usa"]


def times(play: Play, power: str, card: str) -> int:
    """How often a power's card scores now."""
    (row,) = (row for row in victory.cards_of(play.position, power) if row.card == card)
    return victory.SCORED[row.rule](play.position, power, row)


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_the_cards_are_those_of_the_scenario() -> None:
    position = table(scenario="barbarossa").position
    assert {card.card for card in victory.cards_of(position, "ussr")} == {
        "buffer-zone",
        "five-year-plan",
        "annihilate-the-wehrmacht",
        "control-industrial-might",
    }
    assert victory.cards_of(position, "afa") == victory.cards_of(position, "japan") == []


@pytest.mark.section("8. Victory and Game End")
@pytest.mark.parametrize(("lost", "points"), [({}, 2), ({"japan", "manchuria-korea", "japanese-islands"}, 0)])
def test_8_a_power_without_a_country_fights_no_long_war(lost: set[str], points: int) -> None:
    play = table(turn=12, markers={f"conquered/{country}": "axis" for country in lost})
    assert times(play, "japan", "long-war") == points


@pytest.mark.section("8. Victory and Game End")
@pytest.mark.parametrize(("unit", "points"), [("luftwaffe", 0), ("german-jet-fighters", 1), ("v-2", 1)])
def test_8_super_weapons_are_jets_and_v_weapons(unit: str, points: int) -> None:
    assert unit in TITLE.units
    assert times(table(turn=9, markers={f"built/{unit}": "9"}), "germany", "super-weapons") == points
    assert times(table(turn=9, markers={f"built/{unit}": "8"}), "germany", "super-weapons") == 0


@pytest.mark.section("8. Victory and Game End")
def test_8_free_oceans_are_sailed_by_the_afa_s_own_convoys(monkeypatch: pytest.MonkeyPatch) -> None:
    assert times(table(), "afa", "free-oceans") == 1
    monkeypatch.setattr(victory, "is_destroyed", lambda position, convoy: convoy.power == "afa")
    assert times(table(), "afa", "free-oceans") == 0


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
def test_c_wolf_packs_score_the_convoys_of_the_other_side() -> None:
    told = {"raided/germany": "3 2", "raided/afa": "3 3"}
    assert times(table(scenario="atlantic", markers=told), "germany", "wolf-packs") == 3


@pytest.mark.section("8. Victory and Game End")
@pytest.mark.parametrize(
    ("units", "points"),
    [
        ("kido-butai tokyo@1, 8th-fleet leyte-gulf@1", 1),
        ("kido-butai leyte-gulf@1", 0),
    ],
)
def test_8_the_pacific_is_dominated_where_no_axis_unit_is_in_it(units: str, points: int) -> None:
    assert times(table(units, at_war=AT_WAR), "usa", "pacific-domination") == points


@pytest.mark.section("8. Victory and Game End")
def test_8_the_arsenal_is_the_usa_s_own() -> None:
    """What the AFA delivers to the USSR is not: two receivers are needed, and China is the only one."""
    units = "arctic-ocean-ll arctic-ocean@1, bay-of-bengal-ll bay-of-bengal@1, north-atlantic-ll north-atlantic@1"
    for delivered, points in (("arctic-ocean-ll", 0), ("north-atlantic-ll", 1)):
        told = {f"delivered/{unit}": "3" for unit in (delivered, "bay-of-bengal-ll")}
        assert times(table(units, turn=3, markers=told, at_war=AT_WAR), "usa", "arsenal-of-democracy") == points


@pytest.mark.section("8. Victory and Game End")
def test_8_what_is_freed_was_japan_s_at_the_scenario_s_own_set_up(tmp_path: Path) -> None:
    """Another scenario says otherwise of Tokyo; and Manila was never Japan's."""
    title = load_title("blitz", [overlay(tmp_path, "control.csv", "barbarossa,tokyo,afa,house rule")])
    region = title.regions["democracy-in-asia"]
    assert {"tokyo", "manila"} <= set(region)
    play = Play(load_rules(title), Dice([]), strictness=Strictness.RAISE)
    play.start("campaign", {}, {})
    play.emit(ev.RelationChanged("japan", "usa", "peace", "war"))
    assert times(play, "usa", "bring-democracy-to-asia") == 0
    freed = ["tokyo", next(area for area in region if play.state.control.get(area) == "japan" and area != "tokyo")]
    for area in freed:
        play.emit(ev.ControlChanged(area, "japan", "usa", "told"))
    assert times(play, "usa", "bring-democracy-to-asia") == 1


@pytest.mark.section("8. Victory and Game End")
def test_8_a_game_is_won_by_fifteen_points_of_any_power() -> None:
    for total, ended in ((14, False), (15, True)):
        play = table(points={"usa": total, "germany": 1})
        victory.finish(play)
        assert play.state.ended is ended


@pytest.mark.section("9.1")
@pytest.mark.parametrize("power", ["usa", "afa", "ussr"])
def test_9_1_nobody_bids_for_a_power_of_another_s_group(power: str) -> None:
    play = Play(RULES, Dice([]), strictness=Strictness.RAISE)
    other = {"usa": "germany", "afa": "usa", "ussr": "afa"}[power]
    players = {power: "Ann", other: "Ann"} if power != "usa" else {"usa": "Ann", "afa": "Ann"}
    told = "afa" if power == "usa" else power
    with pytest.raises(RecordError, match=f"bid-{told}"):
        play.start("campaign", {f"bid-{told}": "+1"}, players)


@pytest.mark.section("7.7")
@pytest.mark.parametrize(("option", "left"), [("within", 3), ("besides", 5)])
def test_7_7_what_is_lent_counts_within_the_limit(option: str, left: int) -> None:
    """ "This ... does include what you give away or receive via Lend Lease"."""
    told = {"entry/usa": "5", "lent/usa": "1 2"}
    play = table(phase="build", power="usa", stores={"usa": (9, 9)}, markers=told, options={"limit-lend-lease": option})
    assert treasury.usable(play.position, "usa") == left


@pytest.mark.section("7.7", "7.8")
def test_7_7_research_counts_within_the_limit() -> None:
    play = table(phase="build", power="usa", stores={"usa": (9, 9)}, markers={"entry/usa": "5"}, dice=[6])
    do(play, ResearchWeapons())
    assert treasury.usable(play.position, "usa") == 4 and play.state.resources["usa", "resources"] == 8


@pytest.mark.section("7.8")
@pytest.mark.parametrize(("war", "works"), [([], 3), (AT_WAR, 4)])
def test_7_8_research_works_on_four_or_less_and_one_less_at_peace(war: list[str], works: int) -> None:
    play = table(phase="build", power="usa", stores={"usa": (9, 9)}, markers={"entry/usa": "9"}, at_war=war, dice=[6])
    do(play, ResearchWeapons())
    (roll,) = (event for event in play.events if isinstance(event, ev.DiceRolled) and event.purpose == "research")
    assert (roll.power, roll.target) == ("usa", works)


@pytest.mark.section("7.8")
def test_7_8_who_has_nothing_to_research_with_is_told_of_what() -> None:
    for resource, named in (("", "Resource"), ("oil", "oil"), ("resources", "resources")):
        (wrong,) = research.check_research(table(phase="build", stores={"germany": (0, 0)}).position, ResearchWeapons(resource))
        assert wrong.message == f"germany cannot pay one {named}" and wrong.found == "0"


@pytest.mark.section("7.8")
@pytest.mark.parametrize(
    ("count", "dice", "value"),
    [
        (5, [6, 5], 4),  # the last of seven fives among 36
        (5, [6, 6, 1, 1], 0),  # one too many: rolled again
        (6, [6, 6], 5),
        (1, [], 0),
        (36, [6, 6], 35),
        (7, [6, 5], 6),
    ],
)
def test_7_8_a_random_unit_is_as_likely_as_any_other(count: int, dice: list[int], value: int) -> None:
    assert research.chance(table(phase="build", dice=dice), "germany", count) == value


@pytest.mark.section("9.6")
@pytest.mark.parametrize(("power", "left"), [("afa", (2, 3)), ("germany", (5, 6))])
def test_9_6_who_spends_later_has_saved_what_it_had_before_it_counted(power: str, left: tuple[int, int]) -> None:
    """Japan is the second to spend: Germany has spent, the AFA has not."""
    told = {f"saved/{power}": "1 2 3"}
    play = table(phase="build", power="japan", stores={power: (5, 6)}, markers=told)
    assert tuple(sabotage.saved_of(play.position, power, kind) for kind in ("resources", "oil")) == left
    after = table(phase="build", power="japan", stores={power: (5, 6)}, markers={f"saved/{power}": "2 2 3"})
    assert sabotage.saved_of(after.position, power, "oil") == 6, "that was another turn's"


@pytest.mark.section("9.6")
def test_9_6_a_saboteur_is_offered_the_first_choice_of_one_or_more(monkeypatch: pytest.MonkeyPatch) -> None:
    position = table(phase="build").position
    for open_ in ([Build("festung", "berlin", 1)], [AddUnit("festung"), AddUnit("landwehr")]):
        monkeypatch.setattr(sabotage, "choices", lambda position, kind, open_=open_: open_)
        pending = sabotage._asks(position, ("gar", "afa"))
        assert pending is not None
        assert (pending.what, pending.power, pending.default, pending.takes) == ("sabotage-gar", "afa", open_[0], (type(open_[0]),))


@pytest.mark.section("9.6")
def test_9_6_only_units_of_who_spends_are_chosen() -> None:
    play = table("army-group-b berlin@1, 2nd-army london@1", phase="build", stores={"germany": (3, 0), "afa": (3, 0)})
    units = {choice.unit for choice in sabotage.choices(play.position, "spend")}
    assert "army-group-b" in units and "2nd-army" not in units


@pytest.mark.section("9.6", "7.3")
def test_9_6_what_is_forced_is_only_what_the_saboteur_has_spent() -> None:
    """Two Resources have been spent before."""
    play = table("army-group-b berlin@1", phase="build", stores={"germany": (3, 0)}, options={"sabotage": "yes"})
    play.emit(ev.MarkerSet("turn", "spent", "2"))
    sabotage._answer(play, ("spend", "afa"), Build("army-group-b"))
    assert FORCED.number(play.state) == 1 and SABOTAGE_DUE.words(play.state, "spend", "germany") == []


@pytest.mark.section("7.8")
@pytest.mark.parametrize(("box", "bombed", "target"), [(5, "", 1), (1, "", 5), (1, "yes", 6), (3, "yes", 4)])
def test_7_8_a_test_of_the_a_bomb_succeeds_above_its_box(box: int, bombed: str, target: int) -> None:
    """Six dice faces, less the box, and one more for who has been bombed: that succeeds always from box 1."""
    told = {"a-bomb/usa": str(box)} | ({"a-bombed/usa": bombed} if bombed else {})
    bomb = next(unit for unit, row in counters(TITLE).items() if row.type == "A-BOMB" and row.home == "usa")
    play = table(f"{bomb} usa-track@1", phase="build", power="usa", stores={"usa": (3, 3)}, markers=told, at_war=AT_WAR, dice=[6])
    do(play, Bomb("test"))
    (roll,) = (event for event in play.events if isinstance(event, ev.DiceRolled))
    (tested,) = (event for event in play.events if isinstance(event, ev.TechAdvanced))
    assert roll.target == target and (tested.power, tested.tech, tested.level) == ("usa", "a-bomb", 1)
    assert at(play, bomb) == "usa-pool"
