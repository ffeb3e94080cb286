"""Units and areas as all rules see them: who is where, supply, ways, Commanders, the Force Pools (sections 1, 4.3, 7.3, 9.5)."""
