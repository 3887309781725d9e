"""`goldleaf validate`: all problems of files, and whether dependencies, constituents and lattices belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from goldleaf.core.errors import OptionError, Severity, counted
from goldleaf.core.structures.transformations import CONSTITUENTS, DEPENDENCIES, structure_kind
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation import validate
from goldleaf.core.validation.belonging import deviations
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.files import check_read_once, read
from goldleaf.viewer.commands.options import FILE_LIST, ReadingOptions, option, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.commands.terminal import say
from goldleaf.viewer.tables import Column, Kind, Table

FIRST = 10  # deviations of each kind that are printed


@with_options(reading=ReadingOptions, printing=Printing)
def command(
    files: Annotated[list[Path], FILE_LIST],
    level: int = option(
        "Of UD's validator: 1 lines and fields, 2 tags, trees, comments, 3 guidelines.", "1|2|3", default=2
    ),
    aligned: bool = option("Say whether DEPENDENCIES CONSTITUENTS [LATTICE] belong together.", default=False), *,
    reading: ReadingOptions, printing: Printing,
) -> int:  # fmt: skip
    """List all problems of files; exit status 1 if there are errors."""
    check_read_once(files)
    printing.check(files)
    if aligned:
        return _validate_aligned(files, reading, printing)
    listed: list[dict[str, Any]] = []
    lines: list[str] = []
    errors = 0
    for path in files:
        [treebank] = read([path], reading, strict=False)
        problems = validate(treebank, level)
        of_file = sum(problem.severity is Severity.ERROR for problem in problems)
        warnings = len(problems) - of_file
        errors += of_file
        faults = []
        for one in problems:
            place = {"line": one.line, "column": one.column}
            faults.append(place | {"severity": one.severity.value, "rule": one.rule, "message": one.message})
        size = {"sentences": len(treebank), "words": treebank.words.height, "errors": of_file, "warnings": warnings}
        listed.append({"path": treebank.path, "format": treebank.format, **size, "problems": faults})
        told = f"{treebank.path}: {_size(treebank)}, {counted(of_file, 'error')}, {counted(warnings, 'warning')}"
        rules = Counter(one.rule for one in problems if one.rule).most_common()
        own = [*map(str, problems), *([", ".join(f"{name} {count:,}" for name, count in rules)] if rules else []), told]
        lines += own
        if printing.shown == "text":  # at once, for the next file may be none that can be read
            for line in own:
                say(line)
    rows = [[about["path"], *fault.values()] for about in listed for fault in about["problems"]]
    columns = Column("path"), Column("line", kind=Kind.COUNT), Column("column", kind=Kind.COUNT)
    table = Table("Problems", [*columns, Column("severity"), Column("rule"), Column("message")], rows)
    printing.put([table], {"goldleaf": VERSION, "files": listed}, lines, said=True)
    return 1 if errors else 0


def _size(treebank: Treebank) -> str:
    return f"{counted(len(treebank), 'sentence')}, {counted(treebank.words.height, 'word')}"


def _validate_aligned(files: Sequence[Path], reading: ReadingOptions, printing: Printing) -> int:
    """Say where files do not belong together; 1 if they do not. Raises OptionError for other files than asked for."""
    if len(files) not in (2, 3):
        raise OptionError(f"--aligned: {counted(len(files), 'file')}; expected DEPENDENCIES CONSTITUENTS [LATTICE]")
    banks = [read([path], replace(reading, format_name=None))[0] for path in files]
    by_kind: dict[str, Treebank] = {}  # in whatever order they were named
    for bank in banks:
        kind = "lattices" if bank.edges.height else structure_kind(bank)
        if kind in by_kind:
            raise OptionError(f"--aligned: {by_kind[kind].path} and {bank.path} both have {kind}; name one of each")
        by_kind[kind] = bank
    for kind in (DEPENDENCIES, CONSTITUENTS):
        if kind not in by_kind:
            raise OptionError(f"--aligned: none of the files has {kind}; expected DEPENDENCIES CONSTITUENTS [LATTICE]")
    dependencies = by_kind[DEPENDENCIES]
    found = deviations(dependencies, by_kind[CONSTITUENTS], by_kind.get("lattices"))
    counts = Counter(one.kind for one in found)
    listed = [
        {"kind": one.kind, "sentence": one.sentence + 1, "word": one.position or None, "said": one.said}
        for one in found
    ]
    lines = []
    for kind, count in counts.items():
        for one in [one for one in found if one.kind == kind][:FIRST]:
            place = f"{dependencies.path}:{one.line}" if one.line else dependencies.path
            word = f", word {one.position}" if one.position else ""
            lines.append(f"{place}: {one.kind}: sentence {one.sentence + 1}{word}: {one.said}")
        if count > FIRST:
            lines.append(f"… and {count - FIRST:,} more of {kind}")
    told = ", ".join(f"{kind} {count:,}" for kind, count in counts.items())
    together = f"deviations: {told}" if found else "all belong together"
    lines.append(f"{dependencies.path}: {_size(dependencies)}; {together}")
    columns = Column("kind"), Column("sentence", kind=Kind.ORDINAL), Column("word", kind=Kind.ORDINAL), Column("said")
    table = Table("Deviations", columns, [[*one.values()] for one in listed])
    whole = {"goldleaf": VERSION, "files": [f"{path}" for path in files], "counts": counts, "deviations": listed}
    printing.put([table], whole, lines)
    return 1 if found else 0
