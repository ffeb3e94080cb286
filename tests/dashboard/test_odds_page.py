"""The page Odds: an address fills in the forces, and the page says what the exact odds are."""

from __future__ import annotations

import json
import shlex
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest
from click.testing import CliRunner

from dashboard.odds import answer
from dashboard.odds.links import address
from dashboard.ui.sampled import mean_told, sampled, share
from engine.odds.battle import Forces, Retreat, odds
from engine.titles import load_title
from sitrep import main
from tests.dashboard.test_pages import charts, commands, html, opened
from tests.slow import slow_after

TITLE = load_title("aa1942")


def asked(**words: str):
    return opened("odds.py", **{"title": TITLE.name, **words})


def test_an_address_gives_the_forces_and_the_page_their_exact_odds() -> None:
    app = asked(**{"a-infantry": "3", "a-tank": "2", "d-infantry": "4"})
    assert not app.exception
    exact = odds(TITLE, Forces({("infantry", "germany"): 3, ("tank", "germany"): 2}, {("infantry", "soviet-union"): 4}))
    assert f"The attacker wins {exact.win:.1%} of such battles" in html(app)
    assert charts(app) and f"<b>{exact.win:.1%}</b>" in html(app)
    assert any('sitrep odds aa1942 "3 infantry, 2 tank" "4 infantry" --in ' in line for line in commands(app))


def test_common_maps_of_triplea_can_be_asked_of_with_units_as_people_type_them() -> None:
    words = {"title": "World War II v5 1942 Second Edition", "a-infantry": "2", "a-cruiser": "2", "d-infantry": "3"}
    app = opened("odds.py", **words, **{"a-order": "1 inf, then the rest", "seaborne": "inf"})
    assert not app.exception and "Worked out exactly" in html(app)
    keys = {one.key for one in app.number_input}
    assert {"a-armour", "d-aa-gun"} <= keys and "a-aa-gun" not in keys, "guns that only defend are not the attacker's"
    command = next(line for line in commands(app) if line.startswith("sitrep odds --map"))
    told = CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"])
    assert told.exit_code == 0 and f"<b>{share(json.loads(told.output)['win'])}</b>" in html(app)


def test_further_attacks_a_question_and_percentiles_are_answered_and_are_in_the_command() -> None:
    words = {"a-infantry": "2", "a-bomber": "1", "d-infantry": "3", "retreat": "With only aircraft left"}
    app = asked(**words, **{"ask": "at least 2 left, among them a bomber", "then": "2 tank, ftr then inf", "a-order": "inf"})
    text = unescape(html(app))
    assert not app.exception and "ends with this swing or a lower one" in text
    command = next(line for line in commands(app) if line.startswith("sitrep odds"))
    assert command.count("--then") == 2 and "--only-aircraft" in command
    told = json.loads(CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"]).output)
    assert f"The area is taken in {share(told['take'])}" in text
    parts = shlex.split(command)[1:]
    alone = [part for at, part in enumerate(parts) if part != "--then" and parts[at - 1] != "--then"]
    answers = json.loads(CliRunner().invoke(main, [*alone, "--json"]).output)["answers"]
    assert f"at least 2 left, among them a bomber: {share(answers[0]['chance'])}" in text
    app = asked(**words, ask="what now")
    assert "at least 3 left, among them a tank" in app.warning[0].value


def test_submarines_submerge_as_the_page_is_told() -> None:
    app = asked(where="At sea", **{"a-submarine": "3", "d-cruiser": "1", "d-battleship": "1"}, submerge="Attacker")
    assert not app.exception and "The attacker's submarines submerge" in unescape(html(app))
    assert any("--submerge attacker" in line for line in commands(app))


def test_without_units_it_asks_for_some() -> None:
    app = asked()
    assert not app.exception and "Give each side some units" in html(app)


def test_a_recorded_battle_has_an_address() -> None:
    made = address(
        TITLE,
        {
            "area": "ukraine-ssr",
            "attacker": "germany",
            "defender": "soviet-union",
            "attackers": "3 infantry (germany), 2 infantry (japan), fighter",
            "defenders": "tank, industrial-complex",
        },
        {"lone-transports": "destroyed", "victory": TITLE.options["victory"].default},
    )
    words = {name: value for name, (value,) in parse_qs(urlparse(made).query).items()}
    assert words == {"title": TITLE.name, "where": "On land", "a-infantry": "5", "a-fighter": "1", "d-tank": "1"} | {
        "options": f"{TITLE.options['lone-transports'].name}: destroyed"
    }


def test_sides_change_places_and_all_units_go_at_a_button() -> None:
    app = asked(**{"a-infantry": "3", "d-tank": "2"})
    button = {one.label: one for one in app.button}
    app = button["Swap sides"].click().run()
    counts = {one.key: one.value for one in app.number_input}
    assert (counts["a-tank"], counts["d-infantry"], counts["a-infantry"], counts["d-tank"]) == (2, 3, 0, 0)
    app = next(one for one in app.button if one.label == "Clear").click().run()
    assert not any(one.value for one in app.number_input) and "Give each side some units" in html(app)


def test_options_of_the_game_are_kept_to_and_are_in_the_command() -> None:
    words = {"title": "Axis & Allies Global 1939", "where": "At sea", "a-cruiser": "2", "d-aircraft-carrier": "1"}
    (name,) = (f"{row.name}: always" for row in load_title("global-1939").options.values() if row.slug == "carrier-hits")
    wins = []
    for more in ({}, {"options": name}):
        app = opened("odds.py", **words, **more)
        assert not app.exception
        (command,) = commands(app)
        assert ("--option" in command) == bool(more)
        found = told_by(command, Path())
        assert f"{found['attacker_lost']:.1f} IPC on average" in unescape(html(app)), command
        wins.append(found["win"])
    assert wins[0] > wins[1] + 0.1, "a carrier that takes two hits holds longer"


def test_orders_of_loss_and_retreat_are_kept_to_and_are_in_the_command() -> None:
    words = {"a-infantry": "4", "a-tank": "2", "a-cruiser": "1", "d-infantry": "3"}
    app = asked(**words, **{"a-order": "Tank", "retreat": "After a number of rounds", "limit": "1"})
    assert not app.exception
    forces = Forces(
        {("infantry", "germany"): 4, ("tank", "germany"): 2},
        {("infantry", "soviet-union"): 3},
        bombard={("cruiser", "germany"): 1},
        attack_order=("tank",),
        seaborne={("infantry", "germany"): 4, ("tank", "germany"): 2},
    )
    exact = odds(TITLE, forces, retreat=Retreat(rounds=1))
    assert f"loses {exact.attacker_lost:.1f} IPC on average, the defender {exact.defender_lost:.1f}" in html(app)
    command = next(line for line in commands(app) if line.startswith("sitrep odds"))
    told = CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["win"] == pytest.approx(exact.win), "the command works out something else"


def lost_of(told: dict[str, float]) -> str:
    if told["exact"]:
        return f"loses {told['attacker_lost']:.1f} "
    return f"loses {mean_told(told['attacker_lost'], told['standard_errors']['attacker_lost'])} "


def told_by(command: str, folder: Path) -> dict:
    """Run a command that a page shows, where the records lie."""
    words = [str(folder / word) if (folder / word).is_file() else word for word in shlex.split(command)[1:]]
    done = CliRunner().invoke(main, [*words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


COMPOSED = {
    "global-1939": {"a-infantry": "4", "a-tank": "1", "d-infantry": "3"},
    "black-swan": {
        "in-land": "Lvov", "a-power": "Italy", "d-power": "Soviet Union", "a-tank-4": "2", "d-infantry-4": "1", "d-fort-3": "1",
    },
    "blitz": {
        "in-land": "Paris", "a-power": "Germany", "d-power": "AFA", "a-counters": ["Army Group Center", "Luftwaffe"], "d-counters": "BEF",
    },
    "global-war-1936": {"in-land": "Lapland", "d-power": "Soviet Union", "a-marine": "2", "a-infantry": "1", "d-infantry": "2"},
}  # fmt: skip
"""Title to the words of an address with forces."""


@pytest.mark.parametrize("slug", slow_after(2, COMPOSED))
def test_the_page_and_its_command_give_the_same_odds_for_forces_of_any_title(slug: str) -> None:
    title = load_title(slug)
    app = opened("odds.py", title=title.name, where="On land", **COMPOSED[slug])
    assert not app.exception and not app.warning
    (command,) = [line for line in commands(app) if line.startswith("sitrep odds")]
    said = CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"])
    assert said.exit_code == 0, said.output
    told, text = json.loads(said.output), html(app)
    if power := COMPOSED[slug].get("a-power"):
        assert f"--attacker {power.casefold()} " in command
    held = ("Defender holds", told["lose"] + told["retreat"]) if told["retreat"] else ("Defender wins", told["lose"])
    for name, number in (("Attacker wins", told["win"]), held):
        shown = sampled(number, told["samples"]) if told["samples"] else share(number)
        assert f"<small>{name}</small><b>{shown}</b>" in text
    assert lost_of(told) in text and told["exact"] == ("Worked out exactly" in text)
    if not told["exact"]:
        assert told["samples"] >= answer.FEW, "as often as the command"
        assert f"Played {told['samples']:,} times" in text and "95% range" in text


def test_of_many_unit_types_the_usual_ones_have_steppers_and_others_can_be_added() -> None:
    app = opened("odds.py", title=load_title("global-war-1936").name, where="On land", **{"a-marine": "2"})
    mine = [one.key for one in app.number_input if one.key.startswith("a-")]
    theirs = [one.key for one in app.number_input if one.key.startswith("d-")]
    assert len(mine) == len(theirs) + 1 == 9 and "a-marine" in mine and "a-infantry" in mine
    more = next(box for box in app.multiselect if box.key.startswith("d-more"))
    app = more.select("Marine").run()
    assert "d-marine" in [one.key for one in app.number_input]


def test_counters_change_sides_with_their_power() -> None:
    app = opened("odds.py", title=load_title("blitz").name, where="On land", **COMPOSED["blitz"])
    app = next(one for one in app.button if one.label == "Swap sides").click().run()
    assert not app.exception
    chosen = {box.key: box.value for box in app.multiselect}
    assert chosen == {"a-counters": ["BEF"], "d-counters": ["Army Group Center", "Luftwaffe"]}
    assert {box.key: box.value for box in app.selectbox}["a-power"] == "AFA"
    app = next(one for one in app.button if one.label == "Clear").click().run()
    assert not any(box.value for box in app.multiselect) and "Give each side some units" in html(app)
