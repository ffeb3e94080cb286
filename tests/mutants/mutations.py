"""The one-line changes that may be made to a module: comparisons, constants, conditions, operators, whole statements.

They are found in its syntax tree and made in its text, so that the rest of the file stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

OPPOSITE = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.In: "not in", ast.NotIn: "in",
    ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
"""What a comparison becomes: the opposite, or the one that has the limit on the other side."""

ARITHMETIC = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*"}
CALLS = {"any": "all", "all": "any", "min": "max", "max": "min"}


class Mutation(NamedTuple):
    """A change of a text: what stands from `start` to `end` (byte offsets) is replaced; `line` is counted from 1."""

    line: int
    start: int
    end: int
    becomes: str
    kind: str

    def apply(self, source: str) -> str:
        """Return the text with the change made."""
        raw = source.encode()
        return (raw[: self.start] + self.becomes.encode() + raw[self.end :]).decode()


def mutations(source: str) -> list[Mutation]:
    """Return all changes of a module, in the order of its text; all of them leave it a module that compiles."""
    finder = _Finder(source)
    found = [mutation for node in _code(ast.parse(source)) for mutation in finder.of(node)]
    return sorted(mutation for mutation in dict.fromkeys(found) if _compiles(mutation.apply(source)))


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _code(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what runs inside functions; annotations and docstrings change no result."""
    for outer in ast.walk(tree):
        if not isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        ahead: list[ast.AST] = list(outer.body)
        while ahead:
            node = ahead.pop()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue  # a function inside has its own turn
            yield node
            ahead += [
                child
                for name, part in ast.iter_fields(node)
                if name not in ("annotation", "returns")
                for child in (part if isinstance(part, list) else [part])
                if isinstance(child, ast.AST)
            ]


class _Finder:
    def __init__(self, source: str) -> None:
        self.raw = source.encode()
        self.begins = [0]
        for line in self.raw.splitlines(keepends=True):
            self.begins.append(self.begins[-1] + len(line))

    def of(self, node: ast.AST) -> Iterator[Mutation]:
        """Yield the changes of one node of the tree."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPPOSITE:
                yield self._between(left, right, f" {OPPOSITE[type(op)]} ", "comparison")
            case ast.Constant(value=bool(value)):
                yield self._whole(node, str(not value), "constant")
            case ast.Constant(value=int(value)):
                yield self._whole(node, str(value + 1), "constant")
            case ast.BoolOp(op=op, values=[left, right, *_]):
                yield self._between(left, right, " or " if isinstance(op, ast.And) else " and ", "condition")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._whole(node, self._text(operand), "condition")
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                yield self._between(left, right, f" {ARITHMETIC[type(op)]} ", "operator")
            case ast.Call(func=ast.Name(id=name) as called) if name in CALLS:
                yield self._whole(called, CALLS[name], "call")
            case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
                yield self._whole(node, "pass", "statement removed")
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                if not isinstance(test, ast.UnaryOp):
                    yield self._whole(test, f"not ({self._text(test)})", "condition")
        if isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield self._whole(test, "True", "filter removed")

    def _at(self, line: int, column: int) -> int:
        return self.begins[line - 1] + column

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.raw[start:end].decode()

    def _whole(self, node: ast.expr | ast.stmt, becomes: str, kind: str) -> Mutation:
        return Mutation(node.lineno, *self._span(node), becomes, kind)

    def _between(self, left: ast.expr, right: ast.expr, becomes: str, kind: str) -> Mutation:
        """Return the change of the operator between two operands; brackets around them that it would cut off make it none that compiles."""
        return Mutation(left.end_lineno, self._span(left)[1], self._span(right)[0], becomes, kind)
