"""What the lab says: the verdict of an experiment, in sentences and tables."""
