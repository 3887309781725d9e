"""How to cite what figures are from, as BibTeX: the program, and papers of metrics with the signatures of figures."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from goldleaf.core.metrics import METRICS, create
from goldleaf.core.version import VERSION
from goldleaf.viewer.text.tex import escape


def bibtex(signatures: Iterable[str] = ()) -> str:
    """The program and the papers of the metrics that these signatures are of, each with its own; of all as they are by
    default if there are none."""
    used = [*signatures] or [create(name).signature for name in METRICS]
    program, *papers = (files("goldleaf.assets") / "citations.bib").read_text("utf-8").split("\n\n")[1:]
    entries = [program.replace("VERSION", VERSION)]
    for paper in papers:
        metrics, _, entry = paper.partition("\n")
        if own := [one for one in used if one.partition("|")[0] in metrics.split()]:
            note = "; ".join(rf"\texttt{{{escape(one)}}}".replace("|", r"|\allowbreak ") for one in own)
            entries.append(f"{entry.strip().removesuffix('}')}  note = {{Signature: {note}}},\n}}")
    return "\n\n".join([*(one.strip() for one in entries), ""])
