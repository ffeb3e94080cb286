"""What a turn ends with: surrender of nations and of blocks, the victory check (sections 5.1 to 5.3)."""

from __future__ import annotations

from engine.rules import Phase


class Final(Phase):
    """Nations and unsupplied blocks surrender; somebody may have won."""

    slug = "final"
