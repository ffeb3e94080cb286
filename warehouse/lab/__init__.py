"""Experiments of the lab: what games under several rule sets, paired by their seeds, say about a change of the rules.

`intervals.py` has the statistics, `design.py` what an experiment is, `verdict.py` its result from a lake.
"""
