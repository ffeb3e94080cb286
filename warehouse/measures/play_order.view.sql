-- The order in which the games were played, as far as the records tell: a place for each. Of one day, or of none, the order is that of the
-- records, which need not be that of play: first rows of tables of results, in the order of the tables' ingest and of their rows; then other
-- games by the names of their files, numbers in them counted as such.
WITH placed AS (
    SELECT *, regexp_replace(name, ':\d+$', '') AS source_file, try_cast(nullif(regexp_extract(name, ':(\d+)$', 1), '') AS BIGINT) AS line,
           -- numbers with nothing before them but zeros, so that game-2 comes before game-10; a public copy has no folders
           regexp_replace(regexp_replace(lower(regexp_replace(name, '.*[/\\]', '')), '(\d+)', '00000000000000000000\1', 'g'), '\d*(\d{20})', '\1', 'g') AS file
    FROM games
),
taken AS (
    SELECT *, min(CASE WHEN fidelity = 'result' THEN ingested_at END) OVER (PARTITION BY source_file, fidelity) AS first_taken FROM placed
)
SELECT game_id, row_number() OVER (
    ORDER BY played, first_taken NULLS LAST, CASE WHEN fidelity = 'result' THEN source_file END, CASE WHEN fidelity = 'result' THEN line END,
             CASE WHEN fidelity <> 'result' THEN file END, game_id
) AS place
FROM taken
