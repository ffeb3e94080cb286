"""The ground floor: events, states, titles and their rules. Knows no file format and no Parquet."""
