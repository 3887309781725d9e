"""What is found at each level in two sentences without fault, and with one planted: as the validator of Universal
Dependencies does, whose names the rules have.

Also tests `validation.guidelines`.
"""

from __future__ import annotations

from io import BytesIO

import pytest

from goldleaf.core.errors import Severity
from goldleaf.core.formats import read
from goldleaf.core.validation import LEVELS, validate

TREES = """\
# newdoc
# sent_id = a1
# text = "The old cats that Ana's fed did not sleep, but they ran as well.
1\t"\t"\tPUNCT\t_\t_\t11\tpunct\t_\tSpaceAfter=No
2\tThe\tthe\tDET\t_\tDefinite=Def|PronType=Art\t4\tdet\t_\t_
3\told\told\tADJ\t_\tDegree=Pos\t4\tamod\t_\t_
4\tcats\tcat\tNOUN\t_\tNumber=Plur\t11\tnsubj\t_\t_
5\tthat\tthat\tPRON\t_\tPronType=Rel\t8\tobj\t_\t_
6-7\tAna's\t_\t_\t_\t_\t_\t_\t_\t_
6\tAna\tAna\tPROPN\t_\tNumber=Sing\t8\tnsubj\t_\t_
7\t's\t's\tPART\t_\t_\t6\tcase\t_\t_
8\tfed\tfeed\tVERB\t_\tMood=Ind|VerbForm=Fin\t4\tacl:relcl\t_\t_
9\tdid\tdo\tAUX\t_\tMood=Ind|VerbForm=Fin\t11\taux\t_\t_
10\tnot\tnot\tPART\t_\tPolarity=Neg\t11\tadvmod\t_\t_
11\tsleep\tsleep\tVERB\t_\tVerbForm=Inf\t0\troot\t_\tSpaceAfter=No
12\t,\t,\tPUNCT\t_\t_\t15\tpunct\t_\t_
13\tbut\tbut\tCCONJ\t_\t_\t15\tcc\t_\t_
14\tthey\tthey\tPRON\t_\tNumber=Plur|PronType=Prs\t15\tnsubj\t_\t_
15\tran\trun\tVERB\t_\tMood=Ind|VerbForm=Fin\t11\tconj\t_\t_
16\tas\tas\tADV\t_\tExtPos=ADV\t15\tadvmod\t_\t_
17\twell\twell\tADV\t_\t_\t16\tfixed\t_\tSpaceAfter=No
18\t.\t.\tPUNCT\t_\t_\t11\tpunct\t_\t_

# sent_id = a2
# text = Rats saw two dogs and rain all night long, my friend Tom of Rome said.
1\tRats\trat\tNOUN\t_\tNumber=Plur\t2\tnsubj\t_\t_
2\tsaw\tsee\tVERB\t_\tMood=Ind|VerbForm=Fin\t0\troot\t_\t_
3\ttwo\ttwo\tNUM\t_\tNumType=Card\t4\tnummod\t_\t_
4\tdogs\tdog\tNOUN\t_\tNumber=Plur\t2\tobj\t_\t_
5\tand\tand\tCCONJ\t_\t_\t6\tcc\t_\t_
6\train\train\tNOUN\t_\tNumber=Sing\t4\tconj\t_\t_
7\tall\tall\tDET\t_\tPronType=Tot\t8\tdet\t_\t_
8\tnight\tnight\tNOUN\t_\tNumber=Sing\t2\tobl\t_\t_
9\tlong\tlong\tADV\t_\t_\t8\tadvmod\t_\tSpaceAfter=No
10\t,\t,\tPUNCT\t_\t_\t16\tpunct\t_\t_
11\tmy\tmy\tPRON\t_\tPoss=Yes|PronType=Prs\t12\tnmod:poss\t_\t_
12\tfriend\tfriend\tNOUN\t_\tNumber=Sing\t16\tnsubj\t_\t_
13\tTom\tTom\tPROPN\t_\tNumber=Sing\t12\tappos\t_\t_
14\tof\tof\tADP\t_\t_\t15\tcase\t_\t_
15\tRome\tRome\tPROPN\t_\tNumber=Sing\t13\tnmod\t_\t_
16\tsaid\tsay\tVERB\t_\tMood=Ind|VerbForm=Fin\t2\tparataxis\t_\tSpaceAfter=No
17\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

"""

GRAPHS = """\
# sent_id = b1
# text = Mia likes tea and Leo milk.
1\tMia\tMia\tPROPN\t_\tNumber=Sing\t2\tnsubj\t2:nsubj\t_
2\tlikes\tlike\tVERB\t_\tMood=Ind|VerbForm=Fin\t0\troot\t0:root\t_
3\ttea\ttea\tNOUN\t_\tNumber=Sing\t2\tobj\t2:obj\t_
4\tand\tand\tCCONJ\t_\t_\t5\tcc\t5.1:cc\t_
5\tLeo\tLeo\tPROPN\t_\tNumber=Sing\t2\tconj\t5.1:nsubj\t_
5.1\tlikes\tlike\tVERB\t_\tMood=Ind|VerbForm=Fin\t_\t_\t2:conj:and\tCopyOf=2
6\tmilk\tmilk\tNOUN\t_\tNumber=Sing\t5\torphan\t5.1:obj\tSpaceAfter=No
7\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

# sent_id = b2
# text = Mia runs.
1\tMia\tMia\tPROPN\t_\tNumber=Sing\t2\tnsubj\t2:nsubj\t_
2\truns\trun\tVERB\t_\tMood=Ind|VerbForm=Fin\t0\troot\t0:root\tSpaceAfter=No
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

"""

IN_TREES = [
    ([("PRON\t_\tPronType=Rel\t8\tobj\t_\t_", "PRON\t_\tPronType=Rel\t8\tobj\t_")], "number-of-columns"),
    ([("6-7\tAna's", "17-25\tAna's")], "word-interval-out"),
    ([("\n\n# sent_id = a2", "\n\n\n# sent_id = a2")], "empty-sentence"),
    ([("\n\n# sent_id = a2", "\n \n# sent_id = a2")], "pseudo-empty-line"),
    ([("said\tsay", "said\tsay"), ("2\tpunct\t_\t_\n\n", "2\tpunct\t_\t_\n")], "missing-empty-line"),
    ([("\n9\tdid", "\n# hm\n9\tdid")], "misplaced-comment"),
    ([("did\tdo\tAUX", "did\t\tAUX")], "empty-column"),
    ([("AUX", "A UX")], "invalid-whitespace rel-upos-aux unknown-upos"),
    ([("\tdid\t", "\tdid \t")], "missing-spaceafter trailing-whitespace"),
    ([("\tdid\tdo", "\tdid\tdo  it")], "repeated-whitespace"),
    ([("old\told", "old\toldé")], "unicode-normalization"),
    ([("2\tpunct\t_\t_\n\n", "2\tpunct\t_\t_\n\n# lonely\n\n")], "empty-sentence"),
    ([("# sent_id = a2\n", "")], "missing-sent-id"),
    ([("# sent_id = a2", "# sent_id = a2\n# sent_id = a3")], "multiple-sent-id"),
    ([("# sent_id = a2", "# sent_id = a1")], "non-unique-sent-id"),
    ([("# sent_id = a2", "# sent_id = a 2")], "invalid-sent-id"),
    ([("# sent_id = a2", "# sent_id a2")], "invalid-sent-id missing-sent-id"),
    ([("# sent_id = a2", "# sent_id = a/2/b")], "slash-in-sent-id"),
    ([("# sent_id = a2", "# sent_id = a/2")], "slash-in-sent-id"),
    ([("# text = Rats saw two dogs and rain all night long, my friend Tom of Rome said.\n", "")], "missing-text"),
    ([("Rome said.\n", "Rome said. \n")], "text-trailing-whitespace"),
    ([("Rome said.\n", "Rome said. Yes.\n")], "text-extra-chars"),
    (
        [
            (
                "16\tsaid\tsay\tVERB\t_\tMood=Ind|VerbForm=Fin\t2\tparataxis\t_\tSpaceAfter=No",
                "16\tsaid\tsay\tVERB\t_\tMood=Ind|VerbForm=Fin\t2\tparataxis\t_\t_",
            )
        ],
        "missing-spaceafter",
    ),
    (
        [
            (
                "3\told\told\tADJ\t_\tDegree=Pos\t4\tamod\t_\t_",
                "3\told\told\tADJ\t_\tDegree=Pos\t4\tamod\t_\tSpaceAfter=Yes",
            )
        ],
        "spaceafter-value",
    ),
    ([("4\tamod\t_\t_", "4\tamod\t_\tNoSpaceAfter=Yes")], "nospaceafter-yes"),
    ([("6\tcase\t_\t_", "6\tcase\t_\tSpaceAfter=No")], "spaceafter-mwt-node"),
    ([("# newdoc", "# newdoc\n# newdoc")], "multiple-newdoc"),
    ([("11\tpunct\t_\t_\n\n", "11\tpunct\t_\tSpaceAfter=No\n\n# newpar\n")], "spaceafter-newdocpar"),
    ([("4\tamod\t_\t_", "4\tamod\t_\tGloss=a|Gloss=b")], "repeated-misc"),
    ([("4\tamod\t_\t_", "4\tamod\t_\tgloss=b")], "misc-attr-typo"),
    ([("4\tamod\t_\t_", "4\tamod\t_\tGloss=b||X=1")], "empty-misc"),
    ([("4\tamod\t_\t_", "4\tamod\t_\t=b")], "empty-misc-key"),
    ([("4\tamod\t_\t_", "4\tamod\t_\tX= b")], "misc-extra-space"),
    ([("ADJ", "CONJ")], "unknown-upos"),
    ([("Degree=Pos", "2Degree=Pos")], "invalid-feature"),
    ([("Degree=Pos", "Degree=Cmp|Degree=Pos")], "repeated-feature"),
    ([("Degree=Pos", "Degree=Pos,Pos")], "repeated-feature-value"),
    ([("4\tamod", "4\tattr")], "unknown-udeprel"),
    ([("4\tamod", "4\t_")], "invalid-deprel"),
    ([("4\tamod", "44\tamod")], "unknown-head"),
    ([("4\tamod", "_\tamod")], "invalid-head"),
    ([("4\tamod", "3\tamod")], "head-self-loop"),
    ([("11\tconj", "0\troot")], "multiple-roots"),
    ([("0\troot\t_\tSpaceAfter=No\n12", "15\tdep\t_\tSpaceAfter=No\n12")], "non-tree non-tree"),
    ([("4\tamod", "2\tamod"), ("4\tdet", "3\tdet")], "non-tree"),
    ([("6-7\tAna's\t_", "6-7\tAna's\tAna")], "mwt-nonempty-field"),
    (
        [("Poss=Yes|PronType=Prs\t12\tnmod:poss\t_", "Poss=Yes|PronType=Prs\t12\tnmod:poss\t12:nmod:poss")],
        "edeps-identical-to-basic-trees edeps-only-sometimes unconnected-egraph",
    ),
    ([("# sent_id = a2", "# sent_id = a2\n# parallel_id = X")], "invalid-parallel-id"),
    ([("0\troot\t_\tSpaceAfter=No\n12", "0\tdep\t_\tSpaceAfter=No\n12")], "0-is-not-root"),
    ([("4\tamod", "4\troot")], "root-is-not-0"),
    ([("13\tnmod", "13\tobl")], ""),
    ([("2\tobl", "4\tobl")], "obl-should-be-nmod"),
    ([("4\tdet", "4\tdet"), ("The\tthe\tDET", "The\tthe\tADJ")], "rel-upos-det"),
    ([("two\ttwo\tNUM", "two\ttwo\tADJ")], "rel-upos-nummod"),
    ([("long\tlong\tADV", "long\tlong\tNOUN")], "rel-upos-advmod"),
    ([("15\tnsubj", "15\texpl"), ("they\tthey\tPRON", "they\tthey\tNOUN")], "rel-upos-expl"),
    ([("did\tdo\tAUX", "did\tdo\tVERB")], "rel-upos-aux"),
    ([("11\taux", "11\tcop"), ("did\tdo\tAUX", "did\tdo\tVERB")], "rel-upos-cop"),
    ([("of\tof\tADP", "of\tof\tPRON")], "pron-det-without-prontype rel-upos-case"),
    ([("6\tcc", "6\tmark"), ("and\tand\tCCONJ", "and\tand\tINTJ")], "rel-upos-mark"),
    ([("and\tand\tCCONJ", "and\tand\tNOUN")], "rel-upos-cc"),
    ([(",\t,\tPUNCT\t_\t_\t15", ",\t,\tSYM\t_\t_\t15")], "rel-upos-punct"),
    ([("15\tpunct", "15\tdiscourse")], "upos-rel-punct"),
    ([("well\twell\tADV", "well\twell\tPROPN")], "rel-upos-fixed"),
    ([("ExtPos=ADV", "_")], "fixed-without-extpos"),
    ([("16\tfixed", "14\tfixed")], "fixed-gap fixed-without-extpos"),
    ([("6\tcc", "4\tcc"), ("2\tobj", "6\tconj"), ("4\tconj", "2\tobj")], "right-to-left-conj"),
    ([("4\tamod", "4\tflat")], "right-to-left-flat"),
    ([("16\tnsubj\t_\t_\n13", "13\tappos\t_\t_\n13"), ("12\tappos", "16\tnsubj")], "right-to-left-appos"),
    ([("16\tfixed", "18\tfixed")], "fixed-without-extpos leaf-punct right-to-left-fixed"),
    ([("15\tadvmod", "15\tnsubj")], "too-many-subjects"),
    ([("15\tadvmod", "15\tnsubj:outer")], ""),
    ([("2\tobl", "2\tobj")], "too-many-objects"),
    ([("4\tamod", "2\tamod")], "leaf-det"),
    ([("6\tcase", "14\tcase")], "punct-causes-nonproj"),
    ([("11\tadvmod", "9\tadvmod")], ""),
    ([("15\tnsubj", "13\tnsubj")], "leaf-cc"),
    ([("15\tnsubj", "12\tnsubj")], "leaf-punct"),
    ([("11\tpunct\t_\t_\n\n", "17\tdep\t_\t_\n\n")], "leaf-fixed upos-rel-punct"),
    ([("4\tnummod", "4\tclf"), ("2\tnsubj", "3\tnsubj")], "leaf-clf"),
    ([("8\tadvmod", "8\tgoeswith")], "goeswith-lemma goeswith-missing-typo goeswith-upos"),
    ([("16\tfixed", "15\tgoeswith")], "goeswith-gap goeswith-lemma goeswith-missing-typo goeswith-upos"),
    (
        [("8\tadvmod", "8\tgoeswith"), ("16\tpunct", "9\tpunct")],
        "goeswith-lemma goeswith-missing-typo goeswith-upos leaf-goeswith",
    ),
    ([("11\tpunct\t_\t_\n\n", "3\tpunct\t_\t_\n\n")], "punct-is-nonproj"),
    ([("15\tpunct", "9\tpunct"), ("11\taux", "11\taux"), ("15\tcc", "15\tcc")], "punct-is-nonproj"),
    ([("4\tamod", "4\tflat:foreign")], "flat-foreign-upos-feats flat-foreign-upos-feats right-to-left-flat"),
    ([("Definite=Def|PronType=Art", "Definite=Def")], "pron-det-without-prontype"),
    ([("saw\tsee\tVERB\t_\tMood=Ind|", "saw\tsee\tVERB\t_\t")], "verbform-fin-without-mood"),
]

IN_GRAPHS = [
    ([("CopyOf=2", "CopyOf=2|SpaceAfter=No")], "spaceafter-empty-node"),
    ([("Fin\t_\t_\t2:conj:and", "Fin\t2\t_\t2:conj:and")], "empty-node-nonempty-field"),
    ([("2:obj", "_")], "unconnected-egraph"),
    ([("2:obj", "2:obj|1:dep")], "unsorted-deps"),
    ([("2:obj", "2:obj|2:dep")], "unsorted-deps-2"),
    ([("2:obj", "2:obj|2:obj")], "repeated-deps"),
    ([("2:obj", "3:obj")], "deps-self-loop unconnected-egraph"),
    ([("2:obj", "obj")], "invalid-deps unconnected-egraph"),
    ([("2:obj", "22:obj")], "unconnected-egraph unknown-ehead"),
    ([("5.1:cc", "6:cc"), ("5.1:obj", "4:obj")], "unconnected-egraph"),
    ([("2:obj", "2:dobj")], "unknown-eudeprel"),
    ([("2:conj:and", "2:conj:And")], "invalid-edeprel"),
    ([("2:conj:and", "2:conj:and2")], "invalid-edeprel"),
    ([("2:obj", "2:root")], "enhanced-root-is-not-0"),
    ([("2:obj", "0:obj")], "enhanced-0-is-not-root"),
    ([("5\torphan", "3\torphan")], "orphan-parent"),
    ([("5.1:obj", "5.1:orphan")], "eorphan-after-empty-node"),
    ([("2:obj", "2:orphan")], "empty-node-after-eorphan"),
    (
        [
            ("5.1\tlikes\tlike\tVERB\t_\tMood=Ind|VerbForm=Fin\t_\t_\t2:conj:and\tCopyOf=2\n", ""),
            ("5.1:cc", "5:cc"),
            ("5.1:nsubj", "2:conj"),
            ("5.1:obj", "5:orphan"),
        ],
        "edeps-identical-to-basic-trees",
    ),
]


def problems(text, level=LEVELS[-1]):
    return validate(read(BytesIO(text.encode()), format="conllu", strict=False), level)


@pytest.mark.parametrize(
    ("text", "changes", "rules"),
    [*((TREES, *case) for case in IN_TREES), *((GRAPHS, *case) for case in IN_GRAPHS)],
)
def test_each_fault_has_the_name_that_ud_has_for_it(text, changes, rules):
    assert problems(text) == ()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    assert sorted(problem.rule for problem in problems(text)) == rules.split()


def test_each_level_holds_those_before():
    text = (
        TREES.replace("old\told", "old\tolde\u0301")
        .replace("4\tdet", "4\tfoo")
        .replace("did\tdo\tAUX", "did\tdo\tVERB")
    )
    found = [{problem.rule for problem in problems(text, level)} for level in LEVELS]
    assert found[0] == {"unicode-normalization"}
    assert found[1] - found[0] == {"unknown-udeprel"}
    assert found[2] - found[1] == {"rel-upos-aux"} and found[0] < found[1] < found[2]


def test_what_ud_only_warns_of_is_a_warning():
    [problem] = problems(TREES.replace("Definite=Def|PronType=Art", "Definite=Def"))
    assert (problem.severity, problem.line, problem.column) == (Severity.WARNING, 5, 6)
    assert problem.message == "'The' is DET; expected PronType in FEATS"


def test_relations_of_sud_are_known_in_a_treebank_of_sud_alone():
    sud = TREES.replace("\tnsubj", "\tsubj").replace("\tobj", "\tcomp:obj").replace("\tobl", "\tudep")
    assert problems(sud, 2) == ()
    assert {one.rule for one in problems(sud.replace("8\tsubj", "8\tnsubj"), 2)} == {"unknown-udeprel"}


def test_a_sentence_that_is_no_tree_is_left_to_level_2():
    text = TREES.replace("11\tconj", "0\troot").replace("did\tdo\tAUX", "did\tdo\tVERB")
    assert {problem.rule for problem in problems(text)} == {"multiple-roots"}


def test_messages_show_texts_of_files_as_they_are():
    text = TREES.replace("4\tamod", "4\t{x}")
    assert {problem.rule for problem in problems(text)} == {"invalid-deprel"}
    [problem] = problems(TREES.replace("long\tlong\tADV", "{long}\tlong\tADV").replace("night long", "night {long}")
                         .replace("8\tadvmod", "8\tdet"))  # fmt: skip
    assert problem.message == "det of '{long}', which is 'ADV'; expected DET or PRON, or another relation"
