"""Earlier saves of a game, made of a later one: its history up to a step, and the position as it stood there.

That the position is right, the engine's own words for that moment say (`oracle`), where they are at hand.
"""

from __future__ import annotations

from msgspec.structs import replace

from ingest.triplea.history import History
from ingest.triplea.model import Attachments, Save, Unit
from ingest.triplea.replay import Replay
from ingest.triplea.state import TripleaState


def moments(save: Save, count: int) -> list[int]:
    """Indices of the nodes of some steps, spread over the game."""
    steps = [step.index for part in save.history.rounds for step in part.steps if step.start > 0]
    return [steps[(at + 1) * len(steps) // (count + 2)] for at in range(count)]


def earlier(save: Save, node: int) -> Save:
    """The save as it would have been at the start of a step, by the number of its node."""
    rounds = []
    for part in save.history.rounds:
        steps = tuple(step for step in part.steps if step.index < node)
        if part.index < node:
            rounds.append(replace(part, steps=steps))
    stop = next(step.start for part in save.history.rounds for step in part.steps if step.index == node)
    last = rounds[-1].steps[-1].name if rounds[-1].steps else ""
    names = [step.name for step in save.sequence]
    state = Replay(save).advance(stop)
    units = {one.id: Unit(one.id, one.type, one.owner, one.hits, one.damage, one.properties) for one in state.units.values()}
    players = {
        name: replace(
            player,
            control=state.control[name],
            resources=state.resources[name],
            frontier=state.frontiers[name],
            held=_ids(state, "player", name),
            attachments=_attachments(state, name, player.attachments),
        )
        for name, player in save.players.items()
    }
    return replace(
        save,
        round=rounds[-1].number,
        step=names.index(last) if last in names else 0,
        owners=dict(state.owners),
        placed={name: _ids(state, "territory", name) for name in save.placed},
        units=units,
        players=players,
        relationships=dict(state.relationships),
        history=History(tuple(rounds), save.history.changes[:stop]),
    )


def _ids(state: TripleaState, kind: str, name: str) -> tuple[str, ...]:
    return tuple(state.held_at.get((kind, name), {}))


def _attachments(state: TripleaState, player: str, held: Attachments) -> Attachments:
    return {name: replace(one, fields={**one.fields, **state.attachments.get(("player", player, name), {})}) for name, one in held.items()}
