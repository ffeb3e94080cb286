"""Questions in, pages, charts and maps out: what people look at."""
