"""How aircraft fly, land, drop troops and follow their carriers (sections 8.3, 10.3, 1.24, 15.3)."""
