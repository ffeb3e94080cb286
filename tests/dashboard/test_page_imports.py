"""Pages import what they need one after another, however many visitors come at once."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from dashboard import page_imports
from dashboard.page_imports import import_for, modules_of

SCREENS = Path(page_imports.__file__).parent / "screens"
ALL_AT_ONCE = """
import sys
from pathlib import Path
from threading import Barrier, Thread
from dashboard.page_imports import import_for

pages = sorted(Path(sys.argv[1]).glob("[a-z]*.py"))
barrier, wrong = Barrier(len(pages)), []

def visit(page):
    barrier.wait()
    try:
        import_for(page)
    except Exception as error:
        wrong.append(f"{page.name}: {error}")

threads = [Thread(target=visit, args=(page,)) for page in pages]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(wrong)
"""


def test_a_page_names_its_modules() -> None:
    assert {"streamlit", "dashboard.league.shelf"} <= {*modules_of(SCREENS / "league.py")} | {*modules_of(SCREENS / "games.py")}


def test_every_page_is_imported_at_once_without_a_half_made_module() -> None:
    done = subprocess.run([sys.executable, "-c", ALL_AT_ONCE, str(SCREENS)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


def test_one_thread_at_a_time_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busy, most, barrier = [], [0], Barrier(4)
    pages = [tmp_path / f"{name}.py" for name in "abcd"]
    for page in pages:
        page.write_text("import json\n")

    def imported(module: str) -> None:
        busy.append(module)
        most[0] = max(most[0], len(busy))
        busy.remove(module)

    def visit(page: Path) -> None:
        barrier.wait()
        import_for(page)
        import_for(page)

    monkeypatch.setattr(page_imports, "import_module", imported)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(visit, pages))
    assert most == [1]
