"""Keeping a dropped record in the lake: who may, and asking before a game that is there is replaced."""

from __future__ import annotations

import hmac
import os
import time
from pathlib import Path

import polars as pl
import streamlit as st

from dashboard.review import page_sections
from dashboard.serve import ADMINS, ANYONE, KEEP, RECORDS, TOKEN
from dashboard.ui import data
from dashboard.ui.text import counted
from engine.errors import SitrepError
from ingest import ingest
from ingest.limits import OF_STRANGERS
from ingest.report import REFUSED, Row
from warehouse import Lake, LakeError
from warehouse.record_parts import NOTHING, TABLE, Held, parts_in

NOWHERE, GAME, RECORD, WHOLE = THERE = (
    "This game is not in the lake.",
    "The lake has this game from a different record, which this one would replace.",
    "The lake already has this exact record.",
    "A game of the lake already holds all of this record.",
)
"""What the lake has of a dropped record: nothing, its game, the very record, by its content, or a game of which it is a part."""
ADMIN = "admin"
"""Place of the session: whether its visitor has shown the token."""
SECONDS = 1.0
"""How long a wrong token is thought about."""


def may_keep(asked: bool = False) -> bool:
    """Return whether this visitor may change the lake; let one who has the token show it, unless another part of the page asks for it."""
    return _may(KEEP, asked)


def may_download() -> bool:
    """Return whether this visitor may download records; let one who has the token show it, unless the page asks who may keep games."""
    return _may(RECORDS, os.environ.get(KEEP) == ADMINS)


def _may(what: str, asked: bool = False) -> bool:
    """Return whether the rule that an environment variable holds allows something to this visitor."""
    rule = os.environ.get(what, "")
    if rule != ADMINS or not os.environ.get(TOKEN):
        return rule == ANYONE
    if not st.session_state.get(ADMIN) and not asked:
        with st.expander("For the admins of this lake"):
            shown = st.text_input("Token", type="password", key="token", autocomplete="off")
            if shown and not hmac.compare_digest(shown.encode(), os.environ[TOKEN].encode()):
                time.sleep(SECONDS)
                st.warning("Wrong token.")
            elif shown:
                st.session_state[ADMIN] = True
    return bool(st.session_state.get(ADMIN))


def sees_folders() -> bool:
    """Return whether this visitor may see where files are on the server: its admins, and whoever started it for this machine alone."""
    alone = st.get_option("client.showErrorDetails") != "none"  # see dashboard/serve.py
    return (alone and os.environ.get(KEEP, ANYONE) == ANYONE) or bool(st.session_state.get(ADMIN))


def known(game_id: str, digest: str, held: Held = NOTHING) -> tuple[str, str]:
    """Return which of THERE is true of a record, by its game's id, its content's digest and its files; and the lake's game."""
    try:
        lake = Lake.open(data.lake_path())
        digests, holders = lake.digests(), [game for game, other in lake.sharing(held).items() if other.holds(held)]
    except LakeError:
        return NOWHERE, ""
    same = [game for game, other in digests.items() if other == digest]
    if same:
        return RECORD, same[0]
    if holders:
        return WHOLE, min(holders)
    return (GAME, game_id) if game_id in digests else (NOWHERE, "")


def offer(path: Path, row: Row, little: Lake) -> None:
    """Offer to keep a record that was read: what it is, what the lake has of it, and a button for those who may.

    Args:
        path: the record. row: what became of it. little: the lake that holds it alone.
    """
    events = f"{counted(row.events, 'event')}, {counted(row.defects, 'defect')}"
    held = Held(parts_in(little.frame(TABLE)))
    there, game = known(row.game_id, little.digests()[row.game_id], held)
    st.text(f"{path.name}: {events}. {there}")
    if game:
        st.page_link(page_sections.REVIEW, label="Open the game in the lake", query_params={"game": game})
    if there in (RECORD, WHOLE) or not may_keep():
        return
    if there == NOWHERE:
        if st.button("Keep this game", icon=":material/save:", help="Ingests it into the lake, as `sitrep ingest` does."):
            _keep(path)
        return
    other = data.games(data.source()).row(by_predicate=pl.col("game_id") == game, named=True)
    st.warning("The lake already has a game with this name. If you keep this one, it replaces that game.")
    st.text(f"{game}: the lake has {counted(other['events'], 'event')} ({other['name']}); this record has {events}.")
    # the key holds which game is replaced: a press never means another one, which came meanwhile
    if st.button("Replace the game in the lake", icon=":material/warning:", key=f"replace-{other['digest']}"):
        _keep(path)


def _keep(path: Path) -> None:
    try:
        row = ingest([path], Lake.create(data.lake_path()), limits=OF_STRANGERS).rows[0]
    except (SitrepError, OSError) as error:
        st.error("Could not write to the lake.")
        st.text(str(error))
        return
    if row.status == REFUSED:
        st.error("The lake refused this game.")
        st.text(row.message)
    else:
        st.success(f"The game is now in the lake ({row.status}).")
        st.page_link(page_sections.REVIEW, label="Open its review, with an address to share", query_params={"game": row.game_id})
