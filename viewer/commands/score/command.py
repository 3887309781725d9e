"""`goldleaf score`: figures for parses against a gold, as a table, as JSON, and a row a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, ClassVar, NamedTuple

from goldleaf.core import formats, results
from goldleaf.core.errors import GoldleafError, OptionError, check_among
from goldleaf.core.formats.conll import SECOND_COLUMNS, second_analysis
from goldleaf.core.formats.segments import with_segments
from goldleaf.core.metrics import METRICS, Metric, candidates, fitting
from goldleaf.core.metrics.tedeval import tedeval_of
from goldleaf.core.naming import PREDICTED, names_of
from goldleaf.core.results import ScoreChoice, ScoredParse
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands import files
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.options import ChosenMetrics, PlotLook, ReadingOptions, option, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.commands.score import printed, significance
from goldleaf.viewer.commands.score.significance import ScoredFiles, Testing
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.tables import Table

GOLD_COLUMNS = "gold"
PREDICTED_COLUMNS = "predicted"
EDITS = (".jsonl", ".txt")  # endings of edit scripts
# What can be plotted, told without loading what plots it; a test compares
PLOTS = ("length", "distance", "error-mass", "error-classes", "confusions", "arc-length", "contingency", "agreement")


@dataclass(frozen=True, slots=True)
class OtherFiles:
    """What is read beside gold and parses; a group of options, for `with_options`."""

    PANEL: ClassVar = shared.FILES
    other_golds: list[Path] | None = shared.OTHER_GOLDS
    gold_segments: Path | None = option("Which words the gold's surface tokens hold.", "FILE")
    parse_segments: Path | None = option("Which words the parses' surface tokens hold.", "FILE")
    lattice: Path | None = shared.LATTICE
    predicted: bool = shared.WITH_PREDICTED
    parse_columns: str = option(
        "Which columns of PARSE are compared; without PARSE those of GOLD. Predicted ones by the metric columns.",
        "gold|predicted", default=GOLD_COLUMNS,
    )  # fmt: skip
    train: Path | None = shared.TRAIN

    @property
    def inputs(self) -> list[Path | None]:
        return [*(self.other_golds or []), self.gold_segments, self.parse_segments, self.lattice, self.train]

    @property
    def of_parses_predicted(self) -> bool:
        return self.parse_columns == PREDICTED_COLUMNS


@dataclass(frozen=True, slots=True)
class Output:
    """What is printed and written besides scores; a group of options, for `with_options`."""

    PANEL: ClassVar = shared.OUTPUT
    per_sentence: Path | None = shared.PER_SENTENCE
    edit_script: Path | None = option("Write the edits of tedeval: .jsonl, or .txt to read.", "FILE")
    breakdown: str | None = option("Print all tables, or these: label, confusions, distance, error_mass …", "[TABLE,…]")
    breakdown_where: str | None = option(
        "Of tables of words, count only words that meet this, such as 'not form_seen' or \"tag = 'NOUN'\".", "CONDITION"
    )

    def check(self) -> None:
        """Raise OptionError for the name of a file that cannot be written, and for words of no table."""
        files.check_table("--per-sentence", self.per_sentence)
        if self.edit_script is not None and self.edit_script.suffix not in EDITS:
            raise OptionError(f"--edit-script {self.edit_script}: end the name in {', '.join(EDITS)}")
        if self.breakdown_where is not None and self.breakdown is None:
            raise OptionError("--breakdown-where: says of which words the tables of --breakdown are; name that, too")


@dataclass(frozen=True, slots=True)
class Plotting(PlotLook):
    """What is plotted, and where to; a group of options, for `with_options`."""

    plot_of: str = option(f"What, of the first metric that has it: {', '.join(PLOTS)}.", "NAME", default=PLOTS[0])


@with_options(
    reading=ReadingOptions, further=OtherFiles, printing=Printing, output=Output, plotting=Plotting, testing=Testing,
    chosen=shared.metric_options(),
)  # fmt: skip
def command(
    gold: Annotated[Path, shared.GOLD_FILE], parses: Annotated[list[Path] | None, shared.PARSE_FILES] = None, *,
    reading: ReadingOptions, further: OtherFiles, printing: Printing, output: Output, plotting: Plotting,
    testing: Testing,
    max_length: int | None = option("Only sentences of up to N words.", "N", panel=shared.METRIC_PANEL),
    average: str = option(
        "Over all words, or the mean of sentences.", "micro|macro", default="micro", panel=shared.METRIC_PANEL
    ),
    strict: bool = shared.STRICT, chosen: ChosenMetrics,
) -> int:  # fmt: skip
    """Score parses against a gold file."""
    check_among("--parse-columns", further.parse_columns, (GOLD_COLUMNS, PREDICTED_COLUMNS))
    if further.of_parses_predicted:
        further = replace(further, predicted=further.predicted or not parses)
        chosen = replace(chosen, names=chosen.names or ["columns"])
    all_predicted = further.of_parses_predicted or (further.predicted and not parses)
    choice = ScoreChoice(results.check_average(average), max_length, PREDICTED_COLUMNS if all_predicted else "")
    if not parses and not further.predicted:
        raise OptionError("there is no PARSE to score; name one, or --predicted for the second analysis in GOLD")
    parses = parses or []
    testing.check(len(parses) + further.predicted)
    used = chosen.metrics(candidates())
    paths = [gold, *parses, *testing.baselines]
    if further.train is not None and not output.breakdown:
        output = replace(output, breakdown=printed.OF_TRAINING)  # what else would one name a training file for
    output.check()
    printing.check([*paths, *further.inputs, *chosen.options.values()])
    plotting.check_plot()
    check_among("--plot-of", plotting.plot_of, PLOTS, "plot")
    written = {"--per-sentence": output.per_sentence, "--edit-script": output.edit_script, "--plot": plotting.plot}
    for flag, path in written.items():
        files.check_replaces_no_input(flag, path, [*paths, *further.inputs, *chosen.options.values()])
    asked = _Asked(paths, further, reading, printing, output, plotting, testing, used, chosen, choice, strict)
    columns = None if plotting.plot else asked.columns
    # Files of many gigabytes are not held where no more is wanted than figures that add up.
    as_they_are = not (any(further.inputs) or further.predicted or further.of_parses_predicted)
    of_single_ones = output.per_sentence or output.edit_script or output.breakdown or testing.compares
    if columns is not None and as_they_are and not of_single_ones and files.are_large(paths):
        status = _in_parts(asked, columns)
        if status is not None:
            return status
    return _as_a_whole(asked, columns)


class _Asked(NamedTuple):
    """What a run is asked for; of ``metrics`` those that fit are wanted, unless they are named."""

    paths: list[Path]
    further: OtherFiles
    reading: ReadingOptions
    printing: Printing
    output: Output
    plotting: Plotting
    testing: Testing
    metrics: list[Metric]
    chosen: ChosenMetrics
    choice: ScoreChoice
    strict: bool

    @property
    def columns(self) -> frozenset[str] | None:
        """The columns that are read; None for all, which breakdowns need. Raises OptionError for an unknown one."""
        if self.output.breakdown:
            printed.wanted_tables(self.output.breakdown, self.metrics)
            return None
        of_lattice = {"lemma", "features"} if self.further.lattice else set[str]()
        predicted = self.further.predicted or self.further.of_parses_predicted
        second = SECOND_COLUMNS if predicted else frozenset[str]()
        return frozenset({"head"}.union(of_lattice, second, *(one.columns for one in self.metrics)))

    def fitting(self, gold: Treebank) -> list[Metric]:
        """The metrics that are used: where none is named, those that compare what the gold holds. A parse of another
        kind is refused. Raises OptionError where none fits, and for an option that none has."""
        if self.chosen.names:
            return self.metrics
        if not (fit := [*fitting(self.metrics, gold)]):
            raise OptionError(f"{gold.path}: no metric fits {gold.format} files by itself; name one with --metric")
        self.chosen.check(fit)
        return fit


def _in_parts(asked: _Asked, columns: Collection[str]) -> int | None:
    # Score files part by part, each let go when it is scored, and print the figures. None where the files have to be
    # read as a whole, be it to tell what is wrong with them.
    from goldleaf.core.results.parts import figures_of_parts

    files.check_read_once(asked.paths)
    names, how = names_of(asked.paths[1:]), asked.reading
    reading = partial(formats.read_parts, format=how.format_name, encoding=how.encoding, separator=how.separator)
    read = [reading(path, columns=columns, apart=True) for path in asked.paths]
    try:
        steps = figures_of_parts(read, names, asked.fitting, asked.choice)
        gold, parses = files.with_bar(steps, "reading and scoring")
    except GoldleafError:
        return None
    abouts = [gold, *(parse.about for parse in parses)]
    for about in abouts:
        files.say_read_otherwise(about.path, about.warnings)
    files.say_faults([about.ill_formed for about in abouts], strict=asked.strict)
    for parse in parses:
        _say_of(parse.warnings, parse.scored, gold.path, parse.about.path)
    reasons = [*significance.under(asked.testing, parses, asked.choice)]
    whole, text = results.as_object(gold, parses, asked.choice), [*printed.as_text(parses, asked.choice)]
    asked.printing.put([printed.score_table(parses, asked.choice)], whole, text)
    return _failed(reasons)


def _as_a_whole(asked: _Asked, columns: frozenset[str] | None) -> int:
    # Score files that are held until everything is told of them; the exit status.
    further, choice = asked.further, asked.choice
    gold, parses = _read(asked.paths, further, asked.reading, columns)
    files.say_ill_formed([gold, *gold.other_golds, *parses], strict=asked.strict)
    if further.lattice is not None:
        tedeval = tedeval_of(asked.metrics)
        if tedeval is not None and tedeval.rules.software:
            raise OptionError("--lattice: variant 2.2 does not look at lattices; use --variant paper")
        if not any(one.in_lattices for one in asked.metrics):
            having = " and ".join(name for name, one in METRICS.items() if one.in_lattices)
            raise OptionError(f"--lattice: only {having} make use of it; name one with --metric")
        from goldleaf.core.structures.lattice import with_lattices

        gold = with_lattices(gold, files.read([further.lattice], replace(asked.reading, format_name=None))[0])
    used, failed = results.comparing(gold, parses, asked.fitting(gold))
    for metric, why in failed.items():
        complain(f"{metric}: not scored: {why}")
    scored = []
    for name, parse in zip([PREDICTED] * further.predicted + names_of(asked.paths[1:]), parses, strict=True):
        scored.append(ScoredParse.of(name, gold, parse, used, choice))
        _say_of(scored[-1].warnings, scored[-1].scored, gold.path, parse.path)
    count = len(scored) - len(asked.testing.baselines)
    scored_files = ScoredFiles(scored[:count], scored[count:], choice)
    _write_plot(asked.plotting, gold, scored_files.parses, choice)
    status = _report(gold, scored_files, asked, failed)
    return 2 if failed else status


def _read(
    paths: list[Path], further: OtherFiles, reading: ReadingOptions, columns: frozenset[str] | None
) -> tuple[Treebank, list[Treebank]]:
    others = further.other_golds or []
    files.check_read_once([*paths, *further.inputs])
    first, *treebanks = files.read([paths[0], *others, *paths[1:]], reading, columns=columns)
    of_gold, parses = treebanks[: len(others)], treebanks[len(others) :]
    gold = first if further.gold_segments is None else with_segments(first, further.gold_segments)
    gold = replace(gold, other_golds=tuple(of_gold))
    if further.train is not None:
        from goldleaf.core.analysis.sides.word_columns import with_seen

        gold = with_seen(gold, files.read([further.train], reading)[0])
    if further.of_parses_predicted:
        parses = [second_analysis(parse) for parse in parses]
    if further.predicted:
        parses = [second_analysis(first), *parses]
    if further.parse_segments is not None:
        parses = [with_segments(parse, further.parse_segments) for parse in parses]
    return gold, parses


def _say_of(warnings: Iterable[str], scored: Mapping[str, Scored], gold: str, parse: str) -> None:
    # Say on stderr what a reader of a parse's figures must know.
    for warning in warnings:
        complain(warning)
    for metric, figures in scored.items():
        for gap in figures.left_out():
            complain(gap.described(metric, gold, parse))


def _write_plot(asked: Plotting, gold: Treebank, parses: Sequence[ScoredParse], choice: ScoreChoice) -> None:
    """Write the plot that is asked for, of the first metric that has it. Raises OptionError where none has."""
    if asked.plot is None:
        return
    from goldleaf.viewer.plots.of_scores import Plotted, plots_of

    used = [scored.metric for scored in parses[0].scored.values()]
    makers = {metric.name: plots_of(metric) for metric in used}
    name = next((name for name, there in makers.items() if asked.plot_of in there), None)
    if name is None:
        raise OptionError(f"--plot-of {asked.plot_of}: there is nothing of it to plot under {', '.join(makers)}")
    maker = makers[name][asked.plot_of]
    plotted = []
    for number, one in enumerate(parses):
        source = results.source_of(one.scored[name], gold, one.parse, choice.rows(gold, one.parse))
        plotted.append(Plotted(one.name, source, chosen=number == 0))
    if remark := asked.write_plot(finished(maker.make(plotted)), asked.plot):
        complain(f"{asked.plot}: {remark}")


def _report(gold: Treebank, scored_files: ScoredFiles, asked: _Asked, failed: Mapping[str, str]) -> int:
    """Write and print all that is asked for; the exit status, which says whether a build shall fail. ``failed`` says of
    metrics that are not among the results why, by their names."""
    parses, choice, output, testing = scored_files.parses, asked.choice, asked.output, asked.testing
    used = [scored.metric for scored in parses[0].scored.values()]
    if output.per_sentence is not None:
        files.write_table(results.sentence_rows(gold, parses), output.per_sentence)
    if output.edit_script is not None:
        from goldleaf.viewer.commands.score.edit_scripts import write_edit_scripts

        if (tedeval := tedeval_of(used)) is None:
            raise OptionError("--edit-script: only tedeval makes use of it; add --metric tedeval")
        [own], named = names_of(asked.paths[:1]), [(one.name, one.parse) for one in parses]
        write_edit_scripts(output.edit_script, tedeval, gold, named, own)
    compared = significance.tested(testing, gold, scored_files)
    reasons = significance.failures(testing, scored_files, compared)
    wanted, within = printed.wanted_tables(output.breakdown, used), output.breakdown_where or ""
    tables = {one.name: results.tables_of(one, gold, choice, wanted, within) for one in parses} if wanted else {}
    if within and not all(tables.values()):
        raise OptionError(f"--breakdown-where: counts words, and no table is of words: {', '.join(sorted(wanted))}")
    versus = output.breakdown is not None and printed.VERSUS in output.breakdown.split(",")
    rounds = testing.drawn() if testing.significance else None
    against = [*printed.versus_tables(parses, gold, choice, rounds)] if versus else []
    sources = {
        (one.name, name): results.source_of(scored, gold, one.parse, choice.rows(gold, one.parse))
        for one in (parses if tables else ())
        for name, scored in one.scored.items()
    }
    beside = [*printed.tables_beside(tables, sources, rounds)]
    told = results.as_object(results.About.of(gold), [one.told() for one in parses], choice, tables, compared)
    told |= {"failed": failed} if failed else {}
    told |= {printed.VERSUS: [whole for _, whole in against]} if against else {}
    if rounds is not None and beside:  # whose columns have names of two lines, the parse's and their own
        frames = [(metric, one, one.frame.rename(lambda name: name.replace("\n", "."))) for metric, one in beside]
        told["beside"] = [
            {"metric": metric, "name": one.name, "note": one.note, "rows": own.to_dicts()}
            for metric, one, own in frames
        ]
    broken_down = [*printed.breakdown_tables(beside), *(table for table, _ in against)]
    tested: list[Table] = []
    if compared:
        from goldleaf.viewer.report.tables import comparison_tables

        tested = [*comparison_tables(parses, compared, titled=False)]
    text = [*printed.as_text(parses, choice), *(one for table in (*tested, *broken_down) for one in ("", table))]
    scores = printed.score_table(parses, choice, compared if testing.significance else ())
    asked.printing.put(broken_down or [scores, *tested], told, text)
    return _failed(reasons)


def _failed(reasons: Sequence[str]) -> int:
    for line in reasons:
        complain(line)
    return 1 if reasons else 0
