"""evalb's parameter files: what they say, and what is wrong with them.

Also tests `settings`.
"""

from __future__ import annotations

import pytest

from goldleaf.core.errors import FormatError, GoldleafError, OptionError
from goldleaf.core.metrics import create
from goldleaf.core.metrics.parseval import BUILT_IN, ParsEval, load_settings, parse_settings
from goldleaf.core.metrics.parseval import settings as settings_module
from goldleaf.core.metrics.parseval.settings import chained, representatives
from tests.core.trees import SHARED

FILE = """\
# a comment
DEBUG 1
MAX_ERROR 10
CUTOFF_LEN 20

LABELED 0
DELETE_LABEL TOP
DELETE_LABEL -NONE-
DELETE_LABEL_FOR_LENGTH -NONE-
QUOTE_LABEL POS
EQ_LABEL ADVP PRT
EQ_WORD  This this
"""


def test_every_keyword():
    found = parse_settings(FILE, name="mine", path="mine.prm")
    assert (found.labeled, found.cutoff) == (False, 20)
    assert found.delete == {"TOP", "-NONE-"}
    assert found.delete_for_length == {"-NONE-"}
    assert found.quotes == {"POS"}
    assert found.equal_labels == {("ADVP", "PRT")}
    assert found.equal_words == {("This", "this")}


def test_the_keywords_of_disco_dop():
    """In its files pairs are of classes; evalb's do not know these keywords, and keep what they are called by."""
    text = "DELETE_ROOT_PRETERMS 1\nDISC_ONLY 1\nTED 1\nDEP 1\nDELETE_WORD (\nEQ_WORD b a\nEQ_WORD c b\nEQ_WORD x y\n"
    found = parse_settings(text, name="mine", path="mine.prm")
    assert (found.delete_at_root, found.gaps_only, found.by_gold, found.delete_words) == (True, True, True, {"("})
    assert representatives(found.equal_words) == {"a": "a", "b": "a", "c": "a", "x": "x", "y": "x"}
    plain = parse_settings(FILE, name="mine", path="mine.prm")
    assert not plain.by_gold and load_settings("collins").described == "collins-e83f84ef"
    assert parse_settings(FILE + "TED 0\n", name="mine", path="mine.prm").described != plain.described


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("DELETE_LABELS TOP", "unknown keyword DELETE_LABELS; there are DELETE_LABEL, "),
        ("DELETE_LABEL", "DELETE_LABEL needs a value"),
        ("EQ_LABEL ADVP", "EQ_LABEL needs two values, not 1"),
        ("EQ_WORD a b c", "EQ_WORD needs two values, not 3"),
        ("LABELED yes", "LABELED is 'yes'; expected a number"),
        ("LABELED 2", "LABELED is 2; expected 0 or 1"),
        ("DISC_ONLY 2", "DISC_ONLY is 2; expected 0 or 1"),
        ("TED yes", "TED is 'yes'; expected a number"),
        ("CUTOFF_LEN -1", "CUTOFF_LEN is '-1'; expected a number"),
    ],
)
def test_faults_are_told_with_their_line(line, message):
    with pytest.raises(FormatError, match=r"^mine\.prm:14: ") as error:
        parse_settings(f"{FILE}\n{line}\n", name="mine", path="mine.prm")
    assert message in str(error.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(
        GoldleafError, match="no such file; settings that come with it are collins, new, spmrl, proper, jp"
    ):
        ParsEval(params=str(tmp_path / "gone.prm"))
    with pytest.raises(GoldleafError, match="cannot be read"):
        load_settings(str(tmp_path))
    (tmp_path / "latin.prm").write_bytes(b"DELETE_LABEL \xe9\n")
    with pytest.raises(GoldleafError, match="is not UTF-8"):
        load_settings(str(tmp_path / "latin.prm"))
    with pytest.raises(OptionError, match="params : no such choice"):
        ParsEval(params="")


def test_a_byte_order_mark_is_no_part_of_a_keyword(tmp_path):
    plain, marked = tmp_path / "plain.prm", tmp_path / "marked.prm"
    plain.write_text("DELETE_LABEL TOP\n", encoding="utf-8")
    marked.write_text("DELETE_LABEL TOP\n", encoding="utf-8-sig")
    assert load_settings(str(marked)).delete == load_settings(str(plain)).delete == {"TOP"}


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_comes_with_the_program_can_be_read(name):
    assert load_settings(name).name == name
    assert load_settings(name).labeled
    assert {"TOP", "-NONE-"} & load_settings(name).delete


@pytest.mark.shared
@pytest.mark.parametrize(("name", "file"), [("collins", "COLLINS.prm"), ("new", "new.prm")])
def test_the_settings_of_evalb(name, file):
    ours, theirs = load_settings(name), load_settings(str(SHARED / "evalb" / file))
    assert ours.described.partition("-")[2] == theirs.described.partition("-")[2]


def test_the_signature_names_the_settings(tmp_path):
    file = tmp_path / "mine.prm"
    file.write_text(FILE, encoding="utf-8")
    signature = create("parseval", params=str(file)).signature
    assert "|params:mine-" in signature
    file.write_text(FILE.replace("MAX_ERROR 10", "MAX_ERROR 99"), encoding="utf-8")
    assert create("parseval", params=str(file)).signature == signature  # it changes no figure
    file.write_text(FILE.replace("TOP", "ROOT"), encoding="utf-8")
    assert create("parseval", params=str(file)).signature != signature


def test_labels_that_all_equal_one_another_are_one_class():
    pairs = frozenset({("b", "a"), ("c", "b"), ("a", "c"), ("x", "y")})
    assert representatives(pairs) == {"a": "a", "b": "a", "c": "a", "x": "x", "y": "x"}
    assert chained(pairs) == set()


def test_pairs_are_not_chained():
    pairs = frozenset({("b", "a"), ("b", "c"), ("x", "y")})
    assert representatives(pairs) == {"x": "x", "y": "x"}
    assert chained(pairs) == {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")}


def test_so_many_equal_labels_are_refused():
    lines = [f"EQ_LABEL A{number} A{number + 1}" for number in range(1001)]
    assert len(parse_settings("\n".join(lines[:1000]), name="mine", path="mine.prm").equal_labels) == 1000
    with pytest.raises(FormatError, match=r"mine\.prm:1001: more than 1,000 pairs of EQ_LABEL"):
        parse_settings("\n".join(lines), name="mine", path="mine.prm")


def test_a_long_file_is_read_line_by_line(monkeypatch):
    """The settings were made anew for each line, with all that stood before."""
    made = []
    monkeypatch.setattr(settings_module, "EvalbSettings", lambda _, **changes: made.append(changes))
    parse_settings("".join(f"DELETE_LABEL X{number}\n" for number in range(50)), name="x", path="x.prm")
    assert len(made) == 1 and len(made[0]["delete"]) == 50


def test_a_number_of_many_digits():
    with pytest.raises(FormatError, match=r"x.prm:1: CUTOFF_LEN is '9{40}…'; expected a number of up to 9 digits"):
        parse_settings(f"CUTOFF_LEN {'9' * 5000}\n", name="x", path="x.prm")
