"""`goldleaf agreement SESSION`: how far the reviewers of one session agree."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.agreement_tables import print_table, print_worst
from goldleaf.viewer.commands.review import read_session
from goldleaf.viewer.commands.score.printed import write_table
from goldleaf.viewer.commands.terminal import say, say_json
from goldleaf.viewer.review import agreement_tables as shown
from goldleaf.viewer.review.reviewer_agreement import ReviewerAgreement, agreement_of


def print_session(
    session: Path, rows: int, per_sentence: Path | None, options: Collection[str], *, as_json: bool
) -> None:
    """Say how far the reviewers agree. Raises GoldleafError where there are not two, or a metric's option is given."""
    for option in options:
        raise OptionError(
            f"--{option.replace('_', '-')}: not for {session}, a review: verdicts are compared as they are"
        )
    with read_session(session, "--per-sentence", per_sentence) as (store, treebanks):
        found = agreement_of(store, [*treebanks.values()])
    if not found.pairs:
        who = f"only {found.reviewers[0]} has" if found.reviewers else "nobody has"
        said = f"{who} judged anything that counts; merge the sessions of others: goldleaf review merge"
        raise GoldleafError(f"{session}: {said}", path=session)
    if per_sentence is not None:
        write_table(found.table("sentences").sort("sentence", maintain_order=True), per_sentence)
    if as_json:
        say_json({"goldleaf": VERSION, "session": str(session), **found.to_dict()})
        return
    _print(found, rows)


def _print(found: ReviewerAgreement, rows: int) -> None:
    print_table("Agreement of reviewers", shown.pairs(found))
    say()
    print_table(f"Krippendorff's alpha, {len(found.reviewers)} reviewers", shown.alphas(found))
    for pair in found.pairs:
        tables = {"labels": shown.labels(pair), "sentences": shown.sentences(pair)}
        print_worst(shown.name_of(pair), tables, rows, shown.layers(pair))
