"""Turn summaries written from the events of any game: what happened, in the words of TripleA's own summaries.

`spelling`: names as summaries spell them. `report` makes of the events one block of lines for each phase, with `battle` for what
happens in battles. `layout` lays blocks out as text, Markdown or the tags of forums. `ingest.turn_summaries.reader` reads it all again.
"""
