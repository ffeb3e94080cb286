"""Sitrep: the public API for notebooks and the `sitrep` command."""
