"""The site's first page, and the list of all games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.league import words
from dashboard.league.cards import card
from dashboard.site.context import LISTED, Context, to_game
from dashboard.site.league import standings_table
from dashboard.site.settings import game_page
from dashboard.site.shell import answer, heading, page, question, way
from dashboard.ui.game_names import game_name, who_played
from dashboard.ui.table import table
from dashboard.ui.templates import PARTS, Template, literal
from dashboard.ui.text import counted

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)

NEWEST = 12
"""Games on the first page, a card each."""
BEST = 10
"""Players on the first page."""
SCRIPT = Path(__file__).with_name("games.js")


def start(of: Context) -> Markup:
    """Return the first page: numbers, the newest games, the best players."""
    path, games = "index.html", of.once
    parts = [heading(of.settings.name), HTML.numbers(_numbers(of))]
    if games.is_empty():
        parts.append(answer("There are no games yet."))
        return page(of.settings, path, of.settings.name, parts)
    parts += [question("Newest games"), _cards(of), way("All games", "games.html")]
    if of.ratings().history.height:
        title = words.most_rated(of.ratings().history)
        parts += [
            question(f"Highest rated at {of.titles[title]}"),
            answer(words.standings_answer(of.ratings(title).standings)),
            standings_table(of, path, title, BEST),
        ]
        parts.append(way("The whole league", "league.html"))
    parts.append(PARTS.meaning(f"Version {of.told.version:,} of the lake, of {_time(of.told.at)}."))
    return page(of.settings, path, of.settings.name, parts)


def _time(at: str) -> str:
    return f"{at[:10]} {at[11:16]} UTC"


def _numbers(of: Context) -> dict[str, int]:
    games = of.once
    return {
        "games": games.height,
        "titles": games["title"].n_unique(),
        "players": len(of.seated),
        "rounds": int(games["rounds"].sum()),
        "events": int(games["events"].sum()),
    }


def _cards(of: Context) -> Markup:
    newest = of.once.head(NEWEST)
    shares = of.lake.sql("FROM board_shares ORDER BY game_id, round, side_order", games=newest["game_id"].to_list())
    by_game = shares.partition_by("game_id", as_dict=True)
    return HTML.cards(
        [
            (
                card(game, of.seats.filter(title=game["title"]), of.sides, by_game.get((game["game_id"],))),
                game_page(game["game_id"]),
                game_name(game),
            )
            for game in newest.iter_rows(named=True)
        ]
    )


def games_list(of: Context) -> Markup:
    """Return the list of all games, with search and filters."""
    path = "games.html"
    rows = of.listed(of.once)
    said = f"{counted(of.once.height, 'game')} of {counted(of.once['title'].n_unique(), 'title')}."
    listed = table(rows, LISTED, "All games, newest first", {"game": to_game(path)}, "games")
    body = [heading("Games"), answer(said), HTML.find(), listed]
    seats = literal([who_played(text) for text in of.once["players"]])  # a name may hold what parts names in a cell
    return page(of.settings, path, "Games", body, f"const SEATS = {seats};\n{SCRIPT.read_text(encoding='utf-8')}")
