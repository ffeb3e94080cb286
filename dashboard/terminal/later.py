"""A group of commands whose modules are imported when they are called: `sitrep -h` needs none of them."""

from __future__ import annotations

from importlib import import_module

import click

PROGRAM = "sitrep"
"""What the command is called."""


class Later(click.Command):
    """A command that is known by its name and a few words until somebody calls it.

    Args:
        at: the module that has it, `:`, and its name there. help: what it does, in less than a line.
    """

    def __init__(self, name: str, at: str, help: str) -> None:
        super().__init__(name, help=help)
        self.at = at

    def load(self) -> click.Command:
        """Import the command."""
        module, _, name = self.at.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


class LaterGroup(click.Group):
    """A group that imports the command that is called, and no other."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that words call, imported, with its name and the words after it."""
        name, command, others = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, Later) else command, others

    def loaded(self) -> dict[str, click.Command]:
        """Return every command by name, imported."""
        return {name: command.load() if isinstance(command, Later) else command for name, command in self.commands.items()}
