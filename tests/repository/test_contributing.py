"""CONTRIBUTING, followed to the letter: in a copy of the tree, each section's steps are done, and what they promise is there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).parents[2]

EXPORT = '''
"""One file per table, a JSON object a line."""

from __future__ import annotations

from pathlib import Path

from warehouse.export.form import Form
from warehouse.export.selection import Selection
from warehouse.lake import Lake
from warehouse import views


def write_json_lines(lake: Lake, selection: Selection, place: Path) -> dict[str, int]:
    """Write the chosen tables as `<table>.ndjson` into a new folder; return table to rows."""
    place.mkdir()
    rows = {}
    with views.connect(lake.state(), selection.only) as con:
        for name in selection.tables:
            frame = con.sql(f"FROM {name}").pl()
            frame.write_ndjson(place / f"{name}.ndjson")
            rows[name] = frame.height
    return rows


FORM = Form("JSON lines", (".ndjson",), write_json_lines, lambda entry: entry.suffix == ".ndjson")
'''

CHART = '''
"""A question about how many areas have changed hands."""

from __future__ import annotations

from dashboard.charts.stacked import stacked_chart
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning


def hands(of: Reader) -> Section | None:
    """Return how often areas changed hands; none where no area did."""
    frame = of.measure("changes_of_hand")
    if frame.is_empty():
        return None
    counted = frame.group_by("round", "how", maintain_order=True).len("areas")
    chart = stacked_chart(counted, "round", "areas", "how", "Changes of hand", upright=True)
    return Section(
        "How often do areas change hands?", meaning("changes_of_hand"), f"{frame.height} times.", "", "",
        (Drawing(chart, "Changes of hand", counted),),
    )
'''

EXPORTED = """
import json
from pathlib import Path
from tests.warehouse.games import EVENTS, game
from warehouse import Lake
from warehouse.export import export, form_of

lake = Lake.create(Path("exported-lake"))
lake.write([game("small", EVENTS)])
target = Path("small.ndjson")
export(lake, form_of(target), target)
export(lake, form_of(target), target)  # takes the place of its like
rows = [json.loads(line) for line in (target / "areas.ndjson").read_text().splitlines()]
print(target, [row["area"] for row in rows] == lake.frame("areas")["area"].to_list())
"""

MEASURE = """-- How many areas did each power take, over all rounds?
SELECT power, sum(taken)::BIGINT AS taken
FROM power_rounds WHERE game_id = $game_id
GROUP BY power
ORDER BY power
"""

AMBUSH = '''
"""A&A 1942 with an ambush: in the first round, the defender's infantry destroys one attacking land unit without a roll (house rule 1)."""

from __future__ import annotations

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, OpenBattle, fighting, remove
from engine.families.axis_allies.combat.conduct_combat import ConductCombat
from engine.families.axis_allies.combat.steps.step import ON, Step
from engine.play import Play
from engine.titles.aa1942 import rules as base


class Ambush(Step):
    """The defender's infantry lies in wait (house rule 1)."""

    slug = "ambush"

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Remove the cheapest attacking land unit in the first round."""
        units = play.title.units
        waits = any(key.unit == "infantry" for key, _ in fighting(play.position, fight.area, DEFENDER))
        land = [key for key, _ in fighting(play.position, fight.area, ATTACKER) if units[key.unit].cls == "land"]
        if fight.round == 1 and waits and land:
            remove(play, fight, min(land, key=lambda key: units[key.unit].cost), 1, "ambush")
        return ON


COMBAT = base.GENERAL_COMBAT.after("round", Ambush())


class TitleRules(base.TitleRules):
    """The base's phases, with the ambush in battles."""

    phases = tuple(
        phase.fought_by(COMBAT, base.STRATEGIC_BOMBING_RAID) if isinstance(phase, ConductCombat) else phase
        for phase in base.TitleRules.phases
    )
'''


class Copy:
    """A copy of the tree, in which somebody works."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("engine", "warehouse", "ingest", "dashboard", "tests", "docs"):
            copytree(ROOT / folder, root / folder, ignore=ignore_patterns("__pycache__", "node_modules"))
        for file in ("sitrep.py", "pyproject.toml", "README.md", "CONTRIBUTING.md"):
            (root / file).write_bytes((ROOT / file).read_bytes())

    def write(self, name: str, text: str) -> None:
        """Write a new file."""
        path = self.root / name
        assert not path.exists(), name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"))

    def change(self, name: str, before: str, after: str) -> None:
        """Change the one place in a file that reads `before`."""
        text = (self.root / name).read_text()
        assert text.count(before) == 1, (name, before)
        (self.root / name).write_text(text.replace(before, after))

    def add(self, name: str, row: str) -> None:
        """Add a row to a table."""
        with (self.root / name).open("a") as file:
            file.write(row + "\n")

    def python(self, *arguments: str) -> str:
        """Run Python in the copy; return what it printed."""
        told = subprocess.run([sys.executable, *arguments], cwd=self.root, capture_output=True, text=True)
        assert told.returncode == 0, told.stdout[-3000:] + told.stderr[-3000:]
        return told.stdout

    def tests(self, *arguments: str) -> str:
        """Run some of its tests; return the last line."""
        return self.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *arguments).splitlines()[-1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """One copy for all sections: what a section adds stands beside what the others did."""
    yield Copy(tmp_path_factory.mktemp("copy"))


def test_adding_a_measure(copy: Copy) -> None:
    copy.write("warehouse/measures/control/areas_taken.sql", MEASURE)
    copy.add(
        "warehouse/measures/control/measures.csv",
        'areas_taken,"How many areas did each power take, over all rounds?",power,"One row per power",,power_rounds,game_id',
    )
    copy.add("warehouse/measures/control/columns.csv", "areas_taken,taken,areas,Areas that the power took,")
    for module, page in (("warehouse.dictionary", "docs/dictionary.md"), ("warehouse.dictionary.stubs", "")):
        printed = copy.python("-m", module)
        if page:
            (copy.root / page).write_text(printed)
    assert "`areas_taken`" in (copy.root / "docs/dictionary.md").read_text()
    assert "passed" in copy.tests("tests/warehouse/test_dictionary.py")
    columns = copy.python("-c", "from warehouse import measures; print(*measures.columns('areas_taken'))")
    assert columns.split() == ["power", "taken"]


@pytest.mark.slow
def test_adding_an_export_format(copy: Copy) -> None:
    copy.write("warehouse/export/json_lines.py", EXPORT)
    copy.change(
        "warehouse/export/__init__.py",
        '    "lake": lake_copy.FORM,\n',
        '    "lake": lake_copy.FORM,\n    "json-lines": json_lines.FORM,\n',
    )
    copy.change("warehouse/export/__init__.py", "excel, lake_copy", "excel, json_lines, lake_copy")
    assert "JSON lines" in copy.python("-m", "sitrep", "export", "--help")
    assert "passed" in copy.tests("tests/warehouse/test_full_disk.py", "-k", "json", "-m", "slow or not slow")
    copy.write("exported.py", EXPORTED)
    assert copy.python("exported.py").split() == ["small.ndjson", "True"]


@pytest.mark.slow
def test_adding_a_chart_to_the_review(copy: Copy) -> None:
    copy.write("dashboard/review/hands.py", CHART)
    copy.change("dashboard/review/questions.py", "    ground,\n", "    ground,\n    hands,\n")
    copy.change(
        "dashboard/review/questions.py",
        "from dashboard.review.forces import",
        "from dashboard.review.hands import hands\nfrom dashboard.review.forces import",
    )
    copy.write(
        "drawn.py",
        "from dashboard.review.export import page_of\n"
        "from dashboard.review.reader import Reader\n"
        "from tests.one_of_each import soonest_read\n"
        "import sitrep\n"
        "if __name__ == '__main__':\n"
        "    lake = sitrep.Lake.create('lake')\n"
        "    sitrep.ingest(soonest_read()[:1], lake)\n"
        "    print(page_of(Reader.of_lake(lake, lake.games()['game_id'][0])))\n",
    )
    assert "How often do areas change hands?" in copy.python("drawn.py")


@pytest.mark.slow
def test_adding_a_step_to_a_battle(copy: Copy) -> None:
    copy.write("engine/titles/ambush/title.toml", 'slug = "ambush"\nname = "Ambush"\nbase = "aa1942"\n')
    copy.write("engine/titles/ambush/rules.py", AMBUSH)
    told = json.loads(copy.python("-m", "sitrep", "odds", "ambush", "infantry", "infantry", "--json"))
    # Whoever attacks alone is lost before he fires.
    assert (told["exact"], told["win"], told["lose"]) == (False, 0.0, 1.0)
    assert "'ambush'" in told["sampled_because"]
    assert "ambush" in copy.python("-m", "sitrep", "simulate", "ambush", "--rounds", "1", "--check", "--out", "game.jsonl")
