"""The referee: a save's game, played again through the rules of the title that its map is.

TripleA judged every order by its own rules as the game was played. Here the orders are recovered from the history and
put to the title's rules, which are strict; what they refuse, or what comes out otherwise, is a difference between the two
sets of rules. It is written down, the game is set right by corrections, and goes on.

| file | what it knows |
|---|---|
| `names.py` | the save's names and the title's |
| `in_turn.py` | a history in which players act beside each other, put in turns |
| `turns.py` | the history, cut into turns and phases |
| `fights.py` | a battle as the history tells it: dice, losses, retreats, round by round |
| `dice.py` | the save's dice in the order in which the title's rules ask for them |
| `answers.py` | the decisions of a battle: casualties, submerging, pressing on, retreats |
| `moves.py` | one movement of the history as orders |
| `compare.py` | where two states differ, and what sets one right |
| `combat.py` | the combat phase: every battle of it |
| `bench.py` | the game as the title's rules play it, with its differences |
| `outcome.py` | what comes of it: differences, numbers, entries of the recording |
| `game.py` | the game, turn by turn |
| `referee.py` | the whole as a recording of orders |
"""
