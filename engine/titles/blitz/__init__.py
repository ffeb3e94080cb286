"""Blitz! A World in Conflict: its tables, and rules that no other game shares."""
