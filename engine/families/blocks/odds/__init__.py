"""The exact odds of ordinary land combats of blocks: a chain of the steps of fire (sections 3.5 to 3.6.1)."""
