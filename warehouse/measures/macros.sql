-- rated(won, decided): `rate`, won of decided, and `low` and `high`, its 95 % interval after Wilson (1927); null where nothing
-- was decided. A measure takes all three as columns: unnest(rated(won, decided)).
-- tally(outcome): how many `games` there were, how many of them `decided`, `won`, `lost`, `drawn` and `unfinished`; an aggregate.
-- A measure takes all six as columns: unnest(tally(outcome)).
-- bids_told(side, bid): the bids of a game whose rows are its sides, as `axis 9`, of all sides that had one; empty for none, null where
-- it is not known; an aggregate.
-- wilson(rate, n, z): the end of the interval that lies z standard deviations off, not kept within 0 and 1.
-- in_season(title, played, wanted, since, until): whether a game is of the wanted title and was played in a season, any where null; a
-- game whose day is not known is in no season.
-- is_program(name): whether a player is a program by its name: TripleA's "Hard (AI)", "Moore N. Able AI", a bot.
-- of_people(people, wanted): whether a game counts: all when not `wanted`, else those that no program played.
-- typed_alike(name): a name in one Unicode form and without letters that nobody sees: so is the same who was typed on another system.
CREATE MACRO wilson(rate, n, z) AS
    (rate + z * z / 2 / n + z * sqrt((rate * (1 - rate) + z * z / 4 / n) / n)) / (1 + z * z / n);
CREATE MACRO rated(won, decided) AS
    CASE WHEN decided > 0 THEN struct_pack(
        rate := won / decided,
        low := CASE WHEN won > 0 THEN greatest(0, wilson(won / decided, decided, -1.959963984540054e0)) ELSE won / decided END,
        high := CASE WHEN won < decided THEN least(1, wilson(won / decided, decided, 1.959963984540054e0)) ELSE won / decided END
    ) END;
CREATE MACRO tally(outcome) AS struct_pack(
    games := count(*),
    decided := count(*) FILTER (WHERE outcome IN ('won', 'lost')),
    won := count(*) FILTER (WHERE outcome = 'won'),
    lost := count(*) FILTER (WHERE outcome = 'lost'),
    drawn := count(*) FILTER (WHERE outcome = 'drawn'),
    unfinished := count(*) FILTER (WHERE outcome = 'unfinished')
);
CREATE MACRO bids_told(side, bid) AS
    CASE WHEN count(bid) > 0 THEN coalesce(string_agg(side || ' ' || bid, ', ' ORDER BY side) FILTER (bid > 0), '') END;
CREATE MACRO in_season(title, played, wanted, since, until) AS
    (wanted IS NULL OR title = wanted)
    AND (since IS NULL OR played >= since)
    AND (until IS NULL OR (played <= until AND played <> ''));
CREATE MACRO is_program(name) AS regexp_matches(name, '(^|[^\p{L}])(AI|[Bb][Oo][Tt])\)?$');
CREATE MACRO of_people(people, wanted) AS (wanted IS NULL OR NOT wanted OR people);
CREATE MACRO typed_alike(name) AS
    nfc_normalize(regexp_replace(name, '[\p{Cf}\x{34F}\x{180B}-\x{180F}\x{FE00}-\x{FE0F}\x{E0000}-\x{E0FFF}]', '', 'g'));
