"""A game by mail is one game, whatever its players did between two logs; two games of one set-up are two.

The expected games are told here by who made them up: each folder is written as players would, and then read.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from engine.events import DefectFound, DiceRolled, RoundStarted
from ingest import ingest
from ingest.formats import read_record
from ingest.vassal import beside, reader, steps
from tests.slow import slow_after
from tests.vassal.module import MiniGame, traits
from tests.vassal.test_chains import FAR, HERE, ONE, TALK, THERE, THREE, TWO, begun, game_id, moves, position, write
from tests.vassal.writer import add, change, container, game, move, stack, state, step
from warehouse import Lake

AWAY = ("World", 60, 150)
LOST = step(change("1", state(traits("red", "land", steps="2"), *HERE), state(traits("red", "land", steps="1"), *HERE)))
LOST_TOO = step(change("2", state(traits("red", "land", steps="2"), *HERE), state(traits("red", "land", steps="1"), *HERE)))
REACTION = step(move("3", FAR, "null", THERE, "bob"))


def gaps(path: Path, rule: str) -> list[str]:
    found = [one.event for one in read_record(path).recording.entries if isinstance(one.event, DefectFound)]
    return [event.message for event in found if event.rule == f"observed/{rule}"]


def after(text: str, *tidying: str) -> list[str]:
    """The opening of a log that begins after another and some tidying that nobody recorded."""
    opening, _, rest = text.partition("end_save")
    return position(opening + "end_save" + rest + "".join(f"\x1b{one}" for one in tidying))


def test_pieces_tidied_up_between_two_logs_are_told_between_them(tmp_path: Path) -> None:
    first = begun(ONE)
    second = game(after(first, step(move("3", FAR, "null", THERE, "bob"))), [TWO])
    folder = write(tmp_path, a_vlog=first, b_vlog=second)
    assert game_id(folder / "a.vlog") == game_id(folder / "b.vlog")
    assert moves(folder / "b.vlog") == [
        ("world-00-00", "world-01-00"),
        ("world-01-00", "world-02-00"),
        ("world-00-00", "world-02-00"),
    ]
    assert gaps(folder / "b.vlog", "between") == [
        "b.vlog begins otherwise than the log before it ends: 1 elsewhere; no step tells how that came"
    ]


def test_pieces_added_and_removed_between_two_logs_are_told_between_them(tmp_path: Path) -> None:
    first = begun(ONE, TWO)
    new = step(add("7", traits("blue", "land"), "Infantry", *AWAY))
    second = game(after(first, new, step("-/3")), [THREE])
    folder = write(tmp_path, a_vlog=first, b_vlog=second)
    assert game_id(folder / "a.vlog") == game_id(folder / "b.vlog")
    assert gaps(folder / "b.vlog", "between") == [
        "b.vlog begins otherwise than the log before it ends: 1 more, 1 fewer; no step tells how that came"
    ]


def test_logs_in_which_nothing_moves_go_on_from_each_other(tmp_path: Path) -> None:
    dice = step("CHAT** 2d6 = 4,2 ***")
    first = begun(LOST, dice)
    again = step("CHAT** 2d6 = 6,6 ***")
    folder = write(tmp_path, a_vlog=first, b_vlog=game(position(first), [LOST_TOO, again]))
    assert game_id(folder / "a.vlog") == game_id(folder / "b.vlog")
    entries = [one.event for one in read_record(folder / "a.vlog").recording.entries]
    assert [event.dice for event in entries if isinstance(event, DiceRolled)] == [(4, 2), (6, 6)]
    assert not gaps(folder / "b.vlog", "between")


def turned(turn: int, *pieces: str) -> list[str]:
    others = [one.replace("0|1;0", f"0|{turn};0") for one in begun_opening() if not one.startswith("+/1/")]
    return [*pieces, *others]


def begun_opening() -> list[str]:
    return [one for one in MiniGame.begun().opening if "deck;" not in one]


def test_saves_that_differ_by_state_only_are_one_game_in_the_order_of_its_turns(tmp_path: Path) -> None:
    early = game(turned(1, add("1", traits("red", "land", steps="1"), "Tank", *HERE)))
    late = game(turned(3, add("1", traits("red", "land", steps="2"), "Tank", *HERE)))
    for one, other in itertools.permutations(["early", "late"]):
        folder = tmp_path / one
        folder.mkdir()
        write(folder, **{f"{one}-1_vsav": early, f"{other}-2_vsav": late})
        lake = Lake.create(tmp_path / f"lake-{one}")
        report = ingest([folder], lake)
        assert [row.status for row in report.rows] == ["new", "unchanged"]
        assert report.rows[1].message.startswith("the same record as")
        rounds = [one.event.round for one in read_record(folder / f"{one}-1.vsav").recording.entries if isinstance(one.event, RoundStarted)]
        assert len(rounds) == 2
        assert rounds[1] > rounds[0]


def test_a_save_that_differs_by_state_only_is_not_dropped_though_nothing_tells_which_is_later(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        a_vsav=game(turned(1, add("1", traits("red", "land", steps="1"), "Tank", *HERE))),
        b_vsav=game(turned(1, add("1", traits("red", "land", steps="2"), "Tank", *HERE))),
    )
    lake = Lake.create(tmp_path / "lake")
    assert [row.status for row in ingest([folder], lake).rows if row.path.endswith("vsav")] == ["new", "new"]


@pytest.mark.parametrize("names", list(itertools.permutations("abc")))
def test_a_third_log_tells_which_branch_of_an_interrupted_one_was_played(tmp_path: Path, names: tuple[str, ...]) -> None:
    """Ann moves A1, A2; Bob steps to A1 while recording, and reacts; Ann goes on from there. A2 was never played."""
    second = begun(ONE, REACTION)
    third = game(position(second), [step(move("2", THERE, "1", HERE, "ann"))])
    folder = write(tmp_path, **dict(zip((f"{name}_vlog" for name in names), (begun(ONE, TWO), second, third), strict=True)))
    expected = [("world-00-00", "world-01-00"), ("world-01-00", "world-02-00"), ("world-00-00", "world-01-00")]
    assert {tuple(moves(folder / f"{name}.vlog")) for name in names} == {tuple(expected)}
    assert len({game_id(folder / f"{name}.vlog") for name in names}) == 1
    told = gaps(folder / f"{names[0]}.vlog", "superseded")
    assert told == [f"{names[0]}.vlog is left out after its step 1 of 2: the game went on as {names[1]}.vlog tells it"]


@pytest.mark.parametrize("names", list(itertools.permutations("abc")))
def test_a_log_interrupted_by_one_that_begins_inside_it_is_told_to_there(tmp_path: Path, names: tuple[str, ...]) -> None:
    second = game(position(begun(ONE)), [REACTION])
    third = game(position(second), [step(move("2", THERE, "1", HERE, "ann"))])
    folder = write(tmp_path, **dict(zip((f"{name}_vlog" for name in names), (begun(ONE, TWO), second, third), strict=True)))
    expected = [("world-00-00", "world-01-00"), ("world-01-00", "world-02-00"), ("world-00-00", "world-01-00")]
    assert {tuple(moves(folder / f"{name}.vlog")) for name in names} == {tuple(expected)}
    told = gaps(folder / f"{names[0]}.vlog", "superseded")
    assert told == [
        f"the last step is left out of {names[0]}.vlog: {names[1]}.vlog goes another way after its step 1, and the game went on there"
    ]


def test_an_interrupted_game_is_one_game_of_the_lake(tmp_path: Path) -> None:
    second = begun(ONE, REACTION)
    (tmp_path / "mail").mkdir()
    folder = write(tmp_path / "mail", a_vlog=begun(ONE, TWO), b_vlog=second, c_vlog=game(position(second), [TALK, TWO]))
    lake = Lake.create(tmp_path / "lake")
    assert [row.status for row in ingest([folder], lake).rows] == ["new", "unchanged", "unchanged"]
    assert lake.games().height == 1


def arriving(tmp_path: Path, texts: dict[str, str], order: str) -> Lake:
    """The lake after each log has come by itself, and been read."""
    (tmp_path / "mail").mkdir()
    lake = Lake.create(tmp_path / "lake")
    for name in order:
        (tmp_path / "mail" / f"{name}.vlog").write_bytes(container(texts[name]))
        assert not ingest([tmp_path / "mail" / f"{name}.vlog"], lake).refused
    return lake


def told(lake: Lake) -> list[tuple[object, ...]]:
    return lake.frame("units_moved").select("origin", "destination", "count").rows()


@pytest.mark.parametrize("order", slow_after(3, sorted(map("".join, itertools.permutations("abc")), key=lambda order: order[::-1])))
def test_logs_that_come_one_by_one_in_any_order_are_one_game_of_the_lake(tmp_path: Path, order: str) -> None:
    """The first log to come names the game; when an earlier one comes, what was read of the game before goes."""
    first = begun(ONE)
    second = game(position(first), [TWO])
    texts = {"a": first, "b": second, "c": game(position(second), [TALK, THREE])}
    lake = arriving(tmp_path, texts, order)
    assert lake.games().height == 1
    assert told(lake) == [
        ("world-00-00", "world-01-00", 1),
        ("world-00-00", "world-02-00", 1),
        ("world-01-00", "world-00-00", 1),
    ]


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_log_that_a_later_one_tells_anew_is_no_game_beside_it(tmp_path: Path, order: str) -> None:
    lake = arriving(tmp_path, {"a": begun(ONE, TALK), "b": begun(ONE, TALK, TWO)}, order)
    assert told(lake) == [("world-00-00", "world-01-00", 1), ("world-00-00", "world-02-00", 1)]


@pytest.mark.parametrize(
    "order", slow_after(6, sorted(map("".join, itertools.permutations("abcd")), key=lambda order: order[2:] + order[:2]))
)
def test_of_turns_sent_again_from_one_log_the_one_that_is_gone_on_from_was_played(tmp_path: Path, order: str) -> None:
    """Ann's first log is answered twice; hers goes on from the second answer, so the first was never played."""
    first = begun(ONE)
    answer = step(move("3", HERE, "null", THERE, "bob"))
    second = game(position(first), [answer])
    texts = {
        "a": first,
        "b": game(position(first), [REACTION]),
        "c": second,
        "d": game(position(second), [TWO]),
    }
    lake = arriving(tmp_path, texts, order)
    expected = [("world-00-00", "world-01-00", 1), ("world-01-00", "world-00-00", 1), ("world-00-00", "world-02-00", 1)]
    assert told(lake) == expected
    assert {game_id(path) for path in (tmp_path / "mail").iterdir()} == set(lake.games()["game_id"])
    (left_out,) = gaps(tmp_path / "mail" / "a.vlog", "superseded")
    assert left_out == "b.vlog is left out: the game went on as c.vlog tells it"


def test_without_a_third_log_nobody_knows_and_each_names_the_other(tmp_path: Path) -> None:
    folder = write(tmp_path, a_vlog=begun(ONE, TWO), b_vlog=game(position(begun(ONE)), [REACTION]))
    assert game_id(folder / "a.vlog") != game_id(folder / "b.vlog")
    assert len(moves(folder / "a.vlog")) == 2
    doubt = "nothing tells whether it is of the same game, so that it is read as another one"
    for name in "ab":
        assert gaps(folder / f"{name}.vlog", "branch") == [f"b.vlog goes another way after step 1 of a.vlog; {doubt}"]


def test_two_games_from_one_set_up_are_two_however_they_go_on(tmp_path: Path) -> None:
    """Both begin with the set-up, move other pieces, and go on from their own ends; one is tidied up between."""
    first, other = begun(ONE), begun(TWO)
    folder = write(
        tmp_path,
        setup_vsav=begun(),
        a1_vlog=first,
        a2_vlog=game(after(first, REACTION), [TWO]),
        b1_vlog=other,
        b2_vlog=game(position(other), [ONE]),
    )
    ids = {path.stem: game_id(path) for path in folder.iterdir()}
    assert ids["a1"] == ids["a2"] != ids["b1"] == ids["b2"]
    assert len(set(ids.values())) == 3


def test_two_games_that_share_their_first_moves_are_two_where_both_go_on(tmp_path: Path) -> None:
    first, other = begun(ONE, TWO), begun(ONE, REACTION)
    folder = write(
        tmp_path,
        a1_vlog=first,
        a2_vlog=game(position(first), [THREE]),
        b1_vlog=other,
        b2_vlog=game(position(other), [TWO]),
    )
    ids = {path.stem: game_id(path) for path in folder.iterdir()}
    assert ids["a1"] == ids["a2"] != ids["b1"] == ids["b2"]
    assert gaps(folder / "a1.vlog", "branch")
    assert gaps(folder / "b2.vlog", "branch")


def test_other_players_in_the_same_seats_are_another_game(tmp_path: Path) -> None:
    """As in an interrupted game, but the second log's players are others."""
    second = begun(ONE, REACTION)
    third = game(position(second), [step(move("2", THERE, "1", HERE, "ann"))])
    others = [text.replace("ann\tAnn", "cyd\tCyd").replace("bob\tBob", "dan\tDan") for text in (second, third)]
    folder = write(tmp_path, a_vlog=begun(ONE, TWO), b_vlog=others[0], c_vlog=others[1])
    assert game_id(folder / "b.vlog") == game_id(folder / "c.vlog") != game_id(folder / "a.vlog")
    assert len(moves(folder / "a.vlog")) == 2


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the logs that were read, in order; each time that one is."""
    beside._last.clear()
    found: list[str] = []
    read = steps.read_log

    def reading(content: bytes, name: str = "", *more: object) -> object:
        found.append(Path(name).name)
        return read(content, name, *more)

    for module in (beside, reader):
        monkeypatch.setattr(module, "read_log", reading)
    return found


def test_each_file_of_a_folder_is_read_once(tmp_path: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight logs of one game, and three of others, in one folder: eleven are read, three games and no more are told and replayed."""
    import ingest.read as reading

    told: list[str] = []
    replayed = reading.replay
    monkeypatch.setattr(reading, "replay", lambda recording, *more: told.append(recording.header.game) or replayed(recording, *more))
    texts = {f"g{number}_vlog": text for number, text in enumerate(by_mail(random.Random(7), 8, "1"))}
    (tmp_path / "mail").mkdir()
    folder = write(tmp_path / "mail", **texts, x_vlog=begun(TWO), y_vlog=begun(THREE, REACTION), z_vsav=game(turned(9)))
    lake = Lake.create(tmp_path / "lake")
    report = ingest([folder], lake)
    assert sorted(counted) == sorted(path.name for path in folder.iterdir())
    assert len(told) == len(set(told)) == lake.games().height == 4
    assert [row.status for row in report.rows].count("new") == 4
    told.clear()
    assert [row.status for row in ingest([folder], lake).rows] == ["unchanged"] * 11
    assert not told


def by_mail(dice: random.Random, logs: int, tag: str) -> list[str]:
    """The logs of a made-up game: each begins where the one before ended, perhaps after some tidying, and moves pieces about."""
    spots = [("World", 20 + 40 * x, 40 + 40 * y) for x in range(18) for y in range(6)]
    pieces = [str(number) for number in range(1, 31)]
    opening = [add(id_, traits("red", "land"), "Tank", *spots[int(id_)]) for id_ in pieces]
    opening += [one for one in begun_opening() if not one.startswith("+/")]
    found = []
    for number in range(logs):
        done = []
        for at in range(dice.randint(2, 6)):
            id_ = dice.choice(pieces)
            made = f"{tag}-{number}-{at}"
            done.append(
                step(
                    f"M/{id_}/" + "/".join(map(str, (*(to := dice.choice(spots)), "null", "World", 0, 0, "null", "ann"))),
                    stack(made, *to, id_),
                )
            )
        found.append(game(opening, done))
        tidy = [step(move(dice.choice(pieces), dice.choice(spots), "null", HERE, "ann")) for _ in range(dice.choice((0, 0, 1, 2)))]
        opening = after(found[-1], *tidy)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_made_up_games_in_one_folder_are_found_again_whatever_their_files_are_called(tmp_path: Path, seed: int) -> None:
    """Three games from one set-up, their logs shuffled and named by chance."""
    dice = random.Random(seed)
    written: dict[str, str] = {}
    files = [(f"game-{number}", text) for number in range(3) for text in by_mail(dice, 4, str(number))]
    names = dice.sample(range(100, 1000), len(files))
    for name, (of, text) in zip(names, files, strict=True):
        (tmp_path / f"{name}.vlog").write_bytes(container(text))
        written[f"{name}.vlog"] = of
    found: dict[str, set[str]] = {}
    for name, of in written.items():
        found.setdefault(of, set()).add(game_id(tmp_path / name))
    assert [len(ids) for ids in found.values()] == [1, 1, 1]
    assert len(set().union(*found.values())) == 3


CASES = (
    "02-vassal-tidied-between-logs",
    "03a-vassal-logs-without-a-move",
    "03b-vassal-saves-that-differ-by-state",
    "04a-vassal-interrupted-log-repeats",
    "04b-vassal-interrupted-log-goes-on",
)


@pytest.mark.shared
@pytest.mark.parametrize("case", CASES)
def test_the_logs_of_a_folder_are_one_game(shared: Path, case: str) -> None:
    assert len({game_id(path) for path in (shared / "cases" / case).glob("*.v*")}) == 1
