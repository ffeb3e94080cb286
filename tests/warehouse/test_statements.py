"""What a query names is read by DuckDB, so that comments, strings and quoted names mislead nobody."""

from __future__ import annotations

import pytest

from warehouse import LakeError
from warehouse.statements import names_in, parameters, tables_in, with_values

TRICKY = """-- FROM stacks, $nothing
WITH own AS (SELECT '$no FROM areas' AS text, é.round FROM "Dice_Rolled" é)
SELECT $game_id, own.* FROM own JOIN (powers CROSS JOIN games) USING (game_id) WHERE x = $title AND y = $game_id
"""


def test_parameters_are_those_that_duckdb_sees_in_their_order() -> None:
    assert parameters(TRICKY) == ("game_id", "title")
    assert parameters("") == () and parameters("select '$a' -- $b") == ()


def test_values_stand_in_the_place_of_parameters_alone() -> None:
    told = with_values(TRICKY, lambda name: "'né'" if name == "game_id" else "NULL")
    assert told == TRICKY.replace("$game_id", "'né'").replace("$title", "NULL")


def test_tables_are_those_that_are_read_not_those_in_comments_and_strings() -> None:
    assert tables_in(TRICKY) == {"own", "Dice_Rolled", "powers", "games"}
    assert tables_in("SELECT (FROM a LIMIT 1) FROM b, c WHERE EXISTS (FROM d) UNION FROM e") == set("abcde")


@pytest.mark.parametrize("query", ["CREATE TABLE x AS FROM y", "PIVOT x ON y", "SELECT FROM FROM"])
def test_what_cannot_be_taken_apart_is_refused(query: str) -> None:
    with pytest.raises(LakeError, match="cannot be taken apart"):
        tables_in(query)


def test_names_are_those_of_the_query_and_of_queries_in_its_strings_but_not_of_comments() -> None:
    found = names_in("""PIVOT "Stacks" ON round -- areas\nUSING query('from powers')""")
    assert {"stacks", "round", "powers", "query"} <= found and "areas" not in found
    assert names_in("") == frozenset()
