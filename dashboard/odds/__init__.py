"""The page Odds: a battle calculator by the rules of each title."""
