"""The dashboard's server: Streamlit's, whose pages know from the start where it is. `sitrep dashboard` runs it.

A browser that opens `/economy` by its address, or `/nonsense`, would otherwise ask for Streamlit's server below that address first,
be told twice that nothing is there, complain on its console, and wait before it asks again.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import streamlit as st
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from dashboard import access, preload, serve, warm_up
from dashboard.messages import Messages
from dashboard.shares import Shares
from dashboard.uploads import Uploads
from engine.parts import keep_out

HERE = Path(__file__).parent
LIBRARIES = (
    "altair",
    "duckdb",
    "pandas",
    "polars",
    "shapely",
    "ingest.formats",
    "warehouse",
)
"""What pages need, or Streamlit for them (pandas), and takes long to import: done before anybody asks, for the first visitor would wait
for it. Modules with caches of Streamlit's are not among them: those are made while its server runs."""
keep_out()
for library in LIBRARIES:
    import_module(library)
warm_up.begin(os.environ.get(serve.LAKE, ""))

STATIC = Path(st.__file__).parent / "static"
SHELL = (STATIC / "index.html").read_text(encoding="utf-8")
"""The one HTML page of Streamlit, which draws all others."""

WHERE = "<head><script>window.__streamlit = {BACKEND_BASE_URL: new URL('.', location).href}</script>"
"""Where the server is: beside the page, also behind a proxy that puts a folder in front of all addresses."""


OURS = SHELL.replace("<head>", WHERE, 1).replace("</head>", preload.script(STATIC) + "</head>", 1)


class PageAddress(StringConvertor):
    """An address that may be a page's: neither a file's nor below one of the places where Streamlit's server keeps something."""

    regex = r"(?!(?:_stcore|media|component|app|static|auth)(?:/|\Z))[^./]+(?:/[^./]+)*"


register_url_convertor("page", PageAddress())


async def shell(request: Request) -> Response:
    """Answer a page's address; where there is no such page, Streamlit says so and shows the first one.

    No page is in a folder, where Streamlit's would not find its own files: such an address is answered as that of its last part.
    """
    *folders, _ = parts = request.path_params.get("page", "").split("/")
    if folders:
        return RedirectResponse("../" * len(folders) + parts[-1])
    return HTMLResponse(OURS, headers={"Cache-Control": "no-cache"})


app = st.App(
    HERE / "app.py",
    routes=[Route("/", shell), Route("/{page:page}", shell)],
    middleware=[
        Middleware(access.Answers, policy=access.policy(OURS), mark=os.environ.get(serve.MARK, "")),
        Middleware(access.Hosts, names=st.get_option("server.allowedHosts")),
        Middleware(access.OwnOrigin, allowed=st.get_option("server.corsAllowedOrigins")),
        Middleware(Shares),
        Middleware(Uploads),
        Middleware(Messages),
    ],
)
