"""What is worked out of treebanks once and asked for again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

from goldleaf.core.treebank import Treebank

Result = TypeVar("Result")


def remembered(work: Callable[..., Result]) -> Callable[..., Result]:
    """Remember a function's last result for each first treebank, as long as it lives; for the same others. The result
    must not hold the treebank."""
    known: WeakKeyDictionary[Treebank, tuple[tuple[ref[Treebank], ...], Any]] = WeakKeyDictionary()

    @wraps(work)
    def asked(first: Treebank, *others: Treebank) -> Result:
        before, result = known.get(first, ((), None))
        if first not in known or [other() for other in before] != list(others):
            result = work(first, *others)
            known[first] = tuple(ref(other) for other in others), result
        return result  # type: ignore[no-any-return]

    return asked
