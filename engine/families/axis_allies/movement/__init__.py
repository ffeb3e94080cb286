"""Movement in the combat and noncombat move phases: routes, selection of units, loading, landing."""
