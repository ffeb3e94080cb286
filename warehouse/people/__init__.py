"""Who is who among the players' names, and who is shown under another name.

    people = read_people(Path("players.csv"))
    people.shown("ada_1942")          # Ada
    publish(lake, Path("public"), people)

players.csv has a row for each person: `name` as it shall be shown, `aliases` (other names in records, parted by `;`), and `hide`:
empty, `yes`, or the name under which a hidden player is shown. `names.py` compares
names, `unknown.py` warns of rows that fit nobody, `publish.py` writes the copy of a lake in which all this is done.
"""

from warehouse.people.people import NOBODY, People, everybody_hidden, read_people
from warehouse.people.publish import Published, publish
from warehouse.people.unknown import unknown

__all__ = ["NOBODY", "People", "Published", "everybody_hidden", "publish", "read_people", "unknown"]
