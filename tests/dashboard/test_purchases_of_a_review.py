"""What a review tells of purchases and money."""

from __future__ import annotations

import altair as alt
import polars as pl
import pytest

from dashboard.review.battles import biggest
from dashboard.review.cards.card import cards
from dashboard.review.economy import flows, stores
from dashboard.review.findings import nearest
from dashboard.review.purchases import EVERYBODY, purchases
from dashboard.review.reader import Reader
from engine.events import ResourceChanged, UnitsPurchased
from engine.recording import Fidelity
from ingest.samples import samples
from tests.dashboard.conftest import DEEDS
from tests.dashboard.test_review import MakeLake, read
from tests.kept import rows_of


def test_a_game_without_battles_and_purchases_is_not_asked_of_them(make_lake: MakeLake) -> None:
    of = read(make_lake)
    assert cards(of) == [] and biggest(of) is None and purchases(of) is None


def test_purchases_of_all_and_of_each_power(make_lake: MakeLake) -> None:
    bought = [UnitsPurchased("germany", "infantry", 3, 3, 9, "ipc"), UnitsPurchased("germany", "tank", 1, 6, 6, "ipc")]
    # After its own turn: what a power has not placed by the end of that is given back, and was not bought.
    found = purchases(read(make_lake, deeds={(3, "united-states"): bought}))
    assert found is not None
    assert found.answer == "15 IPC in all, most by Germany: 15 IPC. Bought most: 3 Infantry and 1 Tank."
    assert found.choice == ("Power", (EVERYBODY, "Germany")) and len(found.drawings) == 2
    assert found.drawings[1].rows.select("round", "unit", "units").rows() == [(3, "infantry", 3), (3, "tank", 1)]


def test_purchases_are_not_summed_over_currencies(make_lake: MakeLake) -> None:
    bought = [
        UnitsPurchased("germany", "infantry", 3, 3, 9, "ipc"),
        UnitsPurchased("germany", "infantry", 5, 2, 10, "levy"),
        ResourceChanged("germany", "ipc", -5, 0, "purchase"),
        ResourceChanged("germany", "lend-lease", 4, 0, "lend-lease"),
        ResourceChanged("germany", "lend-lease", -4, 0, "purchase"),
        ResourceChanged("germany", "levy", 10, 0, "levied"),
        ResourceChanged("germany", "levy", -10, 0, "purchase"),
    ]
    found = purchases(read(make_lake, deeds={(3, "united-states"): bought}))
    assert found is not None
    assert found.answer == (
        "9 IPC in all, most by Germany: 9 IPC; 10 in levy. 4 IPC of that was paid with lend lease. Bought most: 8 Infantry."
    )
    drawn = found.drawings[0].chart.to_dict()
    assert [row["spent"] for rows in drawn["datasets"].values() for row in rows] == [9]


def test_of_purchases_with_and_without_a_price_only_these_are_summed(make_lake: MakeLake) -> None:
    bought = [UnitsPurchased("germany", "infantry", 3, 3, 9, "ipc"), UnitsPurchased("germany", "tank", 2, 0, 0, "ipc")]
    found = purchases(read(make_lake, fidelity=Fidelity.OBSERVED, deeds={(3, "united-states"): bought}))
    assert found is not None and "9 IPC in all" in found.answer
    assert "The cost of 2 other units is not recorded." in found.answer


def test_a_unit_type_has_one_colour_whoever_bought_it(make_lake: MakeLake) -> None:
    bought = [
        UnitsPurchased("germany", "infantry", 3, 3, 9, "ipc"),
        UnitsPurchased("germany", "tank", 1, 6, 6, "ipc"),
        UnitsPurchased("japan", "tank", 2, 6, 12, "ipc"),
        UnitsPurchased("japan", "fighter", 1, 10, 10, "ipc"),
    ]
    found = purchases(read(make_lake, deeds={(3, "united-states"): bought}))
    assert found is not None
    germany, japan = (_colors(drawing.chart) for drawing in found.drawings[1:])
    assert list(germany) == ["Infantry", "Tank"] and list(japan) == ["Tank", "Fighter"], "the types bought most first"
    assert germany["Tank"] == japan["Tank"] and len({*germany.values(), *japan.values()}) == 3


def _colors(chart: alt.TopLevelMixin) -> dict[str, str]:
    scale = chart.to_dict()["encoding"]["color"]["scale"]
    return dict(zip(scale["domain"], scale["range"], strict=True))


def test_purchases_whose_price_no_record_tells(make_lake: MakeLake) -> None:
    bought = [UnitsPurchased("germany", "infantry", 3, 0, 0, "ipc"), UnitsPurchased("germany", "tank", 1, 0, 0, "ipc")]
    found = purchases(read(make_lake, fidelity=Fidelity.OBSERVED, deeds={(3, "united-states"): bought}))
    assert found is not None
    assert found.answer == "4 units; their cost is not recorded. Bought most: 3 Infantry and 1 Tank."
    assert found.drawings[0].name == "Units bought by power and round"
    assert found.drawings[0].chart.to_dict()["encoding"]["y"]["title"] == "Units bought"


def test_where_money_came_from_and_went(make_lake: MakeLake) -> None:
    found = flows(read(make_lake, deeds=DEEDS))
    assert found is not None
    assert found.answer == "Received: income 499, starting cash 166 and objectives 25 IPC, less convoy raids 7 IPC."


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ((9, 10), "The Allies had more victory cities: 10 to 9"),
        ((9, 9), "The Axis and the Allies had 9 victory cities each"),
        ((9, 10, 3), "The Allies had the most victory cities: 10, the next 9"),
        ((9, 3, 9), "The Axis and the Comintern had the most victory cities: 9 each"),
    ],
)
def test_who_had_most_of_what_wins_where_no_total_does(make_lake: MakeLake, totals: tuple[int, ...], said: str) -> None:
    names = ["Axis", "Allies", "Comintern"][: len(totals)]
    rows = pl.DataFrame({"round": 3, "name": names, "total": totals, "threshold": 0})
    assert nearest(read(make_lake), rows, "victory cities") == said


def test_a_second_resource_has_its_own_question_in_its_printed_name(make_lake: MakeLake) -> None:
    (path,) = [path for path in samples() if path.name.startswith("convoys-of-the-atlantic")]
    lake = make_lake(rows_of(path))
    found = stores(Reader.of_lake(lake, "convoys-of-the-atlantic"))
    assert found is not None and found.question == "Who collects Oil, and how much is in store?"
    assert [drawing.name for drawing in found.drawings] == [
        "Oil collected by power and round",
        "Oil in store by power and round",
    ]
    oil = lake.sql("SELECT power, sum(income) AS income FROM treasuries WHERE resource = 'oil' GROUP BY power HAVING sum(income) > 0")
    drawn = found.drawings[0].rows.group_by("power").agg(pl.col("income").sum()).filter(pl.col("income") > 0)
    assert dict(drawn.iter_rows()) == dict(oil.iter_rows()) != {}
    assert found.answer.startswith("Collected: ") and " Oil" in found.answer
