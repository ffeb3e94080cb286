"""Who is at war, allied, conquered or liberated, and who controls an area (sections 3, 6.6, 7.2, 9.2)."""
