"""The page Odds: an address fills in the forces, and the page says what the exact odds are."""

from __future__ import annotations

import json
import shlex
from urllib.parse import parse_qs, urlparse

import pytest
from click.testing import CliRunner

from dashboard.odds.links import address
from engine.odds.battle import Forces, Retreat, odds
from engine.titles import load_title
from sitrep import main
from tests.dashboard.test_pages import charts, commands, html, opened

TITLE = load_title("aa1942")


def asked(**words: str):
    return opened("odds.py", **{"title": TITLE.name, **words})


def test_an_address_gives_the_forces_and_the_page_their_exact_odds() -> None:
    app = asked(**{"a-infantry": "3", "a-tank": "2", "d-infantry": "4"})
    assert not app.exception
    exact = odds(TITLE, Forces({("infantry", "germany"): 3, ("tank", "germany"): 2}, {("infantry", "soviet-union"): 4}))
    assert f"The attacker wins {exact.win:.1%} of such battles" in html(app)
    assert charts(app) and app.metric[0].value == f"{exact.win:.1%}"
    assert any('sitrep odds aa1942 "3 infantry, 2 tank" "4 infantry" --in ' in line for line in commands(app))


def test_without_units_it_asks_for_some() -> None:
    app = asked()
    assert not app.exception and "Give each side some units" in html(app)


def test_a_recorded_battle_has_an_address() -> None:
    made = address(
        TITLE, "ukraine-ssr", "3 infantry (germany), 2 infantry (japan), fighter", "tank, industrial-complex"
    )
    words = {name: value for name, (value,) in parse_qs(urlparse(made).query).items()}
    assert words == {"title": TITLE.name, "where": "On land", "a-infantry": "5", "a-fighter": "1", "d-tank": "1"}


def test_sides_change_places_and_all_units_go_at_a_button() -> None:
    app = asked(**{"a-infantry": "3", "d-tank": "2"})
    button = {one.label: one for one in app.button}
    app = button["Swap sides"].click().run()
    counts = {one.key: one.value for one in app.number_input}
    assert (counts["a-tank"], counts["d-infantry"], counts["a-infantry"], counts["d-tank"]) == (2, 3, 0, 0)
    app = next(one for one in app.button if one.label == "Clear").click().run()
    assert not any(one.value for one in app.number_input) and "Give each side some units" in html(app)


def test_orders_of_loss_and_retreat_are_kept_to_and_are_in_the_command() -> None:
    words = {"a-infantry": "4", "a-tank": "2", "a-cruiser": "1", "d-infantry": "3"}
    app = asked(**words, **{"a-order": "Tank", "retreat": "After a number of rounds", "limit": "1"})
    assert not app.exception
    forces = Forces(
        {("infantry", "germany"): 4, ("tank", "germany"): 2}, {("infantry", "soviet-union"): 3},
        bombard={("cruiser", "germany"): 1}, attack_order=("tank",),
    )  # fmt: skip
    exact = odds(TITLE, forces, retreat=Retreat(rounds=1))
    assert f"loses {exact.attacker_lost:.1f} IPC on average, the defender {exact.defender_lost:.1f}" in html(app)
    command = next(line for line in commands(app) if line.startswith("sitrep odds"))
    told = CliRunner().invoke(main, [*shlex.split(command)[1:], "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["win"] == pytest.approx(exact.win), "the command works out something else"
