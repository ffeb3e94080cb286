"""What happened in a game, turn by turn, in sentences made from the lake's event tables."""
