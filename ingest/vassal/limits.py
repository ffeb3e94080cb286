"""How much a save or log may ask of this machine before it is refused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one save or log, many times above the largest seen (13.9 MB of text, 3,595 pieces).

    Attributes:
        max_text: bytes of its text, unpacked. max_command: letters of one command.
        max_pieces: pieces, stacks and decks on the table at once. max_commands: commands in all.
        max_types: kinds of piece; max_traits: traits of one.
        max_members: files in the archive. max_about: bytes of a file that says which module it is.
        max_chain: logs in a folder that are compared; max_beside: bytes of all of them, max_beside_text: letters, unpacked.
        max_kept: bytes of logs that are kept as they were read; more are read again when they are told.
    """

    max_text: int = 512 << 20
    max_command: int = 16 << 20
    max_pieces: int = 200_000
    max_commands: int = 2_000_000
    max_types: int = 100_000
    max_traits: int = 2_000
    max_members: int = 1_000
    max_about: int = 1 << 20
    max_chain: int = 200
    max_beside: int = 256 << 20
    max_beside_text: int = 512 << 20
    max_kept: int = 128 << 20


DEFAULT = Limits()
