"""Reading TripleA saves, beside javaobj-py3 and beside the time that TripleA's own engine takes to load them; and VASSAL saves.

Needs the reference material (SITREP_SHARED, or `shared` beside the checkout); javaobj-py3 is compared with where it
is installed. It can't read the saves of 1.9, so there is no comparison for those.
"""

from __future__ import annotations

import gzip
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from io import BytesIO, StringIO
from pathlib import Path

from engine.recording import OrderEntry
from engine.replay import replay
from ingest.triplea.orders.referee import orders_of
from ingest.triplea.reader import parse
from ingest.triplea.replay import Replay
from ingest.triplea.save import parse_save
from ingest.triplea.stream import read_stream
from ingest.triplea.title.reading import FAMILY, title_of
from ingest.vassal.container import opened
from ingest.vassal.steps import read_log
from tests.bench.clock import Timing, best
from tests.reference import ROOT, reference_folder

ALONE = "import sys; from ingest.triplea.save import *; from ingest.triplea.replay import *; Replay(read_save(sys.argv[1])).finish()"


def lines(shared: Path | None = None) -> Iterator[Timing]:
    """Yield a line for each recorded save and each thing done with it."""
    paths = saves(shared)
    if not paths:
        yield Timing("read TripleA saves", 0, "", "no reference material (SITREP_SHARED names it)")
        return
    engine = engine_times(paths[0].parent / "README.md")
    for path in paths:
        data = gzip.decompress(path.read_bytes())
        yield parse_line(path.stem, data)
        yield whole_line(path, data, engine.get(path.stem))
    yield every_line(paths)
    yield from order_lines(paths)
    yield from vassal_lines(paths[0].parent.parent / "vassal")


def every_line(paths: list[Path]) -> Timing:
    """Saves a second, over all of them together, unpacked and replayed to the end in one process."""
    seconds = best(lambda: [Replay(parse_save(gzip.decompress(path.read_bytes()))).finish() for path in paths], 1, time.process_time)
    return Timing("read and replay all TripleA saves", len(paths) / seconds, "saves/s", f"{len(paths)} saves in {seconds:.1f} s")


def order_lines(paths: list[Path]) -> Iterator[Timing]:
    """Orders a processor's second that are found behind a save of each title, and that are then replayed through its rules."""
    done = set[str]()
    for path in paths:
        save = parse_save(gzip.decompress(path.read_bytes()))
        title = title_of(save)
        if title.family == FAMILY or title.slug in done:
            continue
        done.add(title.slug)
        found = best(lambda save=save, title=title: orders_of(save, title), 1, time.process_time)  # type: ignore[misc]  # bound by the loop
        recording = orders_of(save, title, path.stem)
        orders = sum(isinstance(entry, OrderEntry) for entry in recording.entries)
        again = best(lambda one=recording, title=title: replay(one, title), 2, time.process_time)  # type: ignore[misc]  # bound by the loop
        yield Timing(f"find the orders of {path.stem}", orders / found, "orders/s", f"{orders:,} orders in {found:.2f} s")
        yield Timing(f"replay the orders of {path.stem}", orders / again, "orders/s", f"{title.slug}, every order checked, {again:.2f} s")


def vassal_lines(folder: Path) -> Iterator[Timing]:
    """Bytes a second of the reader of VASSAL: of the text of a game, as it stands in the file, hidden and packed."""
    for path in sorted(folder.glob("*.v*"), key=lambda path: -path.stat().st_size)[:3]:
        content = path.read_bytes()
        text = sum(len(part.encode()) for part in opened(content, path.name)[1])
        seconds = best(lambda content=content, name=path.name: read_log(content, name), 3)  # type: ignore[misc]
        remark = f"{text / 1e6:.1f} MB of text, {len(content) / 1e6:.2f} MB of file, {seconds:.3f} s"
        yield Timing(f"read VASSAL {path.name}", text / seconds / 1e6, "MB/s", remark)


def saves(shared: Path | None = None) -> list[Path]:
    """The recorded saves of the reference material, none where it is not there."""
    return sorted(((shared or reference_folder()) / "saves").glob("*.tsvg"))


def parse_line(name: str, data: bytes) -> Timing:
    """Bytes of stream parsed a second, and how many times as quick that is as javaobj-py3 in this very run."""
    ours = best(lambda: read_stream(data).release(), 5)
    theirs = {version: best(work, 2) for version, work in javaobj(data).items()}
    beside = [f"javaobj-py3 {version} {len(data) / t / 1e6:.2f}, so x {t / ours:.0f}" for version, t in theirs.items()]
    return Timing(f"parse {name}", len(data) / ours / 1e6, "MB/s", "; ".join(beside) or "javaobj-py3 can't, or is not installed")


def whole_line(path: Path, data: bytes, engine: tuple[float, float, float] | None) -> Timing:
    """Saves read and replayed to the end a processor's second, with events and without, and those of whole processes, beside the engine's.

    The engine's are by the clock, of its first save in a cold JVM: one that has read many is many times as quick.
    """
    seconds = best(lambda: Replay(parse_save(data)).finish(), clock=time.process_time)
    told = best(lambda: parse(data, path.name), clock=time.process_time)
    alone, summary = (processed(["-c", ALONE, str(path)]), processed(["-m", "sitrep", "summary", str(path)]))
    remark = f"{seconds:.3f} s, with events {told:.3f}, as a process {alone:.2f}, `sitrep summary` {summary:.2f}"
    if engine:
        load, with_jvm, walk = engine
        remark += f"; the engine, cold and by the clock: {load + walk:.2f} s, as a process {with_jvm + walk:.2f} s"
    return Timing(f"read and replay {path.stem}", 1 / seconds, "saves/s", remark)


def processed(words: list[str]) -> float:
    """Seconds of processors that a Python process takes from its start to its end."""
    before = os.times()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def engine_times(readme: Path) -> dict[str, tuple[float, float, float]]:
    """Save -> seconds that the engine takes to load it, with the start of its JVM, and to walk its history."""
    rows = [line.split("|") for line in readme.read_text(encoding="utf-8").splitlines() if line.startswith("| ai-")]
    return {row[1].strip(): (float(row[5]), float(row[6]), float(row[7])) for row in rows}


def javaobj(data: bytes) -> dict[str, Callable[[], object]]:
    """The two parsers of javaobj-py3, those of them that can read this stream."""
    try:
        import javaobj.v1.unmarshaller as first
        import javaobj.v2 as second
    except ImportError:
        return {}
    logging.getLogger("javaobj").setLevel(logging.CRITICAL)

    def v1() -> None:
        source = BytesIO(data)
        parser = first.JavaObjectUnmarshaller(source)
        while source.tell() < len(data):
            parser.readObject(ignore_remaining_data=True)

    found = {"v1": v1, "v2": lambda: second.loads(data)}
    return {version: work for version, work in found.items() if works(work)}


def works(work: Callable[[], object]) -> bool:
    """Whether it comes to an end; a parser's complaints go nowhere."""
    try:
        with redirect_stderr(StringIO()):
            work()
    except Exception:  # javaobj-py3 raises many kinds on what it can't read
        return False
    return True


if __name__ == "__main__":
    for line in lines():
        print(f"{line.what:70} {line.rate:8.1f} {line.unit:8} {line.remark}", flush=True)
