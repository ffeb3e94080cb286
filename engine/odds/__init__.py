"""The odds of a battle, worked out exactly from the figures and abilities of its units.

`fighters.py` makes the two sides of a battle from a title's units; `states.py` lists what each side can be reduced to, and the
hits it scores; `chain.py` follows the chances from round to round; `battle.py` puts the steps of a battle together, and
`result.py` says what comes out; `diving.py` lets submarines submerge. Bots ask through `quick.py`. What is not of this model is refused
with a reason (`asked.unmodelled`), and sampled through the title's own rules instead (`engine/families/axis_allies/sampled_odds.py`); so
are all battles of a title with steps of its own (`own_steps.py`).

`ledger.py` keeps the ledger of luck of battles that the exact odds follow. Any other recorded battle of a title with rules is fought again
in thought: `trial.py` runs the rules with given dice, `tree.py` follows every outcome or plays many battles,
`played_ledger.py` is their ledger.
"""
