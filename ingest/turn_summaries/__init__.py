"""TripleA's turn summaries: the text that players post in forums, whole games or fragments."""
