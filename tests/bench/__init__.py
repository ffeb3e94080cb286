"""Benchmarks: commands that print what is reached beside what it is compared with. None passes or fails."""
