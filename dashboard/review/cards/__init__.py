"""Battle cards: the battles that mattered, each with its forces, its odds, what was lost, and what the dice and the players did."""
