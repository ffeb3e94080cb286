"""Turn End Activities, building and Victory Points (sections 7 and 8)."""
