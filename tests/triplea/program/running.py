"""TripleA 1.9 itself, without a screen: it opens game files, and plays single turns of them (`Turns.java`).

For developers' checks and matches alone: nothing of Sitrep, and no test, needs it. One process stays for many turns.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any, Self

from engine.errors import SitrepError

HERE = Path(__file__).parent
JAR = Path("/usr/share/games/triplea/bin/triplea.jar")
LIBRARIES = Path("/usr/share/java")
NEEDED = (
    "httpclient httpcore commons-logging commons-codec substance laf-widget javax.mail flamingo laf-plugin trident substance-flamingo "
    "guava snakeyaml commons-math3 commons-io postgresql jbcrypt com.android.json"
)
"""The libraries that Debian's package of the program is made to find."""
PATIENCE = 600
"""Seconds after which a turn that does not end is given up."""
LEVELS = ("weak", "fast", "pro")
"""The program's own players: Easy, Fast and Hard."""
MAP_NAME = re.compile(rb'name="mapName"\s+value="([^"]*)"')

Told = dict[str, Any]


class ProgramError(SitrepError):
    """The program cannot be started, or did not do what it was asked."""


class Program:
    """The program, started when it is first asked; used as a context.

    Args:
        tools: the folder with `Oracle.java`, which tells states. work: an empty folder for what the program needs.
    """

    def __init__(self, tools: Path, work: Path) -> None:
        self.tools, self.work = tools, work
        self.process: subprocess.Popen[str] | None = None
        found = [LIBRARIES / f"{name}.jar" for name in NEEDED.split()]
        self.path = ":".join(map(str, (work / "classes", JAR, *(one for one in found if one.is_file()))))

    def __enter__(self) -> Self:
        for name in ("classes", "home", "prefs", "run"):
            (self.work / name).mkdir(parents=True, exist_ok=True)
        (self.work / "run" / "game_engine.properties").write_text("engine_version = 1.9.0.0\n", encoding="utf-8")
        sources = [str(path) for path in (*sorted(self.tools.glob("*.java")), HERE / "Turns.java")]
        done = subprocess.run(
            ["javac", "-nowarn", "-cp", self.path, "-d", str(self.work / "classes"), *sources], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise ProgramError(f"{HERE / 'Turns.java'} cannot be compiled: {done.stderr[-400:]}")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def opened(self, game_file: Path) -> Told:
        """Return what the program has on its board when the first player of a game file begins.

        Raises:
            ProgramError: it does not open the file.
        """
        return self._ask(game_file, "open", game_file)

    def turn(self, game_file: Path, save: Path, player: str, level: str, seed: int) -> Told:
        """Let a player of the program play its turn, which is the first of the game file; return its board then, and save it.

        Raises:
            ProgramError: the turn does not end as it should.
        """
        return self._ask(game_file, "turn", game_file, save, player, level, seed)

    def stop(self) -> None:
        """End the process, if there is one; the next question starts another."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _ask(self, game_file: Path, *words: object) -> Told:
        self._know(game_file)
        process = self.process = self.process or self._started()
        assert process.stdin and process.stdout
        process.stdin.write("\t".join(map(str, words)) + "\n")
        process.stdin.flush()
        limit = Timer(PATIENCE, process.kill)
        limit.start()
        try:
            answer = next((line for line in process.stdout if line.startswith(("= ", "! "))), "")
        finally:
            limit.cancel()
        if answer.startswith("= "):
            told: Told = json.loads(answer[2:])
            return told
        self.stop()
        raise ProgramError(f"{' '.join(map(str, words))}: {answer[2:].strip() or 'the program ended, or was ended after its time'}")

    def _started(self) -> subprocess.Popen[str]:
        home = (f"-Duser.home={self.work / 'home'}", f"-Djava.util.prefs.userRoot={self.work / 'prefs'}", "-Djava.awt.headless=true")
        words = [
            "java",
            "-XX:-StackTraceInThrowable",
            "-XX:+UseSerialGC",
            "-Xmx1g",
            *home,
            "--add-opens",
            "java.base/java.util=ALL-UNNAMED",
        ]
        with (self.work / "errors.txt").open("ab") as errors:
            return subprocess.Popen(
                [*words, "-cp", self.path, "Turns"],
                cwd=self.work / "run",
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )

    def _know(self, game_file: Path) -> None:
        """Make the folder in which the program looks for a map's pictures; it may be nearly empty."""
        found = MAP_NAME.search(game_file.read_bytes())
        if not found:
            raise ProgramError(f"{game_file}: found no property mapName; expected the game file of a map")
        folder = self.work / "home" / "triplea" / "downloadedMaps" / found[1].decode() / "map"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "map.properties").write_text("units.scale=1.0\n", encoding="utf-8")
