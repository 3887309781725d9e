"""What the cells of tables count, told by grouping rows once, and what their conditions find, evaluated together.

Neither knows the other: `counted` knows the figures of the tables and no condition, `Conditions` the filter's language
and no table. Both give the sentences of all that is counted, a sentence as often as it has something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import polars as pl
import polars.selectors as cs

from goldleaf.core.analysis.errors.blame import causes
from goldleaf.core.analysis.errors.constituent_errors import REPAIR
from goldleaf.core.analysis.errors.dependency_errors import classes
from goldleaf.core.analysis.errors.word_errors import frames
from goldleaf.core.analysis.search import has
from goldleaf.core.analysis.search import query as language
from goldleaf.core.analysis.search.has import FRAMES, columns_of, word_columns
from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.core.analysis.sides.word_columns import errors, neighbours
from goldleaf.core.facts import Mark
from goldleaf.core.scoring import facts
from goldleaf.core.steps import finished
from goldleaf.core.structures import dependency

AT_ONCE = 250  # conditions


class Conditions:
    """The conditions of a document's cells: those asked for are evaluated together when the first is looked at."""

    def __init__(self, document) -> None:
        self._document = document
        self._prefixes = [*word_prefixes(one.name for one in document.parses).values()]
        self._asked: dict[tuple[str, int], dict[str, list[language.QueryToken]]] = {}
        self._found: dict[tuple[str, int], dict[str, np.ndarray]] = {}
        self._split, self._sorted = {}, {}
        tables = "|".join(sorted([has.WORD, *has.table_names()], key=len, reverse=True))
        prefixes = "|".join(sorted(self._prefixes, key=len, reverse=True))
        self._named = re.compile(rf"has\(({prefixes})_({tables}), (.*)", re.DOTALL)

    def ask(self, query: str, parse: int) -> None:
        """Let a condition be evaluated with the others."""
        for table, text, tokens in self._calls(query, parse):
            if text not in self._found.setdefault(table, {}):
                self._asked.setdefault(table, {})[text] = tokens

    def sentences(self, query: str, parse: int) -> np.ndarray:
        """The rows of the sentences of all that a condition finds, in their order."""
        if (query, parse) not in self._sorted:
            number = re.match(r"number = (\d+)", query)
            found = [self._of(table)[text] for table, text, _ in self._calls(query, parse)]
            rows = np.sort(np.concatenate(found)) if found else np.array([int(number[1]) - 1])
            self._sorted[query, parse] = rows[rows == int(number[1]) - 1] if number else rows
        return self._sorted[query, parse]

    def own(self, query: str) -> list[tuple[str, int]]:
        """The conditions that name their parses, each as one on a chosen parse, and which that is."""
        told = [self._named.fullmatch(f"has({part.removeprefix('has(')}") for part in query.split(" or has(")]
        if None in told:  # which names a sentence
            return [(query, 0)]
        return [
            (f"has({'' if one[2] == has.WORD else f'{one[2]}, '}{one[3]}", self._prefixes.index(one[1])) for one in told
        ]

    def _calls(self, query: str, parse: int):
        if (query, parse) not in self._split:
            found = []
            for call in language.split_calls(language.tokenize(query), ("has",))[1].values():
                tokens = call.condition
                named = len(tokens) > 1 and tokens[1].is_(",")
                name, tokens = (tokens[0].text, tokens[2:]) if named else ("word", tokens)
                prefix, table = has.of_parse(name) or ("", name)
                place = self._prefixes.index(prefix) if prefix else parse
                last = tokens[-1]
                found.append(((table, place), query[tokens[0].start : last.start + len(last.text)], tokens))
            self._split[query, parse] = found
        return self._split[query, parse]

    def _of(self, table: tuple[str, int]) -> dict[str, np.ndarray]:
        asked = self._asked.pop(table, {})
        if asked and table[0] == "word":
            self._found[table] |= self._of_words(table[1], asked)
        elif asked:
            rows = self._rows(*table)
            columns = [name for name in rows.columns if name != "sentence"]
            self._found[table] |= evaluated(rows, {text: language.to_sql(one, columns) for text, one in asked.items()})
        return self._found[table]

    def _rows(self, name: str, parse: int) -> pl.DataFrame:
        if name == REPAIR:
            return finished(self._document.tables.errors(parse)).table
        return self._document.tables.facts(parse, has.table_names()[name])

    def _of_words(self, parse: int, asked: dict[str, list[language.QueryToken]]) -> dict[str, np.ndarray]:
        words = self._document.tables.words(parse)
        known = word_columns(words)
        sql = {text: language.to_sql(one, known) for text, one in asked.items()}
        of_frames = {text for text, one in sql.items() if any(f'"{name}"' in one for name in FRAMES)}
        found = {}
        for part in (of_frames, sql.keys() - of_frames):
            own = {text: sql[text] for text in sql if text in part}
            named = {name for one in own.values() for name in re.findall(r'"([^"]+)"', one)}
            if own:
                found |= evaluated(columns_of(words, {name: known[name] for name in known if name in named}), own)
        return found


def evaluated(frame: pl.DataFrame, sql: dict[str, str]) -> dict[str, np.ndarray]:
    """The sentences of the rows in which each condition holds."""
    frame = frame.with_columns(cs.string().cast(pl.Categorical))  # compared faster
    sentence, found = frame["sentence"].to_numpy(), {}
    for start in range(0, len(sql), AT_ONCE):
        part = [*sql.items()][start : start + AT_ONCE]
        holds = frame.select(pl.sql_expr(one).fill_null(False).alias(text) for text, one in part)
        found |= {text: sentence[holds[text].to_numpy()] for text, _ in part}
    return found


class Groups:
    """The rows of a table in groups of equal keys, made once for each choice of keys and rows."""

    def __init__(self, rows: pl.DataFrame) -> None:
        self.rows = rows
        self._known: dict[tuple, dict[tuple, np.ndarray]] = {}

    def sentences(self, keys: Iterable[str], mask: str | None, wanted: tuple) -> np.ndarray:
        """The sentences of the rows with a flag (all, if it is None) whose keys are those that are wanted."""
        keys = tuple(keys)
        if (keys, mask) not in self._known:
            rows = self.rows if mask is None else self.rows.filter(mask)
            texts = [pl.col(name).cast(pl.String) for name in keys]
            grouped = (rows.group_by(texts) if keys else rows.group_by(pl.lit(0))).agg(pl.col("sentence"))
            names = grouped.drop("sentence").rows() if keys else [()] * grouped.height
            self._known[keys, mask] = {
                name: np.sort(own.to_numpy()) for name, own in zip(names, grouped["sentence"], strict=True)
            }
        texts = tuple(None if value is None else str(value) for value in wanted)
        return self._known[keys, mask].get(texts, np.zeros(0, np.int64))


LENGTHS = ((10, "1-10"), (20, "11-20"), (30, "21-30"), (40, "31-40"))


def bucket(length: int) -> str:
    """The class of a sentence's length."""
    return next((name for most, name in LENGTHS if length <= most), "41-...")


KEYS = ("gold_direction", "parse_direction", "head_offset", "expected_deprel", "found_deprel")
CONTEXT = {
    "tag_before": None,
    "form_before": None,
    "tag": "gold_tag",
    "form": None,
    "tag_after": None,
    "form_after": None,
}
OF_MASS = {
    "relation": "gold_deprel", "tag": "gold_tag", "direction": "gold_direction", "distance": "gold_distance_bin",
    "kind": "kind_of_error", "length": "length", "projectivity": "projectivity",
}  # fmt: skip
FLAGS = {"recall": "in_gold", "precision": "in_parse", "f1": "either", "gold": "in_gold", "system": "in_parse"}


class OfWords:
    """What the tables of words count."""

    def __init__(self, document, parse: int) -> None:
        words = document.tables.words(parse)
        gold = document.gold
        odd = np.bincount(gold.sentence_of_word[dependency.non_projective(gold)], minlength=len(gold)) > 0
        length = gold.sentences["words"].gather(words["sentence"])
        number = words["sentence"].to_numpy()
        wrong_head, wrong_label = ~words["right_head"], ~words["right_label"]
        rows = words.with_columns(**neighbours(), **errors(words.columns)).with_columns(
            length=pl.Series([bucket(one) for one in length]),
            projectivity=pl.Series(np.where(odd[number], "non-projective", "projective")),
            right_direction=pl.col("gold_direction") == pl.col("parse_direction"),
            right_distance=pl.col("gold_distance_bin") == pl.col("parse_distance_bin"),
            wrong_head=wrong_head,
            wrong_label=wrong_label,
            wrong_both=wrong_head & wrong_label,
            kind_of_error=pl.when(wrong_head & wrong_label)
            .then(pl.lit("wrong head and label"))
            .when(wrong_head)
            .then(pl.lit("wrong head"))
            .otherwise(pl.lit("wrong label")),
        )
        scored = rows.filter("scoring")
        wrong = scored.filter(pl.col("wrong_head") | pl.col("wrong_label") | ~pl.col("right_both"))
        caused = words.with_columns(error_class=classes(words), blame=causes(words)).filter(
            pl.col("blame").is_not_null()
        )
        of_gold = pl.col("position").is_not_null()
        self.caused = Groups(caused.with_columns(of_gold=of_gold, of_parse=~of_gold))
        self.scored, self.wrong, self.frames = Groups(scored), Groups(wrong), Groups(frames(words))
        self.errors = {}

    def of(self, name: str, row: dict, column: str) -> np.ndarray | None:
        """The sentences that a cell is about; None where it names one, which is checked apart."""
        if name.startswith(("sentences_", "class_")) or (name == "examples" and column != "count"):
            return None
        figure = column.removesuffix("_share")
        flags = {"head_errors": "wrong_head", "label_errors": "wrong_label", "both_wrong": "wrong_both"}
        if name in ("accuracy", "error_rate"):
            keys, values = ([], ()) if row["tag"] == "total" else (["gold_tag"], (row["tag"],))
            return self.scored.sentences(keys, figure if figure[:5] in ("right", "wrong") else None, values)
        if name in ("length", "projectivity"):
            return self.scored.sentences([name], figure if figure.startswith("right") else None, (row[name],))
        if name in ("deprel", "deprel_attachment", "direction", "distance"):
            key = "deprel" if name.startswith("deprel") else name
            right = {"deprel": "right_label", "deprel_attachment": "right_both"}.get(name, f"right_{name}")
            side = "parse" if column in ("system", "precision") else "gold"
            of_words = f"{side}_{key}{'_bin' * (key == 'distance')}"
            return self.scored.sentences([of_words], right if column == "correct" else None, (row[key],))
        if name == "confusions":
            keys = ["gold_deprel", "parse_deprel"]
            return self.scored.sentences(keys, flags.get(column), tuple(row[key] for key in keys))
        if name == "frames":
            return self.frames.sentences(FRAMES, None, tuple(row[key] for key in FRAMES))
        if name == "error_mass":
            return self.wrong.sentences([OF_MASS[row["by"]]], None, (row["class"],))
        if name == "error_classes":
            return self.caused.sentences(["error_class"], None, (row["class"],))
        if name == "blame":
            mask = {"errors": "of_gold", "extra": "of_parse"}.get(column)
            return self.caused.sentences(
                *(([], mask, ()) if row["goes_with"] == "total" else (["blame"], mask, (row["goes_with"],)))
            )
        if name in ("specific_errors", "error_contexts", "shared_contexts", "examples"):
            return self._of_kind(row)
        keys = [key for key, value in row.items() if isinstance(value, str) or key in ("form", "tag")]
        named = ["gold_tag" if key == "tag" else key for key in keys]
        return self.wrong.sentences(named, flags.get(column), tuple(row[key] for key in keys))

    def tell(self, frame: pl.DataFrame) -> None:
        """Learn the kinds of errors by their ranks."""
        self.errors = {row["error"]: [row[key] for key in KEYS] for row in frame.iter_rows(named=True)}

    def _of_kind(self, row: dict) -> np.ndarray:
        told = {key: own or key for key, own in CONTEXT.items() if row.get(key) is not None}
        values = (*self.errors[row["error"]], *(row[key] for key in told))
        return self.wrong.sentences([*KEYS, *told.values()], None, values)


class OfFacts:
    """What the tables of a metric's facts count."""

    def __init__(self, facts: pl.DataFrame) -> None:
        names = [name for name in ("label", "tag", "role", "lineage") if name in facts.columns]
        self.label = names[0] if names else None
        rows = facts.with_columns(
            either=pl.col("in_gold") | pl.col("in_parse"), correct=pl.col("matched"),
            lone=pl.col("extra") & pl.col("other").is_null(),
        )  # fmt: skip
        self.facts, self.brackets = Groups(rows), None
        if "kind" in rows.columns:
            self.brackets = Groups(rows.filter(kind="constituent"))
        if "counts_as" in rows.columns:
            figures = rows["counts_as"].cast(pl.String)
            known = ("directed", "undirected", "ned")
            rows = rows.with_columns(figures.is_in(known[: n + 1]).alias(one) for n, one in enumerate(known))
            self.heads = Groups(rows.filter("in_gold"))

    def of(self, name: str, row: dict, column: str) -> np.ndarray:
        """The sentences that a cell is about."""
        if name == "confusions":
            return self._confused(row)
        if name in ("relations", "lengths"):
            key, figure = ("relation" if name == "relations" else "arc_length"), column.removesuffix("_share")
            return self.heads.sentences([key], figure if figure in self.heads.rows.columns[-3:] else None, (row[key],))
        if name in ("mapping", "contingency"):
            return self._clustered(name, row, column)
        flag = FLAGS.get(column, column if column in ("correct", "missing", "extra", "forgiven") else "either")
        if name == "constituents":
            return self.brackets.sentences(["label"], flag, (row["label"],))
        keys = [key for key in ("kind", name) if key in row]
        return self.facts.sentences(dict.fromkeys(keys), flag, tuple(row[key] for key in dict.fromkeys(keys)))

    def _confused(self, row: dict) -> np.ndarray:
        kind = [row["kind"]] if "kind" in row else []
        keys = ["kind"] * len(kind)
        if row["gold_label"] is None:
            return self.facts.sentences([*keys, self.label], "lone", (*kind, row["parse_label"]))
        return self.facts.sentences(
            [*keys, self.label, "other"], "in_gold", (*kind, row["gold_label"], row["parse_label"])
        )

    def _clustered(self, name: str, row: dict, column: str) -> np.ndarray:
        gold = row["many_to_one"] if name == "mapping" and column.startswith("right") else None
        if name == "contingency" and column not in ("induced", "words"):
            gold = column.removesuffix(" (tag)")
        keys = ["parse_tag", "gold_tag"][: 1 + (gold is not None)]
        return self.facts.sentences(keys, "in_gold", (row["induced"], gold)[: len(keys)])


class OfRepairs:
    """What the tables of repairs count."""

    def __init__(self, repairs: pl.DataFrame) -> None:
        self.repairs = Groups(repairs)

    def of(self, name: str, row: dict, column: str) -> np.ndarray | None:
        """The sentences that a cell is about; None where it names one."""
        if name == "constituent-examples" and column not in ("count", "brackets"):
            return None
        keys = [key for key in ("class", "label", "from", "to") if key in row]
        return self.repairs.sentences(keys, None, tuple(row[key] for key in keys))


OUTCOMES = {(False, True): "fixed", (True, False): "broken", (False, False): "both_wrong", (True, True): "both_right"}


def outcomes_of_words(document, right: str, by: str) -> list[dict]:
    """Each word that scores and both parses have: its sentence, its class, and what became of it."""
    a, b = [*word_prefixes(one.name for one in document.parses).values()][:2]
    column = {"relation": "gold_deprel", "tag": "gold_tag"}.get(by, "sentence")
    lengths = document.gold.sentences["words"].to_list()
    names = dict.fromkeys(("sentence", column, f"{a}_{right}", f"{b}_{right}"))
    words = document.tables.words(1).filter("scoring").select(*names)
    return [
        {
            "sentence": sentence,
            by: bucket(lengths[sentence]) if by == "length" else value,
            "outcome": OUTCOMES[ours, theirs],
        }
        for sentence, value, ours, theirs in (
            (row["sentence"], row[column], row[f"{a}_{right}"], row[f"{b}_{right}"])
            for row in words.iter_rows(named=True)
        )
        if ours is not None and theirs is not None
    ]


def outcomes_of_facts(metric, gold, parses) -> list[dict]:
    """Each fact of the gold, as it is scored, that both parses are asked about, and each that a parse has besides."""
    lengths = gold.sentences["words"].to_list()
    known: dict[tuple, tuple[dict, list[list[Mark]]]] = {}
    for number, parse in enumerate(parses):
        for row in facts(metric, gold, parse).iter_rows(named=True):
            key = (row["sentence"], *(str(row[name]) for name in metric.key))
            known.setdefault(key, (row, [[], []]))[1][number].append(Mark(row["mark"]))
    found = []
    for row, marks in known.values():
        own = {name: row[name] for name in ("sentence", *metric.key)} | {"length": bucket(lengths[row["sentence"]])}
        found += [own | {"outcome": outcome} for outcome in _outcomes(*marks)]
    return found


def _outcomes(a: list[Mark], b: list[Mark]) -> list[str]:
    """What became of equal facts: the n-th of one parse is the n-th of the other, those that match being the first."""
    right = [[one is Mark.MATCHED for one in sorted(own) if one in (Mark.MATCHED, Mark.MISSING)] for own in (a, b)]
    for own in right:
        own.sort(reverse=True)
    extra = [own.count(Mark.EXTRA) for own in (a, b)]
    both = min(extra)
    told = [OUTCOMES[pair] for pair in zip(*right, strict=False)]
    alone = ["extra_fixed"] * (extra[0] - both) + ["extra_broken"] * (extra[1] - both)
    return [*told, *alone, *["extra_both"] * both]
