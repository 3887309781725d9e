"""All that is wrong or odd in a file, not only what keeps it from being read.

An *error* is what the format forbids, a *warning* what it allows for but is odd, such as several roots. The rules are
those of the formats' own descriptions; for CoNLL-U, https://universaldependencies.org/format.html, without what
depends on the language or on the guidelines.
"""

from __future__ import annotations

from dataclasses import replace

from goldleaf.core.errors import Problem, Severity, check_among
from goldleaf.core.formats.conll import BLANK_ENDS
from goldleaf.core.steps import Steps, finished
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation import all_formats, conllu
from goldleaf.core.validation.all_formats import Report

_OF_CONLLU = (
    conllu.check_words, conllu.check_enhanced, conllu.check_multiword_tokens, conllu.check_empty_nodes,
    conllu.check_comments, conllu.check_text,
)  # fmt: skip

# Of strictness: at 2, as in the levels of Universal Dependencies, the reader forgives nothing in CoNLL-U.
LEVELS = (1, 2)


def validate(treebank: Treebank, level: int = 1) -> tuple[Problem, ...]:
    """The problems of a treebank read with ``strict=False``, the reader's and more, in the order of the file. Sentences
    that could not be read have only the reader's. ``level`` is one of `LEVELS`; raises OptionError."""
    return finished(validate_steps(treebank, level))


def validate_steps(treebank: Treebank, level: int = 1) -> Steps[tuple[Problem, ...]]:
    check_among("--level", f"{level}", map(str, LEVELS), "level")
    yield 0.0
    # At level 2 blank lines, comments and empty nodes that are out of place are errors. Blanks at the ends of lines,
    # which are read over, are errors always (Hajič et al. 2009, §3.1).
    strict = level >= 2 and treebank.format == "conllu" and treebank.layout.lines
    of_reader = [
        replace(problem, severity=Severity.ERROR) if strict or problem.message.startswith(BLANK_ENDS) else problem
        for problem in treebank.problems
    ]
    report = Report(treebank, of_reader)
    all_formats.check_layout(report)
    all_formats.check_characters(report)
    if "head" in treebank.layout.columns:
        all_formats.check_trees(report)
        all_formats.check_blanks(report)
        all_formats.check_predicates(report)
    if treebank.format == "conllu" and len(treebank):
        for number, check in enumerate(_OF_CONLLU):
            yield number / len(_OF_CONLLU)
            check(report)
    return tuple(sorted(report.problems, key=lambda problem: (problem.line, problem.column)))
