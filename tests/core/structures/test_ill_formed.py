from dataclasses import replace

import pytest

from goldleaf.core.errors import FormatError
from goldleaf.core.formats import read
from goldleaf.core.structures.ill_formed import ill_formed
from tests.core.metrics.phrases import phrases
from tests.core.trees import TREES, treebank

ODD = (
    ("a/X/2/dep b/X/3/dep c/X/1/dep", {"cycle": 1, "no_root": 1}, 1),
    ("a/X/0/root b/X/2/dep", {"cycle": 1}, 2),
    ("a/X/0/root b/X/0/root", {"two_roots": 1}, 2),
    ("a/X/0/root b/X/9/dep", {"head_outside": 1}, 2),
    ("a/X/0/root b/X/_/dep", {"no_head": 1}, 2),
    ("a/X/_/_ b/X/_/_", {"no_head": 1}, 1),
    ("a/X/9/dep b/X/1/dep", {"head_outside": 1, "no_root": 1}, 1),
)


def test_trees_are_well_formed():
    found = ill_formed(treebank(*TREES))
    assert found.counts == {} and found.described() == ""
    assert found.names().to_list() == [None, None]
    found.check()


@pytest.mark.parametrize(("sentence", "counts", "line"), ODD)
def test_each_fault_is_counted_and_has_its_line(sentence, counts, line):
    found = ill_formed(treebank(sentence))
    assert found.counts == counts
    assert found.lines == {name: line if name != "no_root" else 1 for name in counts}
    with pytest.raises(FormatError) as caught:
        found.check()
    assert caught.value.problem.line == min(found.lines.values())


def test_all_is_said_in_one_line():
    odd = treebank(TREES[1], ODD[1][0], ODD[1][0], ODD[2][0], ODD[0][0], name="parse.conllx")
    found = ill_formed(odd)
    assert found.counts == {"cycle": 3, "two_roots": 1, "no_root": 1}
    assert found.described() == (
        "parse.conllx: 4 sentences are no trees: 3 cycles (first in line 5), 1 with two roots (line 11), "
        "1 without a root (line 13)"
    )
    assert found.names().to_list() == [None, "cycle", "cycle", "two roots", "cycle, no root"]
    with pytest.raises(FormatError, match=r"^parse.conllx:5: the sentence is no tree: cycle; without --strict"):
        found.check()


def test_other_structures_have_no_such_faults():
    bank = phrases("(S (NP (N a)) (V b))")
    assert ill_formed(bank).counts == {} and ill_formed(bank).names().to_list() == [None]
    assert ill_formed(replace(treebank("a/X/_/_"), layout=replace(treebank().layout, columns=("form",)))).counts == {}


def test_a_file_of_conllu_ends_in_a_blank_line(tmp_path):
    path = tmp_path / "a.conllu"
    word = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"
    for text, line in (("", 0), (f"{word}\n", 0), (f"{word}\n\n", 0), (word, 1), (f"{word}\n{word}".rstrip(), 3)):
        path.write_text(text, encoding="utf-8")
        found = ill_formed(read(path))
        assert found.unended == line
        assert found.described() == (f"{path}: no blank line at the end (line {line})" if line else "")
        assert found.counts == ({"no_blank_line_at_end": 1} if line else {})
    with pytest.raises(FormatError, match=r":3: no blank line at the end; without --strict it is scored"):
        found.check()
