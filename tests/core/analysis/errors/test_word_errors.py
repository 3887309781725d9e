"""Errors in words, the contexts they occur in, examples, and frames: against eval.pl's way of counting, by hand, and as
filters."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldleaf.core.analysis.breakdown_table import ERROR_CONDITIONS, Limits
from goldleaf.core.analysis.errors.word_errors import CONTEXT, CONTEXTS, KEYS, describe, frames
from goldleaf.core.analysis.metric_tables import table
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.formats import read
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.steps import finished
from tests.core.analysis import evalpl
from tests.core.trees import PARSES, SHARED, TREES, pairs, plain, treebank

METRIC = Attachment()
EVERYTHING = Limits(words=10**6, contexts=10**6, errors=10**6, error_contexts=10**6, frames_at_least=1)


def test_the_example_in_words():
    words = word_table(METRIC, treebank(*TREES), treebank(*PARSES))
    assert table("specific_errors", words).frame.select("error", "description", "count").rows() == [
        (1, "head one word after the correct head (before the word), relation nmod instead of obj", 1),
        (2, "head 2 words before the correct head (before the word instead of after the word), correct relation", 1),
        (3, "correct head (after the word), relation obj instead of nsubj", 1),
    ]


@pytest.mark.parametrize(
    ("gold", "parse", "offset", "words"),
    [
        ("left", "to_root", 0, "head at the root instead of before the word"),
        ("to_root", "right", 7, "head after the word (word 7) instead of at the root"),
        ("right", "self", -1, "head one word before the correct head (the word itself instead of after the word)"),
        ("right", "none", 0, "head absent instead of after the word"),
        ("to_root", "to_root", None, "correct head (at the root)"),
    ],
)
def test_heads_in_words(gold, parse, offset, words):
    error = dict(zip(KEYS, (gold, parse, offset, None, None), strict=True))
    assert describe(error) == f"{words}, correct relation"


def closed_contexts(occurrences):
    """Every choice of the six places that occurs, unless one place more is the same in all its occurrences."""
    found = {}
    for size in range(len(CONTEXT) + 1):
        for places in combinations(range(len(CONTEXT)), size):
            groups: dict[tuple[str | None, ...], list[tuple[str, ...]]] = {}
            for words in occurrences:
                key = tuple(word if place in places else None for place, word in enumerate(words))
                groups.setdefault(key, []).append(words)
            for key, group in groups.items():
                free = [place for place in range(len(CONTEXT)) if place not in places]
                if all(len({words[place] for words in group}) > 1 for place in free):
                    found[key] = len(group)
    return found


def test_contexts_are_called_by_what_stands_around():
    names = [title.removeprefix("Errors by the ") for title, _ in CONTEXTS.values()]
    assert names == [
        "tag before", "word before", "two tags before", "two words before",
        "tag after", "word after", "two tags after", "two words after",
    ]  # fmt: skip
    words = word_table(METRIC, treebank(*TREES), treebank(*PARSES))
    assert [table(name, words).title.rpartition(": the ")[2] for name in CONTEXTS] == names


def by_key(frame):
    return {row[:-4]: list(row[-4:]) for row in frame.rows()}


def one_word_contexts_left_out(name, errors):
    """eval.pl drops a context of one tag when one of two tags has all its errors but at most one."""
    if not (name.startswith("tags") and name.endswith("1")):
        return errors[name]
    nearest = -1 if "before" in name else 0
    longest: Counter[object] = Counter()
    for key, wrong in errors[name.removesuffix("1") + "2"].items():
        longest[key[nearest]] = max(longest[key[nearest]], wrong[0])
    return {key: wrong for key, wrong in errors[name].items() if wrong[0] - longest[key[0]] > 1}


def check_against_evalpl(gold, parse):
    """The tables have the counts that a loop over the words finds, the most frequent first."""
    counted = evalpl.count(plain(gold), plain(parse))
    words = word_table(METRIC, gold, parse)
    found = {name: table(name, words, EVERYTHING).frame for name in (*CONTEXTS, "focus_words", "specific_errors")}
    assert by_key(found["focus_words"]) == counted.errors["word"]
    for name in CONTEXTS:
        assert by_key(found[name]) == one_word_contexts_left_out(name, counted.errors), name
    keys = pl.exclude("error", "description", "count")
    specific = dict(zip(found["specific_errors"].select(keys).rows(), found["specific_errors"]["count"], strict=True))
    assert specific == counted.specific
    assert frames(words).rows() == counted.frames
    confused = table("frames", words, EVERYTHING).frame
    assert {row[:2]: row[2] for row in confused.rows()} == Counter(row[2:] for row in counted.frames)
    for frame in (*found.values(), confused):
        count = frame["count" if "count" in frame.columns else "errors"].to_list()
        assert count == sorted(count, reverse=True)


@settings(max_examples=15)
@given(pairs(heads=False))
def test_the_counts_are_eval_pl_s(pair):
    check_against_evalpl(*pair)


@pytest.mark.shared
def test_the_counts_on_a_real_parse_are_eval_pl_s():
    check_against_evalpl(*(read(SHARED / "danish" / f"{name}.conllx") for name in ("gold", "parse")))


# A wrong root of a few kinds behind a few words, so that kinds have contexts in common.
BEHIND = [f"{before} {word}" for before in ("a/A/2/x", "b/A/2/x", "c/B/2/x") for word in ("v/T/", "w/T/")]
alike = st.lists(
    st.tuples(st.sampled_from(BEHIND), st.sampled_from(("0/y", "1/root", "1/y"))), min_size=20, max_size=60
)
pairs_alike = alike.map(
    lambda both: (treebank(*(f"{text}0/root" for text, _ in both)), treebank(*map("".join, both), name="parse.conllx"))
)


@settings(max_examples=15)
@given(st.one_of(pairs(heads=False), pairs_alike), st.integers(1, 8))
def test_contexts_are_the_most_specific_of_those_that_are_equally_frequent(pair, limit):
    gold, parse = pair
    words = word_table(METRIC, gold, parse)
    occurrences = evalpl.count(plain(gold), plain(parse)).occurrences
    limits = EVERYTHING._replace(error_contexts=limit)
    expected = []
    for error, _, *kind in table("specific_errors", words, limits).frame.drop("count").rows():
        closed = closed_contexts(occurrences[tuple(kind)])
        frequent = sorted(closed.values(), reverse=True)
        # Where the last of the list is rare, or there is none, the second most frequent sets the bound.
        last = frequent[limit - 1] if limit <= len(frequent) else 0
        bound = last if last >= 5 else frequent[1] if len(frequent) > 1 else 0
        everywhere = (None,) * len(CONTEXT)
        expected += [(error, *key, count) for key, count in closed.items() if count >= bound and key != everywhere]
    in_order = sorted(expected, key=lambda row: (row[0], -row[-1], *named_first(row[1:-1])))
    assert table("error_contexts", words, limits).frame.drop("description").rows() == in_order
    listed = Counter(row[1:-1] for row in in_order)
    shared = [(*row[1:-1], listed[row[1:-1]], row[0], row[-1]) for row in in_order if listed[row[1:-1]] > 1]
    shared.sort(key=lambda row: (-row[-3], *named_first(row[:-3]), -row[-1], row[-2]))
    assert table("shared_contexts", words, limits).frame.drop("description").rows() == shared


@pytest.mark.parametrize(("limit", "counts"), [(1, [16]), (3, [16, 11, 6]), (4, [16, 11, 6, 5, 5]), (6, [16, 11])])
def test_contexts_are_listed_to_the_last_that_is_not_rare(limit, counts):
    texts = ["a/A/2/x w/T/{}/root"] * 6 + ["b/A/2/x w/T/{}/root"] * 5 + ["c/B/2/x w/T/{}/root"] * 5
    gold, parse = (treebank(*(text.format(head) for text in texts)) for head in (0, 1))
    found = table("error_contexts", word_table(METRIC, gold, parse), Limits(error_contexts=limit)).frame
    assert found["count"].to_list() == counts


def named_first(context):
    return [(name is None, name or "") for name in context]


@settings(max_examples=6)
@given(pairs(heads=False), st.integers(1, 3))
def test_examples_are_the_first_words_of_a_kind_in_the_first_sentences(pair, limit):
    gold, parse = pair
    words = word_table(METRIC, gold, parse)
    places = evalpl.count(plain(gold), plain(parse)).places
    expected = []
    for error, description, *kind, count in table("specific_errors", words, EVERYTHING).frame.rows():
        first = dict(reversed(places[tuple(kind)]))
        for number, position in sorted(first.items())[:limit]:
            forms = [form for form, *_ in plain(gold)[number - 1]]
            forms[position - 1] = f"[{forms[position - 1]}]"
            expected.append((error, description, count, number, position, " ".join(forms)))
    assert table("examples", words, EVERYTHING._replace(examples=limit)).frame.rows() == expected


SHOWN = [
    ("focus_words", "words", "errors"),
    ("specific_errors", "errors", "count"),
    ("frames", "frames_at_least", "count"),
]
SHOWN += [(name, "contexts", "errors") for name in CONTEXTS]


@settings(max_examples=6)
@given(pairs(heads=False), st.integers(1, 4))
def test_lists_end_with_all_that_is_as_frequent_as_their_last_row(pair, limit):
    words = word_table(METRIC, *pair)
    for name, what, column in SHOWN:
        every = table(name, words, EVERYTHING).frame
        least = limit if what == "frames_at_least" else [*every[column], *[0] * limit][limit - 1]
        shown = table(name, words, EVERYTHING._replace(**{what: limit})).frame
        assert shown.equals(every.filter(pl.col(column) >= least)), name


def test_figures_open_the_words_that_they_count():
    longer = "so/R/3/m the/D/3/det ox/N/0/root here/R/3/m now/R/3/m"
    alike = ("the/D/2/det cat/N/0/root", "the/D/2/det dog/N/0/root", "the/D/2/x cow/N/0/root", "the/D/2/x ox/N/0/root")
    gold = treebank(*alike, *[longer, *TREES] * 2)
    wrong = longer.replace("3/", "2/").replace("0/root", "1/x")
    found_alike = [text.replace("2/det", "0/det").replace("2/x", "2/y") for text in alike]
    parse = treebank(*found_alike, *[wrong, *PARSES] * 2)
    words = word_table(METRIC, gold, parse)
    sentences = finished(sentence_table_steps(gold, {"p": parse}, {"p": {}}))
    names = ("focus_words", *CONTEXTS, "specific_errors", "error_contexts", "shared_contexts", "examples", "frames")
    for name in names:
        made_table = table(name, words, EVERYTHING)
        assert made_table.frame.height, name
        for row in (0, -1):
            values = made_table.frame.row(row, named=True)
            for column in {"count", *ERROR_CONDITIONS} & {*values}:
                found = filter_sentences(sentences, words, made_table.condition(row, column))
                assert found.hits.height == values[column], (name, values, column)
            if name == "examples":
                found = filter_sentences(sentences, words, made_table.condition(row, "text"))
                assert [hit[:2] for hit in found.hits.rows()] == [(values["number"] - 1, values["position"])]


def test_frames_by_hand():
    gold, parse = treebank(*TREES), treebank(*PARSES)
    # She and books hang on read, old on books; in the parse books hangs on old, and old on read.
    assert frames(word_table(METRIC, gold, parse)).rows() == [
        (0, 2, "nsubj *root* obj", "obj *root* amod"),
        (0, 3, "*amod*", "*amod* nmod"),
        (0, 4, "amod *obj*", "*obj*"),
    ]


def test_frames_of_the_root_and_of_heads_that_do_not_score():
    gold, parse = treebank("a/N/0/root b/N/1/x ,/P/0/root"), treebank("a/N/3/root b/N/0/x ,/P/0/root")
    assert frames(word_table(METRIC, gold, parse)).rows() == [
        (0, 0, "** root", "** x"),
        (0, 1, "*root* x", "*root*"),
        (0, 3, "", "root"),
    ]


def test_shared_contexts_are_listed_by_several_errors():
    gold = treebank(
        *(f"the/D/2/det {animal}/N/0/root" for animal in ("cat", "dog")),
        *(f"the/D/2/x {animal}/N/0/root" for animal in ("cow", "hen", "ox")),
    )
    parse = treebank(
        *(f"the/D/0/det {animal}/N/0/root" for animal in ("cat", "dog")),
        *(f"the/D/2/y {animal}/N/0/root" for animal in ("cow", "hen", "ox")),
    )
    words = word_table(METRIC, gold, parse)
    shared = table("shared_contexts", words)
    assert shared.frame.select(*CONTEXT, "kinds", "error", "count").rows() == [
        (".S", ".S", "D", "the", "N", None, 2, 1, 3),
        (".S", ".S", "D", "the", "N", None, 2, 2, 2),
    ]
    assert "head_offset = 0" in shared.condition(0, "count") or "head_offset is null" in shared.condition(0, "count")
    assert shared.condition(0, "count") != shared.condition(1, "count")
