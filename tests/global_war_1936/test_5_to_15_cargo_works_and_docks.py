"""Sections 5 to 15: what cargo does not do, where a second factory, a dockyard, or a partner's own home counts."""

from __future__ import annotations

import pytest

from engine.titles.global_war_1936.orders import Launch, Shell
from tests.global_war_1936.positions import play_from, problems

CHANNEL = "sea-zone-25"


@pytest.mark.section("8.4", "7.8")
def test_8_4_what_is_aboard_a_transport_fires_no_attrition_and_no_rockets() -> None:
    laden = "naval-transport [cargo=great-britain/advanced-artillery], advanced-artillery [aboard]"
    rocket = "naval-transport [cargo=great-britain/strategic-rocket], strategic-rocket [aboard]"
    stacks = {
        CHANNEL: f"great-britain: {laden}, {rocket}",
        "picardy": "great-britain: advanced-artillery, strategic-rocket",
        "normandy": "germany: 3 infantry, minor-factory",
    }
    held = {"normandy": "germany", "picardy": "great-britain"}
    techs = {"great-britain": "advanced-artillery strategic-rockets"}
    play = play_from(stacks, "great-britain", "conduct-combat", control=held, techs=techs)
    for area, shell, launch in (("picardy", [], []), (CHANNEL, ["shell/units"], ["rocket/units"])):
        assert problems(play, Shell("advanced-artillery", area, "normandy")) == shell, area
        assert problems(play, Shell("strategic-rocket", area, "normandy")) == shell, area
        assert problems(play, Launch(area, "normandy", "minor-factory")) == launch, area
