"""The odds of a battle, worked out exactly from the figures and abilities of its units.

`fighters.py` makes the two sides of a battle from a title's units; `states.py` lists what each side can be reduced to, and the
hits it scores; `chain.py` follows the chances from round to round; `battle.py` puts the steps of a battle together, and
`result.py` says what comes out. Bots ask through `quick.py`. What is not of this model is refused with a reason
(`asked.unmodelled`), and sampled through the title's own rules instead (`engine/families/axis_allies/sampled_odds.py`).
"""
