"""The site's first page, and the list of all games."""

from __future__ import annotations

from pathlib import Path

from dashboard.league import words
from dashboard.league.cards import card
from dashboard.site.context import LISTED, Context, to_game
from dashboard.site.league import standings_table
from dashboard.site.settings import game_page
from dashboard.site.shell import answer, page, question, table
from dashboard.ui.game_names import game_name
from dashboard.ui.text import counted, safe

NEWEST = 12
"""Games on the first page, a card each."""
BEST = 10
"""Players on the first page."""
SCRIPT = Path(__file__).with_name("games.js")


def start(of: Context) -> str:
    """Return the first page: numbers, the newest games, the best players."""
    path, games = "index.html", of.once
    parts = [f"<h1>{safe(of.settings.name)}</h1>", _numbers(of)]
    if games.is_empty():
        parts.append(answer("There are no games yet."))
        return page(of.settings, path, of.settings.name, "\n".join(parts))
    parts += [question("Newest games"), _cards(of), '<p><a href="games.html">All games</a></p>']
    if of.history().height:
        title = words.most_rated(of.history())
        parts += [
            question(f"Highest rated at {of.titles[title]}"),
            answer(words.standings_answer(of.standings(title))),
            standings_table(of, path, title, BEST),
        ]
        parts.append('<p><a href="league.html">The whole league</a></p>')
    parts.append(
        f'<p class="sitrep-meaning">Version {of.told.version:,} of the lake, of {safe(_time(of.told.at))}.</p>'
    )
    return page(of.settings, path, of.settings.name, "\n".join(parts))


def _time(at: str) -> str:
    return f"{at[:10]} {at[11:16]} UTC"


def _numbers(of: Context) -> str:
    games = of.once
    told = {
        "games": games.height, "titles": games["title"].n_unique(), "players": len(of.seated),
        "rounds": int(games["rounds"].sum()), "events": int(games["events"].sum()),
    }  # fmt: skip
    return f'<ul class="numbers">{"".join(f"<li><b>{count:,}</b> {name}</li>" for name, count in told.items())}</ul>'


def _cards(of: Context) -> str:
    newest = of.once.head(NEWEST)
    shares = of.lake.sql("FROM board_shares ORDER BY game_id, round, side_order", games=newest["game_id"].to_list())
    by_game = shares.partition_by("game_id", as_dict=True)
    items = [
        f"<li>{card(game, of.seats.filter(title=game['title']), of.sides, by_game.get((game['game_id'],)))}"
        f'<a href="{game_page(game["game_id"])}" aria-label="Review of {safe(game_name(game))}">Open its review</a></li>'
        for game in newest.iter_rows(named=True)
    ]
    return f'<ul class="cards">{"".join(items)}</ul>'


def games_list(of: Context) -> str:
    """Return the list of all games, with search and filters."""
    path = "games.html"
    rows = of.listed(of.once)
    form = (
        '<form class="find" role="search" hidden><label>Search <input name="find" type="search" '
        'placeholder="Players, titles, dates, ids"></label>'
        '<label>Title <select name="title"><option value="">Any</option></select></label>'
        '<label>Result <select name="result"><option value="">Any</option></select></label>'
        '<output id="found" aria-live="polite"></output></form>'
    )
    said = f"{counted(of.once.height, 'game')} of {counted(of.once['title'].n_unique(), 'title')}."
    listed = table(rows, LISTED, "All games, newest first", {"game": to_game(path)}, 'id="games"')
    body = f"<h1>Games</h1>{answer(said)}{form}{listed}"
    return page(of.settings, path, "Games", body, SCRIPT.read_text(encoding="utf-8"))
