"""Movement of blocks on land, and what they do across the sea (sections 3.0 to 3.4, 4.0)."""
