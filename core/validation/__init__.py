"""All that is wrong or odd in a file, not only what keeps it from being read.

An *error* is what the format forbids, a *warning* what it allows for but is odd, such as several roots. The rules are
those of the formats' own descriptions; for CoNLL-U, https://universaldependencies.org/format.html, and what the
validator of Universal Dependencies asks for at its levels 1 to 3 whatever the language
(https://universaldependencies.org/release_checklist.html#validation), under the names that it has for its rules.
"""

from __future__ import annotations

import re
from dataclasses import replace

from goldleaf.core.errors import Problem, Severity, check_among
from goldleaf.core.formats.conll import BLANK_ENDS
from goldleaf.core.steps import Steps, finished
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation import all_formats, conllu, guidelines
from goldleaf.core.validation.all_formats import Report

_OF_CONLLU = (
    conllu.check_words, conllu.check_enhanced, conllu.check_multiword_tokens, conllu.check_empty_nodes,
    conllu.check_comments, conllu.check_text,
)  # fmt: skip

LEVELS = (1, 2, 3)
"""Of CoNLL-U, as UD counts them: the lines and their fields; tags, features, trees, comments; the guidelines."""

# What the reader says, and which rule that is; all but that of heads are of the first level.
_OF_READER = {
    "carriage return": "non-unix-newline", "byte order mark": "invalid-line", "ID is '[^0-9]": "invalid-line",
    "ID is .* expected a number": "invalid-word-id", "ID is|ID 1 in": "word-id-sequence", "no tab": "invalid-line",
    "comments without": "empty-sentence", "comment inside": "misplaced-comment",
    "blank line with blanks": "pseudo-empty-line", "more than one blank line|blank line before": "empty-sentence",
    "no blank line": "missing-empty-line", "range .* not within": "word-interval-out",
    "range .* overlaps": "overlapping-word-intervals", "range .* right before": "misplaced-word-interval",
    "empty node": "misplaced-empty-node", "[0-9,]+ fields?; expected": "number-of-columns",
    ".* is empty; an absent|HEAD is ''": "empty-column", "HEAD is": "invalid-head",
}  # fmt: skip

_LEVEL_1 = frozenset((
    "", *_OF_READER.values(), "invalid-whitespace", "invalid-whitespace-mwt", "leading-whitespace",
    "repeated-whitespace", "trailing-whitespace", "unicode-normalization",
)) - {"invalid-head"}  # fmt: skip


def validate(treebank: Treebank, level: int = 2) -> tuple[Problem, ...]:
    """The problems of a treebank read with ``strict=False``, the reader's and more, in the order of the file. Sentences
    that could not be read have only the reader's, at every level. ``level`` is one of `LEVELS`; raises OptionError."""
    return finished(validate_steps(treebank, level))


def validate_steps(treebank: Treebank, level: int = 2) -> Steps[tuple[Problem, ...]]:
    check_among("--level", f"{level}", [*map(str, LEVELS)], "level")
    yield 0.0
    report = Report(treebank, [_as_rule(problem, treebank) for problem in treebank.problems])
    all_formats.check_layout(report)
    all_formats.check_characters(report)
    if treebank.has_heads:
        all_formats.check_trees(report)
        all_formats.check_second_heads(report)
        all_formats.check_blanks(report)
        all_formats.check_predicates(report)
    if treebank.format == "cupt" and len(treebank):
        all_formats.check_expressions(report)
    if treebank.is_conllu and len(treebank):
        checks = (*_OF_CONLLU, guidelines.check_guidelines) if level == LEVELS[-1] else _OF_CONLLU
        for number, check in enumerate(checks):
            yield number / len(checks)
            check(report)
    of_reader = len(treebank.problems)
    asked = [one for one in report.problems[of_reader:] if level > 1 or one.rule in _LEVEL_1]
    return tuple(sorted([*report.problems[:of_reader], *asked], key=lambda problem: (problem.line, problem.column)))


def _as_rule(problem: Problem, treebank: Treebank) -> Problem:
    """What the reader said with its rule. In CoNLL-U blank lines, comments and empty nodes that are out of place are
    errors; so are, in all formats, blanks at the ends of lines, which are read over (Hajič et al. 2009, §3.1)."""
    if not treebank.is_conllu or not treebank.layout.lines:
        return replace(problem, severity=Severity.ERROR) if problem.message.startswith(BLANK_ENDS) else problem
    rule = next((rule for pattern, rule in _OF_READER.items() if re.match(pattern, problem.message)), "")
    return replace(problem, severity=Severity.ERROR, rule=rule)
