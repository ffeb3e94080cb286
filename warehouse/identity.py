"""Which game a game is: the id under which a lake keeps it, and replaces it."""

from __future__ import annotations

from hashlib import sha256

from engine.events import encode_event
from engine.recording import Header
from engine.replay import Game

_DIGITS = 16


def identity(header: Header, digest: str) -> str:
    """Return the id of a recorded game: the one its record chose, else the beginning of the record's digest."""
    return header.game or digest[:_DIGITS]


def game_id(game: Game) -> str:
    """Return a game's id; where neither header nor record has one, the beginning of a digest of its events."""
    return identity(game.header, game.digest) or _digest_of_events(game)[:_DIGITS]


def _digest_of_events(game: Game) -> str:
    digest = sha256()
    for event in game.events:
        digest.update(encode_event(event) + b"\n")
    return digest.hexdigest()
