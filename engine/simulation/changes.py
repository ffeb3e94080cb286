"""Changes to a board before it is played on, in the words of a log: observations are made true, orders are carried out."""

from __future__ import annotations

from engine.observations import Observation
from engine.orders import Order
from engine.play import Play
from engine.setting_right import set_right

Change = Observation | Order


def change(play: Play, wanted: Change) -> None:
    """Make an observation true, or carry an order out.

    Raises:
        SitrepError: such an observation is no change of the board, or some of the units cannot be taken away.
        IllegalOrder: the order breaks a rule here.
    """
    if isinstance(wanted, Order):
        play.submit(wanted)
    else:
        set_right(play, wanted)
