-- How do battles go, by title and kind?
-- decided: battles with a winner, the sample of the rate. won: by the attacker. rate: won of decided, null (a dash) where
-- nothing was decided. low, high: its 95 % interval after Wilson. rounds, damage: means of all battles of the kind; destroyed, swing:
-- of those in which every unit lost has a price on record.
WITH counted AS (
    SELECT g.title, b.kind, count(*) AS battles, count(*) FILTER (WHERE b.winner IN ('attacker', 'defender')) AS decided,
           count(*) FILTER (WHERE b.winner = 'attacker') AS won, avg(b.rounds) AS rounds,
           avg(b.attacker_lost + b.defender_lost) FILTER (WHERE b.priced) AS destroyed,
           avg(b.defender_lost - b.attacker_lost) FILTER (WHERE b.priced) AS swing,
           avg(b.damage) AS damage
    FROM priced_battles b JOIN games g ON g.game_id = b.game_id
    WHERE $title IS NULL OR g.title = $title
    GROUP BY g.title, b.kind
)
SELECT title, kind, battles, decided, won, unnest(rated(won, decided)), rounds, destroyed, swing, damage
FROM counted
ORDER BY title, kind
