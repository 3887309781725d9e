"""Registries whose entries are loaded when they are used, so that no command waits for what it does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any, Generic, TypeVar

Entry = TypeVar("Entry")


def found(place: str) -> Any:  # noqa: ANN401, anything may stand there
    """What stands at ``module:name``, loaded now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def late(place: str) -> Callable[..., Any]:
    """The function at ``module:name``; its module is loaded at the first call."""
    return lambda *arguments: found(place)(*arguments)


class Registry(MutableMapping[str, Entry], Generic[Entry]):
    """Entries by name, in the order of the table that says where each stands (``module:name``).

    An entry's module is loaded when the entry is looked up, none for the names. Further ones can be set.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)
        self._set: dict[str, Entry] = {}

    def __getitem__(self, name: str) -> Entry:
        if name not in self._set:
            self._set[name] = found(self._places[name])
        return self._set[name]

    def __setitem__(self, name: str, entry: Entry) -> None:
        self._places.setdefault(name, "")
        self._set[name] = entry

    def __delitem__(self, name: str) -> None:
        del self._places[name]
        self._set.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:  # the mixin's would load the entry
        return name in self._places
