"""The page Odds for a battle of a recorded game, `?game=ID&battle=N`: its forces, its odds, and what it came to."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import streamlit as st

from dashboard.odds import answer
from dashboard.odds.links import BATTLE, GAME, PAGE, address, composed, of_turn
from dashboard.odds.of_game import Told, odds_in, title_of
from dashboard.player.address import TURN
from dashboard.review.cards import drawing
from dashboard.review.cards.card import Card, cards
from dashboard.review.page import reader
from dashboard.review.reader import Reader
from dashboard.review.record import game_of, record_of
from dashboard.turn_report.names import Names
from dashboard.ui import data, widgets
from dashboard.ui.game_names import game_name
from dashboard.ui.templates import Template
from dashboard.ui.text import listed, mapping, number
from engine.replay import Game

HTML = Template.of(__file__)
PLAYED = "played"
"""Word of the address: how often a battle is played that is not exact."""
SIDES = ("attacker", "defender")


def show() -> None:
    """Show the battle that the address names, the first of the game where it names none."""
    at = widgets.opened()
    games, game_id = widgets.games_of(at), st.query_params[GAME]
    if game_id not in games["game_id"]:
        _nowhere(f"This lake has no such game: {game_id}.")
        return
    of = reader(at, game_id, games.row(by_predicate=pl.col("game_id") == game_id, named=True))
    found = {card.battle: card for card in sorted(cards(of), key=lambda card: card.battle)}
    asked = number(st.query_params[BATTLE]) if BATTLE in st.query_params else next(iter(found), None)
    if asked not in found:
        _nowhere(f"{game_name(of.game)} has no battle {st.query_params.get(BATTLE, 'whose odds are known')}.")
        return
    st.session_state[BATTLE] = asked
    st.selectbox("Battle", list(found), format_func=lambda battle: _called(found[battle]), key=BATTLE, on_change=_remember)
    _battle(at, of, found[asked])


def _remember() -> None:
    st.query_params[BATTLE] = str(st.session_state[BATTLE])


def _nowhere(said: str) -> None:
    st.warning("There is no such battle.")
    st.text(said)
    st.html(HTML.elsewhere(PAGE))


def _called(card: Card) -> str:
    return f"{card.battle}. {drawing.headed(card)}: {drawing.result(card)} ({card.when})"


def _battle(at: data.Source, of: Reader, card: Card) -> None:
    st.html(drawing.STYLE)
    colors = dict(of.all_powers.select("power", "color").iter_rows())
    st.html(HTML.battle(card.when, _links(of, card), drawing.forces_html(card, colors, of.unit)))
    games = answer.FEW if st.query_params.get(PLAYED) != str(answer.MANY) else answer.MANY
    with st.spinner("Working out the odds ..."):
        told = _odds(at, of.game_id, card.battle, games, of)
    if any(told.steps):
        had = [f"the {side} had {steps}" for side, steps in zip(SIDES, told.steps, strict=True) if steps]
        st.caption(f"As the battle began, {listed(had)}.")
    if told.answer:
        names = Names.of(of.frame, of.money, of.words)
        answer.show(told.answer, of.unit, names.force, None if card.swing is None else float(card.swing))
    if told.why:
        st.caption(told.why)
    if told.answer and told.answer.result.samples == answer.FEW and st.button(f"Play it {answer.MANY:,} times"):
        st.query_params[PLAYED] = str(answer.MANY)
        st.rerun()


def _links(of: Reader, card: Card) -> list[tuple[str, str]]:
    """Return addresses and words of links: to the moment on the map of the review, to the same forces, which can be changed there."""
    turn = of.moments.get(card.turn)
    to = [(f"review?{GAME}={of.game_id}" + ("" if turn is None else f"&{TURN}={turn}"), f"Review of {game_name(of.game)}")]
    title = title_of(of)
    row = of.frame("battle_started").filter(pl.col("battle") == card.battle).row(0, named=True)
    if title and composed(title):
        to.append((address(title, row, mapping(of.game["options"])), "Change the forces"))
    to.append((of_turn(of.game_id, row["seq"]), "All battles of this turn"))
    return to


@st.cache_data(max_entries=256, show_spinner=False)
def _odds(at: data.Source, game_id: str, battle: int, games: int, _of: Reader) -> Told:
    record = record_of(_of)
    return odds_in(_of, battle, games, lambda: game_again(str(record), _of.game["digest"], _of) if record else None)


@st.cache_resource(max_entries=2, show_spinner=False)
def game_again(record: str, digest: str, _of: Reader) -> Game:
    """Return a game as its record tells it; see `game_of`."""
    return game_of(_of, Path(record))
