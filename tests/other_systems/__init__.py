"""Other systems than Linux, as far as they can be had on Linux: what Windows lacks is hidden from every process (sitecustomize.py).

python -m tests.other_systems                 # the tests of reading, exporting, reviews, the dashboard and the site
python -m tests.other_systems tests/ingest    # others
python -m tests.other_systems --here          # the same on this system as it is: what the workflow for Windows and macOS runs
"""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = tuple((Path(__file__).parent / "files.txt").read_text(encoding="utf-8").split())
"""The test files that run so: of reading, exporting, reviews, the dashboard and the site, but for those that ask Unix for something."""


def hidden() -> dict[str, str]:
    """Return the environment of a process of another system."""
    path = os.pathsep.join((str(Path(__file__).parent), str(ROOT)))
    return os.environ | {"PYTHONPATH": path, "PYTHONWARNDEFAULTENCODING": "1", "PYTHONUTF8": "0"}
