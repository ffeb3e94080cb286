"""Combat of the Axis & Allies family, part by part; `engine.families.axis_allies.combat.conduct_combat` is the phase that uses these parts.

| file | contents |
|---|---|
| `battle.py` | the open battle in the state, and its forces |
| `pending_battles.py` | the battles that the moves have caused, and the order in which they may be fought |
| `fire.py` | who fires, at which target number, and the units that hits may strike |
| `casualties.py`, `which.py` | the casualties a side owes, its choice, the usual order of loss; telling units of one
type apart |
| `submarines.py` | surprise strike and submerging |
| `antiair.py`, `bombing.py` | anti-aircraft fire; strategic bombing raids |
| `assault.py` | amphibious landings, bombardment, areas taken without a battle |
| `beginning.py`, `sequence.py`, `steps/` | how a battle begins; the steps that a title lists for it, one record each |
| `ending.py` | when a battle is over, and its aftermath |
| `following.py` | carriers promised to fighters |
| `retreats.py`, `displaced.py` | where attackers may retreat to; fighters whose carrier was lost |
"""
