"""Charts: one chart, one function, one file; a polars frame in, an Altair chart out, no Streamlit."""
