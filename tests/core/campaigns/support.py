"""Small campaigns: treebanks of a few sentences, and systems with errors in some."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from goldleaf.core.campaigns.description import Campaign
from goldleaf.core.campaigns.jobs import Workers, processes
from goldleaf.core.campaigns.results import FIGURES, Results, ranked
from goldleaf.core.campaigns.running import running_steps
from goldleaf.core.steps import finished

SENTENCE = (("a", 2, "det"), ("b", 0, "root"), ("c", 2, "obj"), (".", 2, "punct"))


def run(campaign: Campaign, workers: Workers | None = None, cache: Path | None = None) -> Results:
    """All results of a campaign."""
    return finished(running_steps(campaign, workers or processes(), cache))


def conllx(sentences: int, wrong: int = 0, *, shift: int = 0) -> str:
    """So many sentences, of which some have a wrong head and a wrong label."""
    lines = []
    for number in range(sentences):
        for position, (form, head, label) in enumerate(SENTENCE, 1):
            bad = (number - shift) % sentences < wrong and form == "c"
            own = (1, "nsubj") if bad else (head, label)
            lines.append(f"{position}\t{form}\t_\tX\tX\t_\t{own[0]}\t{own[1]}\t_\t_")
        lines.append("")
    return "\n".join([*lines, ""])


def folder(path: Path) -> Path:
    """Two treebanks, and three systems of which the last lacks one: A is best, B a little worse in enough sentences to
    be tested, C much worse."""
    for treebank, sentences in (("one", 40), ("two", 20)):
        (path / treebank).mkdir()
        (path / treebank / "gold.conllx").write_text(conllx(sentences), encoding="utf-8")
        for system, wrong, shift in (("A", 2, 7), ("B", 4, 20), ("C", 20, 7)):
            if (treebank, system) != ("two", "C"):
                text = conllx(sentences, wrong, shift=shift)
                (path / treebank / f"{system}.conllx").write_text(text, encoding="utf-8")
    return path


TREEBANKS = "".join(f'[[treebank]]\nname = "{name}"\ngold = "{name}/gold.conllx"\n' for name in ("one", "two"))
SYSTEMS = "".join(f'[[system]]\nname = "{name}"\nparses = "{{treebank}}/{name}.conllx"\n' for name in "ABC")


def written(path: Path, text: str) -> Path:
    """A file of a campaign in the folder."""
    file = path / "campaign.toml"
    file.write_text(text, encoding="utf-8")
    return file


def figures(rows: list[dict[str, object]]) -> pl.DataFrame:
    """Figures as a campaign has them; what is not said is as usual."""
    usual: dict[str, object] = {
        **dict.fromkeys(("scenario", "training", "group", "domain"), ""),
        "optional": False,
        "measure": "attachment",
        "metric": "attachment",
        "score": "las",
        "percent": True,
    }
    made = [{**usual, **row} for row in rows]
    return ranked(pl.DataFrame([{name: row.get(name) for name in FIGURES} for row in made], schema=FIGURES))
