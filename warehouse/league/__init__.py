"""A league by its own rules: the file `league.toml` and the games of a lake in, its tables out.

    rules = read_rules(Path("league.toml"))
    league = of_lake(lake, rules)
    league.standings                      # every season's players in their places
    league.games                          # what each game brought each of its players, by which rule
    league.left_out                       # the games that do not count, each with the rule, what was found and what is asked

Nothing here is estimated: who knows the rules and the games can count every figure by hand. docs/league.md has three leagues, worked out.
"""

from warehouse.league.file import NAME, beside, read_rules, shown_to, strangers
from warehouse.league.league import League, of_games, of_lake
from warehouse.league.rules import Rules

__all__ = ["NAME", "League", "Rules", "beside", "of_games", "of_lake", "read_rules", "shown_to", "strangers"]
