"""A stranger's query on a lake, run in a separate process: limited in time, memory and rows, and unable to read anything else.

The process gets the lake's place and version and the query, creates the lake's views, locks DuckDB against other files,
settings and extensions, runs the query, and writes the result to standard output. It is killed if it takes too long.

    answer = ask_apart("lake", "SELECT * FROM games", version=12)
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

import duckdb
import msgspec
import polars as pl

from engine.decoding import from_json
from engine.errors import SitrepError
from engine.machine import bound, end_with_parent
from engine.parts import keep_out
from warehouse.errors import LakeError
from warehouse.export.formulas import is_plain, joined
from warehouse.lake import Lake
from warehouse.question_queue import STEP, QuestionQueue, Turn
from warehouse.schema import TABLES
from warehouse.server_names import expect_lake_only, without_folders
from warehouse.views import answer, connect, glob_free

SECONDS = 20
"""Wall-clock limit of a query, where nobody has set another."""

ALLOWED = "SITREP_QUERY_SECONDS"
"""The environment variable that sets another."""

MOST_SECONDS = 100_000

ROWS = 10_000
"""Limit of rows in an answer."""

MEMORY = 2**30
"""DuckDB's memory limit in bytes; it does not spill to disk."""

SPACE = 4 * 2**30
"""Limit of the process's address space in bytes: DuckDB and polars reserve much more than they use."""

ANSWER = 32 * 2**20
"""Limit of an answer in bytes."""

EACH = 4
"""Seconds guaranteed to a query; after that it is stopped if a user with less recent time waits."""

_LINE = QuestionQueue(places=2, each=EACH, room=32)
"""Queries that run at a time; others wait."""


class Question(msgspec.Struct, frozen=True):
    """The input of the process: the lake's place and version, the query, and its limits."""

    lake: str
    version: int | None
    query: str
    rows: int
    memory: int


def allowed_seconds() -> float:
    """Return how long a question may take: `SITREP_QUERY_SECONDS`, or the usual.

    Raises:
        LakeError: the variable is no number above 0.
    """
    text = os.environ.get(ALLOWED, "")
    try:
        seconds = float(text or SECONDS)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < MOST_SECONDS:
        raise LakeError(f"the environment variable {ALLOWED} is {text!r}; expected a number of seconds above 0 and below {MOST_SECONDS:,}")
    return seconds


class Answer(NamedTuple):
    """The rows of an answer; `cut` if there were more."""

    frame: pl.DataFrame
    cut: bool


def ask_apart(
    lake: str,
    query: str,
    version: int | None = None,
    seconds: float | None = None,
    rows: int = ROWS,
    memory: int = MEMORY,
    who: str = "",
    on_wait: Callable[[int], None] = lambda _: None,
) -> Answer:
    """Return the answer to one SELECT over a lake.

    Args:
        lake: the lake's folder or URL. query: one SELECT. version: of the lake; the newest when None.
        seconds, rows, memory (bytes): bounds; `allowed_seconds` when None. who: asks, for whom the turns are fair; nobody in particular
            when empty.
        on_wait: is called a few times a second with how many go before, 0 while it is asked; what it raises ends the question.

    Raises:
        LakeError: DuckDB rejects the query, it exceeds a limit, or others waited; the message says which.
    """
    told = msgspec.json.encode(Question(str(lake), version, query, rows, memory))
    with _LINE.turn(who, on_wait) as turn:
        return _told(*_done(told, turn, seconds or allowed_seconds(), on_wait), memory)


def _done(told: bytes, turn: Turn, seconds: float, on_wait: Callable[[int], None]) -> tuple[int, bytes]:
    """Return the exit status and output of the process; leaving early kills it."""
    command = [sys.executable, "-m", "warehouse.sandbox"]
    pipe, end = subprocess.PIPE, time.monotonic() + seconds
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        question: bytes | None = told
        try:
            while True:
                try:
                    said, _ = process.communicate(question, timeout=STEP)
                    return process.returncode, said
                except subprocess.TimeoutExpired:
                    question = None  # it is on its way
                    _expect_time(turn, end, seconds)
                    on_wait(0)
        finally:
            process.kill()


def _expect_time(turn: Turn, end: float, seconds: float) -> None:
    cure = "select fewer rows, join less, or use `sitrep query`, which has no such limit"
    if time.monotonic() > end:
        raise LakeError(f"the query was not answered within {seconds:g} seconds and was ended; {cure}")
    if turn.is_over():
        raise LakeError(f"the query was not answered within {EACH} seconds, and others waited: it was ended; {cure}")


def _told(code: int, said: bytes, memory: int) -> Answer:
    """Return what the process said: a line that begins with + or -, then the rows."""
    head, _, rest = said.partition(b"\n")
    if head.startswith(b"+"):
        return Answer(pl.read_ipc(io.BytesIO(rest)), head == b"+cut")
    if head.startswith(b"-"):
        raise LakeError((head[1:] + b"\n" + rest).decode().strip())
    why = f"signal {-code}" if code < 0 else f"exit code {code}"
    raise LakeError(f"the query was not answered: its process ended with {why}; it may have {memory >> 20} MiB of memory")


def main() -> None:
    """Answer the question on standard input."""
    end_with_parent()
    keep_out()
    told = from_json(sys.stdin.buffer.read(), Question)
    bound(AS=SPACE, FSIZE=0, CORE=0)
    try:
        frame = plain(_asked(told))
        if (size := int(frame.estimated_size())) > ANSWER:
            raise LakeError(f"the answer has {size >> 20} MiB; expected at most {ANSWER >> 20}")
    except MemoryError:
        sys.stdout.buffer.write(f"-the query takes more than {told.memory >> 20} MiB of memory".encode())
        return
    except SitrepError as error:
        sys.stdout.buffer.write(f"-{without_folders(str(error), told.lake)}".encode())
        return
    made = io.BytesIO()
    frame.head(told.rows).write_ipc(made)
    sys.stdout.buffer.write((b"+cut" if frame.height > told.rows else b"+") + b"\n" + made.getvalue())


def _asked(told: Question) -> pl.DataFrame:
    """Return the answer, one row more than is kept when there are as many."""
    expect_lake_only(told.query)
    lake = Lake.open(told.lake, told.version)
    state = lake.state()
    con = connect(state, query=told.query)
    paths = {str(path) for table in TABLES for path in state.files(table, None)}
    lock(con, sorted(paths | set(map(glob_free, paths))), told.memory)
    return answer(con, told.query, most=told.rows + 1)


def lock(con: duckdb.DuckDBPyConnection, files: Iterable[str], memory: int = MEMORY) -> None:
    """Restrict a connection to its views: it reads only these files, writes none, and cannot be unlocked."""
    listed = ", ".join("'" + file.replace("'", "''") + "'" for file in files)
    for setting in (
        f"memory_limit = '{memory}B'",
        "threads = 2",
        "temp_directory = ''",
        "enable_progress_bar = false",  # it would be printed into the answer
        "python_enable_replacements = false",  # else a query could name what this process holds in variables
        f"allowed_paths = [{listed}]",
        "enable_external_access = false",
        "lock_configuration = true",
    ):
        con.execute(f"SET {setting}")


_EXACT = 2**53
"""Whole numbers below this one are exact as floats."""


def plain(frame: pl.DataFrame) -> pl.DataFrame:
    """Return rows as charts, tables and CSV take them: decimals as numbers where that keeps their whole digits, else as text.

    Of bytes and of values with parts come text, but for lists of plain values.
    """
    decimals = [
        pl.col(name).cast(pl.Float64 if kind.scale and _fits(frame[name]) else pl.String)
        for name, kind in frame.schema.items()
        if isinstance(kind, pl.Decimal)
    ]
    flat = joined(frame)
    texts = [flat[name] for name, kind in frame.schema.items() if kind == pl.Binary or _has_parts(kind)]
    return frame.with_columns(*decimals, *texts)


def _fits(decimals: pl.Series) -> bool:
    most = decimals.cast(pl.Float64).abs().max()
    return not isinstance(most, int | float) or most < _EXACT


def _has_parts(kind: pl.DataType) -> bool:
    return kind.is_nested() and not (isinstance(kind, pl.List) and is_plain(kind.inner))


if __name__ == "__main__":
    main()
