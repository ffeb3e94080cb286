"""2.1, 1.3, 6.2: how a game begins, which phases and turns follow, and whose units fight in sampled odds."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine import events as ev
from engine.errors import TitleError
from engine.odds.battle import Forces, Retreat
from engine.odds.composed import NoBattle
from engine.play import Play
from engine.rules import EndPhase, load_rules
from engine.strictness import Strictness
from engine.title.own_tables import own_rows
from engine.titles import load_title
from engine.titles.blitz import sampled_odds, settings, tables
from engine.titles.blitz.politics import entry
from engine.titles.blitz.politics_tables import alignments, role
from engine.titles.blitz.position import board
from engine.titles.blitz.rules import TitleRules
from engine.titles.blitz.vocabulary import AT_SEA_OF, COMMANDER, LOST_HOMES, WAR
from tests.blitz.table import RULES, TITLE, Dice, keys, settle, table
from tests.blitz.test_tables import overlay


def started(scenario: str, **options: str) -> Play:
    """A game at its set-up."""
    play = Play(RULES, Dice([]), strictness=Strictness.RAISE)
    play.start(scenario, options, {})
    return play


def phases_of(play: Play) -> list[str]:
    """The phases that have been opened."""
    return [event.phase for event in play.events if isinstance(event, ev.PhaseStarted)]


def rules() -> TitleRules:
    """The rules, as what they are."""
    assert isinstance(RULES, TitleRules)
    return RULES


# The set-up


@pytest.mark.section("1.3")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_1_3_ships_begin_in_the_port_that_their_scenario_names(scenario: str) -> None:
    play = started(scenario)
    told = {row.unit: row.sea for row in own_rows(TITLE, "moorings", tables.Mooring) if row.scenario == scenario}
    moored = {key.unit: AT_SEA_OF.of(told[key.unit]) for key in play.state.stacks if key.unit in told}
    found = {key.unit: key.condition for key in play.state.stacks if AT_SEA_OF.among(board.words(key))}
    assert found == moored and len(found) == len(told)


@pytest.mark.section("1.3")
def test_1_3_a_ship_is_in_no_port_that_another_scenario_names(tmp_path: Path) -> None:
    """Leningrad has a port on each of two seas."""
    title = load_title("blitz", [overlay(tmp_path, "moorings.csv", "barbarossa,baltic-sea-fleet,arctic-ocean,house rule")])
    play = Play(load_rules(title), Dice([]), strictness=Strictness.RAISE)
    play.start("campaign", {}, {})
    (key,) = keys(play, "baltic-sea-fleet")
    assert key.condition == AT_SEA_OF.of("baltic-sea")


@pytest.mark.section("2.1")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_2_1_the_first_turn_is_the_first(scenario: str) -> None:
    play = started(scenario)
    assert (play.state.clock.turn, play.state.clock.round, len(phases_of(play))) == (1, 1, 1)


@pytest.mark.section("7.2")
def test_7_2_who_begins_after_turn_eight_is_in_the_war(tmp_path: Path) -> None:
    """ "The USA and USSR will enter the war at the start of Turn 8"."""
    for first, war in ((7, False), (8, True)):
        folder = tmp_path / str(first)
        folder.mkdir()
        (folder / "title.toml").write_text(f'base = "blitz"\n\n[[game]]\nslug = "campaign"\nfirst = {first}\n', encoding="utf-8")
        play = Play(load_rules(load_title("blitz", [folder])), Dice([]), strictness=Strictness.RAISE)
        play.start("campaign", {}, {})
        assert board.at_war(play.position, "germany", "usa") is war


@pytest.mark.section("3.1")
@pytest.mark.parametrize(("scenario", "war"), [("campaign", "yes"), ("rising-sun", ""), ("barbarossa", ""), ("western-europe", "")])
def test_3_1_japan_is_at_war_with_china_where_both_it_and_the_usa_play(scenario: str, war: str) -> None:
    """In E the Western Allies have China: its war is theirs."""
    assert WAR.read(started(scenario).state, "china", "japan") == war


@pytest.mark.section("Scenario D. Barbarossa")
def test_d_italian_units_that_are_lost_do_not_come_back() -> None:
    assert [LOST_HOMES.read(started(scenario).state) for scenario in ("barbarossa", "campaign")] == ["italy", ""]
    assert not any(event.key == "lost-homes" for event in started("campaign").events if isinstance(event, ev.MarkerSet))


# From phase to phase


@pytest.mark.section("Scenario B. The Longest Day")
def test_b_only_the_phases_of_the_scenario_are_played() -> None:
    """Without sea area combat, in the Allied Activities as in the Axis ones."""
    play = started("longest-day")
    while len(phases_of(play)) < 10:
        settle(play)
        play.submit(EndPhase())
    assert phases_of(play)[:10] == ["return", "sea", "rebase", "move", "land-combat"] * 2


@pytest.mark.section("Scenario A. The Blitz of Western Europe")
def test_a_the_hunt_is_over_as_soon_as_a_phase_is() -> None:
    """Germany holds Paris and Poland, however it came to them."""
    play = table(scenario="western-europe", phase="move", take={"paris": "germany", "poland": "germany"})
    play.submit(EndPhase())
    assert play.state.ended and isinstance(play.events[-1], ev.GameEnded) and play.events[-1].winners == ("axis",)


@pytest.mark.section("9.5")
@pytest.mark.parametrize(
    ("phase", "kept"), [("return", ""), ("blitz", ""), ("turn-end", "manstein area:novosibirsk"), ("build", "manstein area:novosibirsk")]
)
def test_9_5_a_commander_without_a_line_goes_as_activities_or_blitzes_begin(phase: str, kept: str) -> None:
    told = {"commander/german-army-leaders": "manstein area:novosibirsk"}
    play = table("army-group-b novosibirsk@2", phase=phase, options={"commanders": "yes"}, markers=told, take={"novosibirsk": "germany"})
    rules().turn_begun(play)
    assert COMMANDER.read(play.state, "german-army-leaders") == kept


@pytest.mark.section("2.1", "7.2", "8. Victory and Game End")
def test_2_1_a_turn_is_scored_and_the_next_one_begins_with_axis_activities() -> None:
    """Turn 11 is the first of the Long War; Japan has declared war on the AFA."""
    play = table(phase="build", power="ussr", turn=11, markers={"declared/japan/afa": "yes", "entry/usa": "3"})
    turn = play.state.clock.turn
    rules()._turn_over(play)
    assert {power: play.state.points.get((power, "vp"), 0) for power in ("germany", "japan")} == {"germany": 1, "japan": 1}
    assert (play.state.clock.round, play.state.clock.turn, play.state.clock.phase, play.state.clock.power) == (
        12,
        turn + 1,
        "return",
        "germany",
    )
    third = table(phase="build", power="ussr", turn=3, markers={"declared/japan/afa": "yes", "entry/usa": "3"})
    rules()._turn_over(third)
    assert entry.box(third.position, "usa") == 4, "the first action in a new turn"


@pytest.mark.section("Scenario F. Rise and Fall of Fascism")
def test_f_the_war_out_of_play_may_be_announced_as_any_turn_starts() -> None:
    play = table(phase="build", power="ussr", turn=2, scenario="rise-and-fall")
    play.emit(ev.MarkerSet("game", "agenda", ""))
    rules()._turn_over(play)
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("distant-war", "germany")


@pytest.mark.section("3.4", "8. Victory and Game End")
def test_8_a_game_that_nobody_plays_is_over() -> None:
    play = table(phase="build", power="ussr")
    for power in board.rules_of(play.position).powers:
        play.emit(ev.PowerChanged(power, "", "conquered", "told"))
    rules()._turn_over(play)
    assert isinstance(play.events[-1], ev.GameEnded) and (play.events[-1].winners, play.events[-1].how) == ((), "nobody-plays")


# Sampled odds


@pytest.mark.section("6.2")
def test_6_2_who_is_at_peace_at_the_set_up_fights_in_sampled_odds() -> None:
    """Japan and the USA."""
    forces = Forces({("1st-army", "usa"): 1}, {("25th-army", "japan"): 1})
    at_sea = Forces({("8th-fleet", "usa"): 1}, {("2nd-fleet", "japan"): 1}, at_sea=True)
    for found in (sampled_odds.sampled(TITLE, one, games=20) for one in (forces, at_sea)):
        assert found.attacker_lost > 0 and found.defender_lost > 0


@pytest.mark.section("6.2")
def test_6_2_a_place_that_is_not_named_has_land_beside_it() -> None:
    """Malta stands before Peking in the map's list."""
    play = table(take={"malta": "japan"}, at_war=["japan usa"])
    order = sampled_odds._on_land(play, "", {"1st-army": "usa"}, {"25th-army": "japan"})
    assert getattr(order, "area", "") == "peking"
    with pytest.raises(NoBattle, match="no land area lies beside malta: nobody"):
        sampled_odds._on_land(play, "malta", {"1st-army": "usa"}, {"25th-army": "japan"})
    nothing = table(take=dict.fromkeys((area for area, row in TITLE.areas.items() if row.kind == "land"), "afa"))
    with pytest.raises(NoBattle, match="no land area lies beside japan: nobody"):
        sampled_odds._on_land(nothing, "", {"1st-army": "usa"}, {"25th-army": "japan"})


@pytest.mark.section("6.2")
def test_6_2_an_attacker_that_is_to_retreat_has_no_sampled_odds() -> None:
    forces = Forces({("army-group-b", "germany"): 1}, {("2nd-army", "afa"): 1})
    with pytest.raises(NoBattle):
        sampled_odds.sampled(TITLE, forces, games=1, retreat=Retreat(rounds=1))


@pytest.mark.section("6.2", "3.3")
@pytest.mark.parametrize(
    ("units", "owners"),
    [
        ((("norwegian-army", "germany"), ("2nd-army", "afa")), {"norwegian-army": "afa", "2nd-army": "afa"}),
        ((("norwegian-army", "germany"),), {"norwegian-army": "germany"}),
        ((("2nd-army", "usa"), ("norwegian-army", "germany")), {"2nd-army": "afa", "norwegian-army": "afa"}),
    ],
)
def test_6_2_a_minor_country_s_units_are_with_the_others(units: tuple[tuple[str, str], ...], owners: dict[str, str]) -> None:
    assert sampled_odds._owners(TITLE, dict.fromkeys(units, 1)) == owners


# What the tables say


@pytest.mark.section("1.3")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_1_3_no_box_is_in_play(scenario: str) -> None:
    assert {TITLE.areas[area].kind for area in settings.in_play(TITLE, scenario)} <= {"land", "sea"}


@pytest.mark.section("Scenario B. The Longest Day", "Scenario D. Barbarossa")
def test_b_the_afa_plays_the_usa_where_the_scenario_says_so() -> None:
    found = {scenario: settings.mergers(TITLE, scenario) for scenario in TITLE.scenarios}
    merged = {scenario for scenario, powers in found.items() if powers == {"usa": "afa"}}
    assert merged == {"longest-day", "atlantic", "barbarossa", "rising-sun"} and not any(found[one] for one in set(found) - merged)
    assert [settings.allies(TITLE, scenario)["balkans"] for scenario in ("barbarossa", "campaign")] == ["afa", ""]


@pytest.mark.section("1.5")
def test_1_5_the_full_game_is_the_one_with_the_printed_flags() -> None:
    """Wherever it stands in title.toml."""
    games = TITLE.settings["game"]
    turned = msgspec.structs.replace(TITLE, settings={**TITLE.settings, "game": [*reversed(games)]})
    assert settings.full_game(turned) == "campaign"


@pytest.mark.section("1.2", "3.4")
def test_3_4_what_is_a_part_of_a_country_is_in_it() -> None:
    assert [tables.country_of(TITLE)[area] for area in ("vichy-france", "ukraine")] == ["france", "ussr"]
    assert "" not in tables.big_of(TITLE) and tables.big_of(TITLE)["army-group-south"] == "big-army-group-south"


@pytest.mark.section("3.3")
def test_3_3_each_country_has_ways_of_its_own_to_an_ally() -> None:
    assert {country: {row.country for row in rows} for country, rows in alignments(TITLE).items()} == {
        country: {country} for country in alignments(TITLE)
    }


def test_a_role_that_is_not_there_names_its_table() -> None:
    with pytest.raises(TitleError, match=r"roles\.csv.*no role 'kuomintang'"):
        role(TITLE, "kuomintang")
