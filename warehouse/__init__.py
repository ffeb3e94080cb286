"""The lake of Parquet tables and the doors to query it."""
