"""How commands print their tables, and what of them is written to files: the same for all that have any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.files import write_whole
from goldleaf.viewer.commands.files import check_replaces_no_input
from goldleaf.viewer.commands.options import OUTPUT, SPREADSHEET, option
from goldleaf.viewer.commands.terminal import say, say_json, say_text
from goldleaf.viewer.tables import FORMATS, Table, encode, format_of
from goldleaf.viewer.tables.text import TextLine, lines


@dataclass(frozen=True, slots=True)
class Printing:
    """How tables are printed, and where to they are written; a group of options, for `with_options`."""

    PANEL: ClassVar = OUTPUT
    FURTHER: ClassVar[Mapping[str, str]] = {}  # formats of a command of its own, with the endings of their files
    USUAL: ClassVar = "text"
    format: str | None = option("How tables are printed.", "|".join(FORMATS))
    output: list[Path] | None = option(
        "Write to this file what is printed, as its ending says: "
        f"{', '.join(one.endings[0] for one in FORMATS.values())}. With --format or --json it is printed, too. May be "
        "repeated.",
        "FILE", "-o", "--output",
    )  # fmt: skip
    as_json: bool = option("Print one JSON object: --format json.", None, "--json", default=False)
    as_latex: bool = option("Print tables for LaTeX: --format latex.", None, "--latex", default=False)
    standalone: bool = option("LaTeX that can be compiled as it is.", default=False)
    spreadsheet: bool = SPREADSHEET  # its callback does all

    @property
    def shown(self) -> str | None:
        """The format in which tables are printed; None if they are written only."""
        short = "json" * self.as_json or "latex" * self.as_latex
        return short or self.format or (None if self.output else self.USUAL)

    def check(self, inputs: Iterable[Path | str | None] = ()) -> None:
        """Raise OptionError for what cannot be printed or written, before anything is read that takes long."""
        if (self.as_json or self.as_latex) and (self.format not in (None, self.shown) or self.as_json == self.as_latex):
            raise OptionError(f"--{self.shown}: not with {f'--format {self.format}' if self.format else '--latex'}")
        if self.format is not None:
            check_among("--format", self.format, dict.fromkeys((*FORMATS, *self.FURTHER)), "format of tables")
        paths = [*inputs]
        for path in self.output or ():
            self._format_of(path)
            check_replaces_no_input("-o", path, paths)

    def put(
        self, tables: Sequence[Table], whole: object = None, text: Sequence[Table | str] | None = None,
        further: Mapping[str, Callable[[], str]] | None = None, *, said: bool = False,
    ) -> None:  # fmt: skip
        """Write and print tables; as JSON the ``whole`` object, if there is one, and as text what is made for readers:
        other tables, and lines, unless ``said`` already. ``further`` make formats that are no tables'."""
        read = [one for table in tables for one in ("", table)][1:] if text is None else text
        found = [line for one in read for line in ([TextLine(one)] if isinstance(one, str) else lines(one))]
        made = {"text": lambda: "".join(f"{line.text}\n" for line in found), **(further or {})}

        def encoded(name: str, stem: str = "") -> bytes:
            if name in made:
                return made[name]().encode(errors="backslashreplace")
            return encode(name, tables, standalone=self.standalone, whole=whole, stem=stem)

        for path in self.output or ():
            write_whole(path, encoded(self._format_of(path), path.stem))
        if self.shown == "json" and whole is not None:
            say_json(whole)
        elif self.shown == "text":
            for line in () if said else found:
                say(line.text, bold=line.bold)
        elif self.shown is not None:
            say_text(encoded(self.shown).decode(errors="replace"))

    def _format_of(self, path: Path) -> str:
        return {ending: name for name, ending in self.FURTHER.items()}.get(path.suffix) or format_of(path).name
