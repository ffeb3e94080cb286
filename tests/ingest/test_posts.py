"""Results as people post them: lines of five leagues' forms are read as they were meant, and nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import sitrep
from engine.titles import load_title
from ingest import ingest
from ingest.results import words
from ingest.results.posts import Posted, read_posts
from tests.ingest.posted_lines import Truth, posted
from warehouse import Lake


def read(line: str) -> Posted:
    (found,) = read_posts(line, "aa1942", "2026-05-01")
    return found


def told(line: str) -> tuple[str, ...]:
    found = read(line)
    assert not found.why, (line, found.why)
    return tuple(found.cells[name] for name in ("date", "players", "sides", "winner", "bid", "rounds", "how"))


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("Amy (Axis) defeats Boris (Allies + 10)", "2026-05-01|Amy; Boris|Axis; Allies|Axis|Allies 10||"),
        ("2026-04-30: Boris (L+8) def. Amy (X), 9 rounds", "2026-04-30|Boris; Amy|Allies; Axis|Allies|Allies 8|9|"),
        ("Amy & Cy (Axis) beat Boris (Allies) by forfeit", "2026-05-01|Amy + Cy; Boris|Axis; Allies|Axis|||forfeit"),
        ("Amy (X) vs Boris (L+22) - Allies win in 7 rounds", "2026-05-01|Amy; Boris|Axis; Allies|Allies|Allies 22|7|"),
        ("Amy (X) drew with Boris (L)", "2026-05-01|Amy; Boris|Axis; Allies|draw|||"),
        ("Amy (Axis) over Boris, resigned", "2026-05-01|Amy; Boris|Axis; Allies|Axis|||conceded"),
        ("B beats A, L+8", "2026-05-01|B; A|Allies; Axis|Allies|Allies 8||"),
        ("B (L) beats A, bid 25 to Russia", "2026-05-01|B; A|Allies; Axis|Allies|Allies 25||"),
        ("B beats A, L, bid 25 to Russia.", "2026-05-01|B; A|Allies; Axis|Allies|Allies 25||"),
        ("B beats A, X, no bid", "2026-05-01|B; A|Axis; Allies|Axis|none||"),
        ("B beats A, X, 9 rounds", "2026-05-01|B; A|Axis; Allies|Axis||9|"),
        ("Amy (X) was defeated by Boris (L)", "2026-05-01|Amy; Boris|Axis; Allies|Allies|||"),
        ("Amy (X) forfeits to Boris (L+9)", "2026-05-01|Amy; Boris|Axis; Allies|Allies|Allies 9||forfeit"),
        ("Amy (X) resigned to Boris after 4 rounds", "2026-05-01|Amy; Boris|Axis; Allies|Allies||4|conceded"),
        ("26L G40 Amy (X) vs Boris (L+22) - Boris wins", "2026-05-01|Amy; Boris|Axis; Allies|Allies|Allies 22||"),
        ("Round 3: Amy (X) vs Boris (L+22): draw", "2026-05-01|Amy; Boris|Axis; Allies|draw|Allies 22||"),
        ("**Axis (Amy) beat Allies (@Boris)** on 2026-04-01, low luck", "2026-04-01|Amy; Boris|Axis; Allies|Axis|||"),
        ("3. Amy/Cy (Axis) beat Boris and Dee (Allies, bid 12)", "2026-05-01|Amy + Cy; Boris + Dee|Axis; Allies|Axis|Allies 12||"),
        ("26L J.R. Ewing (X) vs AMY BAKER (L) - X win", "2026-05-01|J.R. Ewing; AMY BAKER|Axis; Allies|Axis|||"),
        ("26L MC Hammer (X) vs Boris (L) - X win", "2026-05-01|MC Hammer; Boris|Axis; Allies|Axis|||"),
        ("Amy (X) vs Boris (L) - Axis win by time limit", "2026-05-01|Amy; Boris|Axis; Allies|Axis|||limit"),
    ],
)
def test_lines_as_leagues_write_them(line: str, cells: str) -> None:
    assert "|".join(told(line)) == cells


def test_the_command_writes_a_table_that_can_be_ingested_and_quotes_the_rest(tmp_path: Path) -> None:
    text = "Amy (Axis) defeats Boris (Allies + 10)\n\nwhat a week\nBoris (X) vs Amy (L) - Axis win\n"
    out = tmp_path / "league.csv"
    done = CliRunner().invoke(sitrep.main, ["results", "-", "--title", "aa1942", "--day", "2026-05-01", "--out", str(out)], input=text)
    assert done.exit_code == 1 and "line 3: 'what a week': nobody is said to have won" in done.stderr
    assert "3 lines: 2 read, 1 not understood" in done.stderr
    lake = Lake.create(tmp_path / "lake")
    assert ingest([out], lake).ok
    assert sorted(lake.games()["winner"].to_list()) == ["axis", "axis"]
    assert sorted(lake.frame("seats")["bid"].drop_nulls().to_list()) == [0, 10]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--title", "aa1942", "--day", "2026-13-01"], "'2026-13-01'; expected a day such as 2026-05-01"),
        (["--title", "aa1942", "--day", "yesterday"], "expected a day such as"),
        (["--title", " "], "--title is empty; expected a title's slug"),
    ],
)
def test_what_the_command_is_given_is_judged_before_any_line(options: list[str], why: str) -> None:
    """A day that is none would go unseen where each line has its own."""
    done = CliRunner().invoke(sitrep.main, ["results", "-", *options], input="2026-04-01: Amy (X) beats Boris (L)\n")
    assert done.exit_code != 0 and why in done.stderr and not done.stdout


def test_a_long_line_is_quoted_in_short() -> None:
    done = CliRunner().invoke(sitrep.main, ["results", "-", "--title", "aa1942"], input="Amy (X) beats Boris (L)" + "!" * 100_000)
    assert done.exit_code == 1 and len(done.stderr) < 1000 and "100,023 letters in a line" in done.stderr


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Amy beats Boris, bid 25 to Russia", "nobody's side is said"),
        ("Amy beats Boris, L+8, bid 25 to Russia", "the bid of Allies is said to be 8 and 25; expected one amount"),
        ("Amy (X) beats Boris, bid 25", "a bid of 25, but not whose; expected bid 25 to Allies"),
        ("Amy (X) beats Boris, bid 25 to Narnia", "a bid of 25, but 'Narnia' is no side"),
        ("Amy (X) beats Boris (L+8), Allies +9", "the bid of Allies is said to be 8 and 9"),
        ("03/05/26 Amy (Axis) beats Boris (Allies)", "'03/05/26' may be a day; expected one before the players, as 2026-05-01"),
        ("3 May 2026 - Amy (Axis) beats Boris (Allies)", "'3 May' may be a day"),
        ("May 3rd Amy (Axis) beats Boris (Allies)", "'May 3rd' may be a day"),
        ("20260503 Amy (Axis) beats Boris (Allies)", "'20260503' may be a day"),
        ("R1 - Amy (Axis) beats Boris (Allies)", "'R1 - Amy' is no name of a player"),
        ("Yesterday Amy (Axis) beats Boris (Allies)", "'Yesterday Amy' is no name of a player"),
        ("Not Amy (Axis) beats Boris (Allies)", "'Not Amy' is no name of a player"),
        ("Amy (Axis) beats Boris (Allies), -9 rounds", "'-9 rounds' is not understood"),
        ("Amy (Axis) was not defeated by Boris (Allies)", "'was not' stands before the word that says who won"),
        ("Amy didn't beat Boris (L)", "is no name of a player"),
        ("Amy (X) didn't beat Boris (L)", "stands before the word that says who won"),
        ("Amy will beat Boris (L)", "'Amy will' is no name of a player"),
        ("If Amy (X) beats Boris (L)? we play on", "'If Amy' is no name of a player"),
        ("Amy (X) beats Boris (L)? we play on", "'? we play on' is not understood"),
        ("Amy beats Boris in 8, L+8", "'Boris in 8' is no name of a player"),
        ("Amy (X) beats Boris (L), bid 10 to UK, bid 10 to Russia", "a bid of Allies is told twice, 10 and 10"),
        ("Boris (Allies 1500) lost to Amy (Axis 1480)", "a bid of 1500; expected at most 300"),
        ("2026-01-26: Amy (X) def Boris (L) (2026-01-03)", "two days are told, 2026-01-26 and 2026-01-03"),
        ("Amy (X) beats Boris (L)?", "'?' is not understood"),
        ("AMY DOES NOT BEAT BORIS (L)", "'AMY DOES NOT' is no name of a player"),
        ("AMY WILL BEAT BORIS (L)", "'AMY WILL' is no name of a player"),
        ("Amy Never beats Boris (L)", "'Amy Never' is no name of a player"),
        ("Amy (X) beats Boris Yesterday", "'Boris Yesterday' is no name of a player"),
        ("VOID Amy (X) beats Boris (L)", "'VOID Amy' is no name of a player"),
        ("Amy beats Boris, Al", "nobody's side is said"),
        ("Amy (X) beats Amy (L)", "a player is on both sides"),
        ("Axis beats Allies", "'Axis' is no name of a player"),
        ("> Amy (X) beats Boris (L)", "it is quoted or struck out"),
        ("~~Amy (X) beats Boris (L)~~", "it is quoted or struck out"),
        ("Amy (X) beats Boris (L) 2:1", "'2:1' is not understood"),
        ("Amy (X) vs Boris (L) - Cy wins", "'Cy' won, which nobody of the two had"),
        ("Amy (X) vs Boris (L+12)", "nobody is said to have won"),
        ("Amy (X-5) beats Boris (L)", "'X-5' is no side"),
        ("Amy (X) beats Boris (L+8.5)", "'L+8.5' is no side"),
        ("Amy (X) beats Boris (L) on 2026-02-30", "expected a day such as 2026-05-01"),
        ("Amy (Axis) vs Boris (Allies +10)", "nobody is said to have won"),
        ("Amy (Axis) beats Boris (Axis)", "both are said to have had Axis"),
        ("Amy (Axis) beats Boris (Reds)", "'Reds' is no side; expected Axis or Allies"),
        ("Amy (Axis) beats Boris (Allies) beats Cy", "two words say who won"),
        ("Amy (Axis) beats Boris (Allies), what a game", "'what a game' is not understood"),
        ("2999-01-01: Amy (Axis) beats Boris (Allies)", "column 'date': found '2999-01-01'; expected a day that is over"),
        ("hello everybody", "nobody is said to have won"),
        ("My victory over Boris (L)", "'My' is no name of a player"),
        ("Another (X) victory over Boris (L)", "'Another' is no name of a player"),
        ("Win over Boris (X)", "'Win' is no name of a player"),
        ("Discussion over bids (L)", "'Discussion' is no name of a player"),
        ("Amy (X) drew with Boris (L), forfeit", "a draw, and forfeit; expected one of them"),
        (f"Amy (X) beats Boris (L){' x' * 20_000}", "40,023 letters in a line; expected at most 300"),
    ],
)
def test_what_is_not_understood_says_why(line: str, why: str) -> None:
    found = read(line)
    assert not found.cells and found.text == line
    assert why in found.why


@pytest.mark.parametrize(
    "name",
    "I|We|me|They|Someone|nobody|TBD|BYE|Amy as Axis|Amy with Axis|Axis Amy|Amy's Axis|Amy' Allies|Amy X|Game 2 Amy|Round 3 Amy"
    "|Semifinal Amy|Tier 1 Amy|G40 Amy|25L PtV Amy|Congrats Amy|GG Amy|Quote Amy|Did Amy|Amy on turn 9|Amy at|Amy via|Amy badly"
    "|Amy handily|Amy twice|Amy at Larry Harris map|Amy cannot|Amy must|Amy rarely|So Amy"
    "|unless Amy|soon Amy|resigned Amy|tie Amy|Amy Possibly|Amy But|Winner Amy|Perhaps Amy"
    "|LOL Amy|Prediction Amy|Poll Amy|Hypothetical Amy|WIP Amy|Supposedly Amy|Amy's|Amy’s|_Amy_|__Amy__".split("|"),
)
def test_what_is_no_name_makes_no_player(name: str) -> None:
    assert not read(f"{name} (X) beats Boris (L)").cells and not read(f"Boris (L) lost to {name} (X)").cells


@pytest.mark.parametrize(
    "name",
    [
        "Ally McBeal",
        "Al Capone",
        "Ludwig van Beethoven",
        "General 6 Stars",
        "L8",
        "Arthur Bomber Harris",
        "Me1945",
        "de Gaulle",
        "von Rundstedt",
    ],
)
def test_names_of_several_words_are_read(name: str) -> None:
    assert told(f"{name} (X) beats Boris (L)")[1] == f"{name}; Boris" and told(f"Boris (L) lost to {name}")[1] == f"Boris; {name}"


@pytest.mark.parametrize("seed", [500, 501, 502, 503])
def test_of_500_made_up_lines_98_in_100_are_read_and_none_wrongly(seed: int) -> None:
    made = [*posted(seed, 500)]
    text = "\n".join(line for line, _ in made)
    wrong, understood = [], 0
    told = {one.number: one for one in read_posts(text, "aa1942")}
    for number, (line, truth) in enumerate(made, start=1):
        if not (cells := told[number].cells):
            continue
        understood += 1
        if truth is None or truth != as_truth(cells):
            wrong.append((line, as_truth(cells), truth))
    assert not wrong
    assert understood >= 490, [(one.text, one.why) for one in told.values() if one.why]


def as_truth(cells: dict[str, str]) -> Truth:
    """Return what cells say, side by side."""
    sides, players = cells["sides"].split("; "), cells["players"].split("; ")
    seats = {side: set(names.split(" + ")) for side, names in zip(sides, players, strict=True)}
    bids = dict(bid.rsplit(" ", 1) for bid in cells["bid"].split("; ") if " " in bid)
    return Truth(cells["date"], seats["Axis"], seats["Allies"], cells["winner"], int(bids.get("Allies", 0)), cells["rounds"], cells["how"])


YAML = """
games:
  - date: 2026-04-01
    teams:
      - {side: Axis, players: [Amy, Cy], share: 2}
      - {side: Allies, players: [Boris], share: 1, bid: 10}
    rounds: 9
  - date: 2026-04-02
    teams: {Axis: [Amy], Allies: [Boris]}
    winner: L
    how: forfeit
  - date: 2026-04-03
    teams: {Axis: {players: [Amy], share: 1}, Allies: {player: Boris, share: 1}}
  - {date: 2999-01-01, winner: X, teams: {Axis: [Amy], Allies: [Boris]}}
  - {date: 2026-04-05, teams: {Axis: [Amy], Allies: [Boris]}}
  - {date: 2026-04-06, winner: X, teams: {Axis: [Amy], Reds: [Boris]}}
  - {date: 2026-04-07, winner: X, teams: {Axis: {players: [Amy], share: 2}, Allies: [Boris]}}
  - {date: 2026-04-08, winner: L, teams: {Axis: {players: [Amy], share: 2}, Allies: {players: [Boris], share: 1}}}
  - {date: 2026-04-09, winer: L, teams: {Axis: [Amy], Allies: [Boris]}}
  - Amy beat Boris
"""


def test_yaml_of_teams_with_shares() -> None:
    found = [*read_posts(YAML, "aa1942")]
    good = [one.cells for one in found if one.cells]
    assert [(cells["players"], cells["winner"], cells["shares"], cells["bid"], cells["how"], cells["rounds"]) for cells in good] == [
        ("Amy + Cy; Boris", "Axis", "2:1", "Allies 10", "", "9"),
        ("Amy; Boris", "Allies", "", "", "forfeit", ""),
        ("Amy; Boris", "draw", "1:1", "", "", ""),
    ]
    whys = [one.why for one in found if not one.cells]
    for why, part in zip(
        whys,
        [
            "expected a day that is over", "nobody is said to have won; expected winner, or a share of each team",
            "side: found 'Reds'; expected Axis or Allies", "share: said of some teams only", "Axis won most of it",
            "unknown key 'winer' of a game; expected date", "expected a game with the keys date",
        ],
        strict=True,
    ):  # fmt: skip
        assert part in why, why


def test_yaml_in_one_line_is_yaml_and_json_too() -> None:
    flow = "- {date: 2026-04-02, winner: Allies, how: forfeit, teams: {Axis: [Amy], Allies: [Boris]}}"
    for text in (flow, '[{"date": "2026-04-02", "winner": "Allies", "how": "forfeit", "teams": {"Axis": ["Amy"], "Allies": ["Boris"]}}]'):
        (found,) = read_posts(text, "aa1942")
        assert (found.cells["players"], found.cells["winner"], found.cells["how"]) == ("Amy; Boris", "Allies", "forfeit"), found.why


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ("[007]", "found '7', which is no text in YAML"), ("[1:30]", "put it into quotes"), ("[2026-04-01]", "put it into quotes"),
        ("Amy & Cy", "expected a list of names"), ("'Amy, Cy'", "expected a list of names"),
    ],
)  # fmt: skip
def test_names_that_yaml_takes_for_something_else_are_quoted(players: str, why: str) -> None:
    (found,) = read_posts(f"- {{winner: Axis, teams: {{Axis: {players}, Allies: Boris}}}}", "aa1942")
    assert not found.cells and why in found.why


@pytest.mark.parametrize(
    "told", ["winner: Axis, winner: Allies, teams: {Axis: Amy, Allies: B}", "winner: Axis, teams: {Axis: Amy, Axis: B}"]
)
def test_a_key_that_stands_twice_in_yaml_is_quoted(told: str) -> None:
    (found,) = read_posts(f"- {{{told}}}", "aa1942")
    assert not found.cells and "stands twice" in found.why


AXIS, ALLIES = "{side: Axis, players: [Amy]}", "{side: Allies, player: Boris}"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("winner: X, Winner: L, teams: {X: Amy, L: B}", "two of them say the same"),
        ("low_luck: yes, low luck: no, winner: X, teams: {X: Amy, L: B}", "two of them say the same"),
        ("date: 2026-04-01, day: 2026-04-02, winner: X, teams: {X: Amy, L: B}", "two of them say the same"),
        (f"winner: X, teams: [{{side: X, players: [Amy], player: Cy}}, {ALLIES}]", "two of them say the same"),
        (f"teams: [{{side: X, player: Amy, share: 2, Share: 1}}, {ALLIES}]", "two of them say the same"),
        ("winner: X, teams: {X: {side: L, players: [Amy]}, L: B}", "side: said twice of 'X'"),
        (f"winner: X, teams: [{AXIS}, {{side: L, player: B, bid: 010}}]", "YAML reads the number 010 of line 1 otherwise"),
        (f"winner: X, teams: [{AXIS}, {{side: L, player: B, bid: 0x10}}]", "the number 0x10 of line 1"),
        ("winner: X, rounds: 1:10, teams: {X: Amy, L: B}", "the number 1:10 of line 1"),
        ("winner: X, teams: {X: Amy and Cy, L: B}", "expected a list of names"),
        ('winner: X, teams: {X: ["A\\amy"], L: B}', "all of which can be seen"),
        ('winner: X, teams: {X: ["Amy\\nCy"], L: B}', "in one line"),
        (f"winner: X, teams: {{X: [{'A' * 61}], L: B}}", "up to 60 letters"),
        ("winner: Axis + Allies, teams: {X: Amy, L: B}", "a side that did not win; write draw"),
    ],
)
def test_yaml_that_says_two_things_or_none_that_people_read_is_quoted(told: str, why: str) -> None:
    (found,) = read_posts(f"- {{{told}}}", "aa1942", "2026-05-01")
    assert not found.cells and why in found.why, found.why


def test_what_stands_beside_the_games_of_yaml_is_not_left_out_in_silence() -> None:
    """A title of all games, which would else be of the map that the command names."""
    (found,) = read_posts("title: Other Map\ngames:\n- {winner: X, teams: {X: Amy, L: B}}", "aa1942", "2026-05-01")
    assert not found.cells and "unknown key 'title' beside games" in found.why


@pytest.mark.parametrize(
    "text",
    ["teams: [", "teams: &a [*a, *a]", "teams:\n\t- x", "teams: " + "[" * 5000, "teams: !!python/object/apply:os.system [ls]",
     "teams: {? {a: b} : 1}", "a: 2026-02-30\nteams: 1", "teams: " + "9" * 6000, "teams: 0x" + "9" * 6000, "teams: \x00"],
)  # fmt: skip
def test_yaml_that_is_none_is_quoted_with_the_reason(text: str) -> None:
    (found,) = read_posts(text, "aa1942")
    assert not found.cells and "expected" in found.why and "\n" not in found.why


def test_a_game_told_twice_stays_one_with_what_differs() -> None:
    text = (
        "2026-04-01: Amy (X) beats Boris (L+10)\n"
        "2026-04-01: Boris (L+10) lost to Amy (X)\n"
        "2026-04-01: Boris (L+12) beats Amy (X), 9 rounds\n"
        "2026-04-02: Amy (X) beats Boris (L+10)\n"
    )
    one, again, other, another = read_posts(text, "aa1942")
    assert one.cells and another.cells and not again.cells and not other.cells
    assert again.why.startswith("tells the game of line 1 again, by day and players; they agree;")
    assert "they differ: winner Allies, there Axis; bid Allies 12, there Allies 10; rounds 9, there unknown;" in other.why


def test_powers_that_posts_name_are_of_the_side_that_titles_give_them() -> None:
    """Told by the titles' own tables: each power's printed name and adjective, where the table of words has it."""
    told = words.sides_by_word("power")
    for slug in ("aa1942", "global-1939"):
        title = load_title(slug)
        names = {name.casefold(): title.side_of[row.power] for row in title.powers.values() for name in (row.name, row.adjective)}
        known = {name: side for name, side in names.items() if name in told}
        assert len(known) >= 5 and known == {name: told[name] for name in known}, slug
