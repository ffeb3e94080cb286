"""Movement in the combat and noncombat move phases: ways, units chosen, loading, landing."""
