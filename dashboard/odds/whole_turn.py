"""The page Odds for a whole turn of a recorded game: each battle that is due at a moment, its odds, and how many of them work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import polars as pl
import streamlit as st

from dashboard.odds.bars import bars
from dashboard.odds.links import AT, OF, address, composed, recorded
from dashboard.odds.of_game import from_lake, title_of
from dashboard.odds.recorded import PLAYED, game_again
from dashboard.review.cards import drawing
from dashboard.review.cards.card import Card, cards
from dashboard.review.page import reader
from dashboard.review.reader import Reader
from dashboard.review.record import record_of
from dashboard.terminal.turn import least, none, said
from dashboard.turn_report.names import Names
from dashboard.ui import data, widgets
from dashboard.ui.game_names import game_name, labels
from dashboard.ui.templates import Template
from dashboard.ui.text import counted, mapping, number
from engine.errors import SitrepError
from engine.odds.turn import Begun, Due, Turn, turn_odds, turns_with_battles
from engine.replay import Game

HTML = Template.of(__file__)
FEW, MANY = 100, 1000
"""How often a battle of a turn is played that cannot be worked out: at once, and when the page is asked to be surer."""


class Moment(NamedTuple):
    """A moment that can be asked about: after so many events, in a turn, and what it is called."""

    at: int
    called: str


class BattleDue(NamedTuple):
    """A row of the table of battles that are due. `address`: of its odds; `after`: the battles that it waits for; both may be empty."""

    where: str
    address: str
    after: str
    attackers: str
    defenders: str
    works: str
    ended: str


def show() -> None:
    """Ask for a game, a turn of it and a moment of that; show the battles that are due then."""
    at = widgets.opened()
    games = widgets.games_of(at)
    named = labels(games)
    game_id = _kept("Game", list(named), named.__getitem__, OF)
    of = reader(at, game_id, games.row(by_predicate=pl.col("game_id") == game_id, named=True))
    try:
        with st.spinner("Reading the game ..."):
            game = _game_of(at, of)
    except SitrepError as error:
        widgets.answer("The battles of this game cannot be asked about.")
        st.text(str(error))
        return
    begun = turns_with_battles(game)
    if not begun:
        widgets.answer("No battle was fought in this game, and none is due.")
        return
    names = Names.of(of.frame, of.money, of.words)
    moment = _moment(begun, names)
    games_played = MANY if st.query_params.get(PLAYED) == str(MANY) else FEW
    with st.spinner("Working out the odds of each battle ..."):
        turn = _odds(at, game_id, moment, games_played, game)
    _show(of, turn, names, {card.battle: card for card in cards(of)})
    if any(due.answer and due.answer.result.samples == FEW for due in turn.battles):
        st.caption(f"Battles that are not worked out exactly were played {FEW} times each through the rules: 95% ranges.")
        if st.button(f"Play them {MANY:,} times"):
            st.query_params[PLAYED] = str(MANY)
            st.rerun()
    widgets.command(f'sitrep odds "{game_name(of.game)}" --turn --at {moment}')


def _kept(label: str, values: Sequence[str], called: Callable[[str], str], word: str) -> str:
    """Ask for one of some values, which the address keeps; the first one by default."""
    key = f"turn-{word}"
    asked = st.query_params.get(word, "")
    st.session_state[key] = asked if asked in values else values[0]

    def remember() -> None:
        st.query_params[word] = st.session_state[key]
        st.query_params.pop(AT, None)

    return st.selectbox(label, values, format_func=called, key=key, on_change=remember)


def _game_of(at: data.Source, of: Reader) -> Game:
    """Return the game as its record tells it; where the record is gone, or is another one now, as the lake tells it."""
    record = record_of(of)
    try:
        if record:
            return game_again(str(record), of.game["digest"], of)
    except SitrepError:
        if title_of(of) is None:
            raise
    return _told(at, of.game_id, of)


@st.cache_resource(max_entries=2, show_spinner=False)
def _told(at: data.Source, game_id: str, _of: Reader) -> Game:
    return from_lake(_of, data.events(at, game_id))


def _moment(begun: Sequence[Begun], names: Names) -> int:
    """Ask for a turn and for a moment of it; return the number of events up to it."""
    turns = {turn.at: turn for turn in begun}
    asked = number(st.query_params.get(AT, ""))
    first = next((turn.at for turn in reversed(begun) if asked is not None and turn.at <= asked), begun[-1].at)
    left, right = st.columns(2)
    st.session_state["turn-first"] = first

    def begin() -> None:
        st.query_params[AT] = str(st.session_state["turn-first"])

    def go_on() -> None:
        st.query_params[AT] = str(st.session_state["turn-moment"])

    left.selectbox("Turn", list(turns), format_func=lambda one: _called(turns[one], names), key="turn-first", on_change=begin)
    moments = {moment.at: moment.called for moment in _moments(turns[first], names)}
    st.session_state["turn-moment"] = asked if asked in moments else first
    return right.selectbox("Moment", list(moments), format_func=moments.__getitem__, key="turn-moment", on_change=go_on)


def _called(turn: Begun, names: Names) -> str:
    fought = counted(len(turn.over), "battle") if turn.over else "not fought yet"
    return f"Round {turn.round}, {names.said('power', turn.power)} ({fought})"


def _moments(turn: Begun, names: Names) -> list[Moment]:
    """Return the moments of a turn: before its first battle, and after each but the last."""
    after = [Moment(at, f"After battle {end.battle}, {names.said('area', end.area)}") for at, end in turn.over if end.battle]
    return [Moment(turn.at, "Before its battles"), *after[:-1]]


@st.cache_data(max_entries=64, show_spinner=False)
def _odds(at: data.Source, game_id: str, moment: int, games: int, _game: Game) -> Turn:
    return turn_odds(_game, at=moment, games=games)


def _show(of: Reader, turn: Turn, names: Names, fought: dict[int, Card]) -> None:
    widgets.question(
        "Which battles are due, and does each work?",
        "A battle works when it takes the area; at sea, and for aircraft alone, when nobody is left who can fight back.",
    )
    who = names.said("power", turn.power)
    if not turn.battles:
        widgets.answer(f"{who}, round {turn.round}: no battle is due.")
        return
    widgets.answer(f"{who}, round {turn.round}: {counted(len(turn.battles), 'battle')} due. {_all_or_none(turn)}".strip())
    st.html(drawing.STYLE)
    st.html(HTML.due([_row(of, turn, due, names, fought.get(due.number)) for due in turn.battles]))
    if turn.work and len(turn.battles) > 1:
        _how_many(turn)


def _all_or_none(turn: Turn) -> str:
    if not turn.work:
        return "How many of them work is not known."
    if len(turn.battles) == 1:
        return f"It works in {least(turn, 1)}."
    return f"All of them work in {least(turn, len(turn.battles))}, none in {none(turn)}."


def _row(of: Reader, turn: Turn, due: Due, names: Names, card: Card | None) -> BattleDue:
    start = due.start
    return BattleDue(
        names.said("area", start.area),
        _link(of, due),
        ", ".join(names.said("area", turn.battles[one].start.area) for one in due.after),
        names.force(start.attackers) or "Nobody",
        names.force(start.defenders) or "Nobody",
        _works(due),
        drawing.result(card) if card else "not fought",
    )


def _works(due: Due) -> str:
    text = said(due).removeprefix("works ")
    return text[:1].upper() + text[1:]


def _link(of: Reader, due: Due) -> str:
    """Return the address of the odds of a battle: as it was fought, or with its forces filled in."""
    if due.number:
        return recorded(of.game_id, due.number)
    title = title_of(of)
    if title is None or not composed(title):
        return ""
    start = due.start
    row = {name: getattr(start, name) for name in ("area", "attacker", "defender", "attackers", "defenders")}
    return address(title, row, mapping(of.game["options"]))


def _how_many(turn: Turn) -> None:
    """Show the chance of each number of battles that work."""
    widgets.question("How many of them work?")
    most = len(turn.battles)
    lines = [(counted(number, "battle"), turn.least[number][1], least(turn, number)) for number in range(most, 0, -1)]
    bars("How many work", [*lines, ("None", 1.0 - turn.least[1][0], none(turn))], ("At least", "Chance"))
    widgets.meaning(
        "",
        "The dice of one battle do not change those of another; a landing fails where the sea before its coast is not won.",
    )
