"""Summaries as people posted them: what is in them, literally."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events as ev
from ingest.read import replay_file

pytestmark = pytest.mark.shared


def test_every_sample_is_read_without_a_strange_line(shared: Path) -> None:
    for path in sorted((shared / "saves" / "forum").glob("*.txt")):
        game = replay_file(path)
        assert not [e for e in game.events if isinstance(e, ev.DefectFound) and e.rule == "observed/line"], path.name
        assert any(isinstance(e, ev.UnitsMoved) for e in game.events), path.name


def test_the_first_turn_of_china(shared: Path) -> None:
    game = replay_file(shared / "saves" / "forum" / "g40-china-turn-1.txt")
    assert game.title.slug == "global-1940"

    def of(kind: type) -> list:
        return [event for event in game.events if type(event) is kind]

    assert of(ev.RoundStarted) == [ev.RoundStarted(1)]
    assert [e.phase for e in of(ev.PhaseStarted)] == [
        "purchase-units", "combat-move", "conduct-combat", "noncombat-move", "mobilize-units", "collect-income",
    ]  # fmt: skip
    assert of(ev.UnitsPurchased) == [ev.UnitsPurchased("china", "infantry", 4, 3, 12, "ipc")]
    assert [(e.unit, e.count, e.origin, e.destination, e.cause) for e in of(ev.UnitsMoved)] == [
        ("infantry", 1, "kweichow", "yunnan", "move"),
        ("infantry", 6, "szechwan", "yunnan", "move"),
        ("fighter", 1, "szechwan", "yunnan", "move"),
        ("fighter", 1, "yunnan", "shensi", "noncombat"),
        ("infantry", 1, "kweichow", "shensi", "noncombat"),
        ("infantry", 1, "suiyuyan", "shensi", "noncombat"),
    ]
    assert [(e.power, e.purpose, e.round, len(e.dice), e.hits) for e in of(ev.DiceRolled)] == [
        ("china", "attack", 1, 8, 0),
        ("japan", "defence", 1, 1, 0),
        ("china", "attack", 2, 8, 3),
        ("japan", "defence", 2, 1, 1),
    ]
    assert [(e.power, e.unit, e.count) for e in of(ev.UnitsRemoved)] == [
        ("japan", "artillery", 1),
        ("china", "infantry", 1),
    ]
    (battle,) = of(ev.BattleEnded)
    assert (battle.attackers, battle.defenders, battle.rounds, battle.winner) == (
        "fighter, 6 infantry",
        "",
        2,
        "attacker",
    )
    assert [(e.area, e.before, e.after, e.how) for e in of(ev.ControlChanged)] == [
        ("yunnan", "", "japan", "observed"),
        ("yunnan", "japan", "china", "captured"),
    ]
    assert [(e.delta, e.balance, e.cause) for e in of(ev.ResourceChanged)] == [
        (12, 12, "observed"), (-12, 0, "purchase"), (10, 10, "income"), (6, 16, "objective"),
    ]  # fmt: skip
    assert {key[:3]: n for key, n in game.state.stacks.items()} == {
        ("yunnan", "china", "infantry"): 10,
        ("shensi", "china", "infantry"): 2,
        ("shensi", "china", "fighter"): 1,
    }
