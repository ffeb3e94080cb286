"""Land combat of blocks and the retreat after it (sections 3.5 to 3.7)."""
