"""Eight small games of a league: with known players, ends and bids."""

from __future__ import annotations

from engine import events as ev
from tests.warehouse.games import SETUP, TURN_1, TURN_2, game

END_ROUND_1 = [*TURN_1, *TURN_2]


def played(
    name: str,
    seats: dict[str, str],
    winners: tuple[str, ...] | None,
    bid: int = 0,
    scenario: str = "standard",
    how: str = "agreed",
    **header,
):
    """Return a game in which the Soviet Union (Allies) and Germany (Axis) had a turn; None for no end at all."""
    begin = ev.GameStarted("aa1942", scenario, {}, seats)
    bought = (
        [
            ev.RoundStarted(1),
            ev.PhaseStarted("germany", "bid-purchase", 0),
            ev.UnitsPurchased("germany", "infantry", bid, 3, 3 * bid, "ipc"),
        ]
        if bid
        else []
    )
    ended = [] if winners is None else [ev.GameEnded(winners, "major" if winners else how)]
    turns = END_ROUND_1[1:] if bid else END_ROUND_1
    return game(name, [begin, *SETUP[1:], *bought, *turns, *ended], **header)


ADA_BO = {"soviet-union": "Ada", "germany": "Bo", "japan": "Nobody on turn"}
GAMES = [
    played("g1", ADA_BO, ("allies",), played="2026-01-01"),
    played("g2", ADA_BO, ("axis",), played="2026-01-02", bid=2),
    played("g3", ADA_BO, ("allies",), played="2026-01-03", bid=2),
    played("g4", ADA_BO, (), played="2026-01-04"),
    played("g5", ADA_BO, None, played="2026-01-05"),
    played("g6", {"soviet-union": "Bo", "germany": "Cy"}, ("axis",), played="2026-01-06", scenario="late"),
    played("g7", {"soviet-union": "Cy", "germany": "Cy"}, ("axis",), played="2026-01-07"),
    played("g8", {}, ("axis",), played="2026-01-08"),
]
