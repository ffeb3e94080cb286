"""`make coverage`: write each title's page of sections, and the readings in its README, from their tables and the marks of the tests."""

from __future__ import annotations

from engine.title.coverage import load_coverage
from engine.title.loader import titles
from tests.coverage.page import pages


def main() -> None:
    """Write what has changed, and print its path."""
    for slug in titles():
        if load_coverage(slug).sections:
            for path, text in pages(slug).items():
                if not path.exists() or path.read_text(encoding="utf-8") != text:
                    path.write_text(text, encoding="utf-8")
                    print(path)


if __name__ == "__main__":
    main()
