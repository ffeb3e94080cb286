"""The review of one game: its questions, each with an answer, charts and moments; drawn on a page or written to a file."""
