"""The orders of war and peace of block games, as they are typed in a log."""

from __future__ import annotations

from engine.orders import Order, PowerName


class DeclareWar(Order, frozen=True, tag="declare-war"):
    """Declare war on a nation; nations that are attacked together only are named by one of them.

    `by` is who declares it; left out, the first power of the camp on turn that may.
    """

    on: PowerName
    by: PowerName = ""


class AskArmistice(Order, frozen=True, tag="ask-armistice"):
    """A nation asks for an armistice; the other side must answer at once."""

    power: PowerName


class AnswerArmistice(Order, frozen=True, tag="answer-armistice"):
    """Accept the armistice that is asked for, or refuse it; it is accepted when a log leaves the answer out."""

    accept: bool = True
