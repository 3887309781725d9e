"""All that is wrong or odd in a file, not only what keeps it from being read.

An *error* is what the format forbids, a *warning* what it allows for but is odd, such as several roots. The rules are
those of the formats' own descriptions; for CoNLL-U, https://universaldependencies.org/format.html, without what
depends on the language or on the guidelines.
"""

from __future__ import annotations

from goldleaf.core.errors import Problem
from goldleaf.core.steps import Steps, finished
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation.comments import check_comments
from goldleaf.core.validation.enhanced import check_enhanced
from goldleaf.core.validation.fields import check_words
from goldleaf.core.validation.layout import check_layout
from goldleaf.core.validation.report import Report
from goldleaf.core.validation.text import check_text
from goldleaf.core.validation.tokens import check_empty_nodes, check_multiword_tokens
from goldleaf.core.validation.trees import check_trees

__all__ = ["validate", "validate_steps"]

_OF_CONLLU = (check_words, check_enhanced, check_multiword_tokens, check_empty_nodes, check_comments, check_text)


def validate(treebank: Treebank) -> tuple[Problem, ...]:
    """The problems of a treebank read with ``strict=False``, the reader's and more, in the order of the file.

    Sentences that could not be read have only the reader's.
    """
    return finished(validate_steps(treebank))


def validate_steps(treebank: Treebank) -> Steps[tuple[Problem, ...]]:
    """What `validate` does, in steps."""
    yield 0.0
    report = Report(treebank, list(treebank.problems))
    check_layout(report)
    if "head" in treebank.layout.columns:
        check_trees(report)
    if treebank.format == "conllu" and len(treebank):
        for number, check in enumerate(_OF_CONLLU):
            yield number / len(_OF_CONLLU)
            check(report)
    return tuple(sorted(report.problems, key=lambda problem: (problem.line, problem.column)))
