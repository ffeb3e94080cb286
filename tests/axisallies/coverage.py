"""What tests of READMEs share stands in tests/title/coverage.py; here it is found by those that still ask for it here."""

from tests.title.coverage import Readme, options_of

__all__ = ["Readme", "options_of"]
