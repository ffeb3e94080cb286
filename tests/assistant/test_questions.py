"""Twenty questions of a player, an admin and a designer: the numbers in the answers are those that the records have."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import engine.titles.aa1942
import warehouse.winning
from engine.events import (
    BattleEnded,
    ControlChanged,
    DiceRolled,
    GameEnded,
    ResourceChanged,
    RoundStarted,
    UnitsPurchased,
    UnitsRemoved,
)
from tests.assistant.asking import Asker
from tests.assistant.conftest import ATLANTIC, FILES, MOSCOW, WARSAW, Played

Games = Mapping[str, Played]
UNITS = Path(engine.titles.aa1942.__path__[0]) / "units.csv"


def costs() -> dict[str, int]:
    """What units of the title cost, as its table has it."""
    with UNITS.open(encoding="utf-8") as file:
        return {row["unit"]: int(row["cost"] or 0) for row in csv.DictReader(file)}


def total(numbers: Any) -> int:
    return sum(map(int, numbers))


# What the odds say, counted by hand: infantry hits at 1 and tanks at 3 in attack, infantry at 2 in defence; the cheapest are lost first.
@cache
def wins(infantry: int, tanks: int, defenders: int) -> float:
    """The chance that the attackers have some left and the defenders none."""
    if not defenders or not infantry + tanks:
        return float(not defenders and infantry + tanks > 0)
    mine = thrown([1 / 6] * infantry + [3 / 6] * tanks)
    theirs = thrown([2 / 6] * defenders)
    found = 0.0
    for hits, chance in enumerate(mine):
        for lost, other in enumerate(theirs):
            if hits or lost:
                left = max(tanks - max(lost - infantry, 0), 0)
                found += chance * other * wins(max(infantry - lost, 0), left, max(defenders - hits, 0))
    return found / (1 - mine[0] * theirs[0])


def thrown(dice: list[float]) -> list[float]:
    """The chance of each number of hits."""
    found = [1.0]
    for chance in dice:
        found = [a * (1 - chance) + b * chance for a, b in zip([*found, 0.0], [0.0, *found], strict=True)]
    return found


def chance(ask: Asker, **battle: str) -> float:
    rows = ask.rows("odds", "Chances", title="aa1942", **battle)
    return float(next(row["chance"] for row in rows if row["outcome"] == "attacker wins").rstrip("%"))


def luck(games: Games, battle: int) -> float:
    """Hits less expected hits of the attacker, less those of the defender."""
    found = {"attacker": 0.0, "defender": 0.0}
    for _, roll in games[MOSCOW].of(DiceRolled, battle=battle):
        found[roll.side] += sum(die <= roll.target for die in roll.dice) - len(roll.dice) * roll.target / 6
    return round(found["attacker"] - found["defender"], 3)


def biggest(ask: Asker) -> dict[str, str]:
    """The first row of a long answer: it is cut, but not there."""
    return ask.rows("measure", name="biggest_battles", game=MOSCOW, only={"rank": 1})[0]


def measured(ask: Asker, name: str, game: str = MOSCOW, **only: object) -> list[dict[str, str]]:
    return ask.rows("measure", name=name, game=game, only=only)


def lost_by_britain(games: Games) -> int:
    price = costs()
    return sum(event.count * price[event.unit] for _, event in games[MOSCOW].of(UnitsRemoved, power="united-kingdom", cause="combat"))


def seats(games: Games) -> dict[str, int]:
    return Counter(name for game in games.values() for name in game.header["players"].values())


def known_titles() -> set[str]:
    model = Path(warehouse.winning.__path__[0]) / "winning.json"
    return set(json.loads(model.read_text(encoding="utf-8"))["shown"])


class Question(NamedTuple):
    """A question, how an assistant finds its answer by tools alone, and the same number counted from the records."""

    who: str
    text: str
    asked: Callable[[Asker], Any]
    counted: Callable[[Games], Any]


QUESTIONS = (
    Question(
        "player",
        "How many of these games did Ada play?",
        lambda ask: len(ask.rows("games", player="Ada")),
        lambda games: sum("Ada" in game.header["players"].values() for game in games.values()),
    ),
    Question(
        "player",
        "Who won when the Axis took Moscow, and how?",
        lambda ask: [(row["winner"], row["how"]) for row in ask.rows("games") if row["game_id"] == MOSCOW],
        lambda games: [(", ".join(event.winners), event.how) for _, event in games[MOSCOW].of(GameEnded)],
    ),
    Question(
        "player",
        "What did Germany collect in round 4?",
        lambda ask: int(next(row for row in ask.rows("summary", "Income collected", game=MOSCOW) if row[""] == "Germany")["4"]),
        lambda games: sum(
            event.delta for round_, event in games[MOSCOW].of(ResourceChanged, power="germany", cause="income") if round_ == 4
        ),
    ),
    Question(
        "player",
        "What were the units worth that Britain lost in combat?",
        lambda ask: total(row["tuv"] for row in measured(ask, "losses_by_round", power="united-kingdom", cause="combat")),
        lost_by_britain,
    ),
    Question(
        "player",
        "In which round did Moscow fall, and to whom?",
        lambda ask: [(int(row["round"]), row["after"]) for row in measured(ask, "changes_of_hand", area="russia")],
        lambda games: [(at, event.after) for at, event in games[MOSCOW].of(ControlChanged, area="russia") if event.how != "setup"],
    ),
    Question(
        "player",
        "What are the odds of 3 infantry and 2 tanks against 4 infantry?",
        lambda ask: chance(ask, attackers="3 infantry, 2 tank", defenders="4 infantry"),
        lambda games: round(100 * wins(3, 2, 4), 1),
    ),
    Question(
        "player",
        "How many dice did Japan roll, and how many hit?",
        lambda ask: [(int(row["dice"]), int(row["hits"])) for row in measured(ask, "dice_luck", power="japan")],
        lambda games: [
            tuple(map(sum, zip(*((len(e.dice), e.hits) for _, e in games[MOSCOW].of(DiceRolled, power="japan") if e.target), strict=True)))
        ],
    ),
    Question(
        "player",
        "Was the biggest battle decided by luck: how many hits above what was expected?",
        lambda ask: round(float(biggest(ask)["luck"]), 3),
        lambda games: luck(games, max((e.attacker_lost + e.defender_lost, e.battle) for _, e in games[MOSCOW].of(BattleEnded))[1]),
    ),
    Question(
        "player",
        "How likely was the winner to win at the end?",
        lambda ask: [row["chance"] for row in ask.rows("chances", "After each turn", game=MOSCOW) if row["turn"] == "35"],
        lambda games: [f"{side in games[MOSCOW].of(GameEnded)[0][1].winners:.0%}" for side in ("allies", "axis")],
    ),
    Question(
        "player",
        "Of which games is the chance of winning not known?",
        lambda ask: [game for game in FILES if "The chance of winning is not known" in ask("chances", game=game)],
        lambda games: [name for name, game in games.items() if game.header["title"] not in known_titles()],
    ),
    Question(
        "admin",
        "How many events has each game?",
        lambda ask: {row["game_id"]: int(row["events"]) for row in ask.rows("games")},
        lambda games: {name: len(game.events) for name, game in games.items()},
    ),
    Question(
        "admin",
        "Who had how many seats, over all games?",
        lambda ask: {row["player"]: int(row["n"]) for row in ask.sql("select player, count(*) as n from seats group by all")},
        seats,
    ),
    Question(
        "admin",
        "How many rows has the table of dice?",
        lambda ask: total(row["n"] for row in ask.sql("select count(*) as n from dice_rolled")),
        lambda games: sum(len(game.of(DiceRolled)) for game in games.values()),
    ),
    Question(
        "admin",
        "How long is the longest game of each title, in rounds?",
        lambda ask: {row["title"]: int(row["longest"]) for row in ask.rows("measure", name="game_lengths")},
        lambda games: {game.header["title"]: max(event.round for _, event in game.of(RoundStarted)) for game in games.values()},
    ),
    Question(
        "admin",
        "What is wrong with the log that somebody sent?",
        lambda ask: [row["place"] for row in ask.rows("validate", "Defects", log=WRONG)],
        lambda games: [f"log:{at}" for at, line in enumerate(WRONG.splitlines(), 1) if re.search("9 infantry|belorussia", line)],
    ),
    Question(
        "designer",
        "How many infantry did each power buy?",
        lambda ask: {
            row["power"]: int(row["n"])
            for row in ask.sql(
                f"select power, sum(count) as n from units_purchased where unit = 'infantry' and game_id = '{MOSCOW}' group by all"
            )
        },
        lambda games: Counter(
            {
                power: sum(event.count for _, event in games[MOSCOW].of(UnitsPurchased, unit="infantry", power=power))
                for power in {event.power for _, event in games[MOSCOW].of(UnitsPurchased, unit="infantry")}
            }
        ),
    ),
    Question(
        "designer",
        "How many battles did the attacker win, by kind?",
        lambda ask: {
            (row["title"], row["kind"]): int(row["won"]) for row in ask.rows("measure", name="battles_by_kind") if row["won"] != "0"
        },
        lambda games: Counter(
            (game.header["title"], event.kind) for game in games.values() for _, event in game.of(BattleEnded, winner="attacker")
        ),
    ),
    Question(
        "designer",
        "What does a tank cost, and how well does it attack?",
        lambda ask: [
            (int(row["cost"]), int(row["attack"]))
            for row in ask.sql(f"select cost, attack from title_units where unit = 'tank' and game_id = '{MOSCOW}'")
        ],
        lambda games: [
            (int(row["cost"]), int(row["attack"]))
            for row in csv.DictReader(UNITS.read_text(encoding="utf-8").splitlines())
            if row["unit"] == "tank"
        ],
    ),
    Question(
        "designer",
        "How many naval battles were there on the convoy routes?",
        lambda ask: (
            len(measured(ask, "changes_of_hand", ATLANTIC, kind="nowhere"))
            + total(row["battles"] for row in ask.rows("measure", name="battles_by_kind", only={"title": "blitz", "kind": "sea"}))
        ),
        lambda games: len(games[ATLANTIC].of(BattleEnded, kind="sea")),
    ),
    Question(
        "designer",
        "What do the powers of Black Swan hold after the first summer?",
        lambda ask: {row["power"]: int(row["areas"]) for row in ask.rows("board", "Powers", game=WARSAW, round=1)},
        lambda games: holdings(games[WARSAW], 1),
    ),
)


def holdings(game: Played, last: int) -> dict[str, int]:
    """Power to the areas that it holds at the end of a round, by the changes of hand alone."""
    holder = {event.area: event.after for at, event in game.of(ControlChanged) if at <= last}
    return Counter(power for power in holder.values() if power)


WRONG = (
    '{"sitrep":1,"title":"aa1942"}\n{"do":"buy","units":"9 infantry"}\n{"do":"end"}\n'
    '{"do":"move","units":"tank","path":"russia > belorussia"}\n'
)


def test_there_are_twenty_of_three_people():
    assert len(QUESTIONS) == 20 and {question.who for question in QUESTIONS} == {"player", "admin", "designer"}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question.who}: {question.text}")
def test_a_question_is_answered_with_the_number_that_the_records_have(ask, played, question):
    assert question.asked(ask) == question.counted(played)
