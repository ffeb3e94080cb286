"""The games and results that the notebooks stand on are whole, and made by commands of the repository."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import sitrep
from notebooks import balance, league

RESULTS = list(csv.DictReader(balance.RESULTS.read_text(encoding="utf-8").splitlines()))


def test_the_league_is_the_games_of_its_fixtures():
    assert sorted(path.name for path in league.FOLDER.iterdir()) == [f"{one[0]}.jsonl.zst" for one in league.fixtures()]
    met = Counter((axis, allies) for _, _, axis, allies in league.fixtures())
    everybody = {(one, other) for one in league.PLAYERS for other in league.PLAYERS if one != other}
    assert met == dict.fromkeys(everybody, league.MEETINGS)


def test_a_game_of_the_league_is_whole_and_one_like_it_can_be_played(tmp_path: Path):
    """The bots have learned since: the same seats play another game today, whose log is made in the same way."""
    game, *seats = next(league.fixtures())
    recorded = sitrep.read_recording(league.FOLDER / f"{game}.jsonl.zst")
    replayed = sitrep.replay(league.FOLDER / f"{game}.jsonl.zst")
    assert replayed.state.defects == 0 and replayed.state.ended
    again = sitrep.read_recording(league.play(game, *seats, tmp_path))
    assert again.header == recorded.header


def test_no_game_of_the_league_breaks_a_rule_as_the_rules_are_now():
    broken = {game: sitrep.replay(league.FOLDER / f"{game}.jsonl.zst").state.defects for game, *_ in league.fixtures()}
    assert broken == dict.fromkeys(broken, 0)


def test_every_game_of_the_league_says_who_sat_where():
    for game, _, axis, allies in league.fixtures():
        header = sitrep.read_recording(league.FOLDER / f"{game}.jsonl.zst").header
        assert header.game == game and set(header.players.values()) == {axis, allies}
        assert header.players["japan"] == axis and header.options == {"victory": league.VICTORY}


def test_the_balance_question_has_as_many_games_of_each_rule():
    seeds = {rule: sorted(int(row["seed"]) for row in RESULTS if row["rule"] == rule) for rule in balance.RULES}
    (count,) = {len(found) for found in seeds.values()}
    assert all(found == list(range(1, count + 1)) for found in seeds.values()) and count >= 60


def test_a_row_of_the_balance_question_is_played_again():
    row = min(RESULTS, key=lambda row: (int(row["rounds"]), row["rule"] != "tank 4", int(row["seed"])))
    assert {name: str(value) for name, value in balance.play(row["rule"], int(row["seed"])).items()} == row


def test_the_overlay_changes_one_thing():
    before, after = sitrep.load_title("aa1942"), sitrep.load_title("aa1942", [balance.HERE / "experiments/cheap-tanks"])
    changed = {
        (slug, name, getattr(unit, name), getattr(after.units[slug], name))
        for slug, unit in before.units.items()
        for name in unit.__struct_fields__
        if name != "source" and getattr(unit, name) != getattr(after.units[slug], name)
    }
    assert changed == {("tank", "cost", 5, 4)}
    assert (before.areas, before.scenarios) == (after.areas, after.scenarios)
