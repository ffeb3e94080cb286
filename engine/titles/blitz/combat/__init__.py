"""What combat at sea and on land share: phases, rounds, factors, results (sections 2.2, 6)."""
