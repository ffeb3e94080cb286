"""Simulation: bots play a game of a title while a recorder writes it down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from engine.bots.bot import Bot, actor
from engine.dice import PairedDice, SeededDice
from engine.errors import SitrepError
from engine.garbage import rare_collection
from engine.observations import Bank, Points, Winner
from engine.orders import Order
from engine.play import Play
from engine.recording import Header, Recorder, Recording
from engine.replay import Game
from engine.rules import load_rules
from engine.simulation.bots_by_name import make_bot
from engine.simulation.foreign_bots import spoken
from engine.strictness import Strictness
from engine.title.model import Title
from engine.title.turns import acting
from engine.titles import load_title

PATIENCE = 3000
"""Orders in one turn after which a simulation gives up; no working bot needs so many."""


def simulate(
    title: Title | str,
    seed: int | str,
    bots: Mapping[str, str] | str = "greedy",
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    round_limit: int = 15,
    players: Mapping[str, str] | None = None,
    game: str = "",
    overlays: Sequence[str] = (),
    about: str = "",
    source: str = "sitrep simulate",
    paired: bool = False,
) -> tuple[Recording, Game]:
    """Play a game and return its recording and the game itself; a replay of the recording gives the same events.

    Args:
        title: the title, with its overlays applied (`overlays` only names them in the header); of one as it is, its slug will do.
        seed: determines dice and decisions; the same arguments give the same game.
        bots: power or side to the name of a bot, or one name for all (see `engine.simulation.BOTS`).
        round_limit: rounds after which the game ends as a draw; 0 for none.
        players: power to player's name; left out, the bots' names.
        game: identity for the header; left out, made of title, bots, seed and a digest of the other settings.
        about, source: texts for the header. paired: with the dice of games that are compared (`engine.dice.PairedDice`).

    Raises:
        LookupError: the title has no rules, or there is no such bot.
        SitrepError: a bot broke a rule, or its turn does not end.
    """
    title = load_title(title) if isinstance(title, str) else title
    cast = cast_bots(title, bots)
    header = Header(
        title=title.slug,
        scenario=scenario or next(iter(title.scenarios)),
        options=dict(sorted((options or {}).items())),
        players=dict(sorted((players or {power: f"{spoken(name)} bot" for power, name in cast.items()}).items())),
        game=game or _name(title, cast, seed, scenario, dict(options or {}), round_limit, tuple(overlays)),
        overlays=list(overlays),
        source=source,
        round_limit=round_limit,
        about=about,
    )
    made = {name: make_bot(name, seed) for name in dict.fromkeys(cast.values())}
    return Simulation(title, header, seed, {power: made[name] for power, name in cast.items()}, paired=paired).run()


def _name(title: Title, cast: Mapping[str, str], seed: int | str, *settings: object) -> str:
    """Return a game's identity: title, bots, seed, and a digest of the other settings."""
    digest = sha256(repr((settings, sorted((power, spoken(name)) for power, name in cast.items()))).encode()).hexdigest()[:6]
    return "-".join((title.slug, *dict.fromkeys(map(spoken, cast.values())), str(seed), digest))


def cast_bots(title: Title, bots: Mapping[str, str] | str) -> dict[str, str]:
    """Return power to bot name, from names given for powers, sides or all.

    Raises:
        LookupError: a key is neither power nor side, or a power has no bot.
    """
    if isinstance(bots, str):
        return dict.fromkeys(title.turns, bots)
    strange = [key for key in bots if key not in title.powers and key not in title.sides]
    if strange:
        raise LookupError(f"bots for {', '.join(strange)}; expected powers or sides: {', '.join((*title.sides, *title.turns))}")
    cast = {power: bots.get(power) or bots.get(title.side_of[power], "") for power in title.turns}
    without = [power for power, name in cast.items() if not name]
    if without:
        raise LookupError(f"no bot for {', '.join(without)}; name one for each power or for its side")
    return cast


class Simulation:
    """One game between bots. Callers may watch `play`; `run` plays it to its end.

    Args:
        bots: power to bot. paired: with the dice of games that are compared (`engine.dice.PairedDice`).
    """

    def __init__(self, title: Title, header: Header, seed: int | str, bots: Mapping[str, Bot], *, paired: bool = False) -> None:
        self.header, self.bots, self.recorder = header, bots, Recorder()
        self.orders: list[tuple[int, Order]] = []
        self.rolls: list[tuple[int, int, tuple[int, ...]]] = []
        self.play = Play(
            load_rules(title),
            PairedDice(seed, self._moment) if paired else SeededDice(seed),
            strictness=Strictness.RAISE,
            on_order=self._on_order,
            on_dice=self._on_dice,
            round_limit=header.round_limit,
        )
        self._turn, self._orders = 0, 0

    def run(self) -> tuple[Recording, Game]:
        """Play to the end and return the recording and the game.

        Raises:
            SitrepError: a bot broke a rule, or its turn does not end.
        """
        header, play = self.header, self.play
        play.start(header.scenario, header.options, header.players)
        with rare_collection():
            while not play.state.ended:
                self.step()
        return self.recording(), Game(play.title, header, play.events, play.state, orders=tuple(self.orders), rolls=tuple(self.rolls))

    def _on_order(self, order: Order) -> None:
        self.orders.append((len(self.play.events), order))
        self.recorder.on_order(order)

    def _on_dice(self, dice: tuple[int, ...]) -> None:
        self.rolls.append((len(self.play.events), len(self.orders), dice))
        self.recorder.on_dice(dice)

    def step(self) -> None:
        """Play one order, and at the end of a turn record what the players would check at the table."""
        play = self.play
        before = play.state.clock
        if before.turn != self._turn:
            self._turn, self._orders = before.turn, 0
        self._orders += 1
        if self._orders > PATIENCE:
            raise SitrepError(f"{before}: no end of the turn after {PATIENCE} orders")
        play.submit(self.bots[actor(play)].decide(play))
        if play.state.ended or play.state.clock.turn != before.turn:
            self._observe(before.power)

    def _moment(self) -> tuple[int, str]:
        clock = self.play.state.clock
        return clock.round, clock.power

    def recording(self) -> Recording:
        """Return the recording so far."""
        return Recording(self.header, tuple(self.recorder.entries))

    def _observe(self, power: str) -> None:
        play, state = self.play, self.play.state
        for one in acting(play.title, power):
            self.recorder.see(Bank(one, state.resources.get((one, play.title.resource), 0)))
        for (side, measure), total in state.points.items():
            self.recorder.see(Points(side, total, measure))
        if state.ended and len(state.winners) <= 1:
            self.recorder.see(Winner("".join(state.winners)))
