"""Battles that appear in a save's changes but not in its history, whose lines are lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine import events as ev
from ingest.triplea import changes as c
from ingest.triplea.events.lines import read_line
from ingest.triplea.events.matching import records_in
from ingest.triplea.history import Step
from ingest.triplea.model import Save

RULE = "save/battle"
FIGHTS = frozenset(("battle", "raid", "air-battle", "rockets"))


def records_without_battle(save: Save, step: Step) -> Iterator[ev.DefectFound]:
    """Yield records of battles in which something was lost, in territories where the step has no battle.

    The program also keeps records of walks into empty territories, which have no lines; nothing is lost in them.
    """
    fought = {
        line.said.get("area") or getattr(event.shown, "territory", "")
        for event in step.events
        if (line := read_line("event", event.title)).means in FIGHTS
    }
    for leaf in records_in(save.history.changes[step.start : step.stop]):
        if leaf.added:
            for record in leaf.records:
                if record.attacker_lost_tuv + record.defender_lost_tuv > 0 and record.territory not in fought:
                    yield _lost(record)


def _lost(record: c.BattleRecord) -> ev.DefectFound:
    found = f"{record.territory}: {record.attacker} lost {record.attacker_lost_tuv}, {record.defender} {record.defender_lost_tuv}"
    message = "a record tells of losses in a battle that the history of the step does not have"
    return ev.DefectFound(RULE, "error", found, "no losses, or a battle there", message)


def losses_without_battle(events: Iterable[ev.Event], cause: str, side_of: Mapping[str, str]) -> Iterator[ev.DefectFound]:
    """Yield units that the events of a combat phase take away for no other reason than a battle that is not told.

    What belongs to no event of the history stands in no battle; what stands after the lines of another battle seems
    to be that one's, but the defender loses units in the area of the battle only. (An attacker may lose what is to land.)

    Args:
        cause: of a removal that no line explains. side_of: power -> side.
    """
    fought: dict[int, ev.BattleStarted] = {}
    for event in events:
        if isinstance(event, ev.BattleStarted):
            fought[event.battle] = event
        elif isinstance(event, ev.UnitsRemoved):
            battle = fought.get(event.battle)
            if battle is None:
                strange = event.cause == cause
            else:
                strange = event.area != battle.area and side_of.get(event.power) != side_of.get(battle.attacker)
            if strange:
                found = f"{event.power} {event.count} {event.unit} in {event.area}"
                message = "units are lost in a combat phase, and no line of the history says in which battle"
                yield ev.DefectFound(RULE, "error", found, "a battle there, or another line that takes them", message)
