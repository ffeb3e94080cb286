"""The spine of a review: who was winning turn by turn, what moved it, and the moments that one should see on the map."""
