"""Global War 1936-1945: what its rules have that no other title of the family has."""
