"""Drawing boards: cells grown from the points of a title and clipped to the coastline, once, into its map.geojson."""
