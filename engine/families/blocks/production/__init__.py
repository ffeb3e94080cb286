"""What a season yields, what raiders take, and what is bought (sections 1.3 to 1.6)."""
