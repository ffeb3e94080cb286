"""Questions of an assistant (a program that talks with a person) over the Model Context Protocol; `sitrep mcp` serves them.

arguments.py    what each tool is asked with, as the client is told it
tools.py        the tools, and what answers each
answers.py      the text of an answer: never too long, and it says what was left out
server.py       the protocol

The other modules answer: lake_tools.py, board.py, battles.py, chances.py, checking.py and meanings.py.
"""
