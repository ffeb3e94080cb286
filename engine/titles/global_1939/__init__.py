"""Axis & Allies Global 1939: its tables and its own rules."""
