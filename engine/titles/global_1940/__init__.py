"""What only Global 1940 has."""
