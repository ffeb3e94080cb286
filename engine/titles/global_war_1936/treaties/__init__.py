"""Pacts, partitions, the Monroe doctrine, truces and what nations ask of each other (sections 5.7, 9.21, 14): what others ask about."""
