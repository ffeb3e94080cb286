"""A client of the protocol that asks the real command, one session for many tests, and reads its tables."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult

MOST = 12_000
"""Bytes of an answer, with all that the protocol puts around it."""
COMMAND = Path(sys.executable).with_name("sitrep")


class Asker:
    """Asks the tools of one server, and holds every answer to the limit."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal, self.client = portal, client

    def __call__(self, tool: str, **arguments: Any) -> str:
        """Return the text of an answer, which must be one."""
        (text, wrong), *_ = self.together((tool, arguments))
        assert not wrong, text
        return text

    def refused(self, tool: str, **arguments: Any) -> str:
        """Return what is wrong with a question, which must be wrong."""
        (text, wrong), *_ = self.together((tool, arguments))
        assert wrong, text
        return text

    def together(self, *calls: tuple[str, dict[str, Any]]) -> list[tuple[str, bool]]:
        """Ask several things at once; return text, and whether it is an error, of each."""
        return [_read(found) for found in self._portal.call(self._asked, calls)]

    async def _asked(self, calls: tuple[tuple[str, dict[str, Any]], ...]) -> list[CallToolResult]:
        found: dict[int, CallToolResult] = {}

        async def ask(at: int, tool: str, arguments: dict[str, Any]) -> None:
            found[at] = await self.client.call_tool(tool, arguments)

        async with anyio.create_task_group() as group:
            for at, call in enumerate(calls):
                group.start_soon(ask, at, *call)
        return [found[at] for at in range(len(calls))]

    def rows(self, tool: str, heading: str = "", **arguments: Any) -> list[dict[str, str]]:
        """Return the rows of a table of an answer, which must be whole."""
        text = self(tool, **arguments)
        assert "(cut" not in text, text
        return table(text, heading)

    def sql(self, query: str) -> list[dict[str, str]]:
        """Return the rows of the answer to a query."""
        return self.rows("sql", query=query)

    def resource(self, uri: str) -> str:
        """Return the text of a resource."""
        found = self._portal.call(self.client.read_resource, uri)
        assert len(found.model_dump_json().encode()) < MOST
        return found.contents[0].text

    def of(self, method: str) -> Any:
        """Return what a method of the client returns."""
        return self._portal.call(getattr(self.client, method))


def _read(found: CallToolResult) -> tuple[str, bool]:
    (content,) = found.content
    assert len(found.model_dump_json(by_alias=True).encode()) < MOST
    return content.text, found.is_error


def table(text: str, heading: str = "") -> list[dict[str, str]]:
    """Return the rows below a heading, or of the first table."""
    blocks = [block.strip("\n") for block in re.split(r"\n\n+", text)]
    if heading:
        (block,) = (block.partition("\n")[2] for block in blocks if block.startswith(heading))
    else:
        block = next(block for block in blocks[1:] if "," in block or "\n" in block)
    return list(csv.DictReader(line for line in block.split("\n") if not line.startswith("(")))


@contextmanager
def asker_of(lake: Path | str) -> Iterator[Asker]:
    """Yield a session with `sitrep mcp` on a lake. However slow the machine is, no query is ended by a clock."""
    command = StdioServerParameters(
        command=str(COMMAND), args=["mcp", "--lake", str(lake)], env={"SITREP_MAPS": "", "SITREP_QUERY_SECONDS": "600"}
    )
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(command, read_timeout_seconds=300)) as client,
    ):
        yield Asker(portal, client)
