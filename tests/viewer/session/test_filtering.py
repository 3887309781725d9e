"""Filters on a document: what they find in trees of either side, what they refuse, and what that is counted by."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from goldleaf.core.errors import FormatError, GoldleafError, OptionError
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.filtering import (
    Queries,
    filtered,
    group_columns,
    grouped,
    hit_columns,
    known,
    main_score,
    named_table,
)
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request, request_of
from tests.viewer.session.test_found import trees  # noqa: F401, a fixture
from tests.viewer.window.windows import GOLD, PARSE, written

DIFFERENT, SINGLE = "different label", "single-word phrase"


@pytest.fixture
def document(tmp_path):
    return loaded(request_of(written(tmp_path)), [create("attachment")])


@pytest.fixture
def several(tmp_path):
    """Two parses, of which the second is right."""
    gold, parse = written(tmp_path)
    return loaded(Request(gold, (parse, gold), ("one", "two")), [create("attachment")])


def rows(document, query, parse=0, further=None):
    return finished(filtered(document, query, parse, further)).rows.tolist()


def test_classes_of_errors_in_trees_are_columns_of_the_parse_that_is_shown(trees):  # noqa: F811
    assert rows(trees, f"constituent_errors like '%{DIFFERENT}%'") == [0]
    assert rows(trees, f"constituent_errors = '{SINGLE}' and repairs = 1") == [1]
    assert rows(trees, "constituent_errors = '' and repairs = 0") == [2]
    with pytest.raises(OptionError, match="no column constituent_errors"):
        rows(trees, "constituent_errors = ''", -1)
    with pytest.raises(OptionError, match="no column constituent_errors"):
        rows(trees.blinded(Blind(1, [1, 2, 3])), "constituent_errors = ''")


def test_repairs_and_facts_are_looked_into_of_the_parse_that_is_shown_or_named(trees):  # noqa: F811
    found = finished(filtered(trees, f"has(repair, class = '{SINGLE}')", 0))
    assert (found.rows.tolist(), found.facts, found.fact_rows["label"].to_list()) == ([1], 1, ["VP"])
    assert rows(trees, "has(parse_repair, class <> '')", -1) == [0, 1]
    assert rows(trees, "has(parseval, missing)") == rows(trees, "has(parse_parseval, missing)", -1) == [0, 1]


def test_a_parse_that_is_named_is_looked_into_whichever_is_shown(several):
    for shown in (-1, 0, 1):
        assert rows(several, "has(one_attachment, missing)", shown) == [0, 2]
        assert rows(several, "has(two_attachment, missing)", shown) == []
        assert rows(several, "has(one_word, not right_head)", shown) == [0]
    assert (rows(several, "has(attachment, missing)", 0), rows(several, "has(attachment, missing)", 1)) == ([0, 2], [])


def test_words_of_the_gold_and_facts_of_a_parse_are_found_together_where_no_parse_is_shown(several):
    both = ("has(form = 'book')", "has(one_attachment, missing)", "has(one_word, not right_label)")
    for first, second in zip(both, both[1:] + both[:1], strict=True):
        assert rows(several, f"{first} and {second}", -1) == rows(several, f"{second} and {first}", -1) != []


def test_what_is_not_there_is_told(document, trees):  # noqa: F811
    for files, query, message in (
        (document, "differences >", "the condition ends too early"),
        (document, "has(tag >", "has. is not closed, at character 1"),
        (document, "has(repair, class = 'x')", "repair"),
        (document, "has(constituent, label = 'NP')", "constituent"),
        (trees, "has(tag = 'N')", "has.* looks into words with arcs, and not all of these files have any"),
    ):
        with pytest.raises(OptionError, match=message):
            rows(files, query)


def test_who_is_blind_may_filter_by_what_tells_no_side(document):
    blind = document.blinded(Blind(1, [1, 2, 3]))
    assert rows(blind, "words > 2") == [0, 2]
    for query in ("has(tag = 'X')", "HAS (tag = 'X')", "words > 2 and has(function, words = 1)"):
        with pytest.raises(OptionError, match=r"^has\(…\): Not in a blind review"):
            rows(blind, query)
    names = known(blind, 0, None, within=True)
    assert names.table.columns == blind.table.columns and names.words is None and not names.nodes and not names.tables
    assert named_table(blind, 0).columns == blind.table.columns
    assert main_score(blind, 0, create("attachment")) == "las" and main_score(blind, 0, create("ud")) == "las.f1"


def test_other_columns_of_the_table_can_be_named_too(document):
    further = pl.DataFrame({"judged": [True, False, True], "times": [3, 2, 1]})
    assert rows(document, "judged and times < 3", 0, further) == [2]
    table = named_table(document, 0, further)
    assert table["times"].to_list() == [3, 2, 1] and table["parse_las"].to_list() == table["las"].to_list()
    names = known(document, 0, further, within=False)
    assert "times" in names.table.columns and names.words is None and not names.nodes and not names.tables


def test_what_is_shown_is_named_without_its_parse_and_each_by_its_own_name(several):
    one, two, none = (named_table(several, place) for place in (0, 1, -1))
    assert one["las"].to_list() == none["las"].to_list() == several.table["one_las"].to_list()
    assert two["las"].to_list() == several.table["two_las"].to_list() == [1.0, 1.0, 1.0]
    assert {"one_las", "two_las"} <= {*one.columns} and len({*one.columns}) == len(one.columns)


def test_what_can_be_looked_into_is_offered_by_name(several, trees):  # noqa: F811
    offered = known(several, 1, None, within=True)
    assert {"attachment", "one_attachment", "two_attachment", "one_word", "two_word"} <= {*offered.tables}
    assert not {"parseval", "word", "repair", "one_repair", "parse_word"} & {*offered.tables}
    heights = {name: offered.tables[f"{name}attachment"]().height for name in ("", "one_", "two_")}
    own = [several.tables.facts(place, "attachment").height for place in (0, 1)]
    assert heights == {"": own[1], "one_": own[0], "two_": own[1]} and own[0] > own[1]
    assert offered.tables["two_word"]()["parse_head"].to_list() == several.gold.words["head"].to_list()
    of_trees = known(trees, 0, None, within=True)
    assert {"parseval", "parse_parseval", "repair", "parse_repair"} <= {*of_trees.tables}
    assert "attachment" not in of_trees.tables and of_trees.words is None
    assert "class" in of_trees.tables["repair"]().columns
    assert (
        known(loaded(request_of([Path(several.gold.path)]), [create("attachment")]), -1, None, within=True).tables == {}
    )


def test_words_that_are_found_are_counted_by_their_columns_or_the_table_s(document):
    nouns = finished(filtered(document, "has(tag = 'NOUN')", 0))
    relations = grouped(document, nouns, 0, ["gold_deprel"])
    assert relations.sort("gold_deprel").rows() == [("nsubj", 2, 2), ("obj", 1, 1)]
    further = pl.DataFrame({"half": ["a", "a", "b"]})
    assert grouped(document, nouns, 0, ["half"], further).sort("half").rows() == [("a", 2, 1), ("b", 1, 1)]
    words = hit_columns(document, nouns, 0)
    offered = group_columns(document, nouns, 0, further)
    assert offered[: len(words)] == words and "parse_deprel" in words and "half" not in words
    assert offered[-1] == "parse_words_differ" and "half" in offered and len({*offered}) == len(offered)
    with pytest.raises(OptionError, match="zzz"):
        grouped(document, nouns, 0, ["zzz"])


def test_sentences_and_nodes_that_are_found_are_counted_alike(document, trees):  # noqa: F811
    long = finished(filtered(document, "words > 2", 0))
    assert hit_columns(document, long, 0) == []
    assert group_columns(document, long, 0) == named_table(document, 0).columns
    assert grouped(document, long, 0, ["words"]).sort("words")["words"].to_list() == [3, 6]
    phrases = finished(filtered(trees, "has(constituent, label = 'VP')", 0))
    assert "gold_label" in hit_columns(trees, phrases, 0)
    assert grouped(trees, phrases, 0, ["parse_label"]).sort("parse_label").rows() == [(None, 1, 1), ("VP", 1, 1)]


def test_the_main_score_of_each_parse_has_a_name_of_its_own(tmp_path):
    gold, parse = written(tmp_path, GOLD, PARSE)
    metrics = [create("attachment"), create("tedeval")]
    document = loaded(Request(gold, (parse, gold), ("one", "two")), metrics, ["attachment", "tedeval"])
    for metric, name in zip(document.metrics, ("las", "accuracy"), strict=True):
        assert {main_score(document, place, metric) for place in (-1, 0, 1)} == {name}


@pytest.mark.parametrize(
    ("query", "shares"),
    [
        ("words > 2", [0.0, 0.3, 0.5]),
        ("has(parseval, missing)", [0.0, 0.3, 0.5]),
        ("constituent_errors = '' and words > 2", [0.0, 0.0, 0.099, 0.198, 0.3, 0.3, 0.5]),
        ("has(repair, class = 'x')", [0.0, 0.3, 0.5, 0.5, 0.566, 0.632, 0.7]),
    ],
)
def test_how_far_a_filter_is_never_goes_back(trees, query, shares):  # noqa: F811
    assert [round(share, 3) for share in filtered(trees, query, 0)] == shares


@pytest.fixture
def queries(tmp_path):
    return Queries(tmp_path / "new" / "filters.txt")


def test_what_is_saved_is_found_again_in_its_order(queries):
    queries.save("long", "words > 20")
    queries.save("np", "has(constituent,\n label = 'NP')")
    queries.save("long", "words > 30")
    assert queries.read() == {"long": "words > 30", "np": "has(constituent, label = 'NP')"}
    assert queries.path.read_text(encoding="utf-8").splitlines()[1:] == [
        "@long words > 30",
        "@np has(constituent, label = 'NP')",
    ]
    queries.rename("long", "longer")
    assert [*queries.read()] == ["longer", "np"]
    queries.delete("longer")
    assert [*queries.read()] == ["np"]


def test_names_stand_for_conditions(queries):
    assert queries.resolved("words > 3") == "words > 3"
    assert queries.resolved("@ words > 3") == "@ words > 3"
    with pytest.raises(OptionError, match="@np: no saved filter of this name; there is none"):
        queries.resolved("@np")
    queries.save("nps", "has(constituent, label = 'NP')")
    assert queries.resolved(" @nps ") == "has(constituent, label = 'NP')"
    with pytest.raises(OptionError, match="did you mean @nps\\?; there are @nps"):
        queries.resolved("@npss")


def test_names_stand_for_parts_of_conditions(queries):
    queries.save("long", "words > 20 or words < 3")
    queries.save("np-s", "label = 'NP'")
    assert queries.resolved("@long and las < 1") == "(words > 20 or words < 3) and las < 1"
    assert queries.resolved("not (@long)") == "not ((words > 20 or words < 3))"
    assert queries.resolved("has(constituent, @np-s and missing)") == "has(constituent, (label = 'NP') and missing)"
    for other in ("text like '% @long %'", '"@long"', "mail@long", "a @ b"):
        assert queries.resolved(other) == other
    queries.save("both", "@long and has(constituent, @np-s)")
    assert queries.resolved("@both") == "(words > 20 or words < 3) and has(constituent, (label = 'NP'))"
    with pytest.raises(OptionError, match=r"@other: no saved filter .*to look for a text"):
        queries.resolved("@long and @other")


def test_names_in_a_circle_are_told(queries):
    queries.save("a", "@b and words > 3")
    queries.save("b", "not (@a)")
    with pytest.raises(OptionError, match="in a circle: @a, @b, @a"):
        queries.resolved("@a")


@pytest.mark.slow
def test_what_names_stand_for_has_an_end(queries):
    doubling = {f"a{number + 1}": f"@a{number} and @a{number}" for number in range(40)}
    queries.write({"a0": "words > 0", **doubling})
    assert queries.resolved("@a3").count("words > 0") == 8
    for query in ("@a40", "las < 1 and @a30", " or ".join(["@a10"] * 100)):
        with pytest.raises(OptionError, match="saved filters that stand for more than 1,000,000 characters"):
            queries.resolved(query)
    chain = {f"a{number + 1}": f"@a{number} and words > 1" for number in range(400)}
    queries.write({"a0": "words > 0", **chain})
    assert queries.resolved("@a49").count("words > 1") == 49
    for name in ("@a50", "@a400"):
        with pytest.raises(OptionError, match="saved filters that name one another more than 50 deep"):
            queries.resolved(name)


@pytest.mark.parametrize("name", ["", "two words", "@at", "#hash", "a)", "it's"])
def test_a_name_is_one_word(queries, name):
    with pytest.raises(OptionError, match="it is one word"):
        queries.save(name, "words > 3")


def test_a_name_that_is_taken_is_not_given_again(queries):
    queries.save("a", "words > 1")
    queries.save("b", "words > 2")
    with pytest.raises(OptionError, match="@b: there is a saved filter of this name already"):
        queries.rename("a", "b")
    queries.rename("a", "a")


def test_a_file_that_was_written_by_hand(queries):
    queries.path.parent.mkdir()
    queries.path.write_text("# mine\n\n  @short   words < 5  \n", encoding="utf-8")
    assert queries.read() == {"short": "words < 5"}
    queries.path.write_text("@short words < 5\nwords > 5\n", encoding="utf-8")
    with pytest.raises(FormatError) as error:
        queries.read()
    assert "filters.txt:2" in str(error.value) and "expected @name and a condition" in str(error.value)
    queries.path.write_bytes(b"@a \xff")
    with pytest.raises(GoldleafError, match="not UTF-8"):
        queries.read()


def test_a_file_that_cannot_be_written_or_read_is_told_with_the_reason(tmp_path):
    (tmp_path / "file").touch()
    inside = Queries(tmp_path / "file" / "filters.txt")
    with pytest.raises(GoldleafError, match=r"filters\.txt: cannot be written: ") as error:
        inside.write({"a": "words > 1"})
    assert error.value.path == str(inside.path)
    with pytest.raises(GoldleafError, match=r"cannot read the saved filters: ") as error:
        Queries(tmp_path).read()
    assert error.value.path == str(tmp_path) and str(error.value).startswith(f"{tmp_path}: ")
    assert Queries(tmp_path / "none.txt").read() == {}


def test_what_is_written_says_what_it_is(queries):
    queries.write({"a": "words\n >  1", "é": "words > 2"})
    assert queries.path.read_bytes().decode() == (
        "# Saved filters of Goldleaf: a name and its condition a line.\n@a words > 1\n@é words > 2\n"
    )
    queries.path.write_text("\ufeff@a words > 1\n", encoding="utf-8")
    assert queries.read() == {"a": "words > 1"}


@pytest.mark.parametrize("line", ["words > 1", "@", "@ words", "@name"])
def test_a_line_that_is_no_filter_is_told_by_its_place(queries, line):
    queries.path.parent.mkdir()
    queries.path.write_text(f"# a\n\n{line}\n", encoding="utf-8")
    with pytest.raises(FormatError) as error:
        queries.read()
    assert f"{queries.path}:3: no saved filter; expected @name and a condition, such as @long words > 20" in str(
        error.value
    )
    assert (error.value.problem.line, error.value.problem.column) == (3, 0)


def test_names_are_kept_in_their_places(queries):
    queries.write({"a": "words > 1", "b": "words > 2", "c": "words > 3"})
    queries.rename("b", "x")
    assert [*queries.read().items()] == [("a", "words > 1"), ("x", "words > 2"), ("c", "words > 3")]
    queries.delete("gone")
    assert [*queries.read()] == ["a", "x", "c"]
    with pytest.raises(
        OptionError, match=r"^two words: no name of a filter; it is one word, without @, brackets, quotes"
    ):
        queries.rename("a", "two words")
    with pytest.raises(OptionError, match=r"^nothing: no name"):
        queries.save("", "words > 1")


def test_a_name_in_a_condition_stands_in_brackets_and_ends_at_a_bracket_or_comma(queries):
    queries.write({"a": "words > 1", "b.c": "tag = 'X'"})
    assert queries.resolved("@a") == queries.resolved(" @a\t") == "words > 1"
    assert queries.resolved("(@a)and(@a)") == "((words > 1))and((words > 1))"
    assert queries.resolved("has(word,@b.c)") == "has(word,(tag = 'X'))"
    assert queries.resolved("form = 'it''s @a' and @a") == "form = 'it''s @a' and (words > 1)"
    assert queries.resolved('form = "say ""@a""" and @a') == 'form = "say ""@a""" and (words > 1)'
    with pytest.raises(OptionError) as error:
        queries.resolved("@zzz")
    assert str(error.value) == (
        '@zzz: no saved filter of this name; there are @a, @b.c (to look for a text, put it in "…")'
    )


def test_a_folder_that_is_not_there_is_made(tmp_path):
    deep = Queries(tmp_path / "not" / "there" / "filters.txt")
    deep.save("a", "words > 1")
    deep.save("b", "words > 2")
    assert [*deep.read()] == ["a", "b"]


def test_names_may_stand_for_a_million_characters_but_no_more(queries):
    text, more = "x" * 9_994, "x" * 9_995  # with " > 1", in brackets, 10,000 and one more
    queries.write({"long": f"{text} > 1", "longer": f"{more} > 1"})
    assert queries.resolved(" or ".join(["@long"] * 100)).count(text) == 100
    for last in ("@longer", "@long or @long"):
        with pytest.raises(
            OptionError, match=r"^@long(er)?: saved filters that stand for more than 1,000,000 characters$"
        ):
            queries.resolved(f"{' or '.join(['@long'] * 99)} or {last}")


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("verdict = 'unsure'", [1]),
        ("VERDICT == 'gold'", [0, 1]),
        ("verdict != 'gold'", [2]),
        ("verdict = '=N.*'", [2]),
        ("verdict = 'gol' or verdict <> 'gold' and not verdict = 'unsure'", [2]),
        ("verdict = 'gold; unsure'", [1]),
        ("verdict = ''", []),
        ("has(verdict = 'unsure')", [0]),
        ("has(verdict = 'unsure' and form = 'book') and verdict = 'gold'", [0]),
    ],
)
def test_of_several_verdicts_each_is_found(document, query, rows):
    said = pl.DataFrame({"verdict": ["gold", "gold; unsure", "=N.*"]})
    words = pl.DataFrame({"sentence": [0], "position": [5], "verdict": ["gold; unsure"]})
    words = words.with_columns(pl.col("sentence", "position").cast(pl.UInt32))
    found = finished(filtered(document, query, 0, said, lambda: words))
    assert found.rows.tolist() == rows
    if query.startswith("has"):
        assert found.hits.rows() == [(0, 5)]
