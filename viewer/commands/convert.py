"""`goldleaf convert`: a treebank in another format, and what may be made of it on the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from goldleaf.core import formats
from goldleaf.core.errors import GoldleafError, OptionError, check_among, counted
from goldleaf.core.formats.compression import inner_suffix
from goldleaf.core.formats.conversion import converted, taken_out
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.tedeval.forest import TreeRules
from goldleaf.core.metrics.tedeval.tree_operations import OPERATIONS, function_trees, operated
from goldleaf.core.naming import STANDARD_INPUT
from goldleaf.core.structures import constituent_heads, transformations
from goldleaf.core.structures.constituents import without_traces
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.files import check_read_once, check_replaces_no_input, read
from goldleaf.viewer.commands.options import FILE_LIST, OUTPUT, TREEBANK_TO, ReadingOptions, option, with_options
from goldleaf.viewer.commands.terminal import complain, say

_LISTED = [name + f"={one.argument}" * bool(one.argument) for name, one in transformations.TRANSFORMATIONS.items()]


@dataclass(frozen=True, slots=True)
class Making:
    """What is made of the treebank before it is written; a group of options, for `with_options`."""

    apply: str = option(
        f"Transformations, one after the other: {', '.join(_LISTED)}.", "NAME,…", default="",
        complete=transformations.TRANSFORMATIONS,
    )  # fmt: skip
    matching: Path | None = option("Keep the sentences that this file has, too, with the same words.", "FILE")
    head_table: Path | None = option(
        "Make dependencies of constituents by this table of heads, and of what links to which of them. Where no rule "
        "finds one, it is said of which constituent, and nothing written; a last rule * left * always finds one.",
        "FILE",
    )
    function_trees: bool = option("Write the function trees, as constituents.", default=False)
    operation: str | None = option(
        f"Make one function tree a sentence of two files or more: {', '.join(OPERATIONS)}.", "NAME", complete=OPERATIONS
    )
    head: str | None = option("Function trees: head daughters are labeled hd, or match any one label.", "hd|wildcard")

    def check(self, files: list[Path], output: Path) -> None:
        """Raise OptionError where files and options do not go together."""
        check_read_once([*files, self.matching])
        check_replaces_no_input("-o", output, [*files, self.matching, self.head_table])
        if self.operation is not None:
            check_among("--operation", self.operation, OPERATIONS, "operation")
        if len(files) < 2 if self.operation else len(files) != 1:
            alone = "one is converted; what is written goes behind -o"
            what = "an operation takes two files or more" if self.operation else alone
            raise OptionError(f"convert: {counted(len(files), 'file')} to read; {what}")
        if self.head is not None:
            TedEval(head=self.head)  # knows what there is
            if not (self.function_trees or self.operation):
                raise OptionError("--head: is for function trees; name --function-trees or --operation")
        if self.head_table is not None and (self.function_trees or self.operation):
            raise OptionError("--head-table: makes dependencies, and the other options function trees; name one")


@with_options(reading=ReadingOptions, making=Making)
def command(
    files: Annotated[list[Path], FILE_LIST],
    output: Path = TREEBANK_TO,
    written: str | None = option(
        "The format to write, if the name of -o does not tell.", "F", "--format", complete=formats.FORMATS, panel=OUTPUT
    ),
    lossless: bool = option("Write nothing where something would be lost.", default=False, panel=OUTPUT),
    *,
    reading: ReadingOptions,
    making: Making,
) -> None:
    """Write a treebank in another format, or transformed; says what that loses."""
    making.check(files, output)
    steps = transformations.steps_of(making.apply)
    treebanks = []
    for treebank in _read(files, making.matching, reading):
        treebanks.append(transformations.transformed(treebank, steps))
        if treebanks[-1] is not treebank and (gone := taken_out(treebank, treebanks[-1])):
            complain(f"{treebank.path}: --apply has taken out {', '.join(map(str, gone))}")
    made = _made(treebanks, making)
    if written is not None:
        name = formats.check_format(written, "--format")
    elif output == STANDARD_INPUT:
        name = made.format
    else:
        suffix = inner_suffix(str(output))
        name = next((name for name, entry in formats.FORMATS.items() if suffix in entry.suffixes), "")
        if not name:
            known = ", ".join(formats.FORMATS)
            raise OptionError(f"{output}: no format has this ending; name one with --format: {known}")
    result, title = converted(made, name, reading.separator), formats.FORMATS[name].title
    losses = []
    if result.lost:
        losses.append(f"lost, for {title} has no place for them: {', '.join(map(str, result.lost))}")
    if result.changed:
        losses.append(f"spelled otherwise than in the source: {', '.join(map(str, result.changed))}")
    if lossless and losses:
        raise GoldleafError(f"{output}: not written (--lossless): {'; '.join(losses)}", path=output)
    formats.write_bytes(result.data, output)
    for line in losses:
        complain(f"{output}: {line}")
    if name == "conllu" and made.format != name:
        from goldleaf.core.validation.conllu import refused

        for line in refused(made.words):
            complain(f"{output}: warning: {line}")
    if output != STANDARD_INPUT:
        say(f"{output}: {counted(len(made), 'sentence')}, {counted(made.words.height, 'word')}, {title}")


def _read(files: list[Path], matching: Path | None, reading: ReadingOptions) -> list[Treebank]:
    # The treebanks; those of their sentences that another one has, too, where it is named.
    treebanks = read(files, reading)
    if matching is None:
        return treebanks
    [other] = read([matching], replace(reading, format_name=None))
    found = [transformations.matching_sentences(treebank, other) for treebank in treebanks]
    for treebank, kept in zip(treebanks, found, strict=True):
        if gone := len(treebank) - len(kept):
            complain(f"{treebank.path}: {counted(gone, 'sentence')} left out, which {matching} does not have")
    return found


def _made(treebanks: list[Treebank], making: Making) -> Treebank:
    wildcard = making.head == "wildcard"  # head daughters match any label
    if making.operation is not None:
        return operated(treebanks, making.operation, TreeRules(wildcard=wildcard))
    [treebank] = treebanks
    if making.function_trees:
        return function_trees(treebank, wildcard=wildcard)
    if making.head_table is None:
        return treebank
    kind = transformations.structure_kind(treebank)
    if kind != transformations.CONSTITUENTS:
        raise OptionError(f"--head-table: {treebank.path} has {kind}, no constituents")
    pronounced = without_traces(treebank)
    if traces := treebank.words.height - pronounced.words.height:
        complain(f"{treebank.path}: {counted(traces, 'trace')} left out")
    return constituent_heads.dependencies(pronounced, constituent_heads.load_head_table(making.head_table))
