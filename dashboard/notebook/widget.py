"""The map as a widget (anywidget: Jupyter, VS Code, marimo, Colab), with the turn that is shown as a trait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from dashboard.notebook.embed import frame, player_page
from dashboard.player.fragment import program, source
from dashboard.player.payload import Payload
from dashboard.player.still import moment, still
from dashboard.turn_report.markup import TurnReport

if TYPE_CHECKING:
    from altair.theme import ConfigKwds

HEIGHT = 620
"""Pixels of the player in an HTML export; a wide map takes less."""

LOOK: ConfigKwds = {
    "background": "white",
    "view": {"continuousWidth": 580, "continuousHeight": 260, "discreteWidth": 580},
    "axis": {"grid": False},
    "axisX": {"labelAngle": 0},
    "title": {"anchor": "start"},
}
"""How charts look there: of one width, on white, whatever the page behind them is."""

PICTURES = False
"""Whether maps and charts are shown as pictures alone."""


class GameMap(anywidget.AnyWidget):
    """The map that plays a game.

    Attributes:
        turn: the turn that is shown, from 0, the set-up. Set it to go there; observe it to follow the reader
            (`game_map.observe(follow, "turn")`), or link it to another widget (`traitlets.link`).
    """

    _esm = program() + source("widget.js")
    _css = f"@scope (:has(> .sitrep-player)) {{\n{source('player.css')}}}\n"  # a notebook is one page: charts have marks and legends too
    game = traitlets.Dict().tag(sync=True)
    report: traitlets.List[list[tuple[str, list[tuple[str, str]]]]] = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
    turn = traitlets.Int().tag(sync=True)

    def __init__(self, game: Payload, report: TurnReport | None = None, turn: int | None = None) -> None:
        last = len(game["turns"]) - 1
        super().__init__(game=game, report=report, turn=last if turn is None else turn)

    @property
    def last(self) -> int:
        """The last turn of the game."""
        return len(self.game["turns"]) - 1

    @property
    def round(self) -> int:
        """The round of the turn that is shown; 0 is the set-up. Set it to go to the last turn of a round."""
        return int(self.game["turns"][self.turn][0])

    @round.setter
    def round(self, number: int) -> None:
        turns = [at for at, (round_, _) in enumerate(self.game["turns"]) if round_ <= number]
        self.turn = turns[-1] if turns else 0

    @property
    def moment(self) -> str:
        """What the turn that is shown is called: `Round 3, Germany`."""
        return moment(self.game, self.turn)

    @traitlets.validate("turn")
    def _known(self, proposal: dict[str, Any]) -> int:
        """Keep the turn within the game; below 0 it counts from the last."""
        turn, turns = int(proposal["value"]), len(self.game["turns"])
        return min(max(turn + turns if turn < 0 else turn, 0), turns - 1)

    def still(self) -> str:
        """Return the board at the turn that is shown as SVG."""
        return still(self.game, self.turn)

    def __repr__(self) -> str:
        return f"GameMap({self.moment}; turn {self.turn} of {self.last})"

    def _repr_mimebundle_(self, **how: Any) -> Any:
        """Return the widget, and for places without a kernel the player as a page of its own; only a still where pictures are wanted."""
        if PICTURES:
            return {"text/plain": repr(self), "image/svg+xml": self.still()}
        made = super()._repr_mimebundle_(**how)
        data, *rest = made if isinstance(made, tuple) else (made,)
        page = frame(player_page(self.game, self.report, self.turn), HEIGHT)
        data = {**(data or {}), "text/plain": repr(self), "text/html": page}
        return (data, *rest) if rest else data


def pictures() -> None:
    """Show maps and charts as pictures (SVG) from now on: for notebooks that are read where nothing runs."""
    global PICTURES
    import altair as alt

    PICTURES = True
    alt.renderers.enable("svg")
    alt.theme.register("sitrep", enable=True)(lambda: {"config": LOOK})
