"""What is made of treebanks: worked examples of the papers, and what every transformation keeps.

Also tests `constituents`, `constituent_heads`, `labels`.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import FormatError, GoldleafError, OptionError
from goldleaf.core.formats import as_bytes, read
from goldleaf.core.structures import constituent_heads
from goldleaf.core.structures.constituent_heads import raised
from goldleaf.core.structures.constituents import attached_low, collapsed, without_traces
from goldleaf.core.structures.dependency import non_projective, on_cycle, root_counts
from goldleaf.core.structures.dependency_changes import attached_high
from goldleaf.core.structures.phrase import discontinuous, with_yields
from goldleaf.core.structures.transformations import TRANSFORMATIONS, steps_of, transformed
from goldleaf.core.treebank import ARGUMENTS, detached
from tests.core.formats.crossing import export_text, sentences
from tests.core.trees import SHARED, pairs, treebank

CROSSING = """\
#FORMAT 3
#BOS 1 0 0 0
Das\tART\t--\tNK\t500
hat\tVVFIN\t--\tHD\t502
er\tPPER\t--\tSB\t502
Buch\tNN\t--\tNK\t500
gelesen\tVVPP\t--\tHD\t501
.\t$.\t--\t--\t0
#500\tNP\t--\tOA\t501
#501\tVP\t--\tOC\t502
#502\tS\t--\t--\t0
#EOS 1
"""


def of_text(text, name="brackets", **options):
    return read(BytesIO(text.encode()), format=name, **options)


def lines(bank, name="brackets"):
    return as_bytes(bank, format=name).decode().splitlines()


def check(bank):
    """Constituents are numbered from 1, parents before children, and their yields are those of their words."""
    nodes = bank.nodes
    assert (nodes["parent"] < nodes["node"]).all()
    count = nodes.group_by("sentence", maintain_order=True).agg("node")
    assert all(own == [*range(1, len(own) + 1)] for own in count["node"].to_list())
    assert with_yields(bank.words, nodes).equals(nodes)


def test_what_is_not_beside_the_head_is_raised():
    """VP (Das … Buch gelesen): of NP (Das … Buch) the part with its last NK stays, then VP's part with its HD."""
    assert lines(raised(attached_low(of_text(CROSSING, "export")))) == [
        "(S (ART Das) (VVFIN hat) (PPER er) (VP-OC (NP-OA (NN Buch)) (VVPP gelesen)) ($. .))"
    ]


def test_a_head_table_decides_what_is_raised():
    table = constituent_heads.parse_head_table("NP left ART\n* left /HD *\n")
    assert lines(raised(attached_low(of_text(CROSSING, "export")), table)) == [
        "(S (NP-OA (ART Das)) (VVFIN hat) (PPER er) (VP-OC (NN Buch) (VVPP gelesen)) ($. .))"
    ]


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_no_constituent_has_a_gap_after_raising(drawn):
    bank = of_text(export_text(drawn), "export")
    done = raised(bank)
    check(done)
    assert not discontinuous(done.nodes).any()
    assert done.words.drop("parent").equals(bank.words.drop("parent"))
    assert done.nodes.height == bank.nodes.height
    whole = ~discontinuous(bank.nodes)
    assert not whole.all() or done is bank
    assert raised(done) is done or as_bytes(raised(done), format="export") == as_bytes(done, format="export")


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_all_is_in_one_tree_once_attached(drawn):
    bank = of_text(export_text(drawn), "export")
    done = attached_low(bank)
    check(done)
    tops = done.nodes.filter(pl.col("parent") == 0)["sentence"]
    assert tops.is_unique().all()
    assert (done.words["parent"] > 0).all()
    assert attached_low(done) is done


def test_punctuation_goes_where_its_neighbors_meet():
    bank = of_text("(S (NP (N a)) (VP (V b) (NP (N c))))\n")
    loose = of_text(
        "0=x 1=, 2=y\n".replace("0=x 1=, 2=y", "(S (NP (N 0=a)) (VP (V 2=b) (NP (N 4=c)))) (, 1=,) (, 3=,) (. 5=.)"),
        "discbracket",
    )
    assert lines(attached_low(loose)) == ["(S (NP (N a)) (, ,) (VP (V b) (, ,) (NP (N c))) (. .))"]
    assert attached_low(bank) is bank


def test_punctuation_is_attached_high():
    bank = treebank("He/P/2/s says/V/0/r ,/,/4/p yes/I/2/o ././4/p")
    assert attached_high(bank).words["head"].to_list() == [2, 0, 2, 2, 2]
    # Below the arc from 1 to 4 the comma can only depend on what 1 dominates.
    bank = treebank("a/N/0/r b/N/4/x ,/,/2/p c/N/1/x d/N/1/x")
    assert attached_high(bank).words["head"].to_list() == [0, 4, 4, 1, 1]


@pytest.mark.parametrize("heads", ["0 3 2 1", "0 0 1 1", "2 9 1 1", "0 _ 1 1", "2 3 1 3"])
def test_punctuation_of_what_is_no_tree_stays(heads):
    """With a cycle, two roots, a head outside of the sentence, a word without one, no root."""
    bank = treebank(" ".join(f"{form}/X/{head}/x" for form, head in zip("abc.", heads.split(), strict=True)))
    assert attached_high(bank).words["head"].equals(bank.words["head"])


@given(pairs(heads=False))
def test_attaching_high_makes_nothing_cross(pair):
    bank, _ = pair
    done = attached_high(bank)
    marks = bank.words["form"].cast(pl.String).is_in([".", "—", "«"])
    assert done.words["head"].filter(~marks).equals(bank.words["head"].filter(~marks))
    assert not (non_projective(done) & ~non_projective(bank)).any()
    assert (done.words["head"].is_null() == bank.words["head"].is_null()).all()


@given(pairs(heads=False))
def test_lifted_trees_are_projective(pair):
    bank, _ = pair
    done = transformed(bank, steps_of("lift"))
    cyclic = np.unique(bank.sentence_of_word[on_cycle(bank)])
    assert not (non_projective(done) & ~np.isin(bank.sentence_of_word, cyclic)).any()


def test_projective_heads_stand_beside_the_others():
    """The first arc passes over the root; what is on a cycle, and what has no head, has no projective one."""
    bank = treebank("a/X/3/x b/X/0/r c/X/2/y d/X/_/z", "a/X/2/x b/X/1/y")
    fields = [line.split("\t")[6:] for line in lines(transformed(bank, steps_of("add-phead")), "conllx") if line]
    assert [" ".join(one) for one in fields] == ["3 x 2 x", "0 r 0 r", "2 y 2 y", "_ z _ _", "2 x _ _", "1 y _ _"]


def test_chains_of_one_category_become_one():
    bank = of_text("(S (NP-SBJ (NP (NP (N a))) ) (VP (VP (V b) (NP (N c)))))\n(NP (NP-TMP (N a)))\n")
    done = collapsed(bank)
    check(done)
    assert lines(done) == ["(S (NP-SBJ (N a)) (VP (V b) (NP (N c))))", "(NP-TMP (N a))"]
    assert done.words.drop("parent").equals(bank.words.drop("parent"))
    assert collapsed(done) is done
    # The first constituent of a file, too.
    assert lines(collapsed(of_text("(NP (NP-TMP (N a)))\n"))) == ["(NP-TMP (N a))"]


def test_functions_are_written_as_the_file_writes_them():
    bank = of_text("(S*Q (NP*SBJ (N a)) (NP (NP*POS (N b))))\n", separator="*")
    assert lines(collapsed(bank)) == ["(S*Q (NP*SBJ (N a)) (NP*POS (N b)))"]


def test_traces_are_taken_out():
    bank = of_text(
        "( (S (NP-SBJ-1 (N a)) (VP (V b) (S (NP (-NONE- *-1)) (VP (V c) (NP-2 (N d)) (X (-NONE- *T*-2)))))) )\n(N e)\n"
    )
    done = without_traces(bank)
    check(done)
    assert lines(done) == ["( (S (NP-SBJ (N a)) (VP (V b) (S (VP (V c) (NP (N d)))))))", "(N e)"]
    assert done.words["position"].to_list() == [1, 2, 3, 4, 1]
    assert done.sentences["words"].to_list() == [4, 1]
    assert done.sentences["first_word"].to_list() == [0, 4]
    assert without_traces(done) is done


def test_tags_and_labels_are_put_for_others(tmp_path):
    tags, labels = tmp_path / "tags", tmp_path / "labels"
    tags.write_text("# comment here\nN\tNOUN\n#\t.\n", encoding="utf-8")
    labels.write_text("NP NOM\nSBJ nsubj\n", encoding="utf-8")
    bank = of_text("(S (NP-SBJ (N a)) (NP (# #)))\n")
    assert lines(transformed(bank, steps_of(f"map-tags={tags},map-labels={labels}"))) == [
        "(S (NOM-nsubj (NOUN a)) (NOM (. #)))"
    ]
    (tmp_path / "bad").write_text("a b\na c\n", encoding="utf-8")
    with pytest.raises(FormatError, match="bad:2: 'a' is 'b' on an earlier line"):
        steps_of(f"map-tags={tmp_path / 'bad'}")
    (tmp_path / "three").write_text("a b c\n", encoding="utf-8")
    with pytest.raises(FormatError, match="three:1: 'a b c' is no pair"):
        steps_of(f"map-labels={tmp_path / 'three'}")
    with pytest.raises(GoldleafError, match="none: cannot read the map: No such file"):
        steps_of(f"map-labels={tmp_path / 'none'}")


def test_the_first_words_are_whole_sentences():
    bank = treebank("a/N/0/r b/N/1/x", "c/N/0/r", "d/N/0/r e/N/1/x")
    count = [len(transformed(bank, steps_of(f"first-words={number}"))) for number in (1, 2, 3, 4, 5, 99)]
    assert count == [1, 1, 2, 3, 3, 3]
    done = transformed(bank, steps_of("first-sentences=2"))
    assert lines(done, "conllx") == lines(detached(bank), "conllx")[:5]


def after(bank, chain, name="brackets"):
    return lines(transformed(bank, steps_of(chain)), name)


def test_portions():
    """The words of punctuation count for first-words, and not for first-scoring-words."""
    bank = treebank("a/N/0/r ././1/p", "b/N/0/r ././1/p", "c/N/0/r")

    def forms(chain):
        return "".join(transformed(bank, steps_of(chain)).words["form"].cast(pl.String))

    assert forms("first-words=2") == "a."
    assert forms("first-scoring-words=2") == "a.b."
    assert forms("sentences=2-3") == forms("sentences=2-") == forms("last-sentences=2") == "b.c"
    assert forms("sentences=2-2") == "b."
    assert forms("sentences=9-") == ""
    assert forms("last-sentences=9") == "a.b.c"


def test_sentences_without_annotation_are_left_out():
    bank = treebank("a/N/0/r b/N/_/x", "c/N/0/r")
    assert transformed(bank, steps_of("drop-unannotated")).words["form"].to_list() == ["c"]
    trees = of_text("(S (N a))\n(())\n(NOPARSE (N b))\n")
    assert after(trees, "drop-unannotated") == ["(S (N a))"]


def test_trees_of_a_category_are_left_out():
    """SPMRL, §4.2: trees dominated by X; what is around the whole says nothing."""
    bank = of_text("( (S (X (N a))) )\n(X (N b))\n( (X (N c)) )\n(TOP (FRAG (N d)))\n( (X (N e)) (S (N f)))\n")
    assert after(bank, "drop-trees=X|FRAG") == ["( (S (X (N a))))", "( (X (N e)) (S (N f)))"]


def test_several_trees_get_a_root():
    bank = of_text("(S (N a)) (. .)\n( (S (N b)) (NP (N c)))\n(S (N d))\n")
    done = transformed(bank, steps_of("add-root=XP"))
    check(done)
    assert lines(done) == ["(XP (S (N a)) (. .))", "(XP (S (N b)) (NP (N c)))", "(S (N d))"]
    assert transformed(done, steps_of("add-root=XP")) is done


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_any_constituents_have_one_root_then(drawn):
    bank = of_text(export_text(drawn), "export")
    done = transformed(bank, steps_of("add-root=XP"))
    check(done)
    tops = [table.filter(pl.col("parent") == 0)["sentence"] for table in (done.nodes, done.words)]
    assert pl.concat(tops).value_counts()["count"].max() == 1 or not bank.nodes.height
    assert done.words.drop("parent").equals(bank.words.drop("parent"))
    back = lines(detached(done), "export")
    assert sum(line.startswith("#5") for line in back) >= bank.nodes.height
    assert done.secondary_edges.height == bank.secondary_edges.height


def test_the_upper_layer_of_tags_is_taken_off():
    assert after(of_text("(S (NP (NNT (N a))) (VB (V b)) (NP (H (D the)) (NN (N c))))\n"), "strip-upper-tags") == [
        "(S (NP (N a)) (V b) (NP (D the) (N c)))"
    ]


def test_features_of_heads_are_on_constituents(tmp_path):
    (tmp_path / "heads").write_text("S left VP\nNP right N\n* left *\n", encoding="utf-8")
    bank = of_text("(S (NP-SBJ (D a) (N##num=sg## b)) (VP (V##fin=y## c) (NP (N d))))\n")
    assert after(bank, f"percolate-features={tmp_path / 'heads'}") == [
        "(S##fin=y## (NP-SBJ##num=sg## (D a) (N##num=sg## b)) (VP##fin=y## (V##fin=y## c) (NP (N d))))"
    ]
    with pytest.raises(GoldleafError, match="none: cannot read the head table"):
        steps_of(f"percolate-features={tmp_path / 'none'}")


def test_multiword_expressions_are_marked_and_become_dependencies():
    """SPMRL, §4.4: la veille is an adverb; veille depends on la, which bears the feature mwehead."""
    bank = of_text("(SENT (VN (V est)) (ADV+ (DET la) (NC##n=s## veille)))\n")
    done = transformed(bank, steps_of("mark-multiwords"))
    made = constituent_heads.dependencies(done, constituent_heads.parse_head_table("*+ left *\n* left *\n"))
    assert (made.format, made.layout.columns[0], "parent" in made.words.columns) == ("conllx", "position", False)
    assert [(word.form, word.features, word.head, word.label) for word in made.sentence(0).words] == [
        ("est", "_", 0, "ROOT"),
        ("la", "mwehead=ADV+", 1, "_"),
        ("veille", "n=s", 2, "dep_cpd"),
    ]
    assert transformed(made, steps_of("strip-features=mwehead|x")).words["features"].to_list() == ["_", "_", "n=s"]
    whole = transformed(made, steps_of("merge-multiwords=dep_cpd")).sentence(0).words
    assert [(word.form, word.coarse_tag, word.features, word.head) for word in whole] == [
        ("est", "V", "_", 0),
        ("la_veille", "MWU", "mwehead=ADV+_n=s", 1),
    ]
    assert after(bank, "merge-multiwords=*+") == ["(SENT (VN (V est)) (MWU##n=s## la_veille))"]


EXPRESSIONS = """\
1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_
1\tde\tde\tADP\tP\t_\t3\tcase\t_\t_
2\tle\tle\tDET\tD\t_\t1\tfixed\t_\t_
3\tpain\tpain\tNOUN\tN\ta=b\t0\troot\t_\tSpaceAfter=No
4\tgris\tgris\tADJ\tA\tc=d\t3\tflat:x\t_\t_
5\tet\tet\tCCONJ\tC\t_\t7\tcc\t_\t_
6-7\tau\t_\t_\t_\t_\t_\t_\t_\t_
6\tà\tà\tADP\tP\t_\t4\tobl\t_\t_
7\tle\tle\tDET\tD\t_\t6\tdet\t_\t_
8\tcas\tcas\tNOUN\tN\t_\t7\tfixed\t_\t_

"""


def test_merged_words_have_the_forms_of_their_surface_tokens():
    """Heads follow, also of what hangs on a component; an expression that cuts a surface token stays."""
    bank = of_text(EXPRESSIONS, "conllu")
    assert after(bank, "merge-multiwords=fixed|flat", "conllu") == [
        "1\tdu\tde_le\tMWU\tP_D\t_\t2\tcase\t_\t_",
        "2\tpain_gris\tpain_gris\tMWU\tN_A\ta=b_c=d\t0\troot\t_\t_",
        "3\tet\tet\tCCONJ\tC\t_\t5\tcc\t_\t_",
        "4-5\tau\t_\t_\t_\t_\t_\t_\t_\t_",
        "4\tà\tà\tADP\tP\t_\t2\tobl\t_\t_",
        "5\tle\tle\tDET\tD\t_\t4\tdet\t_\t_",
        "6\tcas\tcas\tNOUN\tN\t_\t5\tfixed\t_\t_",
        "",
    ]
    assert transformed(bank, steps_of("merge-multiwords=nothing")) is bank


@pytest.mark.parametrize(
    "text",
    [
        # à cause du bruit: du is "de le", of which the expression has the first word only
        "1\tà\t_\t_\t_\t_\t5\tcase\t_\t_\n2\tcause\t_\t_\t_\t_\t1\tfixed\t_\t_\n3-4\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "3\tde\t_\t_\t_\t_\t1\tfixed\t_\t_\n4\tle\t_\t_\t_\t_\t5\tdet\t_\t_\n5\tbruit\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
        # each a component of the next
        "1\ta\t_\t_\t_\t_\t2\tfixed\t_\t_\n2\tb\t_\t_\t_\t_\t3\tfixed\t_\t_\n3\tc\t_\t_\t_\t_\t1\tfixed\t_\t_\n\n",
    ],
    ids=["cuts a surface token", "in a circle"],
)
def test_expressions_that_cannot_be_one_word_stay(text):
    bank = of_text(text, "conllu")
    assert transformed(bank, steps_of("merge-multiwords=fixed")) is bank


def test_arguments_are_those_of_the_words_that_stand_for_theirs():
    """Each once, and none of a word that is gone."""
    bank = replace(
        treebank("a/X/0/r of/X/1/fixed VAN/V/1/x c/X/1/x"),
        arguments=pl.DataFrame(
            [(0, 4, 1, "A0"), (0, 4, 2, "A0"), (0, 4, 3, "A1"), (0, 3, 4, "A2")], ARGUMENTS, orient="row"
        ),
    )
    merged = transformed(bank, steps_of("merge-multiwords=fixed"))
    assert merged.arguments.rows() == [(0, 3, 1, "A0"), (0, 3, 2, "A1"), (0, 2, 3, "A2")]
    assert transformed(bank, steps_of("strip-virtual=VAN")).arguments.rows() == [(0, 3, 1, "A0"), (0, 3, 2, "A0")]


@given(pairs(heads=False))
def test_merging_keeps_trees_trees(pair):
    bank, _ = pair
    labels = [*bank.words["label"].cast(pl.String).unique().sort()][:1]
    done = transformed(bank, steps_of(f"merge-multiwords={labels[0]}")) if labels else bank
    whole = ~on_cycle(bank).any() and (root_counts(bank) == 1).all() and not bank.words["head"].is_null().any()
    if whole:
        assert not on_cycle(done).any() and (root_counts(done) == 1).all()
    assert done.words["position"].to_list() == [
        number for count in done.sentences["words"] for number in range(1, count + 1)
    ]


VIRTUAL = treebank("He/P/2/SUBJ VAN/V/0/ROOT rich/A/2/PRED and/C/3/CONJ ELL/V/3/COORD she/P/5/SUBJ poor/A/5/PRED")


def test_virtual_words_are_taken_out():
    """SPMRL, §4.7: complex labels such as COORD-VAN-SUBJ; the PRED of a virtual root is the new root."""
    done = transformed(VIRTUAL, steps_of("strip-virtual=VAN|ELL"))
    assert [(word.form, word.head, word.label) for word in done.sentence(0).words] == [
        ("He", 2, "ROOT-VAN-SUBJ"),
        ("rich", 0, "ROOT-VAN-PRED"),
        ("and", 2, "CONJ"),
        ("she", 2, "COORD-ELL-SUBJ"),
        ("poor", 2, "COORD-ELL-PRED"),
    ]
    nested = treebank("a/N/2/x VAN/V/3/y ELL/V/4/z b/V/0/r", "VAN/V/0/r", "VAN/V/2/x VAN/V/1/y c/N/1/z")
    done = transformed(nested, steps_of("strip-virtual=VAN|ELL"))
    assert [(word.form, word.head, word.label) for row in range(3) for word in done.sentence(row).words] == [
        ("a", 2, "z-ELL-y-VAN-x"),
        ("b", 0, "r"),
        ("c", None, "x-VAN-y-VAN-x-VAN-z"),
    ]


@given(pairs(heads=False))
def test_without_any_words_heads_are_inside(pair):
    bank, _ = pair
    forms = [*bank.words["form"].cast(pl.String).unique().sort()][:2]
    if not all(forms) or {*"".join(forms)} & {*"|*,"} or not forms:
        return
    done = transformed(bank, steps_of(f"strip-virtual={'|'.join(forms)}"))
    left = ~bank.words["form"].cast(pl.String).is_in(forms)
    assert done.words["form"].to_list() == bank.words["form"].filter(left).to_list()
    trees = not on_cycle(bank).any() and (root_counts(bank) == 1).all() and not bank.words["head"].is_null().any()
    if trees:
        full = (done.sentences["words"] > 0).to_numpy()
        assert (root_counts(done)[full] == 1).all() and not on_cycle(done).any()


def test_what_a_parser_is_given_has_no_heads():
    bank = of_text("1\ta\t_\tA\tA\tf\t0\tr\t0\tr\n\n", "conllx")
    assert after(bank, "strip-heads", "conllx") == ["1\ta\t_\tA\tA\tf\t_\t_\t_\t_", ""]


def test_universal_tags_stand_beside_the_others(tmp_path):
    """Of the POSTAG, or else of the CPOSTAG, in PASCAL's column 6; without a map a CPOSTAG that is universal."""
    (tmp_path / "map").write_text("NN\tNOUN\nP\t.\nN\tX\n", encoding="utf-8")
    text = "1\ta\t_\tN\tNN\t_\t0\tr\n2\t.\t_\tP\tPU\t_\t1\tp\n3\tb\t_\tVERB\t_\t_\t1\tx\n\n"
    for chain, tags in (
        (f"add-universal-tags={tmp_path / 'map'}", ["N NN NOUN", "P PU .", "VERB VERB VERB"]),
        ("", ["N NN _", "P PU _", "VERB VERB VERB"]),
    ):
        made = after(of_text(text, "conllx"), chain, "pascal")
        assert [" ".join(line.split("\t")[3:6]) for line in made if line] == tags


def test_arabic_is_without_diacritics():
    """What CAMeL Tools' dediac_ar makes of the forms (commit be79ca9): letters with hamza or wasla stay."""
    form, bare = (
        "\u0671\u0644\u0623\u064e\u062d\u0652\u0645\u0670\u062f\u0640\u064b",
        "\u0671\u0644\u0623\u062d\u0645\u062f\u0640",
    )
    text = "# text = {0}\n# gloss = {1}\n1-2\t{0}\t_\t_\t_\t_\t_\t_\t_\t_\n1\t{0}\t{1}\tX\t_\t_\t0\troot\t_\t_\n"
    text += "2\t\u064e\t_\tX\t_\t_\t1\tdep\t_\t_\n\n"
    made = after(of_text(text.format(form, form), "conllu"), "strip-diacritics", "conllu")
    assert made == text.format(bare, form).splitlines()
    assert after(of_text(f"(S (N {form}))\n"), "strip-diacritics") == [f"(S (N {bare}))"]


def test_features_are_put_for_others(tmp_path):
    (tmp_path / "map").write_text("SG Number=Sing\nDEF Definite=Def\n", encoding="utf-8")
    bank = of_text("(NP##SG## (N##SG|x## a) (N b))\n")
    assert after(bank, f"map-features={tmp_path / 'map'}") == ["(NP##Number=Sing## (N##Number=Sing|x## a) (N b))"]
    assert after(bank, "strip-features=*") == ["(NP (N a) (N b))"]


@pytest.mark.parametrize(
    ("chain", "message"),
    [
        ("nothing", "--apply nothing: no such transformation; there are attach-punctuation, raise, lift"),
        ("raise=3", "--apply raise=3: raise takes nothing behind ="),
        ("first-words", "--apply first-words: expected first-words=N"),
        ("first-words=x", "--apply first-words=x: expected a number from 1, such as first-words=5000"),
        ("sentences=5", "--apply sentences=5: expected numbers from 1, such as sentences=501-1000"),
        ("sentences=5-2", "--apply sentences=5-2: goes backward; expected the smaller number first"),
        ("sentences=0-5", "--apply sentences=0-5: expected numbers from 1"),
        ("strip-virtual", "--apply strip-virtual: expected strip-virtual=FORM"),
        ("raise", "raise is for constituents; gold.conllx has dependencies"),
    ],
)
def test_what_cannot_be_applied(chain, message):
    with pytest.raises(OptionError, match=message):
        transformed(treebank("a/N/0/r"), steps_of(chain))


def test_each_transformation_has_a_source():
    assert all(one.source and one.title for one in TRANSFORMATIONS.values())


TABLE = "S left VP\nVP left V*\nNP right N\n* left *\n"


def test_dependencies_of_constituents():
    """The label is the function of the largest constituent that a word heads (CoNLL-X, §4.2)."""
    bank = of_text("( (S (NP-SBJ (D the) (N cat)) (VP (V saw) (NP-OBJ (N mice))) (. .)) )\n")
    done = constituent_heads.dependencies(bank, constituent_heads.parse_head_table(TABLE))
    assert [(word.form, word.head, word.label) for word in done.sentence(0).words] == [
        ("the", 2, "_"),
        ("cat", 3, "SBJ"),
        ("saw", 0, "ROOT"),
        ("mice", 3, "OBJ"),
        (".", 3, "_"),
    ]


LINKS = """\
S left /P
VP left /AUX
VP right:semantic /MV VP
S link /ADVL-S
S link:semantic /ACC /ADVL*
* left *
"""


def test_a_table_of_links_tells_what_hangs_on_the_main_verb():
    """CoNLL-X, §4.2: the finite verb is the head of the subject and the complementizer, the main verb that of
    complements and adjuncts, here but for one."""
    text = (
        "(S (C-SUB that) (N-SUBJ she) (VP-P (V-AUX has) (VP-AUX (V-AUX been) (V-MV eating))) (NP-ACC (D two) (N figs))"
    )
    bank = of_text(f"{text} (R-ADVL slowly) (R-ADVL-S perhaps))\n(S (VP-P (V-MV go)) (R-ADVL now))\n")
    done = constituent_heads.dependencies(bank, constituent_heads.parse_head_table(LINKS))
    assert done.words["head"].to_list() == [3, 3, 0, 3, 4, 5, 6, 5, 3, 0, 1]


def test_what_heads_links_to_the_usual_head_so_that_nothing_turns_in_a_circle():
    table = "S left A\nS left:one B\nS left:other C\nS link:other B\nS link:one C D\n* left *\n"
    done = constituent_heads.dependencies(
        of_text("(S (A a) (B b) (C c) (D d))\n"), constituent_heads.parse_head_table(table)
    )
    assert done.words["head"].to_list() == [0, 1, 1, 2]


def test_several_trees_are_several_roots_unless_the_table_says_so():
    bank = of_text("(S (V go)) (. .)\n")
    heads = [
        constituent_heads.dependencies(bank, constituent_heads.parse_head_table(text)).words["head"].to_list()
        for text in ("* left *\n", "ROOT left S\n* left *\n")
    ]
    assert heads == [[0, 0], [0, 1]]


def test_a_table_that_finds_no_head_says_what_is_missing():
    bank = of_text("(S (NP-SBJ (N a)) (V b))\n")
    with pytest.raises(
        GoldleafError, match=r"no rule finds the head of S → NP/SBJ V; add one, or at the end: \* left \*"
    ):
        constituent_heads.dependencies(bank, constituent_heads.parse_head_table("NP left N\n"))
    for text in ("S middle V\n", "S left\n", "", "# only\n"):
        with pytest.raises(FormatError, match=r"table:1: .*expected a category, left or right, and candidates"):
            constituent_heads.parse_head_table(text, "table")
    for text in ("S left: V\n", "S middle:x V\n"):
        with pytest.raises(FormatError, match=r"table:1: .*is no rule"):
            constituent_heads.parse_head_table(text, "table")
    with pytest.raises(FormatError, match=r"table:2: no rule finds a head of the kind 'main'; add left:main"):
        constituent_heads.parse_head_table("* left *\nS link:main NP\n", "table")


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_dependencies_of_any_constituents_are_trees(drawn):
    bank = of_text(export_text(drawn), "export")
    done = constituent_heads.dependencies(bank, constituent_heads.parse_head_table("ROOT left *\n* right *\n"))
    assert not on_cycle(done).any()
    assert (root_counts(done) == 1).all()
    if not discontinuous(attached_low(bank).nodes).any() and not discontinuous(bank.nodes).any():
        whole = constituent_heads.dependencies(attached_low(bank), constituent_heads.parse_head_table("* right *\n"))
        assert not non_projective(whole).any()


@pytest.mark.shared
def test_german_and_faroese_treebanks_are_made_ready():
    german = read(SHARED / "german" / "LAI_SQUOIA_DE.xml")
    done = transformed(german, steps_of("attach-punctuation,raise"))
    check(done)
    assert discontinuous(german.nodes).sum() == 347
    assert not discontinuous(done.nodes).any()
    assert len(of_text(as_bytes(done, format="brackets").decode())) == len(german)
    faroese = read(SHARED / "faroese" / "gold.mrg", separator="*")
    check(transformed(faroese, steps_of("strip-traces,collapse-unary")))
