"""The agenda of Blitz!: what of a combat, a conquest or a Turn End must be settled before anything else (`engine/agenda.py`, tasks.csv)."""

from __future__ import annotations

from engine.agenda import KEY, Agenda, Arguments, Task
from engine.titles.blitz.vocabulary import AGENDA

__all__ = ["KEY", "Arguments", "Task", "after", "answer", "before", "check", "drop", "pending", "run", "tasks"]

_AGENDA = Agenda(AGENDA)
tasks, before, after, drop = _AGENDA.tasks, _AGENDA.before, _AGENDA.after, _AGENDA.drop
run, pending, check, answer = _AGENDA.run, _AGENDA.pending, _AGENDA.check, _AGENDA.answer
