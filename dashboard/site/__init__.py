"""A community's site from a lake: static pages that open from a file or any web host, and need no server.

    build(lake, Path("site"), Settings(name="Winter league"))

`build.py` decides what is made again and makes it on all cores; `shell.py` is what pages share; the other modules are a page each.
The data of the site is a public copy of the lake (`warehouse/people/publish.py`) in its folder `lake/`.
"""
