"""What became of a review, in figures and in words: JSON, and Markdown for people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Any

import polars as pl

from goldleaf.core.analysis.agreement import of_pairs
from goldleaf.core.errors import counted
from goldleaf.core.files import write_whole
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION
from goldleaf.viewer.review.exchange import names_of_sentences, to_csv
from goldleaf.viewer.review.judgements import GOLD, REVIEWED, split_tags
from goldleaf.viewer.review.reviewer_agreement import ReviewerAgreement, agreement_of
from goldleaf.viewer.review.states import Left
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.text.characters import plain, table_lines, visible
from goldleaf.viewer.text.numbers import coefficient, percent

MOST_NAMED = 20  # sentences in a message
PAUSE = 300  # seconds: who does not judge for so long does something else

REPORTS: dict[str, Callable[[Store, Sequence[Treebank]], str]] = {
    "markdown": lambda store, sides: as_markdown(store, agreement_of(store, sides)),
    "csv": lambda store, _: to_csv(store),
    "json": lambda store, sides: json.dumps(as_object(store, agreement_of(store, sides)), indent=1) + "\n",
}
"""What a report is made by, by the name of its format, of a session and the treebanks that are attached to it."""


def report_steps(session: Path, sides: Sequence[Treebank], name: str, path: Path) -> Steps[Path]:
    """Write a report in one of the `REPORTS`, in steps. Raises GoldleafError."""
    yield 0.0
    with Store.open(session, to_write=False) as store:
        store.attach(*sides)
        yield 0.4
        text = REPORTS[name](store, sides)
    yield 0.9
    write_whole(path, text.encode())
    return path


def as_object(store: Store, agreement: ReviewerAgreement | None = None) -> dict[str, Any]:
    """All that the report holds; a treebank must be attached. ``agreement`` is that of its reviewers."""
    table, summary = store.table(), store.summary()
    names = names_of_sentences(store.ids)

    def count(values: pl.Series) -> dict[str, int]:
        return dict(sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])))

    has_verdict = ~pl.col("verdict").is_in(["", REVIEWED])
    reviewers, times = [], store.times()
    for name in sorted({*store.reviewers, *store.assigned}):
        own = table.filter(pl.col("reviewer") == name)
        if own.height or name in store.assigned:
            done, notes = own.filter(pl.col("verdict") == REVIEWED).height, own.filter(pl.col("note") != "").height
            by_verdict = count(own.filter(has_verdict)["verdict"])
            counts = {"name": name, "reviewed": done, "verdicts": by_verdict, "notes": notes}
            left = as_left(Left.of(store.states_of(name).summary()))
            when = sorted({*times.get(name, []), *own["time"]})  # what was merged is one act, of many times
            taken = {"seconds": seconds_taken(when), "left": left}
            reviewers.append({**counts, "first": own["time"].min(), "last": own["time"].max(), **taken})

    conflicts = []
    for row in summary.with_row_index("row").filter("conflict")["row"].to_list():
        for place, verdicts in store.conflicts(store.key(row)).items():
            about = {"sentence": names[row], "number": row + 1, "word": place.item, "layer": place.layer or ""}
            conflicts.append({**about, "verdicts": verdicts})

    judgements = []
    for values in table.iter_rows(named=True):
        row, item = values["sentence"], values.pop("item")
        tags = split_tags(values["tags"])
        judgements.append({**values, "word": item, "sentence": names[row], "number": row + 1, "tags": tags})

    return {
        "goldleaf": VERSION,
        "session": str(store.path),
        "adjudication": store.adjudication,
        "layers": [*store.layers],
        "sides": [{"name": side.name, "path": side.path} for side in store.sides],
        "sentences": summary.height,
        **{name: int(summary[name].sum()) for name in ("reviewed", "stale", "places")},
        "left": as_left(Left.of(summary)),
        "reviewers": reviewers,
        "layers_judged": count(table.filter(has_verdict)["layer"]),
        "tags": dict(Counter(tag for tags in table["tags"] for tag in split_tags(tags)).most_common()),
        "conflicts": conflicts,
        "agreement": agreement and agreement.to_dict(),
        "judgements": judgements,
    }


def as_left(left: Left) -> dict[str, int]:
    """What is left, as scripts read it: the places that nothing decides, in how many sentences, and of them those of
    which somebody is unsure, and those that reviewers judge differently."""
    return {"places": left.left, "sentences": left.sentences, "unsure": left.unsure, "conflicts": left.conflicts}


def seconds_taken(times: Sequence[str]) -> int:
    """How long somebody has worked who acted at these times (ISO 8601, ascending): longer pauses than `PAUSE` are none
    of it, nor is what was before the first act."""
    known = []
    for time in times:
        with suppress(ValueError):
            known.append(datetime.fromisoformat(time).timestamp())
    return round(sum(gap for before, time in pairwise(known) if 0 < (gap := time - before) <= PAUSE))


def as_markdown(store: Store, agreement: ReviewerAgreement | None = None) -> str:
    """The report for people, with the agreement of reviewers if that is given."""
    about = as_object(store, agreement)
    lines = [f"# Review: {plain(store.path.stem)}", ""]
    lines += [f"- {plain(side['name'])}: {plain(side['path'])}" for side in about["sides"]]
    lines += [f"- {about['reviewed']:,} of {counted(about['sentences'], 'sentence')} reviewed"]
    if about["places"]:
        lines.append(f"- {Left.of(store.summary())}")
    if about["stale"]:
        lines.append(f"- {counted(about['stale'], 'sentence')} changed since they were judged")
    reviewers = []
    for one in about["reviewers"]:
        verdicts = ", ".join(f"{name} ({number:,})" for name, number in one["verdicts"].items())
        dates = (one["first"] or "", one["last"] or "")
        worked = f"{one['seconds'] // 3600}:{one['seconds'] // 60 % 60:02}"
        reviewers.append((one["name"], one["reviewed"], verdicts, one["left"]["places"], one["notes"], *dates, worked))
    lines += ["", "## Reviewers", ""]
    titles = "reviewer", "sentences done", "verdicts", "places left", "notes", "first", "last", "hours"
    lines += _table(titles, reviewers)
    lines += _section("Layers", ("layer", "verdicts"), [*about["layers_judged"].items()])
    lines += _section("Tags", ("tag", "judgements"), [*about["tags"].items()])
    if agreement is not None and agreement.pairs:
        lines += _agreement(agreement)
    differing = []
    for one in about["conflicts"]:
        verdicts = ", ".join(f"{name}: {verdict}" for name, verdict in one["verdicts"].items())
        differing.append((one["sentence"], one["word"], one["layer"], verdicts))
    lines += _section("Judged differently", ("sentence", "word", "layer", "verdicts"), differing)
    noted = (one for one in about["judgements"] if one["note"])
    notes = [(one["sentence"], one["word"], one["reviewer"], one["note"], ", ".join(one["tags"])) for one in noted]
    lines += _section("Notes", ("sentence", "word", "reviewer", "note", "tags"), notes)
    return "\n".join(lines) + "\n"


def as_message(store: Store) -> str:
    """What was decided, as a message to commit the corrected treebank with; a treebank must be attached."""
    summary, choices = store.summary(), store.choices().filter(pl.col("verdict") != "")
    left = Left.of(summary)
    corrected = (Path(side.path).name for side in store.sides if store.adjudication or side.name == GOLD)
    about = f" of {' and '.join(corrected)}"
    places = f"{left.places - left.left:,} of {counted(left.places, 'place')} decided"
    title = f"Review{about if len(about) + len(places) <= 64 else ''}: {places}"

    def counts(column: str) -> str:
        values = Counter(value for text in choices[column] for value in text.split(", ") if value)
        return ", ".join(f"{name} {number:,}" for name, number in values.most_common(12))

    names, rows = names_of_sentences(store.ids), choices["sentence"].unique(maintain_order=True).to_list()
    named = f"{', '.join(names[row] for row in rows[:MOST_NAMED])}{', …' * (len(rows) > MOST_NAMED)}"
    lines = [f"Layers: {counts('layer')}", f"Taken: {counts('verdict')}", f"Decided by: {counts('reviewer')}"]
    lines = [*lines, f"{counted(len(rows), 'sentence')}: {named}"] if rows else []
    lines += [f"Left: {left}"] if left.left else []
    return "\n".join([visible(title), "", *(visible(part) for line in lines for part in wrap(line, 72))]) + "\n"


def _agreement(agreement: ReviewerAgreement) -> list[str]:
    told = ((pair, percent(pair.agreed_share), coefficient(pair.kappa)) for pair in agreement.pairs)
    pairs = [(pair.a, pair.b, pair.places, agreed, kappa) for pair, agreed, kappa in told]
    lines = _section("Agreement of reviewers", ("reviewer", "reviewer", "places", "agreed %", "kappa"), pairs)
    alphas = (f"{name} {coefficient(value)}" for name, value in agreement.alpha.items())
    lines += ["", f"Krippendorff's alpha, {len(agreement.reviewers)} reviewers: {', '.join(alphas)}"]
    both = ("reviewer", "reviewer", "places", "agreed")
    for name in ("layer", "label"):
        rows = of_pairs(agreement.pairs, f"{name}s").select(name, "a", "b", "places", "agreed", "agreed_share", "kappa")
        cells = [(*row[:5], percent(row[5]), coefficient(row[6])) for row in rows.iter_rows()]
        lines += _section(f"Agreement by {name}", (name, *both, "agreed %", "kappa"), cells)
    disagreed = of_pairs(agreement.pairs, "sentences").filter(pl.col("disagreements") > 0)
    worst = disagreed.sort(-pl.col("disagreements"), "sentence").select("sentence", "id", "a", "b", "places", "agreed")
    return lines + _section("Sentences with most disagreements", ("sentence", "id", *both), worst.head(20).rows())


def _section(title: str, titles: tuple[str, ...], rows: list[tuple[Any, ...]]) -> list[str]:
    return ["", f"## {title}", "", *_table(titles, rows)] if rows else []


def _table(titles: tuple[str, ...], rows: list[tuple[Any, ...]]) -> Iterator[str]:
    return table_lines(titles, [[plain(str(cell)) for cell in row] for row in rows])
