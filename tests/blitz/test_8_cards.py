"""8. Victory and Game End: every Victory Card that the text names is met, and missed where one thing is wanting."""

from __future__ import annotations

from typing import Any

import pytest

from engine.titles.blitz.turn_end import victory
from tests.blitz.table import TITLE, table

pytestmark = pytest.mark.section("8. Victory and Game End")
NAMED = {
    "Long War", "Fortress Europa", "Lebensraum", "Super Weapons", "Co-Prosperity Sphere", "Victory in the CBI", "Tenno-Zan",
    "Mediterranean Influence", "No Casualties", "Second Front", "Arsenal of Democracy", "Pacific Domination",
    "Bring Democracy to Asia", "Buffer Zone", "Five Year Plan", "Annihilate the Wehrmacht", "Control Industrial Might",
    "Join Atomic Club",
}  # fmt: skip
CARDS = {row.card: row for row in TITLE.own["cards"]}
AT_ONCE = {"control-industrial-might", "join-atomic-club"}
EUROPE = {area: "germany" for area in TITLE.regions["fortress-europa"]}
JAPAN_AT_WAR = ["japan afa", "japan usa", "germany usa"]
FLEET = "big-pacific-fleet hawaiian-waters@4, big-8th-fleet micronesia@4, big-5th-fleet polynesia@4"

Told = dict[str, Any]
CASES: dict[str, tuple[str, list[Told], list[Told]]] = {
    "fortress-europa": ("germany", [{"take": EUROPE}, {"take": EUROPE | {"iceland": "afa", "french-west-africa": "afa"}}],
                        [{"take": EUROPE | {"norway": "afa"}}, {"take": EUROPE | {"paris": "japan"}}]),
    "lebensraum": ("germany", [{"take": {"ukraine": "germany", "byelorussia": "germany", "leningrad": "germany"}}],
                   [{"take": {"ukraine": "germany", "byelorussia": "germany", "leningrad": "japan"}}]),
    "super-weapons": ("germany", [{"markers": {"built/v-1": 9}, "turn": 9}], [{"markers": {"built/v-1": 8}, "turn": 9}]),
    "long-war": ("germany", [{"turn": 11}], [{"turn": 10}]),
    "co-prosperity-sphere": ("japan", [{"take": dict.fromkeys(("singapore", "borneo", "java", "manila", "burma"), "japan")}],
                             [{"take": dict.fromkeys(("singapore", "borneo", "java", "burma"), "japan")}]),
    "victory-in-the-cbi": ("japan", [{"take": dict.fromkeys(("canton", "burma", "delhi"), "japan")}],
                           [{"take": {"canton": "japan", "burma": "japan", "delhi": "germany"}}]),
    "tenno-zan": ("japan", [{"units": FLEET, "at_war": JAPAN_AT_WAR}],
                  [{"units": FLEET, "at_war": []}, {"units": FLEET.replace("polynesia@4", "polynesia@3"), "at_war": JAPAN_AT_WAR},
                   {"units": FLEET.replace("polynesia", "north-atlantic"), "at_war": JAPAN_AT_WAR}]),
    "afa-no-casualties": ("afa", [{"markers": {"clean/morocco": "afa 1"}}],
                          [{"markers": {"clean/morocco": "usa 1"}},
                           {"markers": {"clean/morocco": "afa 1"}, "take": {"morocco": "germany"}}]),
    "usa-no-casualties": ("usa", [{"markers": {"clean/morocco": "usa 1"}}], [{"markers": {"clean/morocco": "usa 2"}}]),
    "mediterranean-influence": (
        "afa",
        [{"take": {"libya": "afa"}}, {"take": {"libya": "usa"}}],
        [{}, {"take": {"libya": "afa", "malta": "germany"}}, {"take": {"libya": "afa", "egypt": "germany"}}],
    ),
    "free-oceans": ("afa", [{}], [{"markers": {"raided/afa": "1 1"}}]),
    "second-front": ("usa", [{"units": "1st-army paris@2", "at_war": JAPAN_AT_WAR}],
                     [{"units": "1st-army paris@2"}, {"units": "1st-army london@2", "at_war": JAPAN_AT_WAR},
                      {"units": "8th-army paris@1", "at_war": JAPAN_AT_WAR}]),
    "pacific-domination": ("usa", [{"units": "", "at_war": JAPAN_AT_WAR}],
                           [{"units": "", "at_war": []}, {"units": "combined-fleet micronesia@1", "at_war": JAPAN_AT_WAR},
                            {"units": "u-boat-ii micronesia@1", "at_war": JAPAN_AT_WAR}]),
    "arsenal-of-democracy": ("usa", [{"units": "north-atlantic-ll north-atlantic@1, bering-sea-ll bering-sea@1", "at_war": JAPAN_AT_WAR,
                                      "markers": {"delivered/north-atlantic-ll": 1, "delivered/bering-sea-ll": 1}}],
                             [{"units": "north-atlantic-ll north-atlantic@1, bering-sea-ll bering-sea@1", "at_war": JAPAN_AT_WAR,
                               "markers": {"delivered/north-atlantic-ll": 1}}]),
    "bring-democracy-to-asia": ("usa", [{"take": {"peking": "usa", "formosa": "afa"}, "at_war": JAPAN_AT_WAR}],
                                [{"take": {"peking": "usa", "formosa": "ussr"}, "at_war": JAPAN_AT_WAR},
                                 {"take": {"peking": "usa", "formosa": "afa"}}]),
    "buffer-zone": ("ussr", [{"take": {"poland": "ussr", "finland": "ussr", "persia": "ussr"}}],
                    [{"take": {"poland": "ussr", "finland": "ussr", "berlin": "ussr"}}]),
    "five-year-plan": ("ussr", [{"markers": {"counted/ussr": "1 12", "entered/ussr": "yes"}}],
                       [{"markers": {"counted/ussr": "1 11", "entered/ussr": "yes"}},
                        {"markers": {"counted/ussr": "2 12", "entered/ussr": "yes"}}]),
    "annihilate-the-wehrmacht": ("ussr", [{"markers": {"arm-lost/germany": "1 afa ussr"}}],
                                 [{"markers": {"arm-lost/germany": "2 ussr"}}, {"markers": {"arm-lost/germany": "1 afa"}}, {}]),
    "wolf-packs": ("germany", [{"markers": {"raided/afa": "1 2"}}], [{"markers": {"raided/afa": "2 2"}}]),
    "sea-lanes": ("afa", [{"units": "arctic-ocean-ll arctic-ocean@2"}], [{"units": "arctic-ocean-ll north-sea@2"}]),
}  # fmt: skip


def test_8_every_card_that_the_text_names_is_there_and_scores() -> None:
    assert {row.name for row in CARDS.values()} >= NAMED
    assert {row.rule for row in CARDS.values() if row.card not in AT_ONCE} == set(victory.SCORED)
    assert set(CARDS) == set(CASES) | AT_ONCE


@pytest.mark.parametrize("card", CASES)
def test_8_a_card_is_met_and_missed(card: str) -> None:
    power, met, missed = CASES[card]
    for wanted, cases in ((True, met), (False, missed)):
        for told in cases:
            points = victory.SCORED[CARDS[card].rule](table(**told).position, power, CARDS[card])
            assert bool(points) is wanted, (card, told)


def test_8_pacific_domination_counts_no_printed_convoys() -> None:
    """Japan's Convoys sail in two of the sea areas; only units count (corrections)."""
    assert {row.area for row in TITLE.own["convoys"] if row.power == "japan"} <= set(TITLE.regions["pacific"])
