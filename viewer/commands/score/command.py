"""`goldleaf score`: figures for parses against a gold, as a table, as JSON, and a row a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldleaf.core.errors import OptionError
from goldleaf.core.formats.second_analysis import SECOND_COLUMNS, second_analysis
from goldleaf.core.formats.segments import with_segments
from goldleaf.core.metrics import METRICS, Metric, by_default, candidates, fitting
from goldleaf.core.metrics.tedeval import TedEval, tedeval_of
from goldleaf.core.naming import names_of
from goldleaf.core.results import (
    About,
    Choice,
    ScoredParse,
    Tables,
    Told,
    as_object,
    check_average,
    comparing,
    sentence_rows,
    tables_of,
    told_as_object,
)
from goldleaf.core.scoring.left_out import LeftOut, left_out
from goldleaf.core.structures.lattice import with_lattices
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.completion import choices
from goldleaf.viewer.commands.files import Reading, are_large, check_read_once, check_replaces_no_input, read
from goldleaf.viewer.commands.metric_options import check_options, metric_options, metrics, named_metrics
from goldleaf.viewer.commands.options import with_options
from goldleaf.viewer.commands.predicted import (
    GOLD_COLUMNS,
    PREDICTED_COLUMNS,
    ParseColumnsOption,
    PredictedOption,
    are_predicted,
    check_parses,
)
from goldleaf.viewer.commands.score.breakdowns import OPTION, VERSUS, asks_versus, print_csv, print_latex, wanted_tables
from goldleaf.viewer.commands.score.failing import failures, under
from goldleaf.viewer.commands.score.plotted import Plotting, write_plot
from goldleaf.viewer.commands.score.printed import (
    check_table,
    print_breakdowns,
    print_scores,
    print_versus,
    write_table,
)
from goldleaf.viewer.commands.score.significance_tables import Results, Testing, print_comparisons, tested
from goldleaf.viewer.commands.strict import SpreadsheetOption, StrictOption, say_faults, say_ill_formed
from goldleaf.viewer.commands.terminal import complain, say_json
from goldleaf.viewer.session.request import PREDICTED

if TYPE_CHECKING:
    from goldleaf.viewer.commands.score.versus_tables import Versus


@dataclass(frozen=True, slots=True)
class OtherFiles:
    """What is read beside gold and parses; a group of options, for `with_options`."""

    other_golds: Annotated[
        list[Path] | None,
        typer.Option("--other-gold", metavar="GOLD2", help="The same sentences under another theory. May be repeated."),
    ] = None
    gold_segments: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Which words the gold's surface tokens hold.")
    ] = None
    parse_segments: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Which words the parses' surface tokens hold.")
    ] = None
    lattice: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The lattices in whose states tedeval anchors words that differ."),
    ] = None
    predicted: PredictedOption = False
    parse_columns: ParseColumnsOption = GOLD_COLUMNS
    train: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A training file: tables and conditions tell words that are in it."),
    ] = None

    @property
    def inputs(self) -> list[Path | None]:
        """All of them."""
        return [*(self.other_golds or []), self.gold_segments, self.parse_segments, self.lattice, self.train]

    @property
    def none(self) -> bool:
        """Whether gold and parses are all that is read, as they are."""
        return not (any(self.inputs) or self.predicted or self.parse_columns != GOLD_COLUMNS)

    def all_predicted(self, parses: list[Path] | None) -> bool:
        """Whether of every parse that is scored the predicted columns are compared."""
        return are_predicted(self.parse_columns) or (self.predicted and not parses)


@dataclass(frozen=True, slots=True)
class Output:
    """What is printed and written; a group of options, for `with_options`."""

    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
    per_sentence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a row a sentence: .csv, .tsv or .parquet.")
    ] = None
    edit_script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the edits of tedeval: .jsonl, or .txt to read.")
    ] = None
    breakdown: Annotated[
        str | None,
        typer.Option(
            OPTION,
            metavar="[TABLE,…]",
            help="Print tables by label, word, distance and more; all, or these.",
        ),
    ] = None
    breakdown_where: Annotated[
        str | None,
        typer.Option(
            metavar="CONDITION",
            help="Of tables of words, count only words that meet this, such as 'not form_seen' or \"tag = 'NOUN'\".",
        ),
    ] = None
    as_latex: Annotated[
        bool, typer.Option("--latex", help="Print the tables of --breakdown for LaTeX (booktabs), and no scores.")
    ] = False
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the tables of --breakdown as CSV, and no scores.")] = (
        False
    )

    @property
    def only_figures(self) -> bool:
        """Whether nothing is asked for that tells of single sentences or words."""
        return not (self.per_sentence or self.edit_script or self.breakdown)


@with_options(
    reading=Reading, files=OtherFiles, output=Output, plotting=Plotting, testing=Testing, options=metric_options
)
def command(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", show_default=False)],
    parses: Annotated[list[Path] | None, typer.Argument(metavar="PARSE...", show_default=False)] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            metavar="NAME,…",
            autocompletion=choices(METRICS),
            help=f"Which metrics: {', '.join(METRICS)}. [default: of {', '.join(by_default())}, what fits the file]",
        ),
    ] = None,
    *,
    reading: Reading,
    files: OtherFiles,
    output: Output,
    plotting: Plotting,
    testing: Testing,
    max_length: Annotated[int | None, typer.Option(metavar="N", help="Only sentences of up to N words.")] = None,
    average: Annotated[
        str, typer.Option(metavar="micro|macro", help="Over all words, or the mean of sentences.")
    ] = "micro",
    strict: StrictOption = False,
    spreadsheet: SpreadsheetOption = False,  # noqa: ARG001, its callback does all
    options: dict[str, str],
) -> int:
    """Score parses against a gold file."""
    predicted = are_predicted(files.parse_columns)
    files = replace(files, predicted=files.predicted or (predicted and not parses))
    choice = Choice(check_average(average), max_length, PREDICTED_COLUMNS if files.all_predicted(parses) else "")
    metric = ["columns"] if predicted and not metric else metric
    compared = check_parses(parses, predicted=files.predicted)
    testing.check(len(compared) + files.predicted)
    used = metrics(named_metrics(metric) if metric else candidates(), options)
    paths = [gold, *compared, *testing.baselines]
    if files.train is not None and not output.breakdown:
        output = replace(output, breakdown="seen")
    _check_outputs(output, plotting, [*paths, *files.inputs, *options.values()])
    chosen = _Chosen(used, options, by_name=bool(metric), choice=choice)
    return _run(_Asked(paths, files, reading, output, plotting, testing, chosen=chosen, strict=strict))


def _run(asked: _Asked) -> int:
    status = _in_parts(asked)
    return _as_a_whole(asked) if status is None else status


@dataclass(frozen=True, slots=True)
class _Chosen:
    """By what is scored."""

    metrics: list[Metric]
    options: dict[str, str]
    by_name: bool  # whether the metrics are named, or those that fit are wanted
    choice: Choice

    def fitting(self, gold: Treebank) -> list[Metric]:
        """The metrics that are used. Raises OptionError for an option that none of them has."""
        if self.by_name:
            return self.metrics
        found = _fitting(self.metrics, gold)
        check_options(found, self.options)
        return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a run is asked for."""

    paths: list[Path]
    files: OtherFiles
    reading: Reading
    output: Output
    plotting: Plotting
    testing: Testing
    chosen: _Chosen
    strict: bool

    @property
    def columns(self) -> frozenset[str] | None:
        """The columns that are read; None for all."""
        return None if self.plotting.plot else _columns(self.chosen.metrics, self.files, self.output)


def _in_parts(asked: _Asked) -> int | None:
    """Score files of which no more is wanted than figures, without holding them; None where that cannot be."""
    only_figures = asked.files.none and asked.output.only_figures and asked.testing.of_sums_only
    columns = asked.columns
    if columns is None or not only_figures or not are_large(asked.paths):
        return None
    check_read_once(asked.paths)
    from goldleaf.viewer.commands.score.large_files import told_in_parts

    names = names_of(asked.paths[1:])
    found = told_in_parts(asked.paths, names, asked.reading, columns, asked.chosen.fitting, asked.chosen.choice)
    return None if found is None else _told(*found, asked)


def _as_a_whole(asked: _Asked) -> int:
    """Score files that are held until everything is told of them."""
    files, used = asked.files, asked.chosen.metrics
    gold, read_parses = _read(asked.paths, files, asked.reading, asked.columns)
    say_ill_formed([gold, *gold.other_golds, *read_parses], strict=asked.strict)
    if files.lattice is not None:
        gold = _anchored(gold, files.lattice, asked.reading, used)
    used, failed = comparing(gold, read_parses, asked.chosen.fitting(gold))
    for name, why in failed.items():
        complain(f"{name}: not scored: {why}")
    named = zip([PREDICTED] * files.predicted + names_of(asked.paths[1:]), read_parses, strict=True)
    results = [_scored(name, gold, parse, used, asked.chosen.choice) for name, parse in named]
    count = len(results) - len(asked.testing.baselines)
    write_plot(asked.plotting, gold, results[:count], asked.chosen.choice)
    found = Results(results[:count], results[count:], asked.chosen.choice)
    status = _reported(gold, found, asked.output, asked.testing, failed)
    return 2 if failed else status


def _told(gold: About, parses: Sequence[Told], asked: _Asked) -> int:
    """Print the figures of files that are not held; the exit status."""
    say_faults([about.ill_formed for about in (gold, *(one.about for one in parses))], strict=asked.strict)
    for one in parses:
        _say_of(one.warnings, one.left_out, gold.path, one.about.path)
    reasons = [*under(asked.testing, parses, asked.chosen.choice)]
    if asked.output.as_json:
        say_json(told_as_object(gold, parses, asked.chosen.choice))
    else:
        print_scores(parses, asked.chosen.choice)
    return _failed(reasons)


def _failed(reasons: Sequence[str]) -> int:
    """Say why a build shall fail; the exit status."""
    for line in reasons:
        complain(line)
    return 1 if reasons else 0


def _reported(gold: Treebank, results: Results, output: Output, testing: Testing, failed: Mapping[str, str]) -> int:
    """Write and print all that is asked for; the exit status, which says whether a build shall fail.

    ``failed`` says of metrics that are not among the results why, by their names.
    """
    of_parses, choice = results.parses, results.choice
    _write(output, gold, of_parses)
    compared = tested(testing, gold, results)
    reasons = failures(testing, results, compared)
    tables = _tables(output, of_parses, gold, choice)
    against = _against(output, results, gold)
    if output.as_json:
        told = as_object(gold, of_parses, choice, tables, compared)
        told |= {"failed": failed} if failed else {}
        say_json(told | ({VERSUS: [one.as_object() for one in against]} if against else {}))
    elif output.as_csv:
        print_csv(tables, against)
    elif output.as_latex:
        print_latex(tables, against)
    else:
        print_scores(of_parses, choice)
        print_comparisons(compared, of_parses)
        if tables:
            print_breakdowns(tables)
        print_versus(against)
    return _failed(reasons)


def _tables(output: Output, parses: Sequence[ScoredParse], gold: Treebank, choice: Choice) -> dict[str, Tables]:
    """The tables that are asked for, by the names of the parses. Raises OptionError where none is of words."""
    wanted = wanted_tables(output.breakdown, [scored.metric for scored in parses[0].scored.values()])
    within = output.breakdown_where or ""
    found = {one.name: tables_of(one, gold, choice, wanted, within) for one in parses} if wanted else {}
    if within and not all(found.values()):
        raise OptionError(f"--breakdown-where: counts words, and no table is of words: {', '.join(sorted(wanted))}")
    return found


def _against(output: Output, results: Results, gold: Treebank) -> Sequence[Versus]:
    """The tables of the first parse against the others, if they are asked for."""
    if not asks_versus(output.breakdown):
        return ()
    from goldleaf.viewer.commands.score.versus_tables import versus_tables  # knows tables, which take long to load

    return versus_tables(results.parses, gold, results.choice)


def _check_outputs(output: Output, plotting: Plotting, inputs: Sequence[Path | str | None]) -> None:
    """Raise OptionError where a file that is written is one that is read."""
    _check(output)
    if output.breakdown_where is not None and output.breakdown is None:
        raise OptionError("--breakdown-where: says of which words the tables of --breakdown are; name that, too")
    plotting.check()
    written = {"--per-sentence": output.per_sentence, "--edit-script": output.edit_script, "-o": plotting.plot_file}
    for option, path in written.items():
        check_replaces_no_input(option, path, inputs)


def _check(output: Output) -> None:
    """Raise OptionError for the name of a file that cannot be written, and for CSV of nothing."""
    if output.as_latex and (output.breakdown is None or output.as_json or output.as_csv):
        raise OptionError("--latex: prints the tables of --breakdown alone, without --json or --csv")
    if output.as_csv and (output.breakdown is None or output.as_json):
        raise OptionError("--csv: prints the tables of --breakdown; --per-sentence FILE.csv has a row a sentence")
    check_table("--per-sentence", output.per_sentence)
    if output.edit_script is not None:
        from goldleaf.viewer.commands.score.edit_scripts import check_path  # knows pictures, which take long to load

        check_path(output.edit_script)


def _columns(used: list[Metric], files: OtherFiles, output: Output) -> frozenset[str] | None:
    """The columns that are read; None for all, which breakdowns need. Raises OptionError where there are none."""
    if output.breakdown:
        wanted_tables(output.breakdown, used)
        return None
    of_lattice = {"lemma", "features"} if files.lattice else set[str]()
    second = SECOND_COLUMNS if files.predicted or are_predicted(files.parse_columns) else frozenset[str]()
    return frozenset({"head"}.union(of_lattice, second, *(one.columns for one in used)))


def _read(
    paths: list[Path], files: OtherFiles, reading: Reading, columns: frozenset[str] | None
) -> tuple[Treebank, list[Treebank]]:
    """The gold, with what other theories and files of segments say of it, and the parses."""
    gold, *parses = paths
    others = files.other_golds or []
    check_read_once([gold, *parses, *files.inputs])
    first, *treebanks = read([gold, *others, *parses], reading, columns=columns)
    of_gold, of_parses = treebanks[: len(others)], treebanks[len(others) :]
    if are_predicted(files.parse_columns):
        of_parses = [second_analysis(parse) for parse in of_parses]
    whole = replace(_segmented(first, files.gold_segments), other_golds=tuple(of_gold))
    if files.train is not None:
        from goldleaf.core.analysis.sides.seen_in_training import with_seen

        whole = with_seen(whole, read([files.train], reading)[0])
    second = [second_analysis(first)] if files.predicted else []
    return whole, [_segmented(parse, files.parse_segments) for parse in (*second, *of_parses)]


def _anchored(gold: Treebank, lattice: Path, reading: Reading, used: list[Metric]) -> Treebank:
    """The gold with the lattices that its words were chosen from."""
    tedeval = tedeval_of(used)
    if tedeval is not None and tedeval.rules.software:
        raise OptionError("--lattice: variant 2.2 does not look at lattices; use --variant paper")
    if not any(one.in_lattices for one in used):
        having = " and ".join(name for name, one in METRICS.items() if one.in_lattices)
        raise OptionError(f"--lattice: only {having} make use of it; name one with --metric")
    return with_lattices(gold, read([lattice], replace(reading, format_name=None))[0])


def _write(output: Output, gold: Treebank, results: Sequence[ScoredParse]) -> None:
    if output.per_sentence is not None:
        write_table(sentence_rows(gold, results), output.per_sentence)
    if output.edit_script is not None:
        from goldleaf.viewer.commands.score.edit_scripts import write_edit_scripts

        parses = [(one.name, one.parse) for one in results]
        used = [scored.metric for scored in results[0].scored.values()]
        write_edit_scripts(output.edit_script, _tedeval(used, "--edit-script"), gold, parses)


def _segmented(treebank: Treebank, segments: Path | None) -> Treebank:
    return treebank if segments is None else with_segments(treebank, segments)


def _scored(name: str, gold: Treebank, parse: Treebank, used: list[Metric], choice: Choice) -> ScoredParse:
    """A parse's figures; what a reader of them must know is said on stderr."""
    found = ScoredParse.of(name, gold, parse, used, choice)
    left = {metric: left_out(scored, gold) for metric, scored in found.scored.items()}
    _say_of(found.warnings, left, gold.path, parse.path)
    return found


def _say_of(warnings: Iterable[str], left: Mapping[str, Sequence[LeftOut]], gold: str, parse: str) -> None:
    """Say on stderr what a reader of a parse's figures must know."""
    for warning in warnings:
        complain(warning)
    for metric, found in left.items():
        for one in found:
            complain(one.described(metric, gold, parse))


def _tedeval(used: Sequence[Metric], option: str) -> TedEval:
    found = tedeval_of(used)
    if found is None:
        raise OptionError(f"{option}: only tedeval makes use of it; add --metric tedeval")
    return found


def _fitting(used: list[Metric], gold: Treebank) -> list[Metric]:
    """The metrics that compare what the gold holds, where none is named; a parse of another kind is refused."""
    found = fitting(used, gold)
    if not found:
        raise OptionError(f"{gold.path}: no metric fits {gold.format} files by itself; name one with --metric")
    return [*found]
