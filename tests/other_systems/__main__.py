"""`make portable`: run tests with what Windows lacks hidden, or with --here on this system as it is; see __init__.py."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.other_systems import OURS, ROOT, hidden


def main(words: list[str]) -> int:
    """Run pytest; return its exit code.

    Args:
        words: of the command line: --here, and what pytest shall run instead of OURS, with its options.
    """
    here = "--here" in words
    words = [word for word in words if word != "--here"]
    named = [] if any(not word.startswith("-") and (ROOT / word.partition("::")[0]).exists() for word in words) else list(OURS)
    command = [sys.executable, "-m", "pytest", *words, *named]
    return subprocess.run(command, cwd=ROOT, env=dict(os.environ) if here else hidden(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
