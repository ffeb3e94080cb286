"""The production phase (section 7): building over several turns, repairs, research, lend-lease, diplomacy."""
