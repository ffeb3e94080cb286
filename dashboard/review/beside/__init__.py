"""Two games of one title beside each other: how they opened, and how each side did round by round."""
