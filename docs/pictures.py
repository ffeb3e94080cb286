"""The pictures of the README, taken of the dashboard over the sample games: `python -m docs.pictures` writes docs/*.png."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from dashboard.player.prepared_game import played
from ingest import ingest
from ingest.samples import samples
from tests.dashboard.browsing import chromium, settled, watched
from tests.dashboard.frames import page_of
from tests.dashboard.server import served
from warehouse import Lake

HERE = Path(__file__).parent
GAME, TURN = "allies-take-berlin", 24
"""What both pictures show: a game; the map of it a turn in which much happened."""

LOOK = {"viewport": {"width": 1200, "height": 880}, "device_scale_factor": 1.5}
COLORS = 256
MOST = 250_000
"""Bytes of a picture."""


def main() -> None:
    """Write the pictures.

    Raises:
        ValueError: a picture is larger than it may be.
    """
    with TemporaryDirectory() as folder:
        lake = Lake.create(Path(folder, "lake"))
        ingest([*samples()], lake)
        with served(Path(lake.path)) as (address, _), chromium() as browser, watched(browser, **LOOK) as (page, _):
            page.goto(f"{address}/review?game={GAME}")
            settled(page)
            page.mouse.move(0, 0)
            write("review", page.screenshot())
            page.goto(f"{page_of(played(lake, GAME), Path(folder))}#map={TURN}")
            write("map", page.locator(".sitrep-player").screenshot())


def write(name: str, picture: bytes) -> None:
    """Write a picture in few colours."""
    path = HERE / f"{name}.png"
    few = Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    print(f"{path.relative_to(HERE.parent)}: {few.width} by {few.height}, {path.stat().st_size:,} bytes")
    if path.stat().st_size > MOST:
        raise ValueError(f"{path} has {path.stat().st_size:,} bytes, more than {MOST:,}: lower COLORS or LOOK")


if __name__ == "__main__":
    main()
