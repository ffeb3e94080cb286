"""What if: a game played on by bots from one of its battles or turns, on the page; in a file the command that does it."""
