"""Axis & Allies Global 1939: tables, and the rules that only this title has."""
