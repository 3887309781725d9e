"""Filters under names, in a file."""

from __future__ import annotations

import pytest

from goldleaf.core.errors import FormatError, GoldleafError, OptionError
from goldleaf.viewer.session.queries import Queries


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
