"""The exported Delta tables, asked by Spark: local mode, and the answers of DuckDB over the lake.

Spark's own reader of Delta is a Java library that the package index does not have. So the files of each table come from its Delta
log, as deltalake reads it, and Spark reads these.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from warehouse import Lake
from warehouse.export import export

pytestmark = pytest.mark.slow
pyspark = pytest.importorskip("pyspark", reason="Spark is not installed: pip install pyspark")
deltalake = pytest.importorskip("deltalake", reason="the extra `delta` is not installed")

QUESTIONS = (
    "SELECT title, count(*) AS games, sum(events) AS events FROM games GROUP BY title ORDER BY title",
    "SELECT power, sum(delta) AS total FROM resource_changed WHERE cause = 'income' GROUP BY power ORDER BY power",
    "SELECT s.player, s.outcome, count(*) AS seats FROM seats s JOIN games g ON g.game_id = s.game_id WHERE g.ended "
    "GROUP BY s.player, s.outcome ORDER BY s.player, s.outcome",
    "SELECT unit, sum(size(dice)) AS dice, sum(hits) AS hits FROM dice_rolled GROUP BY unit ORDER BY unit",
    "SELECT game_id, round, max(tuv) AS tuv FROM powers GROUP BY game_id, round ORDER BY game_id, round",
)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """Spark on this machine, with one thread."""
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java on PATH")
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.driver.memory", "1g")
    made = session.config("spark.sql.shuffle.partitions", "2").appName("sitrep").getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def asked(spark: Any, small: Lake, tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake whose Delta tables Spark knows by their names."""
    target = tmp_path_factory.mktemp("delta") / "out"
    for table in export(small, "delta", target):
        files = deltalake.DeltaTable(str(target / table)).file_uris()
        frame = spark.read.parquet(*files) if files else None
        if frame is not None:
            frame.createOrReplaceTempView(table)
    return small


@pytest.mark.parametrize("question", QUESTIONS)
def test_spark_and_duckdb_answer_alike(spark: Any, asked: Lake, question: str) -> None:
    theirs = [tuple(row) for row in spark.sql(question).collect()]
    ours = asked.sql(question.replace("size(", "len(")).rows()
    assert theirs == ours and ours


def test_spark_sees_the_types_of_the_dictionary(spark: Any, asked: Lake) -> None:
    told = {row["col_name"]: row["data_type"] for row in spark.sql("DESCRIBE dice_rolled").collect()}
    assert (told["dice"], told["expected"], told["hits"], told["game_id"]) == ("array<int>", "double", "int", "string")
