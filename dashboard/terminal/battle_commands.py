"""The commands `sitrep odds` and `sitrep model`."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.model import fit_model, play_positions_on, print_chances
from dashboard.terminal.odds import print_odds
from dashboard.terminal.options import json_option, lake_option, tells
from dashboard.terminal.playing import jobs_option, scheduler_option
from engine.odds.asked import battle_odds
from engine.odds.battle import Retreat
from engine.odds.names import OddsError, area_named
from engine.odds.recorded import recorded_odds
from engine.odds.written import forces_of
from engine.strictness import Strictness
from engine.title.model import Title
from engine.titles import load_title
from ingest import replay_file
from ingest.triplea.maps import map_title
from warehouse import Lake
from warehouse.winning.model import SHIPPED, load
from warehouse.winning.second import load_played


@click.command("odds")
@click.argument("title_or_record")
@click.argument("attackers", default="")
@click.argument("defenders", default="")
@click.option(
    "--map",
    "map_name",
    default="",
    metavar="MAP",
    help="A map of TripleA instead of a title: WW2v5, Revised, Global 1940.",
)
@click.option(
    "--in", "area", default="", metavar="AREA", help="Where the battle is, such as ukraine-ssr or sea-zone-5."
)
@click.option(
    "--at-sea/--on-land", default=None, help="Where the battle is, if no area is named; default: as the units are."
)
@click.option("--battle", type=click.IntRange(1), help="The number of a battle of a recorded game, instead of forces.")
@click.option("--attacker", default="", metavar="POWER", help="Whose attackers are, if they name no power.")
@click.option("--defender", default="", metavar="POWER", help="Whose defenders are; default: who holds the area.")
@click.option(
    "--bombard",
    default="",
    metavar="UNITS",
    help="Ships that fire once as troops land, one for each land unit from the sea.",
)
@click.option(
    "--attack-order",
    default="",
    metavar="UNITS",
    help="Order of loss of the attacker, first lost first: '2 infantry, fighter, tank'; others follow, the cheapest first.",
)
@click.option("--defend-order", default="", metavar="UNITS", help="Order of loss of the defender.")
@click.option(
    "--keep-land/--no-keep-land",
    default=None,
    help="Whether the attacker keeps one land unit to take the area; default: unless --attack-order is told.",
)
@click.option(
    "--seaborne",
    default="",
    metavar="UNITS",
    help="Attackers that come from the sea: they cannot retreat. Default: all land units if ships bombard.",
)
@click.option(
    "--rounds", "after", default=0, type=click.IntRange(0), help="The attacker retreats after so many rounds."
)
@click.option(
    "--units", "fewer", default=0, type=click.IntRange(0), help="The attacker retreats with fewer units than this."
)
@click.option(
    "--chance", default=0.0, type=click.FloatRange(0, 1), help="The attacker retreats below this chance of winning."
)
@click.option(
    "--swing",
    default=None,
    type=float,
    help="The attacker retreats when it expects less than this swing still to come.",
)
@click.option("--low-luck", is_flag=True, help="Dice of low luck: one die for what is left of a full hit.")
@click.option(
    "--games",
    default=2000,
    show_default=True,
    type=click.IntRange(10),
    help="How often to play a battle that cannot be worked out exactly.",
)
@json_option
@tells
def odds_command(title_or_record: str, attackers: str, defenders: str, map_name: str, area: str, at_sea: bool | None,
                 battle: int | None, attacker: str, defender: str, bombard: str, attack_order: str, defend_order: str, keep_land: bool | None,
                 seaborne: str, after: int, fewer: int, chance: float, swing: float | None, low_luck: bool, games: int,
                 as_json: bool) -> None:  # fmt: skip
    """Work out the odds of a battle: sitrep odds aa1942 "3 infantry, 2 tank, fighter" "4 infantry, tank" --in ukraine-ssr.

    For a battle of a recorded game, name the record and the number of the battle: sitrep odds game.jsonl --battle 12. For forces of
    other maps, name a save of the map, or the map: sitrep odds --map WW2v5 "3inf 2arm" "4inf".
    """
    when = Retreat(after, fewer, chance, swing)
    if battle:
        game = replay_file(Path(title_or_record), Strictness.COLLECT)
        told, found = recorded_odds(game, battle, games=games, retreat=when, low_luck=low_luck)
        print_odds(game.title, told.forces, told.area, found, as_json=as_json)
        return
    title, attackers, defenders = _asked_of(map_name, title_or_record, attackers, defenders)
    area = area_named(title, area)
    orders = ([word.strip() for word in text.split(",") if word.strip()] for text in (attack_order, defend_order))
    first, second = orders
    forces = forces_of(title, attackers, defenders, area=area, attacker=attacker, defender=defender, bombard=bombard,
                       attack_order=first, defend_order=second, keep_land=keep_land, seaborne=seaborne, at_sea=at_sea)  # fmt: skip
    found = battle_odds(title, forces, area=area, retreat=when, low_luck=low_luck, games=games)
    print_odds(title, forces, area, found, as_json=as_json)


def _asked_of(map_name: str, *words: str) -> tuple[Title, str, str]:
    """Return the title of the forces that are asked for, and the forces: of a map, a record, or a title by its name."""
    if map_name:
        if words[2]:
            raise OddsError(f"found {len(words)} texts with --map: expected the attackers and the defenders alone")
        return map_title(map_name), words[0], words[1]
    path = Path(words[0])
    title = replay_file(path, Strictness.COLLECT).title if path.is_file() else load_title(words[0])
    if not any(row.attack or row.defense for row in title.units.values()):
        raise OddsError(f"{path.name} does not tell the figures of its units; name the map, as in --map WW2v5")
    return title, words[1], words[2]


@click.group("model")
def model_group() -> None:
    """The chance of winning: fit the model on your own games, or show a game's chances by turn."""


@model_group.command("fit")
@lake_option
@click.option("--out", default="model", show_default=True, type=click.Path(path_type=Path, file_okay=False),
              help="Folder for the coefficients and the model card.")  # fmt: skip
@click.option("--card", "card_to", type=click.Path(path_type=Path, dir_okay=False), help="Another file for the card.")
@click.option("--played-on", "played", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="A file of `sitrep model play-on`: the card shows it beside the model.")  # fmt: skip
@tells
def model_fit_command(lake_path: Path | str, out: Path, card_to: Path | None, played: Path | None) -> None:
    """Fit the model on the decided games of a lake. Needs scikit-learn: pip install scikit-learn."""
    fit_model(Lake.open(lake_path), out, card_to, load_played(played) if played else None)


@model_group.command("play-on")
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--out", default="played_on.csv", show_default=True, type=click.Path(path_type=Path, dir_okay=False),
              help="The file to write.")  # fmt: skip
@click.option("--positions", default=6, show_default=True, type=click.IntRange(1), help="How many of each title.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How often to play each on.")
@click.option(
    "--rounds", default=15, show_default=True, type=click.IntRange(1), help="Stop a game after so many more rounds."
)
@jobs_option
@scheduler_option
@tells
def model_play_on_command(
    records: tuple[Path, ...], out: Path, positions: int, games: int, rounds: int, jobs: int | None, scheduler: str
) -> None:
    """Play positions of decided games on, many times: a second estimate of the chance of winning, for the model card."""
    play_positions_on(records, out, positions=positions, games=games, rounds=rounds, jobs=jobs, scheduler=scheduler)


@model_group.command("show")
@click.argument("game")
@lake_option
@click.option("--model", "path", default=SHIPPED, type=click.Path(path_type=Path, dir_okay=False),
              help="A model made by `sitrep model fit`; default: the one that ships with Sitrep.")  # fmt: skip
@json_option
@tells
def model_show_command(game: str, lake_path: Path | str, path: Path, as_json: bool) -> None:
    """Show each side's chance of winning in GAME, turn by turn, and the turns that moved it most."""
    lake = Lake.open(lake_path)
    print_chances(lake, lake.find(game), load(path), as_json=as_json)
