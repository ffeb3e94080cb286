-- Games that the lake has from a better record too, told by a text (fidelity observed): each with the game that leads. Two records
-- tell one game when its powers bought the same units and attacked the same areas in the same rounds (games.deeds), and where both
-- name players or a day these are the same. The one that knows more leads: orders, then changes, then the text of the smaller id.
SELECT t.game_id, first(b.game_id ORDER BY b.fidelity = 'observed', b.fidelity = 'changes', b.game_id) AS leads
FROM games t
JOIN games b ON b.deeds = t.deeds AND b.game_id <> t.game_id
    AND (b.fidelity <> 'observed' OR b.game_id < t.game_id)
    AND (b.played = t.played OR b.played = '' OR t.played = '')
    AND (b.players = t.players OR b.players = '{}' OR t.players = '{}')
WHERE t.fidelity = 'observed' AND t.deeds <> ''
GROUP BY t.game_id
