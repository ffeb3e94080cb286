"""The file of a league's rules: every fault says file, key, both values and the cure; and what rules do with games that are not usual."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from warehouse import LakeError
from warehouse.league import NAME, beside, of_games, read_rules, shown_to, strangers
from warehouse.league.games import Game, Row, Side, judged
from warehouse.league.league import League
from warehouse.league.places import ordered, playoffs
from warehouse.people import People

POINTS = '[points]\ntiers = ["A", "B"]\nwin = [2, 1]\nloss = [0, 0]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / NAME
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "key", "found", "expected", "cure"),
    [
        ("", "name", "None", "the name of the league", 'write a first line such as name = "Winter league"'),
        ("name = 3", "name", "3", "a text of one line", "put it into quotes"),
        ('rank = "ello"', "rank", "'ello'", "elo, points, wins, win rate or matches", "did you mean elo?"),
        ('rank = "points"', "rank", "'points'", "a table [points]", "write [points], or rank by something else"),
        ('ties = ["matches"]', "ties", "'matches'", "a table [matches]", "write [matches]"),
        ('ties = ["luck"]', "ties", "'luck'", "some of elo, points", "delete it"),
        ("ran = 1", "ran", "1", "a key of name", "did you mean rank?"),
        ("[elo]\nk = -1", "elo.k", "-1", "a number from 0 to 1,000", "write such a number, without quotes"),
        ("[elo]\nk = nan", "elo.k", "nan", "a number from 0 to 1,000", "write such a number"),
        ("[elo]\nk = [[5, 40]]", "elo.k", "[[5, 40]]", "from 0 games on", "write k = [[0, 40], [10, 20]]"),
        ('[elo]\nk = [["0", 40]]', "elo.k", "['0', 40]", "a number of games and a K", "write k = "),
        ('[elo]\nstart = "1500"', "elo.start", "'1500'", "a number from 0 to 100,000", "without quotes"),
        ("[elo]\nspeed = 1", "elo.speed", "1", "a key of start, scale, keep, k", "choose one of these, or delete the key"),
        ("elo = 3", "elo", "3", "a table", "write [elo] on a line of its own"),
        ("[games]\nbid = [9, 3]", "games.bid", "[9, 3]", "the smaller one first", "write bid = [3, 9]"),
        ("[games]\nbid = 3", "games.bid", "3", "a list of two whole numbers", "put it into [ and ]"),
        ("[games]\nrounds = 3.5", "games.rounds", "3.5", "a whole number from 0 to 10,000", "write such a number"),
        ("[games]\nrounds = true", "games.rounds", "True", "a whole number", "write such a number"),
        ('[games]\nsince = "May"', "games.since", "'May'", "a day such as 2026-05-01", "write year"),
        ("[games]\nsince = 2026-05-01T10:00:00", "games.since", "2026-05-01T10:00:00", "a day such as 2026-05-01", "write year"),
        ("[games]\nsince = 2026-05-02\nuntil = 2026-05-01", "games.until", "'2026-05-01'", "2026-05-02 or later", "exchange the two"),
        ('[games]\npeople = "yes"', "games.people", "'yes'", "true or false", "without quotes"),
        ('[games]\nstopped = "tie"', "games.stopped", "'tie'", "nothing, draw or loss", "choose one"),
        ("[games.options]\nlow-luck = false", "games.options.low-luck", "False", "a text of one line", "put it into quotes"),
        ('[games]\ntitles = ["A", "a"]', "games.titles", "['A', 'a']", "each once", "delete the one that is there twice"),
        ("[points]\nwin = [1]", "points.loss", "None", "1 numbers, one for each of the tiers all", "write loss = [..]"),
        ('[points]\ntiers = ["A", "B"]\nwin = [1]', "points.win", "[1]", "2 numbers, one for each of the tiers A, B", "write win = [..]"),
        (POINTS + 'newcomers = "C"', "points.newcomers", "'C'", "A or B", "choose one"),
        (POINTS + '[points.players]\nAda = "C"', "points.players.Ada", "'C'", "A or B", "choose one"),
        ('[points]\nwin = [1]\nloss = [0]\nplayers = { Bo = "nonsense" }', "points.players.Bo", "'nonsense'", "'all', the only tier",
         "delete the key, or write points.tiers with this tier in it"),
        ('[points]\nwin = [1]\nloss = [0]\nnewcomers = "B"', "points.newcomers", "'B'", "'all', the only tier", "delete the key"),
        (f"[elo]\nk = {[[games, 40] for games in range(51)]}", "elo.k", "[[0, 40], [1, 40]", "at most 50 steps, not 51", "leave some"),
        (POINTS + '[points.players]\nAda = "A"\nADA = "B"', "points.players", "['Ada', 'ADA']", "each player once", "delete"),
        (POINTS + "[points.regrade]\nfrom = [1, 2]", "points.regrade.from", "[1, 2]", "1 numbers", "write from = [..]"),
        (POINTS.replace("[2, 1]", "[1, 2]") + "[points.regrade]\nfrom = [1]", "points.win", "[1.0, 2.0]", "no more points", "better tiers"),
        ("[matches]\nbest_of = 4", "matches.best_of", "4", "an odd number", "write 3 or 5"),
        ('[[seasons]]\nuntil = 2026-05-01\n[[seasons]]\nname = "B"\nsince = 2026-04-30', "seasons[2].since", "'2026-04-30'",
         "a day after 2026-05-01 of Season 1", "let no two seasons have a day in common"),
        ('[[seasons]]\nname = "A"\nuntil = 2026-05-01\n[[seasons]]\nname = "a"\nsince = 2026-05-02', "seasons[1].name", "'A'",
         "a name of its own", "write another name"),
        ("seasons = 3", "seasons", "3", "a list of at most 10,000 tables", "write [[seasons]]"),
        ("[playoffs]\nplaces = 1", "playoffs.places", "1", "a whole number from 2 to 256", "write such a number"),
        ('[forfeits]\ncount = "draw"', "forfeits.count", "'draw'", "win or nothing", "choose one"),
    ],
)  # fmt: skip
def test_a_fault_names_file_key_both_values_and_the_cure(tmp_path: Path, text: str, key: str, found: str, expected: str, cure: str) -> None:
    path = written(tmp_path, text if key == "name" else f'name = "League"\n{text}')
    with pytest.raises(LakeError) as caught:
        read_rules(path)
    told = str(caught.value)
    assert told.startswith(f"{path}: key '{key}': found {found}"), told
    asked, _, cured = told.partition("; expected ")[2].partition("; ")
    assert expected in asked and cure in cured, told


@pytest.mark.parametrize("content", [b"\xff\xfe", b"name = [" * 5000, b"name = 1" + b"0" * 5000, b"=", b"a.b = 1\na = 2", b"#" * 1_000_001])
def test_what_is_no_such_file_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / NAME
    path.write_bytes(content)
    with pytest.raises(LakeError, match=r"league\.toml") as caught:
        read_rules(path)
    assert "\n" not in str(caught.value) and "expected" in str(caught.value)
    with pytest.raises(LakeError, match="cannot be read"):
        read_rules(tmp_path / "nowhere.toml")
    with pytest.raises(LakeError, match="cannot be read"):
        read_rules(tmp_path)


def test_no_damage_to_a_file_is_more_than_an_error(tmp_path: Path) -> None:
    from tests.league.test_worked_leagues import DOCS

    dice = random.Random(49)
    whole = [path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.toml"))]
    values = ["-1", "1e400", "nan", '"x"', "[]", "{}", "true", "2026-01-01", "[[1,2],[3]]", "99999999999999999999", '"\\u0000"', "0"]
    refused = 0
    for _ in range(600):
        lines = dice.choice(whole).splitlines()
        at = dice.choice([number for number, line in enumerate(lines) if "=" in line and not line.startswith("#")])
        lines[at] = f"{lines[at].partition('=')[0]} = {dice.choice(values)}" if dice.random() < 0.8 else lines[at][: dice.randrange(30)]
        try:
            read_rules(written(tmp_path, "\n".join(lines)))
        except LakeError as error:
            refused += 1
            assert "expected" in str(error) and "\n" not in str(error), error
    assert 300 < refused < 600


def test_the_file_lies_beside_a_lake_and_hidden_players_stay_hidden(tmp_path: Path) -> None:
    path = written(tmp_path, f'name = "Zaphodine\'s league"\n{POINTS}[points.players]\nzaphod = "A"\n')
    assert beside(None, tmp_path / "lake") == path and beside(tmp_path / "far" / "lake") is None and beside(None) is None
    people = People({"zaphod": "Player 1", "zaphodine": "Player 1"}, {"zaphod": "Player 1", "Zaphodine": "Player 1"})
    told = shown_to(read_rules(path), people)
    assert told.points is not None and told.points.players == {"Player 1": "A"} and "zaphod" not in told.name.lower()


def test_fifty_steps_of_k_and_the_name_of_the_only_tier_are_taken(tmp_path: Path) -> None:
    steps = [[games, 100 - games] for games in range(50)]
    points = '[points]\nwin = [1]\nloss = [0]\nnewcomers = "all"\nplayers = { Bo = "all" }\n'
    told = read_rules(written(tmp_path, f'name = "L"\n{points}[elo]\nk = {steps}'))
    assert told.elo.k_after(1000) == 51 and told.points is not None and told.points.players == {"Bo": "all"}


@pytest.mark.parametrize("name", ["standard", "Standard, spring 1942", "standard, SPRING 1942"])
@pytest.mark.parametrize("titles", ["", 'titles = ["Axis & Allies 1942"]\n'])
def test_scenarios_are_named_by_slug_or_as_they_are_printed(tmp_path: Path, name: str, titles: str) -> None:
    told = read_rules(written(tmp_path, f'name = "L"\n[games]\n{titles}scenarios = ["{name}"]\n'))
    sides = (("axis", "Ada", "won"), ("allies", "Bo", "lost"))
    rows = [
        Row("2026-05-01", "g", "aa1942", "Axis & Allies 1942", "standard", "{}", 5, True, "", side, player, outcome, None, None, True)
        for side, player, outcome in sides
    ]
    games, left = judged(rows, told)
    assert [game.game_id for game in games] == ["g"] and not left


@pytest.mark.parametrize(
    ("rule", "counted"),
    [
        ('scenarios = ["July 1939"]', ["war"]),
        ('scenarios = ["july 1939", "1939: Fall Weiss"]', ["war", "swan"]),
        ('scenarios = ["1939"]', ["war", "global", "swan"]),
        ('titles = ["global-war-1936", "global-1939"]\nscenarios = ["September 1939"]', ["global"]),
        ('titles = ["global-1939"]\nscenarios = ["July 1939"]', []),
    ],
)
def test_a_scenario_by_its_printed_name_is_that_of_no_other_title(tmp_path: Path, rule: str, counted: list[str]) -> None:
    """Three titles have a scenario of the slug 1939; they print it in three ways."""
    boards = (("war", "global-war-1936"), ("global", "global-1939"), ("swan", "black-swan"))
    rows = [
        Row("2026-05-01", game, title, title, "1939", "{}", 5, True, "", side, player, outcome, None, None, True)
        for game, title in boards
        for side, player, outcome in (("axis", "Ada", "won"), ("soviets", "Bo", "lost"))
    ]
    games, left = judged(rows, read_rules(written(tmp_path, f'name = "L"\n[games]\n{rule}')))
    assert [game.game_id for game in games] == counted
    found = {one.game_id: one.found for one in left if one.rule == "games.scenarios"}
    printed = {"war": "July 1939", "global": "September 1939", "swan": "1939: Fall Weiss"}
    assert found.items() <= printed.items()


def test_a_title_named_twice_is_told_once(tmp_path: Path) -> None:
    told = read_rules(written(tmp_path, 'name = "L"\n[games]\ntitles = ["aa1942", "axis & ALLIES 1942"]'))
    assert told.games.title_names == ("Axis & Allies 1942",)


def test_players_of_the_file_whom_the_lake_does_not_know_are_warned_of(tmp_path: Path) -> None:
    path = written(tmp_path, f'name = "L"\n{POINTS}[points.players]\nADA = "A"\nzaphod = "A"\n"Nobody Here" = "B"\nDean = "B"\n')
    told, people = read_rules(path), People({"zaphod": "Player 1", "zaphodine": "Player 1"})
    assert strangers(path, told, ["Ada", "Zaphodine", "Deane"], people) == [
        f"{path}: key 'points.players.Nobody Here' fits no player of the lake, so nobody begins in tier 'B' by it; "
        "write it as the records do",
        f"{path}: key 'points.players.Dean' fits no player of the lake, so nobody begins in tier 'B' by it; "
        "the nearest name in the lake is 'Deane'",
    ]


def league_of(folder: Path, text: str, *ends: tuple[str, tuple[float, ...]]) -> League:
    """Return the league of games of these players (`Ada v Bo`, teams with +) with the share of each side."""
    games = [
        Game(f"2026-01-{at:02}", f"g{at}", "t", "T", "All games",
             tuple(Side(f"s{side}", tuple(team.split("+")), share)
                   for side, (team, share) in enumerate(zip(met.split(" v "), shares, strict=True))), False)
        for at, (met, shares) in enumerate(ends, start=1)
    ]  # fmt: skip
    return of_games(games, [], read_rules(written(folder, text)))


def test_three_sides_are_compared_two_by_two_at_two_thirds(tmp_path: Path) -> None:
    # Ada won against Bo and Cy, who are not compared: Ada 2 comparisons of 2/3, each 0.5 expected, K 30: +20; Bo and Cy -10 each.
    told = league_of(tmp_path, 'name = "L"\n[elo]\nk = 30', ("Ada v Bo v Cy", (1, 0, 0)))
    assert dict(told.standings.select("player", "elo").rows()) == {"Ada": 1520, "Bo": 1490, "Cy": 1490}


def test_a_game_that_all_lose_costs_both_and_a_part_win_brings_parts(tmp_path: Path) -> None:
    text = 'name = "L"\nrank = "points"\n[elo]\nk = 30\n[points]\nwin = [3]\nloss = [0]\n'
    told = league_of(tmp_path, text, ("Ada v Bo", (0, 0)), ("Cy v Dee", (2 / 3, 1 / 3)))
    assert told.standings.select("player", "points", "won", "lost", "elo").rows() == [
        ("Cy", 2.0, 1, 0, 1505.0), ("Dee", 1.0, 0, 1, 1495.0), ("Ada", 0.0, 0, 1, 1485.0), ("Bo", 0.0, 0, 1, 1485.0),
    ]  # fmt: skip


def test_tiers_that_change_with_a_season_leave_its_own_games_alone(tmp_path: Path) -> None:
    text = (
        f'name = "L"\nrank = "points"\n{POINTS}[points.regrade]\nfrom = [1]\nwhen = "season"\n'
        '[[seasons]]\nname = "One"\nuntil = 2026-01-31\n[[seasons]]\nname = "Two"\nsince = 2026-02-01\n'
    )
    rules = read_rules(written(tmp_path, text))
    met = [("One", "Ada", "Bo"), ("One", "Ada", "Bo"), ("Two", "Bo", "Ada")]
    games = [Game("", f"g{at}", "t", "T", season, (Side("x", (one,), 1), Side("y", (two,), 0)), False)
             for at, (season, one, two) in enumerate(met)]  # fmt: skip
    told = of_games(games, [], rules)
    # In One both are in B: a win is 1. Ada has 1.0 per game and is in A in Two, where Bo's win over her is 2.
    assert told.standings.select("season", "player", "tier", "points").rows() == [
        ("One", "Ada", "B", 2.0), ("One", "Bo", "B", 0.0), ("Two", "Bo", "B", 2.0), ("Two", "Ada", "A", 0.0),
    ]  # fmt: skip


def test_tiers_are_the_same_in_whatever_order_games_were_played(tmp_path: Path) -> None:
    from tests.league.test_worked_leagues import DOCS

    dice, names = random.Random(7), ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay"]
    text = (DOCS / "points-per-game.toml").read_text(encoding="utf-8").replace("grows", "#").replace("best_of = 3", "best_of = 99")
    ends = [(" v ".join(dice.sample(names, 2)), dice.choice([(1, 0), (0, 1), (0.5, 0.5)])) for _ in range(28)]
    found = set()
    for _ in range(10):
        dice.shuffle(ends)
        told = league_of(tmp_path, text, *ends).standings
        found.add(tuple(sorted(told.select("player", "tier", "points").rows())))
    ((settled,),) = [found]
    tiers = {player: tier for player, tier, _ in settled}
    for player, tier, points in settled:  # and each tier is the one that the points lead to
        games = sum(player in met.split(" v ") for met, _ in ends)
        mean = points / games
        assert tier == ("M" if mean >= 5.5 else "E" if mean >= 4.5 else "1" if mean >= 3.5 else "2" if mean >= 2.5 else "3"), (player, mean)
    assert len(set(tiers.values())) > 1


def test_the_limit_of_games_grows_with_what_both_have_played(tmp_path: Path) -> None:
    told = league_of(
        tmp_path, 'name = "L"\n[matches]\nbest_of = 1\ngrows = 2',
        ("Ada v Bo", (1, 0)), ("Ada v Bo", (1, 0)), ("Ada v Cy", (1, 0)), ("Bo v Cy", (1, 0)), ("Ada v Bo", (1, 0)), ("Ada v Bo", (0, 1)),
    )  # fmt: skip
    # The second game is one too many: one win decides. When Ada and Bo have two games each it is best of three: Ada wins her second.
    assert told.left_out.select("game_id", "found").rows() == [("g2", "Ada 1, Bo 0 after 1"), ("g6", "Ada 2, Bo 0 after 2")]


def test_who_is_level_is_parted_by_their_meetings_alone() -> None:
    games = [Game("", f"g{at}", "t", "T", "", (Side("x", (one,), 1), Side("y", (two,), 0)), False)
             for at, (one, two) in enumerate([("Ada", "Bo"), ("Bo", "Cy"), ("Dee", "Ada"), ("Dee", "Ada")])]  # fmt: skip
    figures = {"wins": {"Ada": 1.0, "Bo": 1.0, "Cy": 0.0, "Dee": 2.0}}
    assert ordered(["Ada", "Bo", "Cy", "Dee"], ["wins", "meetings"], figures, games) == [["Dee"], ["Ada"], ["Bo"], ["Cy"]]
    assert ordered(["Bo", "Ada"], ["wins"], figures, games) == [["Ada", "Bo"]]


def test_playoffs_pair_the_best_with_the_last_and_give_byes_to_the_best() -> None:
    assert [tie[1:] for tie in playoffs(list("abcdefgh"))] == [
        (1, "a", 8, "h"), (4, "d", 5, "e"), (2, "b", 7, "g"), (3, "c", 6, "f")]  # fmt: skip
    assert [tie[1:] for tie in playoffs(list("abcdef"))] == [
        (1, "a", None, None), (4, "d", 5, "e"), (2, "b", None, None), (3, "c", 6, "f")]  # fmt: skip
    assert [tie[1:] for tie in playoffs(list("abc"))] == [(1, "a", None, None), (2, "b", 3, "c")]
    assert [*playoffs([])] == []


ROW = Row("2026-01-01", "g", "t", "T", "", "{}", 9, True, "agreed", "axis", "Ada", "won", 1.0, 0, True)


@pytest.mark.parametrize(
    ("rule", "changed", "broken"),
    [
        ('titles = ["T"]', {}, None),
        ('titles = ["Chess"]', {}, ("games.titles", "T", "Chess")),
        ('titles = ["aa1942", "Chess"]', {}, ("games.titles", "T", "Axis & Allies 1942 or Chess")),
        ('scenarios = ["late"]', {}, ("games.scenarios", "unknown", "late")),
        ("bid = [1, 9]", {}, ("games.bid", "0", "1 to 9")),
        ("bid = [0, 9]", {"bid": None}, ("games.bid", "unknown", "0 to 9")),
        ("rounds = 3", {"rounds": None}, ("games.rounds", "unknown", "3 rounds or more")),
        ("since = 2026-02-01", {}, ("games.since", "2026-01-01", "from 2026-02-01")),
        ("until = 2026-02-01", {"played": ""}, ("games.until", "unknown", "to 2026-02-01")),
        ("", {"people": False}, ("games.people", "a program or bot", "people only")),
        ("people = false", {"people": False}, None),
        ("", {"ended": False}, ("games", "not finished", "a game that came to an end")),
        ("", {"player": "Bo"}, ("games", "a player on several sides", "each player on one")),
        ("", {"how": "round-limit", "outcome": "unfinished"}, ("games.stopped", "stopped by a limit", "a game that was decided")),
        ('stopped = "draw"', {"how": "round-limit", "outcome": "unfinished"}, None),
    ],
)  # fmt: skip
def test_a_game_that_does_not_count_says_by_which_rule(
    tmp_path: Path, rule: str, changed: dict[str, object], broken: tuple[str, str, str] | None
) -> None:
    told = read_rules(written(tmp_path, f'name = "L"\n[games]\n{rule}'))
    rows = [ROW, ROW._replace(side="x", player="Bo", outcome="lost", share=0.0)]
    games, left = judged([row._replace(**changed) for row in rows], told)  # type: ignore[arg-type]  # the fields are of several types
    assert [one[5:] for one in left] == ([broken] if broken else [])
    assert len(games) == (broken is None)
