"""The openings of a site: a list of titles, and a page for each with the tree of its turns, folded away below one another."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from dashboard.openings import words
from dashboard.openings.rows import HTML, row
from dashboard.site.context import Context
from dashboard.site.settings import game_page, openings_page, player_page
from dashboard.site.shell import answer, heading, meaning, page, part, question, root
from dashboard.ui.table import table
from dashboard.ui.templates import joined
from dashboard.ui.text import color, counted
from dashboard.ui.title_names import scenario_name
from warehouse.openings import FEW, Branch, Explorer, Step, of_title

if TYPE_CHECKING:
    from markupsafe import Markup

LISTED = {"title": "Title", "games": "Games with openings"}
SMALL = 100
"""Games up to which a line of the tree goes on as long as two games share it; of more it ends below FEW."""


def index(of: Context) -> Markup:
    """Return the list of titles whose openings are known."""
    counts = of.opened
    rows = pl.DataFrame({"slug": list(counts), "title": [of.titles[slug] for slug in counts], "games": list(counts.values())})
    body = [
        heading("Openings"),
        answer("What each power bought and attacked in rounds 1 to 3, turn after turn, and how those games ended."),
    ]
    if rows.is_empty():
        body.append(answer("No game of this site tells its first turn: openings need records of turns, not results alone."))
    else:
        body.append(table(rows, LISTED, "Titles with openings", {"title": lambda one: openings_page(one["slug"])}))
    return page(of.settings, openings_page(), "Openings", body)


def title(of: Context, slug: str) -> Markup:
    """Return the page of a title's openings."""
    path, name = openings_page(slug), f"Openings: {of.titles[slug]}"
    every = of_title(of.lake, slug, of.people or None)
    if not every.scenarios:
        return page(of.settings, path, name, [heading(name), answer("No game of people tells its first turn.")])
    names = words.names_of(of.lake, every)
    body = [heading(name)]
    for scenario, games in every.scenarios.items():
        if len(every.scenarios) > 1:
            body.append(part(scenario_name(slug, scenario) or "Standard"))
        told = every.of_scenario(scenario)
        body += [
            *_Tree(of, path, told, names, 2 if games <= SMALL else FEW).turns([]),
            meaning(counted(games, "game"), words.note(told, names)),
        ]
    return page(of.settings, path, name, body)


class _Tree:
    """The tree of a scenario. `least`: games that a purchase needs for what followed to be told."""

    def __init__(self, of: Context, path: str, told: Explorer, names: words.Names, least: int) -> None:
        self.told, self.names, self.least = told, names, least
        up = root(path)
        self._row = partial(
            row,
            names=names,
            labels=words.game_labels(of.games),
            to_game=lambda one: up + game_page(one),
            to_player=lambda one: up + player_page(one),
        )

    def turns(self, path: list[Step]) -> list[Markup]:
        """Return what followed some turns."""
        node = self.told.node(path)
        if node is None:
            return []
        found: list[Markup] = []
        for branches in words.turns(node):
            step, said = branches[0].step, words.answer(node, branches, self.names)
            asked = words.question(step, self.names)
            head = HTML.turn(color(self.names.colors.get(step.power, "")), asked, said) if path else joined([question(asked), answer(said)])
            found.append(head)
            games = sum(len(one.games) for one in branches)
            found += [self._row(of=one, games=games, further=self._further(path, one)) for one in branches[: words.SHOWN]]
            left = branches[words.SHOWN :]
            if left:
                told = sum(len(one.games) for one in left)
                found.append(answer(f"{counted(len(left), 'rarer purchase')} in {counted(told, 'game')} left out."))
        return found

    def _further(self, path: list[Step], of: Branch) -> Markup | str:
        if len(of.games) < self.least:
            return ""
        body = self.turns([*path, of.step])
        return HTML.after("What came next", joined(body)) if body else ""
