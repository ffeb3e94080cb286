"""Sitrep in a notebook: charts as functions, games and lakes that show themselves, the map as a widget."""
