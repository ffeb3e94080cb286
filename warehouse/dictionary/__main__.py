"""Prints the data dictionary as a page of Markdown."""

import sys

from warehouse.dictionary.page import page

sys.stdout.write(page())
