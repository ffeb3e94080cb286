"""The greedy player: sensible play for a demonstration, not for a championship."""
