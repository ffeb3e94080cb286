"""What comes over a page's WebSocket: messages of Streamlit's own page and nothing else, or the line is closed.

Streamlit prints a traceback of what it cannot read, and a line of each message that is meant for its own tests: whoever sends such things
could fill the server's journal.
"""

from __future__ import annotations

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

OF_TESTS = ("debug_disconnect_websocket", "debug_shutdown_runtime")
"""Messages of Streamlit's own tests."""
UNFIT = 1002
"""Code of WebSockets for what is against the protocol."""


class Messages:
    """Closes a WebSocket on which something else comes than a page says.

    Args:
        app: what is guarded.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let messages through as long as they are a page's."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return

        async def received() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive" or _is_a_pages(message.get("bytes")):
                return message
            await send({"type": "websocket.close", "code": UNFIT, "reason": "no message of a page"})
            return {"type": "websocket.disconnect", "code": UNFIT}

        await self.app(scope, received, send)


def _is_a_pages(said: bytes | None) -> bool:
    message = BackMsg()
    try:
        message.ParseFromString(said or b"")
    except DecodeError:
        return False
    return said is not None and message.WhichOneof("type") not in (None, *OF_TESTS)
