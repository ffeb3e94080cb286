"""What stands between each map of the reference material and being played on: `python -m tests.triplea.maps_tried > docs/maps.md`."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from ingest.triplea.save import read_save
from ingest.triplea.title.mechanisms import SaveCheck, check_save

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "maps.md"

HEAD = """# Maps of TripleA, and which can be played on

`python -m tests.triplea.maps_tried > docs/maps.md` writes this page from the saves of the reference material; do not edit it. Every save is
read and replays exactly. Playing on, What if, `regret` and `log` need rules: the map must be that of a title, and `sitrep title check SAVE`
says of any save what its map uses that no rules here know. `ingest/triplea/title/mechanisms.csv` is the table behind it, option by option
and figure by figure; what it does not name is told, too. In brackets: how many places of the map use it.

| map | written by | played on as | what stands in the way, or is not played |
|---|---|---|---|
"""


def checks(shared: Path) -> Iterator[tuple[str, SaveCheck]]:
    """Yield the engine's version and the check of every save there."""
    for path in sorted((shared / "saves").rglob("*.tsvg")):
        save = read_save(path)
        yield save.engine, check_save(save)


def page(shared: Path) -> str:
    """Return the page: of saves of one map, the one that uses most is told."""
    engines, most = defaultdict[str, set[str]](set), dict[str, SaveCheck]()
    for engine, check in checks(shared):
        engines[check.game].add(engine.split("+")[0])
        most[check.game] = max(check, most.get(check.game, check), key=lambda one: sum(use.places for use in one.lacks))
    rows = sorted(most.items(), key=lambda row: (not row[1].title, row[0]))
    return HEAD + "".join(
        f"| {game} | {', '.join(sorted(engines[game]))} | {check.title or '-'} | "
        f"{'; '.join(f'{use.what} ({use.places})' for use in check.lacks) or '-'} |\n"
        for game, check in rows
    )


if __name__ == "__main__":
    print(page(Path(os.environ.get("SITREP_SHARED") or HERE.parents[2] / "shared")), end="")
