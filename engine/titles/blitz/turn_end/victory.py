"""Victory Points and the end of the game (section 8.): a function for each card that is scored at the end of every turn."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import RecordError
from engine.events import GameEnded
from engine.play import Play
from engine.rules import Position
from engine.title.own_tables import own_rows
from engine.titles.blitz import agenda
from engine.titles.blitz.politics import entry
from engine.titles.blitz.politics.conquest import homes
from engine.titles.blitz.politics_tables import bidders, china
from engine.titles.blitz.position import board, changes
from engine.titles.blitz.position.supply import convoys_in, is_destroyed, neighbours
from engine.titles.blitz.tables import Card, counters, deliveries, figure
from engine.titles.blitz.turn_end.turn_end import raided
from engine.titles.blitz.vocabulary import A_BOMB_TESTED, ARM_LOST, BUILT, CLEAN, COUNTED, DELIVERED


def cards_of(position: Position, power: str) -> list[Card]:
    """Return the cards that score for a power in this scenario."""
    told = board.rules_of(position).cards
    rows = own_rows(position.title, "cards", Card)
    if told:
        return [row for row in rows if row.card in told.get(power, ())]
    return [row for row in rows if power in row.powers]


def held_by(position: Position, region: str, side: str) -> list[str]:
    """Return the land areas of a region that a side controls."""
    return [area for area in position.title.regions[region] if board.is_ours(position, side, area)]


def _long_war(position: Position, power: str, card: Card) -> int:
    """A point for turn 11, two for turn 12 and so on, while the power has an unconquered country."""
    turn = board.game_turn(position)
    return max(turn - card.first + 1, 0) if homes(position, power) else 0


def _fortress_europa(position: Position, power: str, card: Card) -> int:
    """The power has the area (Paris), and the Allies nothing of the region."""
    return int(board.holder(position, card.area) == power and not held_by(position, card.region, "allies"))


def _own_areas(position: Position, power: str, card: Card) -> int:
    """So many areas of the region are the power's own: of the USSR; of China, Burma and India."""
    return int(sum(board.holder(position, area) == power for area in position.title.regions[card.region]) >= card.needs)


def _super_weapons(position: Position, power: str, card: Card) -> int:
    """For each Jet Fighter or V-Weapon built in this turn for the first time."""
    turn = str(board.game_turn(position))
    kinds = [unit for unit, row in counters(position.title).items() if row.type == "V" or unit in card.units]
    return sum(BUILT.read(position.state, unit) == turn for unit in kinds)


def _holds(position: Position, power: str, card: Card) -> int:
    """So many areas of the region are controlled by the power's side; all of it where the card says no number."""
    own = held_by(position, card.region, board.side_of(position, power))
    return int(len(own) >= (card.needs or len(position.title.regions[card.region])))


def _tenno_zan(position: Position, power: str, card: Card) -> int:
    """Sizes of enemy air and naval units at sea across the Pacific."""
    seas = position.title.regions[card.region]
    size = sum(
        key.strength
        for key in board.on_map(position)
        if key.area in seas and board.at_war(position, power, key.power) and board.kind_of(position.title, key.unit) != "land"
    )
    return int(size >= card.needs)


def no_casualties(position: Position, power: str, card: Card) -> int:
    """An area was taken from the Axis in this turn without loss, and is still Allied at its end (corrections)."""
    told = f"{power} {board.game_turn(position)}"
    taken = [area for (area,), value in CLEAN.entries(position.state) if value == told]
    return int(any(board.is_ours(position, "allies", area) for area in taken))


def _free_oceans(position: Position, power: str, card: Card) -> int:
    """So many of the AFA's Convoys sail, and none was damaged in this turn."""
    sailing = sum(row.power == power and not is_destroyed(position, row) for row in convoys_in(position).values())
    return int(not raided(position, power) and sailing >= card.needs)


def _wolf_packs(position: Position, power: str, card: Card) -> int:
    """Each point of damage to the Convoys of the other side in this turn (C.)."""
    return sum(raided(position, other) for other in board.rules_of(position).powers if board.at_war(position, power, other))


def _sea_lanes(position: Position, power: str, card: Card) -> int:
    """Each Size of the power's LL units in the sea areas of their names (C.)."""
    rows = ((row, board.find(position, unit)) for unit, row in deliveries(position.title).items())
    return sum(key.strength for row, key in rows if key is not None and key.area == row.area and key.power == power)


def _second_front(position: Position, power: str, card: Card) -> int:
    """Land units of the power in areas of the continent of Europe."""
    areas = position.title.regions[card.region]
    mine = [area for area in areas if any(key.power == power for key in board.stands_in(position, area, "allies", "land"))]
    return int(len(mine) >= card.needs and not board.is_neutral_major(position, power))


def _pacific_domination(position: Position, power: str, card: Card) -> int:
    """No Axis unit is in the region; printed Convoys do not count (corrections)."""
    seas = position.title.regions[card.region]
    foes = [key for key in board.on_map(position) if key.area in seas and board.side_of(position, key.power) == "axis"]
    return int(not foes and not board.is_neutral_major(position, power))


def _arsenal(position: Position, power: str, card: Card) -> int:
    """Lend Lease of a power at war reached so many receivers; in a scenario without the USSR the Bering Sea stands for one (E)."""
    turn = str(board.game_turn(position))
    done = {
        row.receiver
        for unit, row in deliveries(position.title).items()
        if DELIVERED.read(position.state, unit) == turn and ((key := board.find(position, unit)) is not None and key.power == power)
    }
    if card.absent and card.absent not in board.rules_of(position).powers and board.is_in_play(position, card.area):
        quiet = not any(board.side_of(position, key.power) == "axis" for key, _ in position.stacks(card.area))
        return int(china(position.title) in done and quiet)
    return int(len(done) >= card.needs and not board.is_neutral_major(position, power))


def _democracy(position: Position, power: str, card: Card) -> int:
    """So many areas of the region, taken from Japan, are held by the power or its partner."""
    areas = position.title.regions[card.region]
    first = {row.area: row.power for row in position.title.holdings if row.scenario == position.state.scenario}
    freed = (area for area in areas if first.get(area, card.against) == card.against)
    held = [area for area in freed if board.holder(position, area) in board.partners_of(position, power)]
    return int(len(held) >= card.needs and not board.is_neutral_major(position, power))


def _buffer_zone(position: Position, power: str, card: Card) -> int:
    """So many Soviet areas outside of the USSR that are beside it (corrections)."""
    own = set(position.title.regions[card.beside])
    near = {other for area in own for other in neighbours(position.title, "land")[area]} - own
    return int(sum(board.holder(position, area) == power for area in near) >= card.needs)


def _five_year_plan(position: Position, power: str, card: Card) -> int:
    """So many Resources and Oil were counted in this turn, and may be used: what its civilians take (7.7) does not count."""
    told = COUNTED.read(position.state, power).split(" ")
    if len(told) != 2 or told[0] != str(board.game_turn(position)):
        return 0
    most = entry.box(position, power) if entry.is_limited(position, power) else card.needs
    return int(min(int(told[1]), most) >= card.needs)


def _annihilate(position: Position, power: str, card: Card) -> int:
    """The power destroyed a German ARM in this turn."""
    turn, *powers = ARM_LOST.words(position.state, card.against) or [""]
    return int(turn == str(board.game_turn(position)) and power in powers)


SCORED: dict[str, Callable[[Position, str, Card], int]] = {
    "late-turns": _long_war,
    "fortress": _fortress_europa,
    "own-areas": _own_areas,
    "first-built": _super_weapons,
    "side-areas": _holds,
    "enemies-at-sea": _tenno_zan,
    "clean-capture": no_casualties,
    "sailing-convoys": _free_oceans,
    "convoy-damage": _wolf_packs,
    "lend-lease-at-sea": _sea_lanes,
    "landed": _second_front,
    "clear-seas": _pacific_domination,
    "lend-lease": _arsenal,
    "freed-areas": _democracy,
    "areas-beside": _buffer_zone,
    "counted": _five_year_plan,
    "armour-destroyed": _annihilate,
}
"""Rule of a card to how often its condition is met at the end of a turn; captured Factories and the Atomic Club score as they happen."""


def score_turn(play: Play) -> None:
    """Score the cards of every power at the end of a turn (8.)."""
    position = play.position
    for power in board.rules_of(position).powers:
        for card in cards_of(position, power):
            times = SCORED[card.rule](position, power, card) if card.rule in SCORED else 0
            if times:
                changes.score(play, power, times * card.points, card.card)
    _atomic_club(play)


def _atomic_club(play: Play) -> None:
    """Score the powers that tested an A-Bomb in this turn: as many points for all as for the first of them (8.)."""
    turn = str(board.game_turn(play.position))
    members = [p for p in board.rules_of(play.position).powers if A_BOMB_TESTED.read(play.state, p)]
    fresh = [p for p in members if A_BOMB_TESTED.read(play.state, p) == turn]
    place = len(members) - len(fresh)
    for power in fresh:
        card = next((card for card in cards_of(play.position, power) if card.rule == "a-bomb-test"), None)
        if card is not None:
            changes.score(play, power, card.points if place < card.needs else 1, card.card)


def seat_of(position: Position, power: str) -> tuple[str, str]:
    """Return whose points a power's are counted with: its player's and side's; a power without a player stands for itself."""
    return position.state.players.get(power) or power, board.side_of(position, power)


def bids(position: Position) -> dict[tuple[str, str], int]:
    """Return player and side to what was bid for its powers, by an optional rule: the last group has what makes the sum 0 (9.1).

    Raises:
        RecordError: a bid is made for another power than the first of a group, or for the last group.
    """
    groups: dict[tuple[str, str], str] = {}
    for power in bidders(position.title):
        if power in board.rules_of(position).powers:
            groups.setdefault(seat_of(position, power), power)
    *heads, _ = groups.values()
    for power in bidders(position.title)[:-1]:
        told = position.options[f"bid-{power}"]
        if told != "0" and power not in heads:
            raise RecordError(f"option bid-{power} is {told}; bids are made for {', '.join(heads)}, the last group gets what is left")
    bid = {seat: int(position.options[f"bid-{power}"]) for seat, power in groups.items() if power in heads}
    return {seat: bid.get(seat, -sum(bid.values())) for seat in groups}


def averages(position: Position) -> dict[tuple[str, str], float]:
    """Return player and side to the average points of the powers it runs, with its bid; who plays both sides has two (8., 1.11, 9.1)."""
    table: dict[tuple[str, str], list[int]] = {}
    told = board.rules_of(position).cards
    for power in board.rules_of(position).powers:
        if told.get(power, ("all",)) == () and any(told.values()):
            continue  # it cannot gain points: Scenario D counts those that can
        table.setdefault(seat_of(position, power), []).append(position.state.points.get((power, "vp"), 0))
    more = bids(position)
    return {seat: sum(points) / len(points) + more[seat] for seat, points in table.items()}


def finish(play: Play) -> None:
    """End the game when it is won, or when its last turn is over (8., A to F)."""
    position, rules = play.position, board.rules_of(play.position)
    if rules.wins == "areas":
        _finish_hunt(play, over=board.game_turn(position) >= rules.last)
        return
    won = any(total >= figure(play.title, "goal") for total in position.state.points.values())
    if won and rules.wins == "points":
        play.emit(GameEnded(leaders(position), "victory-points"))
    elif board.game_turn(position) >= rules.last:
        play.emit(GameEnded(leaders(position), "last-turn"))


def leaders(position: Position) -> tuple[str, ...]:
    """Return the sides of the players with the best average."""
    table = averages(position)
    best = max(table.values())
    sides = {side for (_, side), value in table.items() if value == best}
    return tuple(side for side in position.title.sides if side in sides)


def _finish_hunt(play: Play, *, over: bool) -> None:
    rules = board.rules_of(play.position)
    if all(board.is_ours(play.position, rules.hunter, area) for area in rules.prize):
        play.emit(GameEnded((rules.hunter,), "conquest"))
    elif over:
        play.emit(GameEnded(("allies" if rules.hunter == "axis" else "axis",), "last-turn"))


def check_hunt(play: Play, arguments: tuple[str, ...] = ()) -> None:
    """End the game as soon as a side holds all that it hunts for (A, B)."""
    rules = board.rules_of(play.position)
    if rules.wins == "areas" and all(board.is_ours(play.position, rules.hunter, area) for area in rules.prize):
        finish(play)


TASKS: dict[str, agenda.Task] = {
    "hunt": agenda.Task(check_hunt),
}
