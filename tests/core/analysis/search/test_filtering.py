"""The filter line: conditions, texts, and what is said of mistakes.

Also tests `query`.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goldleaf.core.analysis.search.filtering import QueryKind, filter_sentences, meeting
from goldleaf.core.analysis.search.has import word_columns
from goldleaf.core.analysis.search.query import evaluate, to_sql, tokenize
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.trees import PARSES, TREES, treebank

METRIC = Attachment()
LINK, NOT, TEXT = (
    st.sampled_from(["and", "or"]),
    st.sampled_from(["", "not "]),
    st.sampled_from(["a-1", "a-%", "%b%", "W_y ?"]),
)
GOLD = treebank(
    TREES[0], "Because/SCONJ/0/root", TREES[1], "100%/NUM/2/nsubj las/NOUN/0/root", ids=("a-1", "a-2", "b-1", None)
)
PARSE = treebank(PARSES[0], "Since/SCONJ/0/root", PARSES[1], "100%/NUM/0/root las/NOUN/1/obj", name="parse.conllx")
WORDS = word_table(METRIC, GOLD, PARSE)
TABLE = finished(sentence_table_steps(GOLD, {"p": PARSE}, {"p": {"attachment": score(METRIC, GOLD, PARSE)}}))


def found(query: str, words: pl.DataFrame | None = WORDS):
    result = filter_sentences(TABLE, words, query)
    return result.kind, (result.rows + 1).tolist()


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("las < 0.8", [1, 2, 4]),
        ("las < 0.8 and words > 2", [1]),
        ("LAS<0.8 AND Words>2", [1]),
        ("las = 1 or number = 2", [2, 3]),
        ("las == 1", [3]),
        ("not las < 0.8", [3]),
        ("las is null", []),
        ("id is not null", [1, 2, 3]),
        ("words_differ > 0", [2]),
        ("words in (1, 2)", [2, 3, 4]),
        ("words not between 2 and 4", [1, 2]),
        ("id like 'a-%'", [1, 2]),
        ("text ilike 'WHY%'", [3]),
        ("text ~ '^W'", [3]),
        ("lower(text) = 'because'", [2]),
        ("length(text) > 8", [1]),
        ("words > avg(words)", [1]),
        ("comparable", [1, 3, 4]),
        ("not comparable", [2]),
        ("comparable and (cyclic or roots = 1)", [1, 3, 4]),
        ("(projective and not comparable)", [2]),
        ('"las" < 0.8', [1, 2, 4]),
        ('id = "a-1"', [1]),
        ("case when words > 4 then true else false end = true", [1]),
        ("1 < 2", [1, 2, 3, 4]),
        ("100 * las > 50", [3]),
        ("las * 100 > 50", [3]),
    ],
)
def test_conditions_on_sentences(query, numbers):
    assert found(query) == (QueryKind.CONDITION, numbers)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("has(gold_deprel='nsubj' and parse_deprel='obj')", [1]),
        ("has(deprel = 'nsubj')", [1, 4]),
        ("has(label = 'nsubj' and tag = 'NUM')", [4]),
        ("HAS(Deprel = 'nsubj') and words > 2", [1]),
        ("not has(deprel = 'nsubj') and comparable", [3]),
        ("has(tag = 'ADV') or (has(head = 4) and has(form = 'She'))", [1, 3]),
        ("has(scoring and not right_head)", [1, 4]),
        ("has(form like 'bo%')", [1]),
        ("has(lower(form) = 'she')", [1]),
        ("has(gold_direction = 'left' and gold_distance_bin = '2')", [1]),
        ("has(gold_direction = 'left' and distance = 2)", [1]),
        ("has(tag_before = 'VERB' and tag = 'ADJ')", [1]),
        ("has(form_before = '.S' and form_after = '.E')", []),
        ("has(form_before = '.S' and form_after_1 = '.E')", []),
        ("has(distance > 1 and distance < 3 and tag_before_1 = tag_before)", [1]),
        ("has(distance > 6)", []),
        ("has(head_offset = -2)", [1]),
        ("has(expected_deprel = 'obj')", [1]),
        ("has(gold_frame = 'nsubj *root* obj')", [1]),
        ("has(gold_frame = '*root*' and position = 2)", []),
        ("has(parse_frame is not null and position = 0)", []),
        ("has(position = 5 or (deprel = 'root' and not (form = 'read')))", [1, 3, 4]),
        ("has(form = 'o''clock')", []),
        ("has(1 = 1)", [1, 3, 4]),
    ],
)
def test_conditions_on_words(query, numbers):
    assert found(query) == (QueryKind.CONDITION, numbers)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("old BOOKS", [1]),
        ("  because ", [2]),
        ("b-1", [3]),
        ("A-", [1, 2]),
        ("100%", [4]),
        ("las", [4]),
        ('"las"', [4]),
        ("words", []),
        ('"words > 3"', []),
        ("words like these", []),
        ("what is it", []),
        ("a.*b", []),
        ("-->", []),
        ("<3", []),
        ("it's", []),
        ("cats and dogs", []),
        ("comparable books", []),
        ("words in brackets", []),
        ("text (of it)", []),
        ("words is", []),
        ("words between them", []),
        ("las + 1", []),
        ("(?", []),
    ],
)
def test_anything_else_is_looked_for(query, numbers):
    assert found(query) == (QueryKind.TEXT, numbers)


@pytest.mark.parametrize("query", ["", "   "])
def test_nothing_lets_everything_through(query):
    assert found(query) == (QueryKind.ALL, [1, 2, 3, 4])


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("lass < 0.5", "no column lass, at character 1; did you mean las?"),
        ("las > 0 and wrds < 1", "no column wrds, at character 13; did you mean words?"),
        ("las < 0.8 and", "the condition ends too early, after and"),
        ("las <", "the condition ends too early, after <"),
        ("(las < 1", "a bracket is not closed"),
        ("las < 1)", "a bracket is not opened"),
        ("las < 1 words", "something is missing before words, at character 9"),
        ("las < 1; drop table x", "; has no meaning here, at character 8"),
        ("id = 'a", "the quote is not closed, at character 6"),
        ("las < 'x'", "column las is a number; compare it with one, without quotes, at character 7"),
        (
            "has(deprel = 3)",
            "column deprel is a text; put what it is compared with into single quotes, at character 14",
        ),
        ("has(case when)", "not a condition"),
        ("text ~ '('", "regex"),
        ("foo(las) > 1", "no function foo, at character 1"),
        ("has(deprel = 'x'", "has( is not closed, at character 1"),
        ("has()", "has() needs a condition, at character 1"),
        ("has(nothing, form = 'x')", "not nothing, at character 5"),
        ("has(dprel = 'x')", "no column dprel, at character 5; did you mean deprel?"),
        ("has(right_boths)", "no column right_boths, at character 5; did you mean right_both?"),
        ("has(\"b-deprel\" = 'x')", 'no column "b-deprel", at character 5'),
        ("has(has(deprel = 'x'))", "has( cannot stand inside has(, at character 5"),
        ("has(deprel)", "must be true or false"),
        ("has(head = deprel)", "head is a number and deprel a text; only what is of one kind can be compared"),
        ("3 = id", "3 is a number and id a text; only what is of one kind can be compared"),
        (
            "has(position in (1, 'a'))",
            "column position is a number; compare it with one, without quotes, at character 21",
        ),
        ("has(position not in (1, 'a'))", "position is a number; compare it with one, without quotes, at character 25"),
        (
            "has(position between 1 and 'a')",
            "position is a number; compare it with one, without quotes, at character 28",
        ),
        ("has(deprel in (1, 2))", "deprel is a text; put what it is compared with into single quotes, at character 16"),
        ("has(deprel like 3)", "deprel is a text; put what it is compared with into single quotes, at character 17"),
        ("has(position like '1%')", "column position is a number, and like is for texts, at character 19"),
        ("deprel = 'nsubj'", "no column deprel, at character 1; it is said of words: has(deprel …)"),
        ("p_head_tag = 'X'", "it is said of words: has(p_head_tag …)"),
        ("has(las < 0.5)", "no column las, at character 5; it is said of sentences: put it outside of has(…)"),
        ("has(deprel = nsubj)", "no column nsubj, at character 14; a text has single quotes: 'nsubj'"),
        ("has(deprel = ‘nsubj’)", "‘ has no meaning here; a text has straight quotes: 'text', at character 14"),
        ("words > 1" + " + 1" * 200, "more than 200 operators on one another, at character 807"),
        ("has(grandchild(deprel = 'x'))", "no function grandchild, at character 5; did you mean child?"),
        ("date_part(text) = 'x'", "no function date_part, at character 1; there are abs, avg, ceil"),
    ],
)
def test_a_condition_that_is_wrong_says_how(query, message):
    with pytest.raises(OptionError) as raised:
        found(query)
    assert str(raised.value).startswith("filter: ")
    assert message in str(raised.value)
    assert 'put it in "…"' in str(raised.value)


@pytest.mark.parametrize(
    "query",
    [
        "words in (select number from self)",
        "text in (select * from read_csv('/etc/passwd')) and words > 1",
        "read_csv('/etc/passwd') = 1",
        "read_text('/etc/passwd') like '%'",
        "has(form in (select form from read_parquet('x')))",
        "(select 1) = 1",
        "las < 1 union select 1",
        "las < 1 -- 'x",
        "columns('.*') > 1",
        "unnest(text) = 'a'",
    ],
)
def test_nothing_but_columns_and_known_functions_gets_through(query):
    with pytest.raises(OptionError):
        found(query)


@pytest.mark.parametrize("query", ["exists (select 1)", "read_csv('/etc/passwd')"])
def test_what_compares_nothing_is_only_looked_for(query):
    assert found(query) == (QueryKind.TEXT, [])


def test_words_are_needed_for_has():
    with pytest.raises(OptionError, match="not all of these files have any"):
        found("has(deprel = 'x')", None)


@pytest.mark.parametrize(("kind", "what"), [("constituent", "constituents"), ("function", "trees")])
def test_nodes_are_needed_to_look_into(kind, what):
    with pytest.raises(OptionError, match=f"looks into {what}, and there are none to look into"):
        found(f"has({kind}, label = 'NP')")


@pytest.mark.parametrize("height", range(5))
def test_a_condition_without_columns_is_true_of_all_sentences_or_none(height):
    some = TABLE.head(height)
    assert filter_sentences(some, WORDS, "1 < 2").rows.tolist() == [*range(height)]
    assert filter_sentences(some, WORDS, "1 > 2").rows.tolist() == []


NUMBERS, TEXTS, SIGNS = ("words", "number", "roots"), ("id", "text"), ("<", "<=", "=", "<>", ">", ">=")
simple = st.one_of(
    st.builds("{} {} {}".format, st.sampled_from(NUMBERS), st.sampled_from(SIGNS), st.integers(0, 6)),
    st.builds("las {} {}".format, st.sampled_from(SIGNS), st.sampled_from([0, 0.25, 1])),
    st.builds("{} {}between {} and {}".format, st.sampled_from(NUMBERS), NOT, st.integers(0, 4), st.integers(0, 6)),
    st.builds("{} {}in (1, {})".format, st.sampled_from(NUMBERS), NOT, st.integers(0, 5)),
    st.builds("{} is {}null".format, st.sampled_from(TEXTS), NOT),
    st.builds("{} {} '{}'".format, st.sampled_from(TEXTS), st.sampled_from(["=", "<>", "like"]), TEXT),
)
links = st.builds(lambda parts, link: f" {link} ".join(parts), st.lists(simple, min_size=1, max_size=12), LINK)
linked = st.builds("{}({}) {} {}".format, NOT, links, LINK, links)


@given(linked)
@example("las = 1 and " + " and ".join(["words between 1 and 2"] * 9))
@example("(" + " or ".join(["words = 9", *["words not between 1 and 2"] * 9]) + ") and las < 1")
def test_conditions_mean_what_they_mean_in_sql(condition):
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("pragma case_sensitive_like = true")
        names = [*NUMBERS, *TEXTS, "las"]
        database.execute(f"create table t ({', '.join(names)})")
        database.executemany(f"insert into t values ({', '.join('?' * len(names))})", TABLE.select(names).rows())
        expected = [number for (number,) in database.execute(f"select number from t where {condition}")]
    assert found(condition) == (QueryKind.CONDITION, expected)


def test_which_words_meet_a_condition():
    assert WORDS["form"].filter(meeting(WORDS, "tag = 'NOUN' or form = 'read'")).to_list() == ["read", "books", "las"]
    assert meeting(WORDS, "child(deprel = 'amod')").arg_true().to_list() == [3]
    assert not meeting(WORDS, "parse_frame is not null and form is null").any()  # the root is no word
    # Of the words that the gold does not have, those of the parse.
    gold, parse = treebank("a/N/0/root b/N/1/x"), treebank("ab/N/0/root", name="parse.conllx")
    words = word_table(METRIC, gold, parse, every=True)
    assert meeting(words, "form is not null").to_list() == words["position"].is_not_null().to_list()


def test_how_many_words_were_found():
    assert filter_sentences(TABLE, WORDS, "words < 2").words == 0
    assert filter_sentences(TABLE, WORDS, "has(tag = 'NOUN') or has(form = 'books')").words == 2
    gold, parse = treebank("a/N/0/root b/N/1/x"), treebank("a/N/2/root b/N/0/x", name="parse.conllx")
    words, table = word_table(METRIC, gold, parse), finished(sentence_table_steps(gold, {"p": parse}, {"p": {}}))
    # The root has a frame, too, but is no word.
    result = filter_sentences(table, words, "has(parse_frame = '** x' and form is null)")
    assert (result.rows.tolist(), result.hits.rows(), result.words) == ([0], [(0, 0)], 0)


def test_brackets_may_stand_so_deep_in_one_another():
    """Each ``child(…)`` in another took as long as the condition is long, and Python's stack has an end."""

    def nested(depth):
        return f"has({'child(' * depth}deprel = 'x'{')' * depth})"

    assert found(nested(49)) == (QueryKind.CONDITION, [])
    for depth in (50, 5000):
        with pytest.raises(OptionError, match="brackets stand more than 50 deep in one another"):
            found(nested(depth))


@pytest.mark.parametrize(
    "query",
    [
        "text" + " like 'a'" * 2400,
        f"words{' is null' * 5000}",
        f"words{' = words' * 1600}",
        "has(form" + " ilike 'a'" * 300 + ")",
        f"words = 1 or not (words = 1 and words{' = words' * 300})",
        f"words{' between 1 and 2' * 12}",
        f"comparable{' in (comparable, true)' * 14}",
        f"{'case ' * 5}words{' when 1 then 1 when 2 then 2 when words then 3 end' * 5} = 1",
        f"{'nullif(' * 12}words{',1)' * 12} = 1",
        f"{'case when ' * 9}words{' between 1 and 2 then 1 else 2 end' * 9} = 1",
        f"case when {' or '.join(['las < 1'] * 120)} then 1 end = 1",
    ],
)
def test_what_would_end_polars_or_take_minutes_is_refused(query):
    """It calls itself for each operator of a chain, and writes twice what ``between`` and ``nullif`` look at."""
    with pytest.raises(OptionError, match="more than 200 operators on one another, at character"):
        found(query)


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        " or ".join(["words between 1 and 9 and las < 1"] * 3000),
        f"not ({' and '.join(['words > 2'] * 3000)}) and (las < 1 or {' or '.join(['words = 1'] * 3000)})",
        f"coalesce({' or '.join(['words < 0'] * 3000)}, true) = case when (words > 9) then (true) end or words > 0",
        f"words in ({', '.join(map(str, range(9999)))}) and abs(words + 1) in ({', '.join(map(str, range(999)))})",
        f"case {' '.join(f'when words = {number} then {number}' for number in range(60))} else 0 end = 1",
        f"words{' + 1' * 150} > 1 and words{' is not null' * 50}",
    ],
)
def test_links_of_or_and_and_may_be_many(query):
    assert found(query)[0] == QueryKind.CONDITION


def test_a_frame_has_a_short_name_too():
    frames = "has(gold_frame like '%nsubj%')"
    assert found(frames) == found(frames.replace("gold_", "")) != (QueryKind.CONDITION, [])
    both = "has(gold_frame like '%nsubj%' and parse_frame like '%nsubj%' and form is not null)"
    assert found(both) == found(both.replace("gold_", ""))
    with pytest.raises(OptionError, match="no column frame"):
        found("has(child(frame = 'x'))")


def test_without_a_parse_has_looks_into_the_gold():
    alone = finished(sentence_table_steps(GOLD, {}, {}))
    words = word_table(METRIC, GOLD)
    assert filter_sentences(alone, words, "has(deprel = 'nsubj' and tag_after = 'VERB')").rows.tolist() == [0]
    assert "head_offset" not in word_columns(words)
    for query in ("has(parse_deprel = 'nsubj')", "las < 1", "has(missing)", "has(not right_head)"):
        with pytest.raises(OptionError, match="scores, marks and parse_… tell of a parse, and there is none"):
            filter_sentences(alone, words, query)
    with pytest.raises(OptionError, match=r"did you mean deprel\?"):
        filter_sentences(alone, words, "has(derpel = 'nsubj')")


def test_what_was_not_read_is_no_column():
    with pytest.raises(OptionError, match="no column tag_before"):
        found("has(tag_before = 'VERB')", WORDS.drop("gold_tag"))
    assert found("has(form_before = 'She')", WORDS.drop("gold_tag")) == (QueryKind.CONDITION, [1])


def test_a_table_of_some_sentences_keeps_their_words():
    some = TABLE[[3, 0]]
    assert filter_sentences(some, WORDS, "has(form = 'She')").rows.tolist() == [1]


def test_an_empty_table():
    nothing = treebank()
    empty = finished(
        sentence_table_steps(nothing, {"p": nothing}, {"p": {"attachment": score(METRIC, nothing, nothing)}})
    )
    for query in ("", "las < 1", "text", "has(deprel = 'x')", "has(gold_frame = 'x')", "words > avg(words)"):
        assert filter_sentences(empty, word_table(METRIC, nothing, nothing), query).rows.tolist() == []


PIECES = """
las words text id comparable has( deprel gold_frame and or not is null in like between case when then end true 'x' 0.5 3
|| <= avg round lower strpos coalesce sum( mod( select from ( ) < > = , ' " ~ % ; . * / - ü
"""


@given(st.one_of(st.text(max_size=12), st.lists(st.sampled_from(PIECES.split()), max_size=9).map(" ".join)))
@example("mod(words, 0) = 1")
@example("words / 0 > 1")
@example("round(las, 99999999999) = 1")
@example("words = 99999999999999999999999999")
@example("strpos(text, '') = 1")
@example("las between 'a' and 'b'")
@example("has(coalesce() = 1)")
@example("-words < 0")
def test_nothing_raises_but_option_errors(query):
    try:
        result = filter_sentences(TABLE, WORDS, query)
    except OptionError as error:
        assert "\n" not in str(error)
    else:
        assert set(result.rows.tolist()) <= {0, 1, 2, 3}


def test_long_conditions_are_shallow():
    """What polars needs grows with the cube of the depth, and a chain of n links was n deep."""

    def depth(text: str) -> int:
        deepest = now = 0
        for character in text:
            now += (character == "(") - (character == ")")
            deepest = max(deepest, now)
        return deepest

    def sql(count: int) -> str:
        links = [f"a between {number} and 9 or b = 1 and b = 2" for number in range(count)]
        return to_sql(tokenize(" or ".join(links)), ("a", "b"))

    assert sql(2).count("(") == 0
    assert depth(sql(400)) <= 10 and sql(400).count("between") == 400
    chain = " and ".join(["a = 1"] * 400)
    assert depth(to_sql(tokenize(chain), ("a",))) <= 9 and depth(to_sql(tokenize(f"not ({chain})"), ("a",))) <= 10


LINKS = [
    "las < 0.8",
    "words > 2",
    "las is null",
    "words between 1 and 3",
    "not (words = 1",
    "coalesce(las < 0.5, words > 1)",
    "case when (words > 3) and las < 1 then words = 2 or las = 1 else false end",
]


@given(st.lists(st.sampled_from(LINKS), min_size=9, max_size=40))
def test_brackets_in_long_conditions_change_nothing(links):
    text = "".join(f"{link} {('and', 'or')[number % 3 == 1]} " for number, link in enumerate(links)) + "true"
    text += ")" * text.count("not (")
    frame = TABLE.select("las", "words")
    plain = " ".join(token.text for token in tokenize(text))
    shallow = to_sql(tokenize(text), frame.columns)
    assert evaluate(shallow, frame, tokenize(text)).to_list() == evaluate(plain, frame, tokenize(text)).to_list()


@pytest.mark.parametrize(
    "inside",
    [
        "", "(", "and", "not", "deprel =", "deprel is not", "position in ()", "position between 1", "case when", "* ",
        "select 1", "exists(select 1)", "deprel ~ '['", "lower(position) = 'a'", "abs(form) = 1", "'a' = 'a'", "1",
        "null", "child()", "child(", "child(has(form = 'x'))", "child(gold_frame = 'x')", "word, word", "#row = 1",
        "form = '''",
        '"parse_#row" = 1', "form = 'x'); drop table", f"{'(' * 300}form = 'x'{')' * 300}", f"{'not ' * 500}right_both",
    ],
)  # fmt: skip
def test_nonsense_is_told(inside):
    with pytest.raises(OptionError, match="filter: "):
        filter_sentences(TABLE, WORDS, f"has({inside})")


@pytest.mark.parametrize(
    "inside",
    [
        "form = '\U0001f600\u05d9'", "form = 'o''clock'", "form = 'a\nb'", "position = 99999999999999999999999",
        "position / 0 > 1", "position < 1e400", f"form = '{'x' * 100_000}'", " or ".join(["form = 'x'"] * 3000),
        "FORM = 'x' and TRUE",
    ],
)  # fmt: skip
def test_odd_conditions_are_conditions(inside):
    assert filter_sentences(TABLE, WORDS, f"has({inside})").kind == "condition"
