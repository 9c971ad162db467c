"""The mutants of a module: what Cosmic Ray's operators make of its text.

Left out are mutants that no test could tell from the module (another type in an annotation,
which is never evaluated) and whole operators whose mutants are killed by any call or are the
same program (see SKIPPED).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RULES = Path("pi_app/rules")

# `+` to `>>` and its like raise TypeError at once or say nothing new; `==` and `is` are the same
# for small numbers and members of an Enum.
SKIPPED = re.compile(
    r"ReplaceBinaryOperator_\w+_(Div|FloorDiv|Mod|Pow|RShift|LShift|BitOr|BitAnd|BitXor)$"
    r"|ReplaceComparisonOperator_(?!Is_|IsNot_)\w+_(Is|IsNot)$"
    r"|ReplaceComparisonOperator_Is_(?!IsNot$)\w+$"
    r"|ReplaceComparisonOperator_IsNot_(?!Is$)\w+$"
    r"|Variable(Replacer|Inserter)$"  # these two ask for names as arguments
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: where, by which operator, and the line before and after."""

    path: str
    line: int
    column: int
    operator: str
    before: str
    after: str
    same_above: int  # lines above that read the same
    text: str  # of the whole module with the fault in it

    @property
    def module(self) -> str:
        """The module below pi_app/rules, such as "games/spicy.py"."""
        return str(Path(self.path).relative_to(RULES))


def modules() -> tuple[Path, ...]:
    """Every module of the rules that holds code."""
    return tuple(path for path in sorted(RULES.rglob("*.py")) if path != RULES / "__init__.py")


def mutants_of(path: Path) -> tuple[Mutant, ...]:
    """All mutants of a module, in the order of its lines."""
    text = path.read_text(encoding="utf-8")
    plain = _without_annotations(text)
    found: dict[str, Mutant] = {}
    for operator, start, end, new in _replacements(text):
        mutated = text[:start] + new + text[end:]
        # Of what is mutated, annotations hold nothing but "|".
        if _is_another_program(mutated, plain if text[start:end] == "|" else None):
            found.setdefault(mutated, _mutant(path, text, mutated, operator, start))
    return tuple(sorted(found.values(), key=lambda mutant: (mutant.line, mutant.column)))


def _mutant(path: Path, text: str, mutated: str, operator: str, start: int) -> Mutant:
    line = text.count("\n", 0, start)
    column = start - (text.rfind("\n", 0, start) + 1)
    lines = [one.strip() for one in text.splitlines()]
    after = mutated.splitlines()[line].strip()
    above = lines[:line].count(lines[line])
    return Mutant(path.as_posix(), line + 1, column, operator, lines[line], after, above, mutated)


def _replacements(text: str) -> Iterator[tuple[str, int, int, str]]:
    """What each operator puts where: its name, start and end in the text, and the new text."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    names = [name for name in operator_names() if not SKIPPED.search(name)]
    operators = [(name.partition("/")[2], get_operator(name)()) for name in names]
    for node in list(ast_nodes(get_ast(text))):
        for name, operator in operators:
            for index, _ in enumerate(operator.mutation_positions(node)):
                (row, column), (last_row, last) = node.start_pos, node.end_pos
                start, end = starts[row - 1] + column, starts[last_row - 1] + last
                yield name, start, end, _mutated_code(operator, node, index)


def _mutated_code(operator: Any, node: Any, index: int) -> str:
    """The text of the node after the operator; the node itself is put back as it was."""
    saved = [(part, list(getattr(part, "children", ()))) for part in _upper(node)]
    values = [(leaf, leaf.value) for leaf in _leaves(node)]
    after = operator.mutate(node, index)
    code = "" if after is None else after.get_code(include_prefix=False).lstrip()
    for part, children in saved:
        if children:
            part.children[:] = children
    for leaf, value in values:
        leaf.value = value
    return code


def _upper(node: Any) -> list[Any]:
    return [node, *getattr(node, "children", ())]


def _leaves(node: Any) -> list[Any]:
    """The leaves that an operator may write in: no operator goes deeper than two levels."""
    two = [child for part in _upper(node) for child in _upper(part)]
    return [part for part in two if hasattr(part, "value")]


def _is_another_program(mutated: str, plain: str | None) -> bool:
    try:
        return (plain is None and bool(ast.parse(mutated))) or _without_annotations(
            mutated
        ) != plain
    except SyntaxError:
        return False


def _without_annotations(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        if isinstance(node, ast.FunctionDef):
            node.returns = None
    return ast.dump(tree)
