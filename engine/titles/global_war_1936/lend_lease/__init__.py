"""What nations lend to others, and pay for minor powers (sections 4.8, 7.9, 11.4, 13.1)."""
