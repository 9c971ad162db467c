"""Puts a mutant into modules that are already imported, or in place of the next import.

The first is quick and good for faults inside functions: the functions are given the code of the
mutant. What runs while a module is imported (constants, classes, defaults) needs the second.
"""

from __future__ import annotations

import functools
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.rules.mutation.mutants import Mutant

FRESH = ("pi_app.rules", "tests.rules")  # what is imported anew around a mutant


def module_name(path: str) -> str:
    """The name under which a file of the rules is imported."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def patch(mutant: Mutant) -> bool:
    """Give the functions of the imported module their code in the mutant.

    False, with nothing done, when more than the inside of functions is different.
    """
    module = sys.modules[module_name(mutant.path)]
    old, new = compiled(mutant.path), compile(mutant.text, str(module.__file__), "exec")
    if _skeleton(old) != _skeleton(new):
        return False
    functions, before, after = functions_of(module), _codes(old), _codes(new)
    changed = [name for name, code in after.items() if code != before[name]]
    if not changed or not functions.keys() >= set(changed):
        return False
    for name in changed:
        functions[name].__code__ = after[name]
    clear_caches()
    return True


@functools.cache
def compiled(path: str) -> CodeType:
    """The code of a module as it is, with no fault in it."""
    return compile(Path(path).read_text("utf-8"), str(Path(path).resolve()), "exec")


def functions_of(module: ModuleType) -> dict[str, FunctionType]:
    """The functions and methods written in a module, by their qualified names."""
    return {
        function.__qualname__: function
        for value in _members(vars(module))
        if (function := _function(value)) is not None and function.__module__ == module.__name__
    }


def clear_caches() -> None:
    """Forget what the functions of the rules remember of earlier calls."""
    for name, module in list(sys.modules.items()):
        if name.startswith(FRESH):
            for value in _members(vars(module)):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


def _members(names: Any) -> Iterator[Any]:
    for value in list(names.values()):
        yield value
        if isinstance(value, type):
            yield from vars(value).values()


def _function(value: Any) -> FunctionType | None:
    inner = getattr(value, "fget", None) or getattr(value, "__wrapped__", None) or value
    inner = getattr(inner, "__func__", inner)
    return inner if isinstance(inner, FunctionType) else None


def _codes(code: CodeType) -> dict[str, CodeType]:
    """The codes of functions that are not inside a function, by their qualified names."""
    found: dict[str, CodeType] = {}
    for inner in _inner(code):
        if _is_class(inner):
            found |= _codes(inner)
        else:
            found[inner.co_qualname] = inner
    return found


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _is_class(code: CodeType) -> bool:
    return "__qualname__" in code.co_names


def _skeleton(code: CodeType) -> tuple[object, ...]:
    """What a module or class body does itself, without the insides of functions."""
    constants = tuple(
        (_skeleton(value) if _is_class(value) else value.co_name)
        if isinstance(value, CodeType)
        else (type(value).__name__, value)
        for value in code.co_consts
    )
    return code.co_code, code.co_names, constants


class MutantFinder(importlib.abc.MetaPathFinder):
    """Imports the text of a mutant where the module is asked for."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != module_name(self.mutant.path):
            return None
        file = Path(self.mutant.path).resolve()
        folder = [str(file.parent)] if file.stem == "__init__" else None
        return importlib.util.spec_from_file_location(
            name, file, loader=_Loader(self.mutant.text), submodule_search_locations=folder
        )


class _Loader(importlib.abc.Loader):
    def __init__(self, text: str) -> None:
        self.text = text

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.text, str(module.__file__), "exec"), vars(module))


def import_instead(mutant: Mutant) -> None:
    """Forget the rules and their tests, and import the mutant before all others."""
    for name in [name for name in sys.modules if name.startswith(FRESH)]:
        if not name.startswith("tests.rules.mutation"):
            del sys.modules[name]
    sys.meta_path.insert(0, MutantFinder(mutant))
    importlib.import_module(module_name(mutant.path))
