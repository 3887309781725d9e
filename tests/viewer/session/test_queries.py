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
