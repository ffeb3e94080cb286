"""The explorer of openings: its words and HTML, for the dashboard and a site, and its page on the dashboard."""
