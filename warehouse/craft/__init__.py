"""Who plays well: figures of how players play, apart from whether they won and from their luck.

    craft.of_title(lake, "aa1942")     # each player's figures, and whether two halves of the players' games agree on them

`figures.csv` lists the figures. `games.py` counts them game by game, `seats.py` takes off what a power brings whoever plays it,
`agreement.py` asks whether a figure tells the players apart at all. A figure is told of a player with ten games or more, and only where the
two halves of everybody's games agree on it: else it may as well be chance, and is *not known*.
"""

from warehouse.craft.agreement import AGREE, Agreement
from warehouse.craft.figures import FIGURES, Figure
from warehouse.craft.games import SECONDS
from warehouse.craft.players import GAMES, PLAYERS, Craft, of_rows, of_title

__all__ = ["AGREE", "FIGURES", "GAMES", "PLAYERS", "SECONDS", "Agreement", "Craft", "Figure", "of_rows", "of_title"]
