"""A campaign's results as a site that needs no server: pages that link to one another, and tables to download.

`site_steps` makes the files. The index has the main table, one of treebanks, the word
for each file, and how all was scored. Each treebank has a page, and each system: figures and ranks, the most frequent
errors, pictures of the worst sentences. Pages are those of `report.making`: escaped, and forbidden to load anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, groupby, islice
from operator import itemgetter
from pathlib import Path
from unicodedata import normalize

from goldleaf.core.campaigns.checking import SCORED
from goldleaf.core.campaigns.results import Results, ScoredPair, as_object
from goldleaf.core.campaigns.running import content_of
from goldleaf.core.errors import GoldleafError, counted
from goldleaf.core.files import is_file
from goldleaf.core.metrics import create
from goldleaf.core.steps import Steps, finished, in_turn
from goldleaf.core.version import VERSION
from goldleaf.viewer.campaigns import TABLES, tables
from goldleaf.viewer.campaigns.scores import Row, counted_states, figures_of, shown
from goldleaf.viewer.diagram.theme import TextMeasure
from goldleaf.viewer.report.making import WITHOUT, article, of_tables, page
from goldleaf.viewer.report.tables import breakdown_tables, chosen_steps
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.tables import FORMATS, encode
from goldleaf.viewer.tables.properties import property_table
from goldleaf.viewer.tables.table import Column, Kind, Table, in_order

WORST = 10  # sentences of a system that are pictured
WITH_ERRORS = ("attachment", "parseval")  # metrics with a table of errors, where the campaign's own has none
MOST_ERRORS = 5  # of a kind, the most frequent ones
KINDS = ("kind", "relation", "tag")  # what errors are, not where they are
MASS = "Mass: which share of all errors a class carries."
DOWNLOADS = ("csv", "json", "latex")
INDEX, EVERY = "index.html", "tables.html"
LONGEST = 60  # characters of a file's name


def page_names(kind: str, names: Sequence[str]) -> dict[str, str]:
    """A file's name for each: the number tells apart what looks alike, or has no letters that are safe everywhere."""
    plain = (normalize("NFKD", name).encode("ascii", "ignore").decode().lower() for name in names)
    numbered = ("-".join([kind, f"{number}", *re.findall("[a-z0-9]+", name)]) for number, name in enumerate(plain, 1))
    return {name: f"{own[:LONGEST]}.html" for name, own in zip(names, numbered, strict=True)}


def site_steps(results: Results, measure: TextMeasure) -> Steps[dict[str, bytes]]:
    """The files of a site by their names, in steps."""
    site, tabled = _Site(results, measure), {name: [*tables(results, [name])] for name in TABLES}
    every, whole = [*chain(*tabled.values())], as_object(results)
    formats = {f"tables{FORMATS[name].endings[0]}": FORMATS[name] for name in DOWNLOADS}
    links = [(EVERY, "On one page"), *((file, form.title) for file, form in formats.items())]
    listed = "".join(f'<li><a href="{file}">{title}</a></li>' for file, title in links)
    pages = {INDEX: site.index(tabled, f"<ul>{listed}</ul>")}
    pages[EVERY] = site.page("All tables", "", {}, {TABLES[name][0]: own for name, own in tabled.items()})
    pages |= {file: site.treebank(name) for name, file in site.treebanks.items()}
    made = yield from in_turn([site.system(name) for name in site.systems])
    pages |= dict(zip(site.systems.values(), made, strict=True))
    files = {file: encode(form.name, every, whole=whole) for file, form in formats.items()}
    return files | {name: own.encode(errors="backslashreplace") for name, own in pages.items()}


class _Site:
    def __init__(self, results: Results, measure: TextMeasure) -> None:
        self._results, self.campaign, self._measure = results, results.campaign, measure
        self._view = shown(results)
        self.systems = page_names("system", [one.name for one in self.campaign.systems])
        self.treebanks = page_names("treebank", [one.name for one in self.campaign.treebanks])
        self._links = {"system": self.systems, "treebank": self.treebanks}
        self._hashes: dict[Path, str] = {}

    def page(
        self, title: str, lead: str, facts: Mapping[str, str | None], sections: Mapping[str, Sequence[Table] | str],
        notes: Sequence[str] = (),
    ) -> str:  # fmt: skip
        """A page with those of the facts and sections that there are; sections are tables, or HTML."""
        parts = []
        for heading, body in sections.items():
            name = heading.lower().replace(" ", "-")
            parts.append((name, heading, body if isinstance(body, str) else of_tables(name, body, self._links)))
        about = [(key, value) for key, value in facts.items() if value]
        about.append(("Made", f"{date.today()}, by Goldleaf {VERSION}"))
        above = None if title == self.campaign.title else (self.campaign.title, INDEX)
        return page(title, lead, about, notes, [part for part in parts if part[-1]], above)

    def index(self, tabled: Mapping[str, Sequence[Table]], downloads: str) -> str:
        about = self.campaign
        metrics: list[Row] = []
        for each in about.measures:
            scores = [one.score for one in (*self._view.scores, *self._view.others) if one.measure == each.name]
            if signatures := self._results.signatures(each.name):
                metrics.append([each.name, ", ".join(scores) or None, "; ".join(signatures)])
        facts = {
            "Date": about.date,
            "Compared": f"{counted(len(about.systems), 'system')} on {counted(len(about.treebanks), 'treebank')}",
            "Files": counted_states(one.state for one in self._results.checked),
            "If partial": about.partial,
        }
        sections: dict[str, Sequence[Table] | str] = {
            "Ranking": tabled["ranking"],
            "Treebanks": tabled["treebanks"][:1],
            "Submissions": tabled["submissions"],
            "How it was scored": [Table("Metrics", [*map(Column, ("metric", "scores", "signature"))], metrics)],
            "Tables to download": downloads,
        }
        return self.page(about.title, about.description, facts, sections)

    def treebank(self, name: str) -> str:
        one, known = self.campaign.treebank(name), self._results.properties_of("gold")
        sections = {
            "Figures": [*self._figures("treebank", name)],
            "Properties": [property_table({name: known[name]}, "Of the gold")] if name in known else [],
        }
        lead = f"A treebank of {self.campaign.title}{', optional: in no average' if one.optional else ''}."
        return self.page(name, lead, {"Gold": one.gold.name, "SHA-256": self._hash(one.gold)}, sections)

    def system(self, name: str) -> Steps[str]:
        pairs = [pair for pair in self._results.pairs if pair.submission.system == name]
        errors, pictures = yield from self._worst(pairs)
        files: list[Row] = []
        notes = []
        for pair in pairs:
            path, about = pair.submission.path, {} if pair.found is None else pair.found.about
            files.append([_place(pair), path.name, self._hash(path)])
            for line in about.get("notes", ()):
                named = line.replace(about["gold"]["path"], "gold").replace(about["parse"]["path"], path.name)
                notes.append(f"{_place(pair)}: {named}")
        sections: dict[str, Sequence[Table] | str] = {
            "Figures": [*self._figures("system", name)],
            "Most frequent errors": errors,
            "Worst sentences": pictures,
            "Files": [Table("As they were scored", [*map(Column, ("treebank", "file", "SHA-256"))], files)]
            * bool(files),
        }
        by_run = {run.name: self._results.shared_ranks(self._view.averages, run) for run in self._view.runs}
        ranked = [(run, ranks) for run, ranks in by_run.items() if name in ranks]
        standing = [f"{run} rank {ranks[name]} of {len(ranks):,}".strip() for run, ranks in ranked]
        lead = f"A system of {self.campaign.title}: {'; '.join(standing) or 'without a rank'}."
        return self.page(name, lead, {}, sections, notes)

    def _hash(self, path: Path) -> str | None:
        real = self.campaign.file(path)
        return content_of(real, self._hashes) if is_file(real) else None

    def _figures(self, by: str, name: str) -> Iterator[Table]:
        """The figures of a system by treebanks, or on a treebank by systems, the best rank first: a table a run."""
        view, other = self._view, "system" if by == "treebank" else "treebank"
        for run in view.runs:
            cells = [figures_of(view, score, run) for score in view.scores]
            own = view.of(view.figures, view.scores[0], run) if view.scores else view.figures.head(0)
            ranks = {(system, place): rank for system, place, rank in own[["system", "treebank", "rank"]].iter_rows()}
            among = Counter(treebank for (_, treebank), rank in ranks.items() if rank is not None)
            rows: list[Row] = []
            for one in self._results.checked:
                if one.run == run and name == getattr(one, by):
                    place = one.system, one.treebank
                    here = [found.get(place) if one.state in SCORED else None for found in cells]
                    rows.append([getattr(one, other), ranks.get(place), among[place[1]], *here, one.state, one.told])
            columns = [Column(other), Column("rank", kind=Kind.ORDINAL), Column("of", kind=Kind.COUNT)]
            columns += [Column(score.title, score.short, score.kind) for score in view.scores]
            note = "Bold: the best on a treebank, and those not significantly worse. Ranks are by the first score."
            table = Table(run.name or f"By {other}", [*columns, Column("file"), Column("why")], rows, note)
            yield in_order(table, 1, descending=False)

    def _worst(self, pairs: Sequence[ScoredPair]) -> Steps[tuple[list[Table], str]]:
        """The most frequent errors on each treebank; the sentences with most differences on any, in pictures."""
        errors: list[Table] = []
        worst: list[tuple[int, int, int, str]] = []
        for number, (pair, found) in enumerate((pair, pair.found) for pair in pairs if pair.found is not None):
            yield number / len(pairs)
            measure = next(one for one in self.campaign.measures if one.name in found.about["measures"])
            further = [create(name) for name in WITH_ERRORS if name != measure.metric]
            request = Request.of_submission(self.campaign, pair.submission)
            try:
                document = loaded(request, [measure.made(), *further], [measure.metric, *WITH_ERRORS])
                chosen = finished(chosen_steps(document, "", filtered(document, "", 0, None), None))
            except GoldleafError:  # it has gone since, or has too little to be shown
                continue
            parse, metric, place = document.parses[0], document.metrics[0], _place(pair)
            scored = parse.scored[metric.name]
            for table in breakdown_tables(document, parse, chosen, ["error_mass"]):
                kinds = (islice(own, MOST_ERRORS) for kind, own in groupby(table.rows, itemgetter(0)) if kind in KINDS)
                rows = [row[:4] for row in chain.from_iterable(kinds)]
                errors += [Table(place, table.columns[:4], rows, MASS)] * bool(rows)
            # Of a sentence that the file lacks there is nothing to be seen.
            counts = scored.counts[metric.differences].fill_null(0) * scored.covered["compared"]
            for row in chosen.worst_first:
                if counts[row] and (len(worst) < WORST or -counts[row] < worst[-1][0]):
                    key = f"t{number + 1}-"
                    drawn = article(document, row, metric.name, self._measure, opened=True, name=place, key=key)
                    worst = sorted([*worst, (-counts[row], number, row, drawn)])[:WORST]
        said = f"<p>{counted(len(worst), 'sentence')} with most differences from the gold, worst first.</p>"
        return errors, "\n".join([said, WITHOUT, *(drawn for *_, drawn in worst)]) if worst else ""


def _place(pair: ScoredPair) -> str:
    return ", ".join(filter(None, (pair.submission.treebank, pair.submission.run.name)))
