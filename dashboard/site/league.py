"""The league of a site: standings, ratings, meetings and win rates of all titles or of one, and a page for each player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from dashboard.charts.head_to_head import head_to_head_chart
from dashboard.charts.ratings import ratings_chart
from dashboard.charts.win_rates import BY, labelled, most_decided, win_rates_chart
from dashboard.league import craft_words, player_words, words
from dashboard.review.section import Drawing
from dashboard.review.section import meaning as measure_meaning
from dashboard.site.context import LISTED, Context, to_game
from dashboard.site.settings import league_page, player_page
from dashboard.site.shell import HTML, answer, figure, heading, links, meaning, page, question, root
from dashboard.ui.table import Link, table
from dashboard.ui.text import counted

if TYPE_CHECKING:
    from markupsafe import Markup

STANDINGS = {"title_name": "Title", "place": "Place", "player": "Player", "rating": "Rating", "rating_low": "From", "rating_high": "To",
             "games": "Games", "won": "Won", "decided": "Decided", "rate": "Win rate", "low": "95% low", "high": "95% high",
             "played": "Last game"}  # fmt: skip
SIDES_WORTH = {"title_name": "Title", "label": "Side", "games": "Games",
               "effect": "Worth in points", "effect_low": "From", "effect_high": "To",
               "chance": "Wins between equals", "chance_low": "Wins from", "chance_high": "Wins to", "usual_bid": "Usual bid",
               "bid_effect": "Bid in points", "bid_low": "Bid from", "bid_high": "Bid to"}  # fmt: skip
MEETINGS = {
    "opponent": "Against",
    "games": "Games",
    "won": "Won",
    "lost": "Lost",
    "drawn": "Drawn",
    "unfinished": "Unfinished",
    "rate": "Win rate",
    "low": "95% low",
    "high": "95% high",
}
SEATS = {
    "title_name": "Title",
    "label": "As",
    "games": "Games",
    "won": "Won",
    "decided": "Decided",
    "rate": "Win rate",
    "low": "95% low",
    "high": "95% high",
}
OPENINGS = {
    "title_name": "Title",
    "label": "As",
    "opening": "Bought in round 1",
    "games": "Games",
    "of": "Of",
    "won": "Won",
    "decided": "Decided",
}
LUCK = {
    "title_name": "Title",
    "games": "Games",
    "battles": "Battles",
    "swing": "Swing",
    "luck": "Luck",
    "swing_without_luck": "Without luck",
    "per_battle": "Luck per battle",
}


def to_player(path: str, column: str = "player") -> Link:
    """Return the way from a page to the page of a row's player."""
    up = root(path)
    return lambda row: up + player_page(row[column])


def standings_table(of: Context, path: str, title: str | None, most: int | None = None) -> Markup:
    """Return the standings as a table, of all players or the first of them."""
    told = of.ratings(title)
    rows = words.standings_rows(told.standings, told.history, of.titles)
    headings = {name: words for name, words in STANDINGS.items() if name != "title_name" or (title is None and len(of.titles) > 1)}
    rows = rows if most is None else rows.head(most)
    return table(rows.select(list(headings)), headings, "Player standings", {"player": to_player(path)})


def league(of: Context, title: str = "") -> Markup:
    """Return the page of the league, of one title or of all."""
    from dashboard.site import own_rules  # it needs what is here

    path, slug = league_page(title), title or None
    name = f"League: {of.titles[title]}" if title else "League"
    own = [] if title else own_rules.newest(of)
    body = [heading(name), *_titles(of, path), *own, *_standings(of, path, slug), *_craft(of, path, slug), *_wins(of, slug)]
    return page(of.settings, path, name, body)


def titles_rated(of: Context) -> list[str]:
    """Return the titles with rated games, by their printed names; none where one title is all there is."""
    rated = set(of.ratings().history["title"])
    return [slug for slug in of.titles if slug in rated] if len(rated) > 1 else []


def _titles(of: Context, path: str) -> list[Markup]:
    rated, up = titles_rated(of), root(path)
    if not rated:
        return []
    to = [(league_page(), "All titles"), *((league_page(slug), of.titles[slug]) for slug in rated)]
    return [links("League by title", [(up + address, name) for address, name in to], up + path)]


def _standings(of: Context, path: str, slug: str | None) -> list[Markup]:
    told = of.ratings(slug)
    standing, history = told.standings, told.history
    parts = [question(words.BEST)]
    if standing.is_empty():
        return [*parts, answer(words.nobody_rated())]
    parts += [answer(words.standings_answer(standing)), standings_table(of, path, slug)]
    note = words.standings_note(of.retold(slug), history, told.people)
    parts.append(meaning(words.standings_count(standing, history), note))
    parts += _worth(of, told.sides, slug)
    if standing["title"].n_unique() > 1:
        best = standing.sort("games", descending=True)["player"].unique(maintain_order=True).head(words.SHOWN).to_list()
        return parts + _met(of, slug, best)
    best = standing["player"].head(words.SHOWN).to_list()
    drawn = history.filter(pl.col("player").is_in(best))
    parts += [
        question(words.CHANGED),
        figure(Drawing(ratings_chart(drawn, best), "Ratings game by game", drawn)),
    ]
    parts.append(meaning("", words.ratings_note(len(best))))
    return parts + _met(of, slug, best)


def _worth(of: Context, sides: pl.DataFrame, slug: str | None) -> list[Markup]:
    rows = words.worth_rows(sides, of.titles | of.sides)
    told = {name: heading for name, heading in SIDES_WORTH.items() if rows[name].count()}
    if slug or len(of.titles) == 1:
        told.pop("title_name", None)
    said = words.worth_answer(sides, of.titles | of.sides)
    shown = table(rows.select(list(told)), told, "What sides are worth")
    return [question(words.WORTH), *([answer(said)] if said else []), shown, meaning("", words.worth_note(sides))]


def _met(of: Context, slug: str | None, players: list[str]) -> list[Markup]:
    met = of.lake.measure("head_to_head", title=slug, people=of.people)
    among = met.filter(pl.col("player").is_in(players) & pl.col("opponent").is_in(players))
    parts = [question(words.MET)]
    if among.is_empty():
        return [*parts, answer(words.NOBODY_MET)]
    order = [name for name in players if name in set(among["player"])]
    parts.append(figure(Drawing(head_to_head_chart(among, order), "Head to head", among)))
    return [*parts, meaning(words.met_count(among), words.met_note())]


def _craft(of: Context, path: str, slug: str | None) -> list[Markup]:
    """Return who plays well in one title: the page of all titles has nothing of it, since their values do not add up."""
    slug = slug or (next(iter(of.titles)) if len(of.titles) == 1 else None)
    if slug is None:
        return []
    craft = of.craft(slug)
    rows = craft_words.rows(craft)
    parts = [question(craft_words.QUESTION), answer(craft_words.answer(craft, of.titles[slug]))]
    if rows.height:
        parts.append(table(rows, craft_words.headings(craft), craft_words.QUESTION, {"player": to_player(path)}))
    parts.append(table(craft_words.halves(craft), craft_words.HALVES, "Do two halves of the games agree?"))
    return [*parts, meaning(counted(craft.players["player"].n_unique(), "player"), craft_words.note(craft))]


def _wins(of: Context, slug: str | None) -> list[Markup]:
    parts = [question(words.WINS)]
    for by, (measure, _) in BY.items():
        told = of.lake.measure(measure, title=slug, people=of.people)
        if by == "Player and side" or told.is_empty():
            continue  # that is on the pages of players
        rows = labelled(told, by, of.titles | of.sides)
        drawn = most_decided(rows)
        chart = figure(Drawing(win_rates_chart(drawn), f"Win rates by {by.lower()}", told))
        parts += [HTML.part(f"By {by.lower()}"), chart, meaning("", words.wins_note(rows, drawn, of.retold(slug)))]
    return parts if len(parts) > 1 else []


def players_made_from(of: Context) -> Iterator[tuple[str, object]]:
    """Yield each player with all that the player's page follows from: the games, and what the games of others did to the rating."""
    games = {row["game_id"]: row for row in of.once.iter_rows(named=True)}
    places: dict[str, list[tuple[Any, ...]]] = {}
    for row in of.ratings().standings.iter_rows(named=True):
        places.setdefault(row["player"], []).append(tuple(row.values()))
    ratings: dict[str, list[tuple[Any, ...]]] = {}
    for row in of.ratings().history.iter_rows(named=True):
        ratings.setdefault(row["player"], []).append(tuple(row.values()))
    for name, own in of.seated.items():
        played = [craft_words.of_player({slug: of.craft(slug)}, name).rows() for slug in dict.fromkeys(games[one]["title"] for one in own)]
        yield (
            name,
            [[games[one] for one in own], places.get(name), ratings.get(name), played],
        )


def player(of: Context, name: str) -> Markup:
    """Return the page of a player: rating, meetings, sides, luck, games."""
    path = player_page(name)
    games = of.once.filter(pl.col("game_id").is_in(of.seated.get(name, [])))
    body = [
        heading(name),
        *_rating(of, path, name),
        *_meetings(of, path, name),
        *_seats(of, name),
        *_luck(of, name),
        *_played(of, name),
        *_openings(of, name),
    ]
    body += [question(player_words.WHICH), answer(f"{counted(games.height, 'game')}.")]
    body.append(table(of.listed(games), LISTED, f"Games of {name}", {"game": to_game(path)}))
    return page(of.settings, path, name, body)


def _rating(of: Context, path: str, name: str) -> list[Markup]:
    told = of.ratings()
    own = told.history.filter(player=name)
    if own.is_empty():
        return [answer(player_words.unrated(told.people))]
    own = player_words.course(own, of.titles)
    titles = own["title_name"].unique(maintain_order=True).to_list()
    drawing = Drawing(ratings_chart(own, titles, "title_name"), "Ratings game by game", own)
    return [
        *map(answer, player_words.ratings_said(name, told.standings, of.titles)),
        question(player_words.CHANGED),
        figure(drawing),
        meaning(counted(own.height, "rated game"), words.ratings_note(len(titles))),
    ]


def _meetings(of: Context, path: str, name: str) -> list[Markup]:
    met = of.measured("head_to_head").filter(player=name).sort("games", "opponent", descending=[True, False])
    if met.is_empty():
        return []
    rows = table(met, MEETINGS, "Every opponent", {"opponent": to_player(path, "opponent")})
    return [
        question(player_words.AGAINST),
        rows,
        meaning(counted(int(met["games"].sum()), "meeting"), measure_meaning("head_to_head")),
    ]


def _seats(of: Context, name: str) -> list[Markup]:
    told = of.measured("win_rates_by_player_and_side").filter(player=name)
    if told.is_empty():
        return []
    rows = player_words.seats_rows(told, of.titles | of.sides)
    return [
        question(player_words.WITH),
        table(rows, SEATS, "Win rates by side"),
        meaning(counted(int(told["games"].sum()), "game"), player_words.SEATS_NOTE),
    ]


def _luck(of: Context, name: str) -> list[Markup]:
    told = of.measured("luck_in_value_by_player").filter(player=name)
    if told.is_empty():
        return []
    named = told.with_columns(title_name=pl.col("title").replace(of.titles))
    return [
        question(player_words.LUCKY),
        table(named, LUCK, "Swing and luck, in the money of each title"),
        meaning(counted(int(told["battles"].sum()), "battle"), measure_meaning("luck_in_value_by_player")),
    ]


def _played(of: Context, name: str) -> list[Markup]:
    own = of.once.filter(pl.col("game_id").is_in(of.seated.get(name, [])))["title"].unique(maintain_order=True)
    crafts = {of.titles[slug]: of.craft(slug) for slug in own}
    rows = craft_words.of_player(crafts, name)
    if rows.is_empty():
        return []
    shown = table(rows, craft_words.OF_PLAYER, craft_words.OF_ONE)
    return [question(craft_words.OF_ONE), shown, meaning("", craft_words.note(next(iter(crafts.values()))))]


def _openings(of: Context, name: str) -> list[Markup]:
    rows = player_words.openings_rows(of.measured("openings_by_player").filter(player=name), of.titles)
    if rows.is_empty():
        return []
    shown = table(rows.head(player_words.SHOWN), OPENINGS, "Openings")
    return [question(player_words.OPENINGS), shown, meaning("", player_words.openings_note(rows))]
