"""Who plays when, how rounds and the game end, and what is scored (sections 2.1, 3.4, 6.1, 6.2, 14.4.1)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.heirs import SURRENDERED
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.politics import fall, objectives, war
from engine.titles.global_war_1936.rules import TitleRules
from engine.titles.global_war_1936.vocabulary import CONTROLLED, EVOLVED, LEADING, SUDDEN_DEATH
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, ScriptedDice, begun, play_from, standing

RULES = TitleRules(TITLE)
LAST = TITLE.turns[-1]


def late(month: str, dice: list[int] | None = None, **position: object) -> Play:
    """A turn of the scenario of 1936 in a later month."""
    year, number = (int(part) for part in month.split("-"))
    round_ = 1 + (12 * (year - 1936) + number - 7) // 6
    return EARLY.play_from({}, "germany", "conduct-combat", dice=dice or [], round=round_, **position)  # type: ignore[arg-type]


@pytest.mark.section("14.4.1")
def test_14_4_1_free_france_plays_once_it_has_land_or_units() -> None:
    for stacks, control, plays in (
        ({}, {}, False),
        ({"sea-zone-25": "free-france: destroyer"}, {}, True),
        ({}, {"senegal": "free-france"}, True),
    ):
        play = BOARD.play_from({"berlin": "germany: infantry", **stacks}, "germany", "production", control=control)
        assert RULES.plays(play, "free-france", "production") is plays
        assert RULES.plays(play, "germany", "production")


@pytest.mark.section("6.1", "13.1")
def test_6_1_after_the_last_nation_the_first_begins_the_next_round_and_points_are_told() -> None:
    sent = {("game", "aided|republican-spain"): "france"}
    play = EARLY.play_from({}, LAST, "place-units", markers=sent)
    play.dice = SeededDice(1)
    play.submit(EndPhase())
    assert (play.position.power, play.state.clock.round) == (TITLE.turns[0], 2)
    assert ("game", "aided|republican-spain") not in play.state.markers, "supplies are sent again in the next calendar turn"
    told = {side: play.state.points.get((side, objectives.MEASURE), 0) for side in ("axis", "allies", "comintern")}
    assert told == objectives.totals(play.position)


@pytest.mark.section("6.1", "9.22")
def test_6_1_a_game_that_nobody_plays_is_over() -> None:
    play = play_from({}, "germany", "place-units")
    for power in TITLE.turns:
        play.emit(ev.PowerChanged(power, "active", SURRENDERED, "test"))
    play.submit(EndPhase())
    assert play.state.ended


@pytest.mark.section("3.1")
def test_3_1_what_an_alliance_has_gained_since_it_was_last_told_is_told() -> None:
    play = begun("1939")
    objectives.score(play)
    fall.give(play, "new-york", "germany", "captured")
    fall.give(play, "moscow", "germany", "captured")
    start = len(play.events)
    before = {side: play.state.points.get((side, objectives.MEASURE), 0) for side in ("axis", "allies", "comintern")}
    objectives.score(play)
    told = [event for event in play.events[start:] if isinstance(event, ev.VictoryPointsScored)]
    assert told and all(event.total == before[event.contender] + event.delta for event in told)
    for side, total in objectives.totals(play.position).items():
        assert play.state.points.get((side, objectives.MEASURE), 0) == total


@pytest.mark.section("3.4")
def test_3_4_the_alliance_with_most_points_leads_and_a_tie_is_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun("1939")
    for totals, best in (({"axis": 3, "allies": 5}, ["allies"]), ({"axis": 5, "allies": 5, "comintern": 1}, ["axis", "allies"])):
        monkeypatch.setattr(objectives, "totals", lambda position, totals=totals: totals)
        assert objectives.leaders(play.position) == best


@pytest.mark.section("3.4")
def test_3_4_a_tie_goes_on_until_one_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    play = late("1945-01")
    monkeypatch.setattr(objectives, "leaders", lambda position: ["allies", "axis"])
    RULES.round_over(play)
    assert SUDDEN_DEATH.read(play.state) == "yes" and not play.state.ended
    monkeypatch.setattr(objectives, "leaders", lambda position: ["allies"])
    RULES.round_over(play)
    assert play.state.ended


@pytest.mark.section("3.4", "2.1")
def test_3_4_the_game_ends_with_its_last_turn_and_not_before() -> None:
    assert RULES._is_over(late("1945-01")) and not RULES._is_over(late("1944-07"))


@pytest.mark.section("2.1")
@pytest.mark.parametrize(
    ("month", "lost", "die", "over"),
    [
        ("1944-01", {}, None, False),
        ("1944-07", {}, 1, True),
        ("1944-07", {}, 2, False),
        ("1945-01", {}, 2, True),
        ("1945-01", {}, 3, False),
        ("1945-07", {}, 3, True),
        ("1946-07", {}, 7, False),
        ("1944-07", {"berlin": "soviet-union"}, 2, True),
        ("1944-07", {"berlin": "soviet-union"}, 3, False),
    ],
)
def test_2_1_a_die_of_the_month_or_less_ends_the_game_and_each_lost_capital_adds_one(
    month: str, lost: dict, die: int | None, over: bool
) -> None:
    play = late(month, options={"variable-end": "rolled"}, control=lost, relations={("germany", "soviet-union"): "war"})
    play.dice = ScriptedDice([] if die is None else [die])
    assert RULES._is_over(play) is over


@pytest.mark.section("2.1", "9.23")
def test_2_1_a_capital_that_its_nation_holds_is_not_lost_by_any_reading() -> None:
    for moved in ("kept", "lost"):
        play = begun("1939", options={"moved-capital": moved})
        assert not any(fall.has_lost_capital(play.position, power) for power in ("germany", "great-britain", "soviet-union"))


@pytest.mark.section("15.10")
def test_15_10_one_canal_stands_at_each_bank() -> None:
    banks = {area for row in TITLE.passages.values() if row.kind == "canal" for area in row.needs}
    play = begun("1936", options={"canal-bombing": "on"})
    held = [area for area in banks if play.state.control.get(area)]
    assert held and all("canal" in standing(play, area).replace(":", ",").split(", ") or " canal" in standing(play, area) for area in held)
    works = {key: n for key, n in play.state.stacks.items() if key.unit == "canal"}
    assert {key.area for key in works} == set(held)
    assert all(n == 1 and key.strength == 1 for key, n in works.items())
    assert not any(key.unit == "canal" for key in begun("1936").state.stacks)


@pytest.mark.section("6.1", "4.5")
@pytest.mark.parametrize(("gone", "following"), [("abyssinia", "belgium"), ("belgium", "greece"), ("sweden", "free-france")])
def test_6_1_after_a_minor_power_that_acts_no_more_the_next_of_its_leader_comes(gone: str, following: str) -> None:
    play = begun("1936")
    for minor in ("abyssinia", "belgium", "greece", "sweden"):
        CONTROLLED.emit(play, "france" if minor != gone else "", minor)
        war.set_relation(play, minor, "italy", "war")
    LEADING.emit(play, "france")
    play.emit(ev.PhaseStarted(gone, "place-units", 7))
    order = RULES.sequence(play)
    assert gone not in order and order[RULES._place_left(play, order) + 1] == following


@pytest.mark.section("13.3", "6.1")
def test_6_1_what_counts_at_any_time_is_looked_at_as_a_turn_ends() -> None:
    play = play_from({}, "germany", "place-units", dice=[1] * 9)
    for area in TITLE.regions["china"]:
        play.emit(ev.ControlChanged(area, play.state.control.get(area, ""), "ccp", "test"))
    assert not EVOLVED.read(play.state, "ccp")
    play.submit(EndPhase())
    assert EVOLVED.read(play.state, "ccp")


@pytest.mark.section("8.7", "8.8")
def test_8_8_who_has_left_the_zone_that_it_escorted_in_escorts_no_more_as_its_turn_begins() -> None:
    stacks = {"sea-zone-9": "france: destroyer [escort:sea-zone-9!], light-cruiser [escort:sea-zone-20!]"}
    play = play_from(stacks, "great-britain", "place-units", dice=[1] * 9)
    play.submit(EndPhase())
    assert play.position.power == "france"
    assert standing(play, "sea-zone-9") == "france: destroyer [escort:sea-zone-9!], light-cruiser"


@pytest.mark.section("3.2")
def test_3_2_a_city_that_is_handed_over_is_a_point_lost_and_won_at_once() -> None:
    play = begun("1939")
    start = len(play.events)
    fall.give(play, "paris", "germany", "surrender")
    told = [(event.contender, event.delta) for event in play.events[start:] if isinstance(event, ev.VictoryPointsScored)]
    assert told == [("allies", -1), ("axis", 1)]
