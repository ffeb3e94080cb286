"""TripleA's saved games (`.tsvg`), versions 1.0 to 2.7, of any map: read without Java, replayed exactly.

A file goes through these modules, in this order:

- `stream` (`classes`, `javaclass`, `mutf8`, `limits`): a Java object stream as plain data. Nothing is made by name.
- `values` (`containers`, `plain`): objects of the stream as names, ids, tuples and dicts.
- `save` (`decode_game`, `units`) gives a `model.Save`; `history` (`decode_changes`, `rendering`) its tree and `changes`.
- `replay` (`state`, `apply`, `setters`, `inverse`): the state at every step. `summary` prints one.

    from ingest.triplea.save import read_save
    from ingest.triplea.replay import Replay

Every error is a `TripleaSaveError`. What a change contradicts is a `Misfit`, and the replay goes on.
"""
