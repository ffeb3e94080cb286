"""Where the areas of any title are drawn: by its coordinates, by TripleA's polygons, or grown from its links."""
