"""What a turn ends with: surrender of nations and of blocks, the victory check (sections 5.1 to 5.3)."""

from __future__ import annotations

from engine.families.blocks.politics import surrender, victory
from engine.families.blocks.sea import control as sea_control
from engine.play import Play
from engine.rules import Phase


class Final(Phase):
    """Nations and unsupplied blocks surrender; somebody may have won. All of it happens by itself."""

    slug = "final"
    automatic = True

    def open(self, play: Play) -> None:
        """Go through the three checks in their order."""
        surrender.nations(play)
        sea_control.update(play)
        surrender.blocks(play)
        sea_control.update(play)
        victory.score(play)
        victory.check(play)
