"""Saves and logs of VASSAL (`.vsav`, `.vlog`), read as what can be seen of a game.

One way through the room: `container` opens the file and yields its text piece by piece, `tree` cuts the text into commands,
`commands` makes typed records of them, `table` applies them as VASSAL does, `seen` says what of it may be seen and
where it stands (`geometry`), and `event_writer` tells the differences from step to step as events. `chain` puts logs
together that go on from each other; `modules` holds a folder of tables for each module that is known.
"""
