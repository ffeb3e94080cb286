"""The player in a page of its own: HTML with everything inside it, nothing is fetched."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.player.payload import Payload
from dashboard.turn_report.markup import TurnReport
from dashboard.ui.templates import PARTS, Template, literal, trusted

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
FOLDER = Path(__file__).parent
PROGRAM = ("drawing", "unfold", "world", "stacks", "arrows", "board", "view", "reading", "tip", "player")
"""The files of the player's program in the order in which they make one."""


def fragment(
    game: Payload,
    name: str = "map",
    addressed: bool = True,
    report: TurnReport | None = None,
    turn: int | None = None,
    article: str = "",
) -> Markup:
    """Return the player of a game as a piece of HTML, for a page that is a file of its own.

    Its place sends an event `turn`, with the turn as `detail`, whenever it shows another one.

    Args:
        game: what `payload` made. name: id of the place in the page, its own for each player of a page. article: selector of the nodes
            of the page that tell the turns, one after another; each is told below the map. Only of a player with an address.
        addressed: whether the page's address keeps the turn (`#map=12`), so that a moment can be linked to.
        report: what `by_turn` made, to be told below the map. turn: the one that is shown first; the one that the game opens at when
            None. Both only of a player without an address.
    """
    data = literal(game)
    options = literal({"report": report, "turn": turn} if report else {"turn": turn})
    start = (
        _START.format(name=name, data=data, article=literal(article)) if addressed else _PLAIN.format(name=name, data=data, options=options)
    )
    return HTML.player(name, trusted(f"\n{program()}\n{start}"))


def styles() -> Markup:
    """Return what a page with players needs in its head, once."""
    return PARTS.style(player_style())


def player_style() -> Markup:
    """Return the style of a page with players."""
    return trusted(source("page.css") + source("player.css"))


@lru_cache
def program() -> str:
    """Return the player's program."""
    return "\n".join((FOLDER / "parts" / f"{part}.js").read_text(encoding="utf-8") for part in PROGRAM)


@lru_cache
def source(name: str) -> str:
    """Return a file of the player."""
    return (FOLDER / name).read_text(encoding="utf-8")


_PLAIN = 'player(document.getElementById("{name}"), {data}, {options});\n'

_START = """
const host = document.getElementById("{name}");
const asked = () => Number.parseInt(new URLSearchParams(location.hash.slice(1)).get("{name}") ?? "x", 10);
const articles = {article} ? [...document.querySelectorAll({article})] : null;
const shown = player(host, {data}, {{
  article: articles && ((turn) => articles[turn]),
  turn: asked(),
  onStop: (turn) => history.replaceState(null, "", `#{name}=${{turn}}`),
  onTurn: (turn) => host.dispatchEvent(new CustomEvent("turn", {{ detail: turn, bubbles: true }})),
}});
addEventListener("hashchange", () => {{ if (Number.isInteger(asked())) shown.visit(asked()); }});
follow(shown, (link) => Number.parseInt(link.getAttribute("href").split("#{name}=")[1], 10), true);
if (Number.isInteger(asked())) shown.visit(asked(), "instant");
"""
