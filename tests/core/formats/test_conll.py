"""What of the CoNLL family is no matter of single lines: the second analysis in a file, as a treebank of its own."""

from __future__ import annotations

import pytest

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.formats import as_bytes, read
from goldleaf.core.formats.conll import has_second_analysis, second_analysis
from tests.core.formats.samples import CONLL2009, CONLLU, CONLLX, EIGHT_COLUMNS
from tests.core.trees import SHARED

CROSSING = """\
1\tWhat\twhat\tP\tWP\t_\t4\tobj\t2\tobj
2\tdo\tdo\tV\tVB\t_\t0\troot\t0\troot
3\tyou\tyou\tP\tPRP\t_\t2\tsubj\t2\tsubj
4\tsee\tsee\tV\tVB\t_\t2\tverb\t2\tverb
5\t?\t?\t.\t.\t_\t_\t_\t_\t_

"""


def of(text: str, tmp_path, name: str):
    path = tmp_path / f"sample.{name}"
    path.write_text(text, encoding="utf-8")
    return read(path, format=name)


def test_projective_heads_stand_where_the_heads_stood(tmp_path):
    treebank = of(CROSSING, tmp_path, "conllx")
    second = second_analysis(treebank)
    assert [word.head for word in second.sentence(0).words] == [2, 0, 2, 2, None]
    assert [word.head for word in treebank.sentence(0).words] == [4, 0, 2, 2, None]
    assert second_analysis(second).words.equals(treebank.words)
    assert second.words.schema == treebank.words.schema


def test_what_was_predicted_of_tags_and_labels(tmp_path):
    second = second_analysis(of(CONLL2009, tmp_path, "conll2009"))
    home = second.sentence(2).words[1]
    assert (home.coarse_tag, home.head, home.label) == ("NN", 1, "OBJ")
    assert second.sentence(0).arguments and second.sentence(0).words[2].predicate == "begin.01"


@pytest.mark.parametrize(("text", "name"), [(CROSSING, "conllx"), (CONLL2009, "conll2009")])
def test_written_it_is_the_same_file(tmp_path, text, name):
    assert as_bytes(second_analysis(of(text, tmp_path, name))) == text.encode()


def test_what_is_no_head_is_none(tmp_path):
    second = second_analysis(of(CROSSING.replace("\t2\tobj\n", "\t-1\tobj\n"), tmp_path, "conllx"))
    assert second.sentence(0).words[0].head is None


def test_columns_that_were_not_read_are_left_alone(tmp_path):
    path = tmp_path / "sample.conll09"
    path.write_text(CONLL2009, encoding="utf-8")
    treebank = read(path, columns=["form", "head", "label", "predicted_head", "predicted_label"])
    words = second_analysis(treebank).words
    assert words["label"][-1] == "OBJ" and words.columns == treebank.words.columns


def test_heads_need_not_be_read(tmp_path):
    path = tmp_path / "sample.conllu"
    path.write_text(CONLLU, encoding="utf-8")
    words = read(path, columns=["form"]).words
    assert words.columns == ["sentence", "position", "line", "form"]
    assert words["form"].to_list() == read(path).words["form"].to_list()


def test_formats_and_files_without_one(tmp_path):
    with pytest.raises(OptionError, match="conllu has no second analysis"):
        second_analysis(of(CONLLU, tmp_path, "conllu"))
    for text in (EIGHT_COLUMNS, "1\t" + CROSSING.splitlines()[-2][2:] + "\n\n"):
        treebank = of(text, tmp_path, "conllx")
        assert not has_second_analysis(treebank)
        with pytest.raises(GoldleafError, match="PHEAD is empty"):
            second_analysis(treebank)
    assert has_second_analysis(of(CONLLX, tmp_path, "conllx"))


@pytest.mark.shared
def test_predicted_columns_of_a_treebank():
    path = SHARED / "english" / "roles.conll09"
    second = second_analysis(read(path))
    assert as_bytes(second) == path.read_bytes()
    assert second.words["head"].null_count() == 0
