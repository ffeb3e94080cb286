"""What areas are worth to greedy bots for national objectives."""

from __future__ import annotations

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.bonuses import asking, prize
from engine.families.axis_allies.bots.greedy.view import View
from engine.title.loader import load_title
from tests.axisallies.positions import Positions

BOARD = Positions("aa50-1941", "standard")


def worth(power: str, area: str, option: str = "on", **control: str) -> float:
    """Return what taking an area brings each turn."""
    held = {name.replace("_", "-"): holder for name, holder in control.items()}
    play = BOARD.play_from({}, power, control=held, options={"national-objectives": option})
    view = View(play.position, styles()["greedy"])
    return prize(view, area) / view.style.horizon


@pytest.mark.parametrize(
    ("power", "area", "control", "brings"),
    [
        ("germany", "karelia-ssr", {}, 5.0),  # one of two is enough
        ("italy", "karelia-ssr", {}, 5.0),  # and its ally is paid as well
        ("germany", "ukraine", {}, 5 / 3),  # the first of three
        ("germany", "ukraine", {"belorussia": "germany", "east_poland": "italy"}, 5.0),
        ("germany", "ukraine", {"belorussia": "germany", "east_poland": "italy", "baltic_states": "germany"}, 0.0),
        ("japan", "australia", {}, 5.0 + 5.0),  # and the British lose one for the whole Empire
        ("united-kingdom", "germany", {}, 5.0),  # Germany's first
        ("germany", "brazil", {}, 0.0),
    ],
)
def test_an_area_is_worth_what_it_completes_for_ones_side_or_breaks_for_the_enemy(
    power: str, area: str, control: dict[str, str], brings: float
) -> None:
    assert worth(power, area, **control) == pytest.approx(brings)
    assert worth(power, area, "off", **control) == 0.0


def test_a_title_without_objectives_asks_for_no_area() -> None:
    assert asking(load_title("aa1942")) == {}
