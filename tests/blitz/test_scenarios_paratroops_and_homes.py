"""Which PARAs fly in Scenario A, and which major countries are at home in a scenario."""

from __future__ import annotations

import pytest

from engine.titles.blitz.orders import Attack, Rebase
from engine.titles.blitz.settings import game_rules, in_play, mergers
from engine.titles.blitz.tables import countries
from tests.blitz.table import TITLE, broken, table


@pytest.mark.section("Scenario A. The Blitz of Western Europe", "Scenario B. The Longest Day", "5.1", "5.3")
@pytest.mark.parametrize(("scenario", "rebases", "drops"), [("western-europe", ["rebase/land"], ["attack/drop"]), ("longest-day", [], [])])
def test_a_no_para_flies_before_scenario_b(scenario: str, rebases: list[str], drops: list[str]) -> None:
    """B.3 and B.5 let them rebase and attack by air; A.3 to A.6 know land units that walk."""
    taken = {"western-germany": "germany", "berlin": "germany", "paris": "afa", "belgium-netherlands": "afa"}
    force = "1st-para western-germany@1, army-group-b western-germany@2, home-guard paris@1"
    told = {"scenario": scenario, "take": taken, "turn": 1}
    rebase = table(force, phase="rebase", **told)  # type: ignore[arg-type]
    assert broken(rebase, Rebase("1st-para", "western-germany > berlin")) == rebases
    attack = table(force, phase="land-combat", **told)  # type: ignore[arg-type]
    assert broken(attack, Attack("ground", "paris", "army-group-b", drop="1st-para")) == drops
    assert broken(attack, Attack("ground", "paris", "army-group-b, 1st-para")) == [], "on foot it may everywhere"


CONQUERED = {("longest-day", "france"), ("atlantic", "france")}
"""Scenario and the major country that is conquered as it begins."""


@pytest.mark.section("1.1", "Scenario E. Empire of the Rising Sun")
@pytest.mark.parametrize("scenario", [name for name in TITLE.scenarios if game_rules(TITLE, name).homes])
def test_every_major_country_with_land_in_play_is_a_home_of_who_plays_it(scenario: str) -> None:
    """Canada was none in E, whose Oil and Resources count Western Canada."""
    rules, land = game_rules(TITLE, scenario), in_play(TITLE, scenario)
    plays = {power: power for power in rules.powers} | mergers(TITLE, scenario)
    expected = {
        country: [plays[row.power]]
        for country, row in countries(TITLE).items()
        if row.major and row.power in plays and {*TITLE.regions[country]} & land and (scenario, country) not in CONQUERED
    }
    assert {country: [power for power, homes in rules.homes.items() if country in homes] for country in expected} == expected
