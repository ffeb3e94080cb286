"""The review of a game as one HTML file that holds all it needs: nothing is fetched, and it reads well in light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dashboard.player.fragment import fragment, styles
from dashboard.player.payload import Payload
from dashboard.player.played import payload_of
from dashboard.review.battles import CARDS, battles_answer
from dashboard.review.cards.drawing import cards_html
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
from dashboard.ui.text import meaning_html, only_result, safe
from warehouse import Lake
from warehouse.whole_files import put_whole

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


Draw = Callable[[Drawing, str, int], str]
"""Drawing, beginning of the names inside it, and width to HTML."""


def page_of(
    of: Reader, head: str = "", foot: str = "", draw: Draw | None = None, policy: str = POLICY, published: bool = False
) -> str:
    """Return the review of a game as an HTML page.

    Args:
        of: the game. head, foot: HTML that a site puts before and after it. draw: what draws the charts; SVG in the page when None.
        policy: what a browser may load for the page. published: whether it is one of a site, which uses no maps but those named for it.
    """
    title = safe(f"{of.game['title_name']}: {game_name(of.game)}")
    return "\n".join([
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        styles(),
        f"<style>\n{_file('../ui/look.css')}{_file('spine/spine.css')}{_file('cards/cards.css')}{_file('export.css')}</style></head><body>",
        head or "<main>",
        headline(of),
        *(() if only_result(of.game) else _played(of, draw or svg_of, published)),
        foot or f"</main><footer>Made by Sitrep from the record {safe(game_name(of.game))}.</footer>",
        "</body></html>",
    ])  # fmt: skip


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


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _played(of: Reader, draw: Draw, published: bool) -> Iterator[str]:
    """Yield all that a record tells which has more of a game than its result."""
    yield from _spine(of)
    yield from _map(of, payload_of(of, published=published))
    yield from _battles(of)
    yield from _charts(of, draw)


def _spine(of: Reader) -> Iterator[str]:
    if html := spine_html(of, anchor):
        yield f"<h2>Who was winning?</h2>{html}\n<script>\n{_file('spine/spine.js')}</script>"


def _battles(of: Reader) -> Iterator[str]:
    if html := cards_html(of, anchor, commands(of)):
        yield f'<h2>{CARDS}</h2><p class="sitrep-answer">{safe(battles_answer(of))}</p>{html}'


def _map(of: Reader, game: Payload) -> Iterator[str]:
    """Yield the map, which tells each turn below it, and all turns folded away: for those without scripts, and on paper."""
    told = report(of.frame, of.money, of.words)
    by_turn = told.partition_by("turn", as_dict=True, maintain_order=True)
    yield '<h2>Who holds what?</h2><div id="board" class="sitrep-sticky"></div>'
    yield '<details class="turn-report"><summary>All turns</summary>'
    for turn, at in of.moments.items():
        rows = by_turn.get((turn,), told.clear())
        report_ = turn_html(rows) if at or rows.height else ""  # the set-up needs none
        yield f"<article><h3>{safe(of.whens[turn])}</h3>{report_}</article>"
    yield f"</details>\n<script>\n{_file('export.js')}</script>"
    yield fragment(game, MAP, article=".turn-report article")
    yield f'<script>document.getElementById("board").append(document.getElementById("{MAP}"));</script>'


def _charts(of: Reader, draw: Draw) -> Iterator[str]:
    """Yield the five charts, and the rest folded away."""
    first = main(of)
    if first:
        cells = "".join(f"<div>{_section(section, number, draw)}</div>" for number, section in enumerate(first))
        yield f'<div class="sitrep-five">{cells}</div>'
    shown = {drawing.name for section in first for drawing in section.drawings}
    rest = [_section(section, number, draw) for number, section in enumerate(more(of, shown), len(first))]
    if rest:
        yield f'<details class="sitrep-more"><summary>More charts</summary>{"".join(rest)}</details>'


def _section(section: Section, number: int, draw: Draw) -> str:
    width = HALF if section.finding or len(section.drawings) > 1 else WHOLE
    charts = "".join(
        _figure(drawing, draw(drawing, f"q{number}-{at}-", width)) for at, drawing in enumerate(section.drawings)
    )
    moments = "".join(
        f"<li><a {anchor(moment.turn)}>{safe(moment.when)}</a>: {safe(moment.what)}</li>" for moment in section.moments
    )
    return (
        f"{_heading(section)}"
        f'<div class="charts">{charts}</div>'
        f"{f'<ol class=moments>{moments}</ol>' if moments else ''}"
        f"{_meaning(section)}"
    )


def _meaning(section: Section) -> str:
    """Return what the charts rest on and show; under a finding only what they show."""
    if section.finding:
        return f'<p class="sitrep-meaning">{safe(section.note)}</p>'
    return meaning_html(section.count, f"{section.note} {section.help}")


def _heading(section: Section) -> str:
    """Return the question with its answer, or the finding with its subject."""
    if section.finding:
        return f'<p class="sitrep-subject">{safe(section.question)}</p><h2>{safe(section.finding)}</h2>'
    return f'<h2>{safe(section.question)}</h2><p class="sitrep-answer">{safe(section.answer)}</p>'


def svg_of(drawing: Drawing, prefix: str, width: int) -> str:
    """Return a chart as SVG, or why it cannot be drawn: the rest of the page can be had all the same."""
    try:
        return picture(drawing, prefix, width)
    except pictures.PictureError as error:
        return f'<p class="sitrep-meaning">{safe(error)}</p>'


def _figure(drawing: Drawing, drawn: str) -> str:
    return f"<figure>{drawn}<figcaption>{safe(drawing.name)}</figcaption></figure>"


def picture(drawing: Drawing, prefix: str, width: int = HALF) -> str:
    """Return a chart as SVG for a place in a page of many: names inside it begin with `prefix`, letters are the page's."""
    spec = spec_of(drawing.chart, width)
    spec |= {"background": None, "config": _merged(spec.get("config", {}), THEME)}
    made = pictures.svg(spec)
    made = re.sub(r' class="[^"]*"', "", made)  # the player's own style has marks and bars too
    made = re.sub(r' (role|aria-[a-z]+)="[^"]*"', "", made)  # one picture with a name: its parts have none
    made = re.sub(r'(id="|url\(#|href="#)(\w)', rf"\g<1>{prefix}\g<2>", made)
    return made.replace("<svg ", f'<svg role="img" aria-label="{safe(drawing.name)}" ', 1)


def _merged(one: dict[str, Any], two: dict[str, Any]) -> dict[str, Any]:
    both = dict(one)
    for key, value in two.items():
        both[key] = {**one.get(key, {}), **value} if isinstance(value, dict) else value
    return both
