"""A log may say what the board prints; what is read is the same as with slugs."""

from __future__ import annotations

import pytest

from engine.errors import RecordError
from engine.orders import Order
from engine.recording import OrderEntry
from ingest.log.reader import parse_log
from ingest.log.writer import write_log

SLUGS = b"""{"sitrep":1,"title":"aa1942","players":{"germany":"Bo","soviet-union":"Ada"}}
{"do":"buy","units":"3 infantry, tank"}
{"do":"end"}
{"do":"move","units":"2 infantry","path":"russia > west-russia"}
{"see":"owner","area":"west-russia","power":"germany"}
"""
PRINTED = b"""{"sitrep":1,"title":"Axis & Allies 1942","players":{"Soviet Union":"Ada","Germany":"Bo"}}
{"do":"buy","units":"3 Infantry, Tank"}
{"do":"end"}
{"do":"move","units":"2 inf","path":"Russia > w russia"}
{"see":"owner","area":"West Russia","power":"Germany"}
"""


def test_a_log_with_printed_names_is_the_log_with_slugs() -> None:
    plain, printed = parse_log(SLUGS), parse_log(PRINTED)
    assert printed.header == plain.header and printed.entries == plain.entries
    assert write_log(printed) == write_log(plain) == SLUGS


def test_orders_whose_names_are_slugs_are_not_made_anew() -> None:
    orders: list[Order] = [entry.order for entry in parse_log(SLUGS).entries if isinstance(entry, OrderEntry)]
    assert [getattr(order, "units", "") for order in orders] == ["3 infantry, tank", "", "2 infantry"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"do":"move","units":"tank","path":"russia > sea zone"}', "area 'sea zone' may be sea-zone-1 (Sea Zone 1), "),
        (
            '{"see":"bank","power":"united","amount":3}',
            "power 'united' may be united-kingdom (United Kingdom), united-states (United States)",
        ),
        ('{"do":"buy","units":"3 infantri"}', "unknown unit 'infantri'; did you mean 'infantry'?"),
    ],
)
def test_what_cannot_be_told_apart_is_an_error_with_its_line(line: str, told: str) -> None:
    with pytest.raises(RecordError) as found:
        parse_log(SLUGS + line.encode(), "game.jsonl")
    assert found.value.line == 6 and told in str(found.value)


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ('{"United":"Ada"}', "power 'United' may be united-kingdom"),
        ('{"Germany":"Ada","germany":"Bo"}', '\'germany\' occurs twice, as "Ada" and as "Bo"; keep one'),
        ('{"Germania":"Ada"}', "unknown power \"Germania\"; did you mean 'germany'?"),
    ],
)
def test_players_are_named_by_power_once(players: str, told: str) -> None:
    with pytest.raises(RecordError) as found:
        parse_log(f'{{"sitrep":1,"title":"aa1942","players":{players}}}'.encode(), "game.jsonl")
    assert told in str(found.value)


@pytest.mark.parametrize(
    ("title", "line", "slugs"),
    [
        (
            "aa1942",
            '{"do":"battle","area":"Algeria","bombard":"2 Battleships, cru"}',
            '{"do":"battle","area":"algeria","bombard":"2 battleship, cruiser"}',
        ),
        ("aa1942", '{"do":"battle","area":"algeria","bombard":"none"}', '{"do":"battle","area":"algeria","bombard":"none"}'),
        ("blitz", '{"do":"pick","unit":"Home Fleet"}', '{"do":"pick","unit":"home-fleet"}'),
        ("blitz", '{"do":"pick","unit":"india"}', '{"do":"pick","unit":"india"}'),
    ],
)
def test_names_among_other_words_are_read_too(title: str, line: str, slugs: str) -> None:
    """Ships, or `none`; a unit, or a Convoy: India's is no beginning of the Indian Army."""
    read = parse_log(f'{{"sitrep":1,"title":"{title}"}}\n{line}\n'.encode())
    assert write_log(read).decode().splitlines()[1] == slugs
