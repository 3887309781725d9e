"""Which files are opened, and how they are read. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldleaf.core.experiment import Experiment
from goldleaf.viewer.session.naming import names_of


@dataclass(frozen=True, slots=True)
class Request:
    """Files to open. ``names`` are the parses'; without a format it is told from each file.

    ``separator`` stands between category and function in the labels of bracketed trees.
    """

    gold: Path
    parses: tuple[Path, ...] = ()
    names: tuple[str, ...] = ()
    format_name: str | None = None
    encoding: str = "utf-8"
    separator: str = "-"
    other_golds: tuple[Path, ...] = ()  # the same sentences as other theories have them
    experiments: tuple[Experiment, ...] = ()  # which these files are of, the first one in front
    source: Path | None = None  # the file that lists the experiments
    lattice: Path | None = None  # what the sentences' words were chosen from
    session: Path | None = None  # the review that is made of these files

    @classmethod
    def of_experiments(cls, experiments: Sequence[Experiment], source: Path | None = None) -> Request:
        """The first experiment's files, with the golds of the others."""
        first, *others = experiments
        names = tuple(f"{first.name}: {path.stem}" for path in first.parses)
        golds = tuple(other.gold for other in others)
        return cls(first.gold, first.parses, names, other_golds=golds, experiments=tuple(experiments), source=source)

    @property
    def next_experiment(self) -> Request:
        """The same with the next experiment in front."""
        if len(self.experiments) < 2:
            return self
        rotated = Request.of_experiments((*self.experiments[1:], self.experiments[0]), self.source)
        return replace(rotated, lattice=self.lattice)

    @property
    def gold_names(self) -> list[str]:
        """A name for each gold: its experiment's, or its file's."""
        return [one.name for one in self.experiments] or names_of([self.gold, *self.other_golds])

    def reading(self, path: Path) -> Experiment:
        """How a file is read."""
        known = (one for one in self.experiments if path in one.paths)
        # The format that is given is that of the trees.
        name = self.format_name if path != self.lattice else None
        usual = Experiment("", self.gold, (), None, name, self.encoding, self.separator)
        return next(known, usual)

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files, the gold first."""
        return (self.gold, *self.parses, *self.other_golds, *((self.lattice,) if self.lattice else ()))
