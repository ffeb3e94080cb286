"""How many changes of which class and property each game has, and its options, against TripleA's own count."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.triplea import changes as c
from tests.triplea.saves import PLAYED, by_size, save_of

pytestmark = pytest.mark.shared

CLASSES = {
    c.Composite: "CompositeChange",
    c.UnitProperty: "ObjectPropertyChange",
    c.UnitsAdded: "AddUnits",
    c.UnitsRemoved: "RemoveUnits",
    c.UnitHits: "UnitHitsChange",
    c.UnitDamage: "BombingUnitDamageChange",
    c.UnitOwner: "PlayerOwnerChange",
    c.TerritoryOwner: "OwnerChange",
    c.ResourceAmount: "ChangeResourceChange",
    c.Relationship: "RelationshipChange",
    c.PlayerFrontier: "ProductionFrontierChange",
    c.PlayerControl: "PlayerWhoAmIChange",
    c.AttachmentValue: "ChangeAttachmentChange",
    c.AttachmentReset: "AttachmentPropertyReset",
    c.GenericTech: "GenericTechChange",
    c.FrontierRule: "AddProductionRule",
    c.BattleRecords: "AddBattleRecordsChange",
}
WITH_PROPERTY = (c.UnitProperty, c.AttachmentValue, c.AttachmentReset, c.GenericTech)


def meta_of(shared: Path, name: str) -> dict[str, Any]:
    return json.loads((shared / "saves" / f"{name}.meta.json").read_text(encoding="utf-8"))


def all_of(changes: tuple[c.Change, ...]) -> Iterator[c.Change]:
    for change in changes:
        yield change
        if isinstance(change, c.Composite):
            yield from all_of(change.changes)


@pytest.mark.parametrize("name", by_size(PLAYED))
def test_changes_by_class_and_property(shared: Path, name: str) -> None:
    save, meta = save_of(shared, name), meta_of(shared, name)
    found = list(all_of(save.history.changes))
    counted = Counter(CLASSES[type(change)] for change in found)
    assert counted == {full.rpartition(".")[2]: count for full, count in meta["change_classes"].items()}
    assert save.history.leaves() == len(found) - counted["CompositeChange"]
    properties = Counter(f"{CLASSES[type(x)]}({x.name}" for x in found if isinstance(x, WITH_PROPERTY))
    assert properties == {key.partition("@")[0].rstrip(")"): count for key, count in meta["property_changes"].items()}


@pytest.mark.parametrize("name", by_size(PLAYED))
def test_options_and_where_the_game_stands(shared: Path, name: str) -> None:
    save, meta = save_of(shared, name), meta_of(shared, name)
    editable = {option.name: str(option.value).lower() for option in save.options.values() if option.editable}
    incomes = {f"{player}{what}" for player in save.players for what in (" Income Percentage", "PU Income Bonus")}
    assert editable.keys() - meta["options"].keys() == incomes, "players' own options, which the engine lists apart"
    assert {key: editable[key] for key in meta["options"]} == {k: v.lower() for k, v in meta["options"].items()}
    assert (save.game, save.round, save.sequence[save.step].name) == (meta["game"], meta["round"], meta["step"])
    assert (save.map_version, len(save.history.changes)) == (meta["map_version"], meta["changes"])
    assert len(list(save.history.walk())) + 1 == meta["nodes"]
