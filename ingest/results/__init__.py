"""Tables of results: CSV files in which each row is a game of which only the result was kept."""
