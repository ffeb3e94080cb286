"""The review of a game as one HTML file that holds all it needs: nothing is fetched, and it reads well in light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dashboard.player.fragment import fragment, player_style
from dashboard.player.payload import Payload
from dashboard.player.prepared_game import payload_of
from dashboard.review.battles import CARDS, battles_answer
from dashboard.review.cards.drawing import cards_html
from dashboard.review.decisions.told import decisions_html
from dashboard.review.headline import headline
from dashboard.review.moment_links import MAP, anchor
from dashboard.review.questions import main, more
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section
from dashboard.review.spine.drawing import spine_html
from dashboard.review.what_if.command import commands
from dashboard.turn_report.markup import turn_html
from dashboard.turn_report.sentences import report
from dashboard.ui import pictures
from dashboard.ui.downloads import spec_of, stem_of
from dashboard.ui.game_names import game_name
from dashboard.ui.table import table
from dashboard.ui.templates import PARTS, Template, joined, trusted
from dashboard.ui.text import only_result
from warehouse import Lake
from warehouse.whole_files import put_whole

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
FOLDER = Path(__file__).parent
HALF, WHOLE = 560, 1140
"""Units across a chart that stands beside others, and of one alone."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""What a browser may load for the page: nothing at all, whatever a record's names hold."""

_INK = {"labelColor": "currentColor", "titleColor": "currentColor"}
THEME: dict[str, Any] = {
    "background": None,
    "view": {"stroke": "#8a8f9866"},
    "axis": {**_INK, "domainColor": "#8a8f98", "tickColor": "#8a8f98", "gridColor": "#8a8f9844"},
    "legend": _INK,
    "header": _INK,
    "title": {"color": "currentColor"},
}
"""Charts take the page's letters for theirs."""


Draw = Callable[[Drawing, str, int], "Markup"]
"""Drawing, beginning of the names inside it, and width to HTML."""


def page_of(of: Reader, draw: Draw | None = None) -> Markup:
    """Return the review of a game as an HTML page. `draw`: what draws its charts; SVG in the page when None."""
    body = HTML.review(body_of(of, draw), game_name(of.game))
    return PARTS.page(title_of(of), trusted(POLICY), styles(), body)


def title_of(of: Reader) -> str:
    """Return what the page of a game is called."""
    return f"{of.game['title_name']}: {game_name(of.game)}"


def styles() -> list[Markup]:
    """Return the styles of the page of a game."""
    own = ("../ui/look.css", "spine/spine.css", "cards/cards.css", "export.css", "../ui/table.css")
    return [player_style(), trusted("".join(map(_file, own)))]


def body_of(of: Reader, draw: Draw | None = None, published: bool = False) -> Markup:
    """Return all that the page of a game tells of it.

    Args:
        of: the game. draw: what draws the charts; SVG in the page when None. published: whether it is a page of a site, which uses no
            maps but those named for it.
    """
    return joined([headline(of), *(() if only_result(of.game) else _played(of, draw or svg_of, published))])


def write_review(lake: Lake, game_id: str, out: Path | None = None) -> Path:
    """Write the review of a game of a lake as an HTML page, whole or not at all, and return its path.

    Args:
        lake: the lake. game_id: the game. out: the file; without one its name is the game's, in the working folder.

    Raises:
        LakeError: the game is not in the lake. OSError: the file cannot be written.
    """
    path = out or Path(f"{stem_of(game_id)}.html")
    put_whole(path, page_of(Reader.of_lake(lake, game_id)).encode())
    return path


def _file(name: str) -> Markup:
    return trusted((FOLDER / name).read_text(encoding="utf-8"))


def _played(of: Reader, draw: Draw, published: bool) -> Iterator[Markup]:
    """Yield all that a record tells which has more of a game than its result."""
    if spine := spine_html(of, anchor):
        yield HTML.spine(spine, _file("spine/spine.js"))
    if decided := decisions_html(of, anchor):
        yield decided
    yield _map(of, payload_of(of, published=published))
    if told := cards_html(of, anchor, commands(of)):
        yield HTML.battles(CARDS, battles_answer(of), told)
    yield _charts(of, draw)


def _map(of: Reader, game: Payload) -> Markup:
    """Return the map, which tells each turn below it, and all turns folded away: for those without scripts, and on paper."""
    told = report(of.frame, of.money, of.words)
    by_turn = told.partition_by("turn", as_dict=True, maintain_order=True)
    turns = []
    for turn, at in of.moments.items():
        rows = by_turn.get((turn,), told.clear())
        turns.append((of.whens[turn], turn_html(rows) if at or rows.height else ""))  # the set-up needs none
    player = fragment(game, MAP, article=".turn-report article")
    return HTML.map(turns, _file("export.js"), player, MAP)


def _charts(of: Reader, draw: Draw) -> Markup:
    """Return the five charts, and the rest folded away."""
    first = main(of)
    shown = {drawing.name for section in first for drawing in section.drawings}
    rest = [_section(section, number, draw) for number, section in enumerate(more(of, shown), len(first))]
    return HTML.charts([_section(section, number, draw) for number, section in enumerate(first)], rest)


def _section(section: Section, number: int, draw: Draw) -> Markup:
    width = HALF if section.finding or len(section.drawings) > 1 else WHOLE
    charts = [(draw(drawing, f"q{number}-{at}-", width), drawing.name) for at, drawing in enumerate(section.drawings)]
    tables = [table(one.rows, {heading: heading for heading in one.rows.columns}, one.name) for one in section.tables]
    return HTML.section(section, charts, tables, [(anchor(moment.turn), moment) for moment in section.moments])


def svg_of(drawing: Drawing, prefix: str, width: int) -> Markup:
    """Return a chart as SVG, or why it cannot be drawn: the rest of the page can be had all the same."""
    try:
        return picture(drawing, prefix, width)
    except pictures.PictureError as error:
        return PARTS.meaning(error)


def picture(drawing: Drawing, prefix: str, width: int = HALF) -> Markup:
    """Return a chart as SVG for a place in a page of many: names inside it begin with `prefix`, letters are the page's."""
    spec = spec_of(drawing.chart, width)
    spec |= {"background": None, "config": _merged(spec.get("config", {}), THEME)}
    made = pictures.svg(spec)
    made = re.sub(r' class="[^"]*"', "", made)  # the player's own style has marks and bars too
    made = re.sub(r' (role|aria-[a-z]+)="[^"]*"', "", made)  # one picture with a name: its parts have none
    made = re.sub(r'(id="|url\(#|href="#)(\w)', rf"\g<1>{prefix}\g<2>", made)
    begin, blank, rest = made.partition(" ")  # its first blank follows the name of its first tag
    return joined([trusted(begin), HTML.picture_of(drawing.name), trusted(blank + rest)])


def _merged(one: dict[str, Any], two: dict[str, Any]) -> dict[str, Any]:
    both = dict(one)
    for key, value in two.items():
        both[key] = {**one.get(key, {}), **value} if isinstance(value, dict) else value
    return both
