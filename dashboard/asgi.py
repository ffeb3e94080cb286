"""The dashboard's server: Streamlit's, whose pages know from the start where it is. `sitrep dashboard` runs it.

A browser that opens `/economy` by its address would otherwise ask for Streamlit's server below that address first, be told
twice that nothing is there, complain on its console, and wait before it asks again.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from dashboard import guard
from dashboard.uploads import Uploads

HERE = Path(__file__).parent
LIBRARIES = ("altair", "duckdb", "polars", "shapely")
"""What pages need and takes long to import: done before anybody asks, for the first visitor would wait for it."""
for library in LIBRARIES:
    import_module(library)

SHELL = (Path(st.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
"""The one HTML page of Streamlit, which draws all others."""

WHERE = "<head><script>window.__streamlit = {BACKEND_BASE_URL: new URL('.', location).href}</script>"
"""Where the server is: beside the page, also behind a proxy that puts a folder in front of all addresses."""


OURS = SHELL.replace("<head>", WHERE, 1)


async def shell(_request: Request) -> HTMLResponse:
    """Answer a page's address."""
    return HTMLResponse(OURS, headers={"Cache-Control": "no-cache"})


app = st.App(
    HERE / "app.py",
    routes=[Route(f"/{screen.stem}", shell) for screen in (HERE / "screens").glob("*.py")],
    middleware=[
        Middleware(guard.Answers, policy=guard.policy(OURS)),
        Middleware(TrustedHostMiddleware, allowed_hosts=st.get_option("server.allowedHosts") or ["*"]),
        Middleware(guard.OwnOrigin, allowed=st.get_option("server.corsAllowedOrigins")),
        Middleware(Uploads),
    ],
)
