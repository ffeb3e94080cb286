"""What a person reads in the terminal: progress, reports, the summary of a game, a board."""
