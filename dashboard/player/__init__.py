"""The map that plays a game turn by turn, on a page of the dashboard and in a file of its own."""
