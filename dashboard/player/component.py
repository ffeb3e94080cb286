"""The player on a page of the dashboard: a Streamlit component that keeps its turn in the page's address."""

from __future__ import annotations

import streamlit as st

from dashboard.player.address import TURN
from dashboard.player.fragment import program, source
from dashboard.player.payload import Payload
from dashboard.turn_report.markup import TurnReport
from dashboard.ui.text import number

NAME = "sitrep_player"

_mount = st.components.v2.component(NAME, css=source("player.css"), js=program() + source("streamlit.js"))


def play(game: Payload, key: str, report: TurnReport | None = None, addressed: bool = False) -> None:
    """Show the player; playing and stepping ask nothing of the server, coming to rest puts the turn into the address.

    Best called in a fragment: then coming to rest runs nothing but that again.

    Args:
        game: what `payload` made. key: names the game and the version of its data; another key starts anew.
        report: what `by_turn` made; without one nothing is told beside the map.
        addressed: whether the page's address says which turn is shown.
    """
    state = f"{NAME}-{key}"

    def rested() -> None:
        if not addressed:
            return
        turn = st.session_state[state].turn
        st.session_state[f"{state}-told"] = turn
        st.query_params[TURN] = str(turn)

    told = st.session_state.get(f"{state}-told")
    turn = asked(len(game["turns"])) if addressed else None
    data = {"key": key, "game": game, "report": report, "turn": turn, "told": told}
    _mount(key=state, data=data, default={TURN: told}, on_turn_change=rested)


def asked(turns: int) -> int | None:
    """Return the turn that the page's address asks for, None when it asks for none that the game has."""
    turn = number(st.query_params.get(TURN, ""))
    return turn if turn is not None and turn < turns else None
