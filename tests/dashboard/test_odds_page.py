"""The page Odds: an address fills in the forces, and the page says what the exact odds are."""

from __future__ import annotations

from urllib.parse import parse_qs, urlparse

from dashboard.odds.links import address
from engine.odds.battle import Forces, odds
from engine.titles import load_title
from tests.dashboard.test_pages import charts, html, opened

TITLE = load_title("aa1942")


def asked(**words: str):
    return opened("odds.py", **{"title": TITLE.name, **words})


def test_an_address_gives_the_forces_and_the_page_their_exact_odds() -> None:
    app = asked(**{"a-infantry": "3", "a-tank": "2", "d-infantry": "4"})
    assert not app.exception
    exact = odds(TITLE, Forces({("infantry", "germany"): 3, ("tank", "germany"): 2}, {("infantry", "soviet-union"): 4}))
    assert f"The attacker wins with {exact.win:.1%}" in html(app)
    assert charts(app) and app.metric[0].value == f"{exact.win:.1%}"
    assert any('sitrep odds aa1942 "3 infantry, 2 tank" "4 infantry"' in code.value for code in app.code)


def test_without_units_it_asks_for_some() -> None:
    app = asked()
    assert not app.exception and "Give each side some units" in html(app)


def test_a_recorded_battle_has_an_address() -> None:
    made = address(
        TITLE, "ukraine-ssr", "3 infantry (germany), 2 infantry (japan), fighter", "tank, industrial-complex"
    )
    words = {name: value for name, (value,) in parse_qs(urlparse(made).query).items()}
    assert words == {"title": TITLE.name, "where": "On land", "a-infantry": "5", "a-fighter": "1", "d-tank": "1"}
