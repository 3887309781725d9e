"""Conditions on words of 41,540 sentences, and on nodes of 40,843."""

from __future__ import annotations

import time

import polars as pl
import pytest

from goldleaf.core import formats
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.nodes import NodeKind, node_table
from goldleaf.core.analysis.sides.word_table import word_table, word_table_of_all
from goldleaf.core.metrics import create
from goldleaf.core.metrics.attachment import Attachment
from tests.bench.conftest import ENGLISH, SHARED
from tests.bench.recut import recut

FAROESE = SHARED / "faroese"

QUERIES = (
    "gold_deprel = 'nsubj' and parse_deprel = 'obj' and gold_head_tag = 'VERB' and gold_head_position < position",
    "tag = 'NOUN' and child(deprel = 'case' and not right_head)",
    "descendant(form = 'the') and gold_head_head_tag = 'VERB'",
    "gold_crossed or parse_crossed",
    "gold_nonprojective and gold_subtree > 10",
)


def test_queries_into_forty_thousand_sentences(benchmark, tmp_path, report) -> None:
    """Target: 100 ms each."""
    if not ENGLISH.is_dir():
        pytest.skip("../shared/data is absent: there is no text to repeat")
    treebanks = []
    for name in ("gold", "parse"):
        path = tmp_path / f"{name}.conllx"
        path.write_bytes((ENGLISH / f"{name}.conllx").read_bytes() * 20)
        treebanks.append(formats.read(path))
    words = word_table(Attachment(), *treebanks)
    table = pl.DataFrame({"number": pl.int_range(1, len(treebanks[0]) + 1, eager=True)})
    seconds: dict[str, list[float]] = {query: [] for query in QUERIES}

    def every() -> None:
        for query in QUERIES:
            begin = time.perf_counter()
            assert len(filter_sentences(table, words, f"has({query})").rows)
            seconds[query].append(time.perf_counter() - begin)

    benchmark.pedantic(every, rounds=5, warmup_rounds=1)
    for query in QUERIES:
        report(f"{len(treebanks[0]):,} sentences, {1000 * min(seconds[query]):.0f} ms: {query}")


RECUT_QUERIES = (
    "gold_deprel = 'nsubj' and parse_deprel = 'obj'",
    "parse_deprel = 'obj' and form is null",
    "descendant(form = 'the') and gold_head_head_tag = 'VERB'",
    "gold_crossed or parse_crossed",
)


def test_queries_where_words_differ(benchmark, tmp_path, report) -> None:
    """Target: 100 ms each, the table of words being there."""
    if not ENGLISH.is_dir():
        pytest.skip("../shared/data is absent: there is no text to repeat")
    recut(ENGLISH / "parse.conllx", tmp_path / "recut.conllx")
    treebanks = []
    for source in (ENGLISH / "gold.conllx", tmp_path / "recut.conllx"):
        path = tmp_path / f"{len(treebanks)}.conllx"
        path.write_bytes(source.read_bytes() * 20)
        treebanks.append(formats.read(path))
    begin = time.perf_counter()
    words = word_table_of_all(Attachment(), treebanks[0], {"p": treebanks[1]}, "p")
    report(f"{len(treebanks[0]):,} sentences, {time.perf_counter() - begin:.1f} s: the table of words that differ")
    table = pl.DataFrame({"number": pl.int_range(1, len(treebanks[0]) + 1, eager=True)})
    seconds: dict[str, list[float]] = {query: [] for query in RECUT_QUERIES}

    def every() -> None:
        for query in RECUT_QUERIES:
            begin = time.perf_counter()
            assert len(filter_sentences(table, words, f"has({query})").rows)
            seconds[query].append(time.perf_counter() - begin)

    benchmark.pedantic(every, rounds=5, warmup_rounds=1)
    for query, taken in seconds.items():
        report(f"{len(treebanks[0]):,} sentences, {1000 * min(taken):.0f} ms: {query}")


NODE_QUERIES = {
    NodeKind.CONSTITUENT: (
        "gold_label = 'NP' and parse_label is null",
        "missing and parent(label = 'IP*MAT')",
        "label = 'NP' and child(label = 'PP' and missing)",
        "descendant(label = 'IP*SUB') and depth > 3",
        "text = 'hann' and missing",
    ),
    NodeKind.FUNCTION: (
        "function is not null and missing",
        "words > 5 and child(missing)",
        "descendant(function = 'NP*SBJ' and missing)",
        "parse_descendant(words = 2) and missing",
        "text = 'hann' and missing",
    ),
}


@pytest.mark.parametrize("kind", NodeKind)
def test_queries_into_nodes_of_forty_thousand_sentences(benchmark, tmp_path, report, kind) -> None:
    """Target: 100 ms each, the table of nodes being there, and its texts for the second query that asks for them."""
    if not FAROESE.is_dir():
        pytest.skip("../shared/data is absent: there is no text to repeat")
    treebanks = []
    for name in ("gold", "parse-ei0"):
        path = tmp_path / f"{name}.mrg"
        path.write_bytes((FAROESE / f"{name}.mrg").read_bytes() * 11)
        treebanks.append(formats.read(path))
    metric = create("parseval" if kind is NodeKind.CONSTITUENT else "tedeval")
    begin = time.perf_counter()
    nodes = node_table(kind, metric, treebanks[0], {"p": treebanks[1]}, "p")
    report(f"{len(treebanks[0]):,} sentences, {time.perf_counter() - begin:.1f} s: the table of each {kind}")
    table = pl.DataFrame({"number": pl.int_range(1, len(treebanks[0]) + 1, eager=True)})
    seconds: dict[str, list[float]] = {query: [] for query in NODE_QUERIES[kind]}

    def every() -> None:
        for query in seconds:
            begin = time.perf_counter()
            assert len(filter_sentences(table, None, f"has({kind}, {query})", {kind: nodes}).rows)
            seconds[query].append(time.perf_counter() - begin)

    benchmark.pedantic(every, rounds=5, warmup_rounds=1)
    for query, taken in seconds.items():
        first = f" ({1000 * taken[0]:.0f} ms at first)" if taken[0] > 2 * min(taken) else ""
        report(f"{len(treebanks[0]):,} sentences, {1000 * min(taken):.0f} ms{first}: {query}")
