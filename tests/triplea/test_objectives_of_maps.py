"""National objectives as a save's map says them: rows of a title's tables, and what these cannot say refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ingest.samples import samples
from ingest.triplea.model import Attachment, Save
from ingest.triplea.replay import start_state
from ingest.triplea.save import read_save
from ingest.triplea.title.mechanisms import check_save
from ingest.triplea.title.objectives import Tables, tables
from ingest.triplea.title.reading import own_title
from tests.triplea.saves import save_of

SAMPLE = next(path for path in samples() if path.suffix == ".tsvg")
RULES = "games.strategy.triplea.attachments.RulesAttachment"


@pytest.fixture(scope="module")
def save() -> Save:
    return read_save(SAMPLE)


def having(save: Save, **attachments: dict[str, Any]) -> Save:
    """Return the save as one of another map, with RulesAttachments of the Germans: name -> fields."""
    germans = save.players["Germans"]
    more = {name: Attachment(name, RULES, {"chance": "1:1", "switched": True, **fields}) for name, fields in attachments.items()}
    players = save.players | {"Germans": msgspec.structs.replace(germans, attachments={**germans.attachments, **more})}
    return msgspec.structs.replace(save, game="Another map", players=players)


def told(save: Save) -> Tables:
    return tables(save, own_title(save, start_state(save)[0])[1])


def rows(save: Save) -> list[dict[str, str]]:
    """The conditions, without what is empty."""
    return [{name: cell for name, cell in row.items() if cell} for row in told(save).conditions]


def test_an_objective_is_a_row_and_its_tests_are_in_the_programs_order(save: Save) -> None:
    fields = {
        "objectiveValue": 5,
        "uses": -1,
        "alliedOwnershipTerritories": ("2", "Libya", "Algeria", "Anglo Egypt"),
        "enemySurfaceExclusionTerritories": ("15 Sea Zone",),
        "turns": {3: 2**31 - 1, 1: 1},
    }
    found = having(save, objectiveAttachment_Mare_Nostrum=fields)
    assert told(found).objectives == [
        {
            "power": "germany",
            "objective": "mare-nostrum",
            "name": "Mare Nostrum",
            "value": "5",
            "condition": "germany-mare-nostrum",
            "uses": "",
        }
    ]
    assert rows(found) == [
        {"part": "1", "condition": "germany-mare-nostrum", "test": "rounds", "rounds": "1 3-"},
        {"part": "2", "condition": "germany-mare-nostrum", "test": "none", "whose": "enemy-surface", "areas": "sea-zone-15"},
        {
            "part": "3", "condition": "germany-mare-nostrum", "test": "owned", "whose": "allied",
            "areas": "libya algeria anglo-egypt", "least": "2",
        },
    ]  # fmt: skip


def test_conditions_that_it_asks_are_rows_of_whose_they_are(save: Save) -> None:
    asked = {"directOwnershipTerritories": ("each", "Libya"), "invert": True}
    war = {"atWarPlayers": ("Russians", "British"), "atWarCount": 1, "unitPresence": {"infantry:armour": 2, "ANY": 3}}
    found = having(
        save,
        objectiveAttachment1={
            "objectiveValue": 2,
            "uses": 3,
            "conditions": ("conditionAttachment_A", "conditionAttachmentB"),
            "conditionType": "OR",
        },
        conditionAttachment_A=asked,
        conditionAttachmentB=war | {"directPresenceTerritories": ("controlled",), "relationship": ("Germans:Japanese:anyAllied:-1",)},
        conditionAttachment_nobody_asks={"techs": ("Rocket",), "techCount": 1},
    )
    assert [(row["objective"], row["uses"]) for row in told(found).objectives] == [("1", "3")]
    mine = {"condition": "b", "who": "germany"}
    assert rows(found) == [
        {"part": "1", "condition": "germany-1", "test": "conditions", "of": "a b", "how": "any"},
        {
            "part": "1", "condition": "a", "test": "owned", "whose": "own", "who": "germany", "areas": "libya", "least": "1", "each": "yes",
            "inverted": "yes",
        },
        {"part": "1", **mine, "test": "units", "whose": "own", "group": "controlled", "units": "any=3 infantry|armour=2"},
        {"part": "2", **mine, "test": "war", "against": "soviet-union united-kingdom", "least": "1"},
        {"part": "3", "condition": "b", "test": "relation", "against": "germany japan", "relation": "allied"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"objectiveValue": 5, "alliedOwnershipTerritories": ("1", "Libya"), "turns": {1: 2}}, set()),
        ({"destroyedTuv": "1700:allRounds"}, {"national objectives and conditions"}),
        ({"switched": False}, {"national objectives and conditions"}),
        ({"relationship": ("Germans:Japanese:Friendly:-1",)}, {"national objectives and conditions"}),
        ({"relationship": ("Germans:Japanese:anyWar:2",)}, {"national objectives and conditions"}),
        ({"relationship": ("Germans:Japanese:anyWar:-1",)}, set()),
        (
            {"movementRestrictionTerritories": ("Libya",), "movementRestrictionType": "disallowed"},
            {"powers bound to territories of their own"},
        ),
        ({"movementRestrictionTerritories": ("",), "movementRestrictionType": "disallowed"}, set()),
        ({"movementRestrictionTerritories": ("Libya",), "movementRestrictionType": "allowed"}, set()),
        ({"onTheMoon": True}, {"what is not in the table of mechanisms"}),
    ],
)
def test_what_the_tables_cannot_say_is_refused_by_name(save: Save, fields: dict[str, Any], what: set[str]) -> None:
    plain = {use.what for use in check_save(having(save)).lacks}
    assert {use.what for use in check_save(having(save, objectiveAttachment1=fields)).lacks} - plain == what


@pytest.mark.shared
def test_every_objective_of_global_1940_is_told(shared: Path) -> None:
    found = told(save_of(shared, "ai-global40-g1-fast"))
    assert len(found.objectives) == 22
    assert {row["condition"] for row in found.objectives} <= {row["condition"] for row in found.conditions}
    asked = {name for row in found.conditions for name in row["of"].split()}
    assert asked and asked <= {row["condition"] for row in found.conditions}
