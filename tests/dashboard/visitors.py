"""Visitors without a browser, and a lake for them: each asks for pages as Streamlit's own page does, over a WebSocket."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from engine.recording import Fidelity
from tests.dashboard.conftest import DEEDS, hand_made
from warehouse import Lake

LIMIT = 120
"""Seconds after which a server that says nothing counts as dead; one that lives is asked for as long as it takes."""


def visit(address: str, pages: Sequence[str]) -> list[str]:
    """Open pages one after another as one visitor; return what went wrong on them.

    Raises:
        TimeoutError: the server did not go on for LIMIT seconds.
    """
    wrong: list[str] = []
    with connect(
        f"ws://{urlsplit(address).netloc}/_stcore/stream",
        subprotocols=["streamlit"],  # type: ignore[list-item]
        open_timeout=LIMIT,
        max_size=None,
        ping_interval=None,
        close_timeout=1,
    ) as line:
        for page in pages:
            asked = BackMsg()
            asked.rerun_script.page_name = page
            line.send(asked.SerializeToString())
            told = ForwardMsg()
            while told.WhichOneof("type") != "script_finished":
                told.ParseFromString(line.recv(timeout=LIMIT))  # type: ignore[arg-type]
                if told.WhichOneof("type") == "delta" and told.delta.new_element.WhichOneof("type") == "exception":
                    wrong.append(f"{page}: {told.delta.new_element.exception.message}")
                if told.WhichOneof("type") == "page_not_found":
                    wrong.append(f"{page}: not found")
    return wrong


def crowd(address: str, pages: Sequence[Sequence[str]]) -> list[str]:
    """Have many visitors at once, each with pages of its own; return what went wrong."""
    with ThreadPoolExecutor(len(pages)) as pool:
        return [one for wrong in pool.map(partial(visit, address), pages) for one in wrong]


def healthy(address: str) -> bool:
    """Whether a server says within LIMIT seconds that it is there."""
    try:
        with urlopen(f"{address}/_stcore/health", timeout=LIMIT) as answer:
            return bool(answer.read() == b"ok")
    except (OSError, HTTPException):
        return False


def retold_lake(folder: Path, others: int = 60) -> Path:
    """Make a lake of a hand-made game that as many other records tell too."""
    game = hand_made("whole", rounds=3, deeds=DEEDS)
    again = [
        replace(game, header=msgspec.structs.replace(game.header, game=name), fidelity=Fidelity.OBSERVED,
                name=f"{name}.txt", digest=name)
        for name in (f"again-{at}" for at in range(others))
    ]  # fmt: skip
    Lake.create(folder).write([game, *again])
    assert Lake.open(folder).sql("FROM retold").height == others
    return folder
