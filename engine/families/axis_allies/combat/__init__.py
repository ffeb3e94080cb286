"""Combat of the Axis & Allies family, part by part; `engine.families.axis_allies.combat.conduct_combat` is the phase that uses them.

| file | what it knows |
|---|---|
| `battle.py` | the open battle as the state holds it, and who fights in it |
| `pending_battles.py` | the battles that the moves have caused, and the order in which they may be fought |
| `fire.py` | who fires with what, at which target number, and what the hits may strike |
| `casualties.py`, `which.py` | what a side owes for hits, the choice there is, the usual order of loss; units of one type told apart |
| `submarines.py` | surprise strike and submerging |
| `antiair.py`, `bombing.py` | anti-aircraft fire; strategic bombing raids |
| `assault.py` | amphibious landings, bombardment, areas taken without a battle |
| `beginning.py`, `sequence.py`, `steps/` | how a battle begins; the steps that a title lists for it, a record each |
| `ending.py` | when a battle is over, and what it leaves behind |
| `following.py` | carriers that are promised to fighters |
| `retreats.py`, `displaced.py` | where attackers may retreat to; fighters whose carrier was lost |
"""
