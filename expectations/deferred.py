"""Puts off imports that Great Expectations makes at its own import and that our expectations never use: 2.6 of its 6 seconds.

Altair draws charts for one expectation (KL divergence) and scipy.stats serves three; both are loaded the moment something
asks them for an attribute. `importlib.util.LazyLoader` does not help here: the import system itself reads an attribute
(`__spec__`) of a module that is already known, and that loads it.
"""

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


class Deferred(ModuleType):
    """A module that imports itself when it is first asked for something."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            _withdraw(self.__name__)
        return getattr(importlib.import_module(self.__name__), name)


@contextmanager
def deferred_imports(*names: str) -> Iterator[None]:
    """While it is open, importing one of `names` gives a Deferred, unless it is loaded already; afterwards all is as before.

    Who imported a Deferred keeps it and never notices; who imports the module later gets the real one.
    """
    placed = [name for name in names if name not in sys.modules and importlib.util.find_spec(name.split(".")[0])]
    for name in placed:
        sys.modules[name] = Deferred(name)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(importlib.import_module(parent), child, sys.modules[name])
    try:
        yield
    finally:
        for name in placed:
            if isinstance(sys.modules.get(name), Deferred):
                _withdraw(name)


def _withdraw(name: str) -> None:
    sys.modules.pop(name, None)
    parent, _, child = name.rpartition(".")
    if parent and isinstance(vars(sys.modules[parent]).get(child), Deferred):
        delattr(sys.modules[parent], child)
