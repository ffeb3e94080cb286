"""A match of Sitrep's bots against the players of TripleA itself: `python -m tests.triplea.match --help`.

A developer's tool, no test: it needs the program (1.9) with a Java runtime and compiler. One side's turns are a bot's, through the title's
rules. For each turn of the other side the position is written as a game file, the program plays that turn and saves it, and what the
save says is made true on the board. Victory is judged by the title's rules. What a defender decides in a turn (losses, ships that submerge)
is decided by whoever plays the turn: in the program's by its player, in ours by the bot.

A row for each game is added to a CSV file, of which `sitrep ladder` makes its section; games that are there are not played again.
"""

from __future__ import annotations

import csv
import time
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from msgspec.structs import astuple, replace

from engine.events import PhaseStarted
from engine.families.axis_allies.victory import cities
from engine.recording import Header
from engine.setting_right import set_right
from engine.simulation.bots_by_name import make_bot
from engine.simulation.simulate import Simulation
from engine.tally import strengths
from engine.title.loader import load_title
from engine.title.model import Title
from ingest.match import COLUMNS, UNDECIDED, MatchGame, read_games
from ingest.triplea.orders.compare import corrections, gaps, ours, theirs
from ingest.triplea.orders.names import Names
from ingest.triplea.position_file import position_file
from ingest.triplea.save import read_save
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import summary
from tests.triplea.program.running import LEVELS, Program, ProgramError, Told

TRIES = 3
"""How often a turn is asked of the program until the game is given up."""
COMPARED = ("resources", "owners", "units", "hits", "factory_damage", "tech")


class Match:
    """One game between a bot and the program's players.

    Args:
        ours: the side that the bot plays. map_file: the game file of the title's map. folder: for game files and saves.
    """

    def __init__(self, title: Title, wanted: MatchGame, program: Program, map_file: Path, folder: Path) -> None:
        self.title, self.wanted, self.program, self.map_file, self.folder = title, wanted, program, map_file, folder
        self.names = Names(title)
        header = Header(title.slug, scenario=next(iter(title.scenarios)), round_limit=wanted.limit)
        bot = make_bot(wanted.bot, wanted.seed)
        self.game = Simulation(title, header, wanted.seed, dict.fromkeys(title.turns, bot))

    def run(self) -> MatchGame:
        """Play to victory or the limit of rounds.

        Raises:
            ProgramError: the program does not play a turn.
        """
        play, header = self.game.play, self.game.header
        play.start(header.scenario, header.options, header.players)
        while not play.state.ended:
            if play.position.side_of(play.state.clock.power) == self.wanted.ours:
                self.game.step()
            else:
                self._program_plays()
        return self._told()

    def _program_plays(self) -> None:
        """Let the program play a turn, and go on after it."""
        play = self.game.play
        clock = play.state.clock
        after = theirs(self._after_turn(), self.names)
        for one in [*corrections(play.position, after)]:
            set_right(play, one)
        if wrong := [gap for gap in gaps(ours(play.position), after) if gap.what != "held"]:
            raise ProgramError(f"{clock}: the board is not that of the save: {wrong}")
        play.emit(PhaseStarted(clock.power, self.title.phases[-1], clock.turn))
        play.rules.following(play)

    def _after_turn(self) -> TripleaState:
        state = self.game.play.state
        at, save = self.folder / "position.xml", self.folder / "turn.tsvg"
        at.write_bytes(position_file(state, self.title, self.map_file).content)
        player = self.title.powers[state.clock.power].triplea
        for attempt in range(1, TRIES + 1):
            try:
                said = self.program.turn(at, save, player, self.wanted.level, hash((self.wanted.seed, state.clock.turn, attempt)))
                break
            except ProgramError as error:
                click.echo(f"{state.clock}: {error}", err=True)
                (self.folder / f"failed-{self.wanted.title}-{self.wanted.seed}-{state.clock.turn}.xml").write_bytes(at.read_bytes())
                if attempt == TRIES:
                    raise
        found = TripleaState(read_save(save))
        _compare(said, summary(found))
        return found

    def _told(self) -> MatchGame:
        state, position = self.game.play.state, self.game.play.position
        worth, held = strengths(position), cities(self.title, state.control)
        ours = self.wanted.ours
        other = next(side for side in worth if side != ours)
        return replace(
            self.wanted,
            rounds=state.clock.round,
            victor=" ".join(state.winners) or UNDECIDED,
            our_tuv=worth[ours].tuv,
            their_tuv=worth[other].tuv,
            our_production=worth[ours].production,
            their_production=worth[other].production,
            our_cities=held[ours],
            their_cities=held[other],
        )


def _compare(said: Told, read: Told) -> None:
    """Raise where the save, as it is read, says something else than the program that wrote it."""
    wrong = [what for what in COMPARED if said[what] != read[what]]
    if wrong:
        raise ProgramError(f"the save is read otherwise than the program has it: {', '.join(wrong)}")


def _add(out: Path, game: MatchGame) -> None:
    """Add a row, below the names of the columns."""
    fresh = not out.is_file()
    with out.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if fresh:
            writer.writerow(COLUMNS)
        writer.writerow(astuple(game))


@click.command()
@click.option(
    "--title",
    "titles",
    required=True,
    multiple=True,
    type=(str, click.Path(path_type=Path, exists=True, dir_okay=False)),
    metavar="TITLE GAME.xml",
    help="A title (revised, aa1942-second-edition, ...) and the game file of its map; may be given several times.",
)
@click.option("--tools", required=True, type=click.Path(path_type=Path, exists=True), help="The folder with Oracle.java.")
@click.option("--games", default=20, show_default=True, help="Games with the bot on each side of each title.")
@click.option("--rounds", default=12, show_default=True, help="Rounds after which a game is undecided.")
@click.option("--bot", default="greedy", show_default=True)
@click.option("--level", default="fast", show_default=True, type=click.Choice(LEVELS), help="The program's player.")
@click.option("--out", default=Path("docs/ladder-match.csv"), show_default=True, type=click.Path(path_type=Path))
@click.option("--minutes", default=600.0, show_default=True, help="No game is begun after so many.")
def main(
    titles: tuple[tuple[str, Path], ...], tools: Path, games: int, rounds: int, bot: str, level: str, out: Path, minutes: float
) -> None:
    """Play games that are not in a CSV file yet, some of each title and side, and add a row for each."""
    begun = time.monotonic()
    with TemporaryDirectory() as folder, Program(tools, Path(folder) / "program") as program:
        for seed, (slug, map_file) in product(range(1, games + 1), titles):
            title = load_title(slug)
            for side in title.sides:
                wanted = MatchGame(slug, seed, side, bot, level, rounds)
                if time.monotonic() - begun > 60 * minutes:
                    return
                if wanted.key in {one.key for one in read_games(out)}:
                    continue
                try:
                    found = Match(title, wanted, program, map_file, Path(folder)).run()
                except ProgramError as error:
                    click.echo(f"{wanted}: given up: {error}", err=True)
                    continue
                _add(out, found)
                click.echo(f"{found.result}: {' '.join(map(str, astuple(found)))}, after {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
