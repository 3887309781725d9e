"""Registries whose entries are loaded when they are used, so that no command waits for what it does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any, Generic, TypeVar
from warnings import warn

Entry = TypeVar("Entry")

# What other packages rely on: the classes that they subclass or make, `Metric`, `Format`, `View`, `FigureFormat` and
# `Transformation`. It changes when theirs would no longer work; a module of theirs may name it as GOLDLEAF_INTERFACE.
INTERFACE = 1


class PlugInWarning(UserWarning):
    """What another package offers cannot be used."""


def entry_at(place: str) -> Any:  # noqa: ANN401, anything may stand there
    """What stands at ``module:name``, loaded now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def late(place: str) -> Callable[..., Any]:
    """The function at ``module:name``; its module is loaded at the first call."""
    return lambda *arguments: entry_at(place)(*arguments)


class Registry(MutableMapping[str, Entry], Generic[Entry]):
    """Entries by name, in the order of the table that has them, or says where each stands (``module:name``). An entry's
    module is loaded when the entry is looked up, none for the names. Further ones can be set. A name that is not there
    is looked for among what other installed packages add: entry points of the registry's ``group``. To know them takes
    longer than most commands have, so who lists what there is calls `plug_in` before."""

    def __init__(self, places: Mapping[str, str | Entry], group: str = "") -> None:
        self._entries: dict[str, str | Entry] = dict(places)  # one that was not looked up yet is its place
        self._group = group
        self._plugged = False

    def look_for(self, names: Iterable[str]) -> None:
        """Add what other packages offer if one of the names is not there."""
        if not self._entries.keys() >= {*names}:
            self.plug_in()

    def plug_in(self) -> None:
        """Add what other packages offer, once. What cannot be loaded is left out, and told in one line as a
        `PlugInWarning`."""
        if self._plugged or not self._group:
            return
        self._plugged = True
        from importlib.metadata import entry_points

        for point in entry_points(group=self._group):
            package = f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value
            try:
                made_for = getattr(import_module(point.module), "GOLDLEAF_INTERFACE", INTERFACE)
                why_not = "there is one of this name" if point.name in self._entries else ""
                if made_for != INTERFACE:
                    why_not = f"made for interface {made_for}, and this is {INTERFACE}"
                entry = point.load()
            except Exception as error:  # whatever it is, the program goes on without what it cannot use
                why_not = f"{type(error).__name__}: {error}"
            if why_not:
                line = " ".join(f"{package}: {self._group} {point.name} is left out: {why_not}".split())
                warn(line, PlugInWarning, stacklevel=2)
            else:
                self[point.name] = entry

    def __getitem__(self, name: str) -> Entry:
        if name not in self:
            raise KeyError(name)
        entry = self._entries[name]
        if isinstance(entry, str):
            entry = self._entries[name] = entry_at(entry)
        return entry

    def __setitem__(self, name: str, entry: Entry) -> None:
        self._entries[name] = entry

    def __delitem__(self, name: str) -> None:
        del self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*self._entries])  # further ones may be found meanwhile

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:  # the mixin's would load the entry
        self.look_for([str(name)])
        return name in self._entries
