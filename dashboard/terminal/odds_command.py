"""The command `sitrep odds`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import ingest
from dashboard.terminal.completion import a_title_or_file, forces, of_title
from dashboard.terminal.odds import print_odds
from dashboard.terminal.options import json_option, tells
from dashboard.terminal.raid import print_raid
from dashboard.terminal.turn import print_turn
from dashboard.terminal.waves import print_waves
from engine.odds.answers import battle_odds, raid_odds
from engine.odds.battle import Retreat
from engine.odds.diving import dive_of
from engine.odds.names import OddsError, area_named, counted, power_named
from engine.odds.questions import question
from engine.odds.recorded import recorded_odds
from engine.odds.turn import turn_odds
from engine.odds.waves import one_after_the_other
from engine.odds.written import forces_of, options_of, techs_of
from engine.strictness import Strictness
from engine.title.model import Title
from engine.titles import load_title
from ingest.triplea.maps import FAMILY, map_title


@click.command("odds")
@click.argument("title_or_record", shell_complete=a_title_or_file)
@click.argument("attackers", default="", shell_complete=forces)
@click.argument("defenders", default="", shell_complete=forces)
@click.option(
    "--map",
    "map_name",
    default="",
    metavar="MAP",
    help="A map of TripleA instead of a title: WW2v5, Revised, Global 1940.",
)
@click.option(
    "--in",
    "area",
    default="",
    metavar="AREA",
    shell_complete=of_title("area"),
    help="Where the battle is, such as ukraine-ssr or sea-zone-5.",
)
@click.option("--at-sea/--on-land", default=None, help="Where the battle is, if no area is named; default: as the units are.")
@click.option("--battle", type=click.IntRange(1), help="The number of a battle of a recorded game, instead of forces.")
@click.option("--turn", is_flag=True, help="All battles due in a turn of a recorded game, the last by default, and how many work.")
@click.option("--round", "round_", default=0, type=click.IntRange(0), help="With --turn and --power: of this round.")
@click.option("--power", default="", help="With --turn: this power's turn.")
@click.option("--at", type=click.IntRange(0), help="With --turn: after so many events of the record.")
@click.option(
    "--attacker", default="", metavar="POWER", shell_complete=of_title("power"), help="Whose attackers are, if they name no power."
)
@click.option(
    "--defender", default="", metavar="POWER", shell_complete=of_title("power"), help="Whose defenders are; default: who holds the area."
)
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
@click.option("--rounds", "after", default=0, type=click.IntRange(0), help="The attacker retreats after so many rounds.")
@click.option("--units", "fewer", default=0, type=click.IntRange(0), help="The attacker retreats with fewer units than this.")
@click.option("--chance", default=0.0, type=click.FloatRange(0, 1), help="The attacker retreats below this chance of winning.")
@click.option(
    "--swing",
    default=None,
    type=float,
    help="The attacker retreats when it expects less than this swing still to come.",
)
@click.option(
    "--only-aircraft",
    is_flag=True,
    help="The attacker retreats when it has only aircraft left (no land unit is kept then, unless --keep-land says so).",
)
@click.option("--attack-tech", default="", metavar="NAMES", help="Technologies of the attacker: 'jet fighters, heavy bombers'.")
@click.option("--defend-tech", default="", metavar="NAMES", help="Technologies of the defender.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the title that changes battles: carrier-hits=always; again for another.",
)
@click.option(
    "--ask",
    "asked",
    multiple=True,
    metavar="QUESTION",
    help="The chance of an end: 'at least 3 left, among them a tank', 'defender at most 1', 'swing at least 10'.",
)
@click.option(
    "--then",
    "more",
    multiple=True,
    metavar="UNITS",
    help="Another attack on what this one leaves, '2 tank, fighter (united-kingdom)'; again for a third. Orders of loss and "
    "retreats are the first one's.",
)
@click.option(
    "--submerge",
    type=click.Choice(["attacker", "defender", "both", "nobody"]),
    help="Whose submarines submerge as soon as they may; default: those whose side loses less so.",
)
@click.option("--raid", is_flag=True, help="A strategic bombing raid: bombers and escorts against fighters, guns and a factory.")
@click.option("--intercept", default="", metavar="UNITS", help="With --raid: the fighters that go up; default: all that may.")
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
def odds_command(title_or_record: str, attackers: str, defenders: str, as_json: bool, **said: Any) -> None:
    """Work out the odds of a battle: sitrep odds aa1942 "3 infantry, 2 tank, fighter" "4 infantry, tank" --in ukraine-ssr.

    For a battle of a recorded game, name the record and the number of the battle: sitrep odds game.jsonl --battle 12;
    for all battles of a turn: sitrep odds game.jsonl --turn --round 3 --power germany. For forces of
    other maps, name a save of the map, or the map: sitrep odds --map WW2v5 "3inf 2arm" "4inf". What transports carry is
    written behind them: "destroyer, transport with 2 infantry".
    """
    when = Retreat(said["after"], said["fewer"], said["chance"], said["swing"], said["only_aircraft"])
    how = {"games": said["games"], "low_luck": said["low_luck"]}
    if said["turn"]:
        game = ingest.replay_file(Path(title_or_record), Strictness.COLLECT)
        power = power_named(game.title, said["power"]) if said["power"] else ""
        turn = turn_odds(game, round_=said["round_"], power=power, at=said["at"], games=said["games"])
        print_turn(game.title, turn, as_json=as_json)
        return
    if said["battle"]:
        game = ingest.replay_file(Path(title_or_record), Strictness.COLLECT)
        told, found = recorded_odds(game, said["battle"], retreat=when, **how)
        asked = [(text, question(game.title, text)) for text in said["asked"]]
        print_odds(game.title, told.forces, told.area, found, as_json=as_json, asked=asked)
        return
    title, attackers, defenders = _asked_of(said["map_name"], title_or_record, attackers, defenders)
    area = area_named(title, said["area"])
    asked = [(text, question(title, text)) for text in said["asked"]]
    options = options_of(title, said["options"])
    forces = forces_of(
        title,
        attackers,
        defenders,
        area=area,
        options=options,
        attack_order=said["attack_order"].split(","),
        defend_order=said["defend_order"].split(","),
        **{name: said[name] for name in OF_FORCES},
    )
    techs = techs_of(title, forces, said["attack_tech"], said["defend_tech"])
    if said["raid"]:
        up = counted(title, said["intercept"], next((power for _, power in forces.defenders), "")) or None
        raid = raid_odds(title, forces, area=area, up=up, games=said["games"], techs=techs, options=options)
        print_raid(title, raid, as_json=as_json)
        return
    how |= {"techs": techs, "dive": dive_of(said["submerge"]), "options": options}
    if said["more"]:
        later = {"options": options, **{name: said[name] for name in OF_LATER}}
        others = [forces_of(title, text, defenders, area=area, **later) for text in said["more"]]
        waves = one_after_the_other(title, [forces, *others], {"retreat": when}, area=area, **how)
        print_waves(title, area, waves, as_json=as_json)
        return
    found = battle_odds(title, forces, area=area, retreat=when, **how)
    print_odds(title, forces, area, found, as_json=as_json, asked=asked)


OF_FORCES = ("attacker", "defender", "bombard", "keep_land", "seaborne", "at_sea", "attack_tech")
"""Options that are said of the forces themselves."""
OF_LATER = ("attacker", "defender", "at_sea", "attack_tech")
"""Those of them that are said of later attacks, too."""


def _asked_of(map_name: str, *words: str) -> tuple[Title, str, str]:
    """Return the title of the forces that are asked for, and the forces: of a map, a record, or a title by its name."""
    if map_name:
        if words[2]:
            raise OddsError(f"found {len(words)} texts with --map: expected the attackers and the defenders alone")
        return map_title(map_name), words[0], words[1]
    path = Path(words[0])
    title = ingest.replay_file(path, Strictness.COLLECT).title if path.is_file() else load_title(words[0])
    if title.family == FAMILY and not any(row.attack or row.defense for row in title.units.values()):
        raise OddsError(f"{path.name} does not tell the figures of its units; name the map, as in --map WW2v5")
    return title, words[1], words[2]
