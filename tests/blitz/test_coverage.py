"""The title's README: every section with code and tests that exist, every test file named, every option listed."""

from __future__ import annotations

from pathlib import Path

from tests.blitz.table import TITLE as LOADED
from tests.title.coverage import Coverage, Readme


class TestCoverage(Coverage):
    readme, title = Readme("blitz", Path(__file__).parent), LOADED
