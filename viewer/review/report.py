"""What became of a review, in figures and in words: JSON, and Markdown for people."""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from typing import Any

import polars as pl

from goldleaf.core.errors import counted
from goldleaf.core.version import VERSION
from goldleaf.viewer.review.exchange import names_of_sentences
from goldleaf.viewer.review.judgements import REVIEWED
from goldleaf.viewer.review.reviewer_agreement import ReviewerAgreement
from goldleaf.viewer.review.rows import split_tags
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.text.numbers import coefficient, percent
from goldleaf.viewer.text.visible import visible


def as_object(store: Store, agreement: ReviewerAgreement | None = None) -> dict[str, Any]:
    """All that the report holds; a treebank must be attached. ``agreement`` is that of its reviewers."""
    table, summary = store.table(), store.summary()
    names = names_of_sentences(store.ids)
    return {
        "goldleaf": VERSION,
        "session": str(store.path),
        "adjudication": store.adjudication,
        "layers": [*store.layers],
        "sides": [{"name": side.name, "path": side.path} for side in store.sides],
        "sentences": summary.height,
        "reviewed": int(summary["reviewed"].sum()),
        "stale": int(summary["stale"].sum()),
        "reviewers": [_reviewer(name, table) for name in store.reviewers if name in {*table["reviewer"]}],
        "layers_judged": _count(table.filter(_has_verdict)["layer"]),
        "tags": dict(Counter(tag for tags in table["tags"] for tag in split_tags(tags)).most_common()),
        "conflicts": _conflicts(store, names),
        "agreement": agreement and agreement.to_dict(),
        "judgements": [_judgement(values, names) for values in table.iter_rows(named=True)],
    }


_BOTH = ("reviewer", "reviewer", "places", "agreed")
_WORST = 20  # sentences that the report for people names

_has_verdict = ~pl.col("verdict").is_in(["", REVIEWED])


def _reviewer(name: str, table: pl.DataFrame) -> dict[str, Any]:
    own = table.filter(pl.col("reviewer") == name)
    return {
        "name": name,
        "reviewed": own.filter(pl.col("verdict") == REVIEWED).height,
        "verdicts": _count(own.filter(_has_verdict)["verdict"]),
        "notes": own.filter(pl.col("note") != "").height,
        "first": own["time"].min(),
        "last": own["time"].max(),
    }


def _count(values: pl.Series) -> dict[str, int]:
    """How often each value is there, the most frequent in front."""
    return dict(sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])))


def _judgement(values: dict[str, Any], names: list[str]) -> dict[str, Any]:
    row, about = values["sentence"], dict(values)
    about["word"] = about.pop("item")
    return {**about, "sentence": names[row], "number": row + 1, "tags": split_tags(values["tags"])}


def _conflicts(store: Store, names: list[str]) -> list[dict[str, Any]]:
    found = []
    for row in store.summary().with_row_index("row").filter("conflict")["row"].to_list():
        key = store.key(row)
        for place, verdicts in store.conflicts(key).items():
            about = {"sentence": names[row], "number": row + 1, "word": place.item, "layer": place.layer or ""}
            found.append({**about, "verdicts": verdicts})
    return found


def as_markdown(store: Store, agreement: ReviewerAgreement | None = None) -> str:
    """The report for people, with the agreement of reviewers if that is given."""
    about = as_object(store, agreement)
    lines = [f"# Review: {_plain(store.path.stem)}", ""]
    lines += [f"- {_plain(side['name'])}: {_plain(side['path'])}" for side in about["sides"]]
    lines += [f"- {about['reviewed']:,} of {counted(about['sentences'], 'sentence')} reviewed"]
    if about["stale"]:
        lines.append(f"- {counted(about['stale'], 'sentence')} changed since they were judged")
    lines += ["", "## Reviewers", ""]
    lines += _table(
        ("reviewer", "sentences done", "verdicts", "notes", "first", "last"),
        [
            (
                one["name"],
                one["reviewed"],
                _listed(one["verdicts"]),
                one["notes"],
                one["first"] or "",
                one["last"] or "",
            )
            for one in about["reviewers"]
        ],
    )
    lines += _section("Layers", ("layer", "verdicts"), [*about["layers_judged"].items()])
    lines += _section("Tags", ("tag", "judgements"), [*about["tags"].items()])
    lines += _agreement(agreement) if agreement is not None and agreement.pairs else []
    differing = [(one["sentence"], one["word"], one["layer"], _said(one["verdicts"])) for one in about["conflicts"]]
    lines += _section("Judged differently", ("sentence", "word", "layer", "verdicts"), differing)
    lines += _section("Notes", ("sentence", "word", "reviewer", "note", "tags"), _notes(about["judgements"]))
    return "\n".join(lines) + "\n"


def _agreement(found: ReviewerAgreement) -> list[str]:
    """How far each two reviewers agree, and where least."""
    pairs = [(pair.a, pair.b, pair.places, percent(pair.agreed_share), coefficient(pair.kappa)) for pair in found.pairs]
    lines = _section("Agreement of reviewers", ("reviewer", "reviewer", "places", "agreed %", "kappa"), pairs)
    alphas = (f"{name} {coefficient(value)}" for name, value in found.alpha.items())
    lines += ["", f"Krippendorff's alpha, {len(found.reviewers)} reviewers: {', '.join(alphas)}"]
    for name in ("layer", "label"):
        rows = found.table(f"{name}s").select(name, "a", "b", "places", "agreed", "agreed_share", "kappa").rows()
        cells = [(*row[:5], percent(row[5]), coefficient(row[6])) for row in rows]
        lines += _section(f"Agreement by {name}", (name, *_BOTH, "agreed %", "kappa"), cells)
    disagreed = found.table("sentences").filter(pl.col("disagreements") > 0)
    worst = disagreed.sort(-pl.col("disagreements"), "sentence").select("sentence", "id", "a", "b", "places", "agreed")
    return lines + _section("Sentences with most disagreements", ("sentence", "id", *_BOTH), worst.head(_WORST).rows())


def _notes(judgements: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    noted = (one for one in judgements if one["note"])
    return [(one["sentence"], one["word"], one["reviewer"], one["note"], ", ".join(one["tags"])) for one in noted]


def _section(title: str, titles: tuple[str, ...], rows: list[tuple[Any, ...]]) -> list[str]:
    """A table under a title; nothing where there are no rows."""
    return ["", f"## {title}", "", *_table(titles, rows)] if rows else []


def _listed(count: dict[str, int]) -> str:
    return ", ".join(f"{name} ({number:,})" for name, number in count.items())


def _said(verdicts: dict[str, str]) -> str:
    return ", ".join(f"{name}: {verdict}" for name, verdict in verdicts.items())


def _table(titles: tuple[str, ...], rows: list[tuple[Any, ...]]) -> list[str]:
    def line(cells: tuple[Any, ...]) -> str:
        return f"| {' | '.join(_plain(str(cell)) for cell in cells)} |"

    return [line(titles), line(("---",) * len(titles)), *map(line, rows)]


def _plain(text: str) -> str:
    """What reviewers and files say, in Markdown: no markup or HTML of theirs is any in the report."""
    marked = re.sub(r"([\\`*|\[\]])", r"\\\1", escape(text, quote=False))
    return "<br>".join(visible(line) for line in marked.split("\n"))
