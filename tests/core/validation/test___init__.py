"""All problems of a file, each at its line and field, in words that say what was expected.

Also tests `core.validation`, `conllu`, `all_formats`.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import OptionError, Severity
from goldleaf.core.formats import read
from goldleaf.core.steps import finished
from goldleaf.core.validation import validate, validate_steps
from goldleaf.core.validation.conllu import EnhancedEdge, enhanced_edges, refused, text_differences
from tests.core.formats.damage import EDITS, damaged
from tests.core.formats.samples import CUPT, SAMPLES, VARIANTS, format_of
from tests.core.trees import SHARED, treebank

ERROR, WARNING = Severity.ERROR, Severity.WARNING

TWO = """\
# sent_id = one
# text = The cat sleeps.
1\tThe\tthe\tDET\t_\tDefinite=Def|PronType=Art\t2\tdet\t2:det\t_
2\tcat\tcat\tNOUN\t_\tNumber=Sing\t3\tnsubj\t3:nsubj\t_
3\tsleeps\tsleep\tVERB\t_\t_\t0\troot\t0:root\tSpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t3:punct\t_

# sent_id = two
# text = Don't!
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
1\tDo\tdo\tAUX\t_\t_\t0\troot\t0:root\t_
2\tn't\tnot\tPART\t_\t_\t1\tadvmod\t2.1:advmod\t_
2.1\t_\tgo\tVERB\t_\t_\t_\t_\t1:dep\t_
3\t!\t!\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

"""


def problems(path, text, name="conllu"):
    """What validation says of a text: line, column, severity and message."""
    path.write_bytes(text.encode())
    found = validate(read(path, format=name, strict=False))
    assert [(one.line, one.column) for one in found] == sorted((one.line, one.column) for one in found)
    assert {one.path for one in found} <= {str(path)}
    assert not any("\n" in one.message for one in found)
    return [(one.line, one.column, one.severity, one.message) for one in found]


@pytest.mark.parametrize("text", [*SAMPLES.items(), ("conllu", TWO)], ids=[*SAMPLES, "conllu, two sentences"])
def test_good_files_have_no_problems(text, tmp_path):
    assert problems(tmp_path / "good", text[1], format_of(text[0])) == []


TREES = [
    (("2\tdet\t2", "5\tdet\t2"), 3, 7, ERROR, "HEAD is 5, but the sentence ends with word 4"),
    (("2\tdet\t2", "1\tdet\t2"), 3, 7, ERROR, "word 1 'The' is its own head"),
    (("3\tnsubj", "1\tnsubj"), 3, 7, ERROR, "cycle of 2 words, each with its head: 1 'The' → 2 'cat' → 1"),
    (
        ("VERB\t_\t_\t0\troot", "VERB\t_\t_\t2\tdep"),
        4,
        7,
        ERROR,
        "cycle of 2 words, each with its head: 2 'cat' → 3 'sleeps' → 2",
    ),
    (
        ("VERB\t_\t_\t0\troot", "VERB\t_\t_\t2\tdep"),
        3,
        7,
        ERROR,
        "the sentence has no root; expected a word whose HEAD is 0",
    ),
    (("3\tpunct", "0\troot"), 6, 7, ERROR, "2 roots: words 3 'sleeps' and 4 '.'; expected one word whose HEAD is 0"),
    (("2\tdet\t2", "_\t_\t2"), 3, 7, ERROR, "word 1 'The' has no head (HEAD is _)"),
    (("2\tdet\t2", "2\t_\t2"), 3, 8, ERROR, "word 1 'The' has no label (DEPREL is _)"),
]

FIELDS = [
    (("VERB\t_\t_\t0\troot", "VERB\t_\t_\t0\tnsubj"), 5, 8, "HEAD is 0, but DEPREL is 'nsubj'; expected root"),
    (("3\tnsubj", "3\troot"), 4, 8, "DEPREL is root, but HEAD is 3"),
    (("NOUN", "noun"), 4, 4, "UPOS is 'noun'; expected one of ADJ, ADP, ADV, "),
    (("NOUN", "noun"), 4, 4, "; write NOUN"),
    (("NOUN", "NN"), 4, 4, "UPOS is 'NN'; expected one of"),
    (("NOUN", "_"), 4, 4, "UPOS is '_'; expected one of"),
    (("2\tdet\t2", "2\tDet\t2"), 3, 8, "DEPREL is 'Det'; expected small letters"),
    (("2\tdet\t2", "2\tDet\t2"), 3, 8, "; write det"),
    (("2\tdet\t2", "2\tdet:\t2"), 3, 8, "DEPREL is 'det:'; expected small letters"),
    (("2\tdet\t2", "2\tdet:a:b\t2"), 3, 8, "DEPREL is 'det:a:b'; expected small letters"),
    (("2\tdet\t2", "2\tcomp_obj\t2"), 3, 8, "DEPREL is 'comp_obj'"),
    (("\tcat\tcat", "\t cat\tcat"), 4, 2, "FORM ' cat' begins or ends with a blank; expected 'cat'"),
    (("\tcat\tcat", "\tcat\tcat "), 4, 3, "LEMMA 'cat ' begins or ends with a blank; expected 'cat'"),
    (("\tcat\tcat", "\tcat\tc  at"), 4, 3, "LEMMA 'c  at' has several blanks on end; expected one"),
    (("NOUN\t_", "NOUN\tN N"), 4, 5, "XPOS 'N N' has a blank inside; only FORM and LEMMA of words, and MISC"),
    (("Number=Sing", "Number=Si ng"), 4, 6, "FEATS 'Number=Si ng' has a blank inside"),
    (("3:nsubj", "3:n subj"), 4, 9, "DEPS '3:n subj' has a blank inside"),
    (("SpaceAfter=No\n4", "SpaceAfter=No \n4"), 5, 10, "MISC 'SpaceAfter=No ' begins or ends with a blank"),
    (("\tcat\tcat", "\tcat\tcafe\u0301"), 4, 3, "is not in Unicode's composed form; convert the file to NFC"),
    (("# text = The", "# text = The\u0301"), 2, 0, "the comment is not in Unicode's composed form"),
]

FEATURES = [
    (
        "number=Sing",
        "feature name 'number'; expected capital, letters, digits, such as Case or Number[psor]; write Number",
    ),
    ("Num-ber=Sing", "feature name 'Num-ber'; expected capital, letters, digits, such as Case or Number[psor]"),
    ("Number[Psor]=Sing", "feature name 'Number[Psor]'"),
    ("Number=sing", "value 'sing' of Number; expected capital, letters, digits, such as Sing; write Sing"),
    ("Number=", "value '' of Number; expected"),
    ("Number=Sing,", "value '' of Number; expected"),
    ("Number", "'Number' in FEATS; expected Name=Value, with | between features and , between values"),
    ("A=B=C", "'A=B=C' in FEATS; expected Name=Value"),
    ("Case=Nom||Number=Sing", "'' in FEATS; expected Name=Value"),
    ("_|Number=Sing", "'_' in FEATS; expected Name=Value"),
    ("Number=Sing|Case=Nom", "features are not in alphabetical order; expected Case=Nom|Number=Sing"),
    ("Xb=A|XA=B", "features are not in alphabetical order; expected XA=B|Xb=A"),
    ("Number[psor]=Sing|Number=Sing", "expected Number=Sing|Number[psor]=Sing"),
    ("Number=Sing|Number=Plur", "feature Number stands 2 times; expected once, several values joined by commas"),
    ("Number=Sing,Sing", "value Sing of Number stands 2 times; expected once"),
    ("Number=Sing,Plur", "values of Number are not in alphabetical order; expected Number=Plur,Sing"),
]

ENHANCED = [
    ("3", "'3' in DEPS; expected head:relation, such as 2:nsubj, with | between edges"),
    ("3:", "'3:' in DEPS; expected head:relation"),
    ("x:nsubj", "'x:nsubj' in DEPS"),
    ("03:nsubj", "'03:nsubj' in DEPS"),
    ("3:nsubj|", "'' in DEPS"),
    ("4:dep|3:nsubj", "DEPS is not sorted by head and relation; expected 3:nsubj|4:dep"),
    ("3:obj|3:nsubj", "DEPS is not sorted by head and relation; expected 3:nsubj|3:obj"),
    ("10:a|9:b", "DEPS is not sorted by head and relation; expected 9:b|10:a"),
    ("3:nsubj|3:nsubj", "3:nsubj stands 2 times in DEPS; expected once"),
    ("3:Nsubj", "relation 'Nsubj' in DEPS; expected small letters with : between its parts"),
    ("3:obl:In", "relation 'obl:In' in DEPS"),
    ("3:obl:", "relation 'obl:' in DEPS"),
    ("3:root", "3:root in DEPS; the head 0 and the relation root only go together"),
    ("0:nsubj", "0:nsubj in DEPS; the head 0 and the relation root only go together"),
    ("5:nsubj", "DEPS has the head 5, which the sentence does not have"),
    ("2.1:nsubj", "DEPS has the head 2.1, which the sentence does not have"),
    ("2:nsubj", "2 is its own head in DEPS"),
]

LINES = [
    (
        ("Don't\t_\t_", "Don't\tdo\t_"),
        10,
        3,
        "LEMMA of a multiword token is 'do'; expected _, the words have their own",
    ),
    (
        ("Don't\t_\t_\t_\t_", "Don't\t_\t_\t_\tA=B"),
        10,
        6,
        "FEATS of a multiword token is 'A=B'; expected _ or Typo=Yes",
    ),
    (("Don't\t_\t_\t_\t_\t_", "Don't\t_\t_\t_\t_\t1"), 10, 7, "HEAD of a multiword token is '1'; expected _"),
    (("1-2\tDon't", "1-2\tDo n't"), 10, 2, 'FORM "Do n\'t" has a blank inside'),
    (("go\tVERB\t_\t_\t_\t_\t1", "go\tVERB\t_\t_\t1\t_\t1"), 13, 7, "HEAD of an empty node is '1'; expected _"),
    (("go\tVERB\t_\t_\t_\t_\t1", "go\tVERB\t_\t_\t_\tdep\t1"), 13, 8, "DEPREL of an empty node is 'dep'"),
    (("1:dep", "_"), 13, 9, "DEPS of an empty node is _; expected its edges"),
    (("1:dep", "2.1:dep"), 13, 9, "2.1 is its own head in DEPS"),
    (("1:dep", "7:dep"), 13, 9, "DEPS has the head 7, which the sentence does not have"),
    (("1:dep", "0:dep"), 13, 9, "0:dep in DEPS; the head 0 and the relation root only go together"),
    (("go\tVERB", "sleep\tverb"), 13, 4, "UPOS is 'verb'; expected one of"),
    (("go\tVERB\t_\t_", "go\tVERB\t_\ttense=Pres"), 13, 6, "feature name 'tense'"),
    (("\tgo\tVERB", "\tg  o\tVERB"), 13, 3, "LEMMA 'g  o' has several blanks on end"),
]

COMMENTS = [
    (("# sent_id = two\n", ""), 8, 0, "the sentence has no sent_id; expected # sent_id = … with a name that no other"),
    (("# sent_id = two", "# sent_id ="), 8, 0, "the sentence has no sent_id"),
    (
        ("# sent_id = two", "# sent_id = one"),
        8,
        0,
        "sent_id 'one' is also that of the sentence in line 1; expected another",
    ),
    (("# sent_id = two", "# sent_id = a\n# sent_id = b"), 9, 0, "another sent_id of the same sentence; expected one"),
    (("# sent_id = two", "# sent_id = a b"), 8, 0, "sent_id 'a b' has a blank inside; expected none"),
    (
        ("# text = Don't!\n", ""),
        8,
        0,
        "the sentence has no text; expected # text = … with the sentence as it is written",
    ),
    (("# text = Don't!", "# text = Don't!\n# text = Do"), 10, 0, "another text of the same sentence; expected one"),
    (("# text = Don't!", "# text = Don't! "), 9, 0, "# text ends with a blank; remove it"),
]

TEXTS = [
    (("sleeps.\n", "sleeps .\n"), 6, 2, "# text has a blank before '.', but the token before it has SpaceAfter=No"),
    (
        ("\tSpaceAfter=No\n4", "\t_\n4"),
        5,
        10,
        "# text has no blank after 'sleeps' but '.'; write SpaceAfter=No into MISC",
    ),
    (("The cat", "The dog"), 4, 2, "# text goes on with 'dog sleeps.'; expected the token 'cat'"),
    (("# text = Don't!", "# text = Do n't!"), 10, 2, '# text goes on with "Do n\'t!"; expected the token "Don\'t"'),
    (
        ("sleeps.\n", "sleeps. Well, she does sleep.\n"),
        2,
        0,
        "# text goes on with 'Well, she does sleep…' after the last",
    ),
    (("sleeps.\n", "sleeps\n"), 6, 2, "# text goes on with nothing; expected the token '.'"),
]

ALL_OF_CONLLU = [
    *TREES,
    *((*case[:3], ERROR, case[3]) for case in [*FIELDS, *LINES, *COMMENTS, *TEXTS]),
    *((("Number=Sing", value), 4, 6, ERROR, message) for value, message in FEATURES),
    *((("3:nsubj", value), 4, 9, ERROR, message) for value, message in ENHANCED),
]


@pytest.mark.parametrize(("change", "line", "column", "severity", "message"), ALL_OF_CONLLU)
def test_each_rule_of_conllu(change, line, column, severity, message, tmp_path):
    assert TWO.count(change[0]) == 1
    found = problems(tmp_path / "odd.conllu", TWO.replace(*change))
    assert [(line, column, severity)] == [one[:3] for one in found if message in one[3]], found


@pytest.mark.parametrize(
    "change",
    [
        ("Number=Sing", "Number=Plur,Sing"),
        ("Number=Sing", "Number=Sing|Number[psor]=Plur"),
        ("Number=Sing", "Xa=Z|XB=A"),
        ("3:nsubj", "3:nsubj|4:obl:in_front_of"),
        ("2\tdet\t2", "2\tdet:poss\t2"),
        ("Don't\t_\t_\t_\t_", "Don't\t_\t_\t_\tTypo=Yes"),
        ("\tcat\tcat", "\tcat\tpole cat"),
        ("SpaceAfter=No\n4", "Gloss=a b|SpaceAfter=No\n4"),
        ("The cat", "The  cat"),
        ("The cat", "The\u00a0cat"),
        ("# sent_id = one", "# newpar\n# sent_id=one"),
        ("# text = The", "# text_en = x\n# text[de] = y\n# text = The"),
    ],
)
def test_what_conllu_allows(change, tmp_path):
    assert problems(tmp_path / "good.conllu", TWO.replace(*change)) == []


OLD = "1\ta\ta\tN\tN\t_\t2\tx\t_\t_\n2\tb\tb\tV\tV\t_\t0\troot\t_\t_\n3\tc\tc\tN\tN\t_\t2\tx\t_\t_\n\n"


@pytest.mark.parametrize(
    ("change", "line", "column", "severity", "message"),
    [
        (("2\tx\t_\t_\n2", "9\tx\t_\t_\n2"), 1, 7, ERROR, "HEAD is 9, but the sentence ends with word 3"),
        (("2\tx\t_\t_\n2", "1\tx\t_\t_\n2"), 1, 7, WARNING, "word 1 'a' is its own head"),
        (("0\troot", "3\troot"), 2, 7, WARNING, "cycle of 2 words, each with its head: 2 'b' → 3 'c' → 2"),
        (("0\troot", "3\troot"), 1, 7, WARNING, "the sentence has no root"),
        (("2\tx\t_\t_\n2", "0\tx\t_\t_\n2"), 2, 7, WARNING, "2 roots: words 1 'a' and 2 'b'"),
        (("2\tx\t_\t_\n2", "2\t_\t_\t_\n2"), 1, 8, WARNING, "word 1 'a' has no label (DEPREL is _)"),
        (("2\tx\t_\t_\n2", "_\t_\t_\t_\n2"), 1, 7, WARNING, "word 1 'a' has no head (HEAD is _)"),
        (
            (OLD, OLD.replace("2\tx", "_\t_").replace("0\troot", "_\t_")),
            1,
            7,
            WARNING,
            "no word of the sentence has a head",
        ),
        ((OLD, OLD.replace("\tx\t", "\t_\t")), 1, 8, WARNING, "words 1 'a' and 3 'c' have no label (DEPREL is _)"),
        (
            (OLD, OLD * 2 + OLD[:-1].replace("\n", "\r\n") + "\n"),
            9,
            0,
            WARNING,
            "ends in CRLF, as 2 more do, while the",
        ),
    ],
)
def test_the_older_formats_allow_for_more(change, line, column, severity, message, tmp_path):
    assert OLD.count(change[0]) == 1
    found = problems(tmp_path / "odd.conllx", OLD.replace(*change), "conllx")
    assert [(line, column, severity)] == [one[:3] for one in found if message in one[3]], found
    assert len([one for one in found if one[3].startswith(("word", "cycle", "2 roots", "no word"))]) <= 1


def test_a_single_word_without_a_head_is_named(tmp_path):
    messages = [message for *_, message in problems(tmp_path / "a", "1\ta\t_\tN\tN\t_\t_\t_\t_\t_\n\n", "conllx")]
    assert any(message.startswith("word 1 'a' has no head") for message in messages)


def test_what_conllu_lacks_is_named_the_most_frequent_first():
    tags = [tag for count, tag in enumerate("DCBA", 1) for _ in range(count)]
    (said,) = refused(treebank(" ".join(f"w/{tag}/0/root" for tag in (*tags, "NOUN"))).words)
    assert said.startswith("10 words with 4 tags that CoNLL-U does not have, such as 'A', 'B', 'C'; ")


def test_projective_heads_are_what_they_are_called(tmp_path):
    rows = ["a\t3\t3", "b\t0\t0", "c\t2\t2", "d\t3\t9", "e\t3\tx"]
    text = "".join("{}\t{}\t_\tX\tX\t_\t{}\tr\t{}\tr\n".format(n, *row.split("\t")) for n, row in enumerate(rows, 1))
    said = [one for one in problems(tmp_path / "a", text + "\n", "conllx") if one[1] == 9]
    assert said == [
        (
            1,
            9,
            Severity.ERROR,
            "word 1 'a' is not projective by PHEAD, as it is guaranteed to be; convert --apply add-phead makes it anew",
        ),
        (4, 9, Severity.ERROR, "PHEAD is 9, a word that the sentence does not have"),
        (5, 9, Severity.ERROR, "PHEAD is 'x'; expected a number, or _"),
    ]


def test_columns_are_those_of_the_format(tmp_path):
    text = SAMPLES["conll2009"].replace("\t2\t2\tNMOD", "\t9\t2\tNMOD")
    assert [one[:2] for one in problems(tmp_path / "a", text, "conll2009")] == [(1, 9)]
    text = SAMPLES["conll2008"].replace("\t4\tNMOD", "\t9\tNMOD")
    assert [one[:2] for one in problems(tmp_path / "c", text, "conll2008")] == [(3, 9)]
    text = SAMPLES["pascal"].replace("\t2\tsubj", "\t9\tsubj")
    assert [one[:2] for one in problems(tmp_path / "b", text, "pascal")] == [(1, 8)]


def test_every_cycle_and_every_root_is_named_once(tmp_path):
    heads = [2, 1, 4, 5, 3, 6, 0, 0, 0]
    lines = [f"{n}\tw{n}\t_\tX\tX\t_\t{head}\tdep\t_\t_\n" for n, head in enumerate(heads, 1)]
    found = problems(tmp_path / "a", "".join(lines) + "\n", "conllx")
    assert [(one[0], one[3]) for one in found] == [
        (1, "cycle of 2 words, each with its head: 1 'w1' → 2 'w2' → 1"),
        (3, "cycle of 3 words, each with its head: 3 'w3' → 4 'w4' → 5 'w5' → 3"),
        (6, "word 6 'w6' is its own head"),
        (8, "3 roots: words 7 'w7', 8 'w8' and 9 'w9'; expected one word whose HEAD is 0"),
    ]


def test_long_lists_of_words_are_cut(tmp_path):
    ring = "".join(f"{n}\tw\t_\tX\tX\t_\t{n % 30 + 1}\tdep\t_\t_\n" for n in range(1, 31)) + "\n"
    (cycle, rootless) = sorted(problems(tmp_path / "a", ring, "conllx"), key=lambda one: one[3])
    assert "→ 20 'w' → … 10 more → 1" in cycle[3]
    longer = "".join(f"{n}\tw\t_\tX\tX\t_\t{n % 41 + 1}\tdep\t_\t_\n" for n in range(1, 42)) + "\n"
    assert any("→ 20 'w' → … 21 more → 1" in one[3] for one in problems(tmp_path / "b", longer, "conllx"))
    assert "no root" in rootless[3]
    roots = "".join(f"{n}\tw\t_\tX\tX\t_\t0\troot\t_\t_\n" for n in range(1, 31)) + "\n"
    ((*_, message),) = problems(tmp_path / "a", roots, "conllx")
    assert message.startswith("30 roots: words 1 'w', 2 'w', ")
    assert "12 'w' and 18 more; expected" in message


@pytest.mark.parametrize(
    ("change", "line", "severity", "message"),
    [
        (
            ("# global.columns", "# columns"),
            1,
            ERROR,
            "the file does not begin with its columns; expected # global.colu",
        ),
        (("_\t1\n", "_\t1:VID\n"), 11, ERROR, "expression 1 has a category already; expected 1 without one"),
        (("2:IAV", "2"), 8, ERROR, "expression 2 has no category where it is first; expected one, such as 2:VID"),
        (("_\t1;2\n", "_\t1;2;4:X\n"), 8, WARNING, "expressions are numbered 1, 2, 4; expected 1 to 3"),
        (("_\t_\t_\t*\n2\t", "_\t_\t_\t1\n2\t"), 5, ERROR, "PARSEME:MWE of a range of words is '1'; expected *"),
        (("4:conj\t_\t*", "4:conj\t_\t1"), 12, ERROR, "PARSEME:MWE of an empty node is '1'; expected *"),
        (("0:root\t_\t*", "0:root\t_\t_"), 16, ERROR, "PARSEME:MWE is _, while other words of the file say"),
        (("# source_sent_id = . . a-2\n", ""), 14, ERROR, "the sentence has no sent_id"),
    ],
)
def test_each_rule_of_cupt(change, line, severity, message, tmp_path):
    assert CUPT.count(change[0]) == 1
    found = problems(tmp_path / "odd.cupt", CUPT.replace(*change), "cupt")
    assert (line, severity) in [(one[0], one[2]) for one in found if message in one[3]], found


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_layout_of_conllu(variant, tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(VARIANTS[variant](TWO.encode()))
    said = " | ".join(problem.message for problem in validate(read(path)))
    assert ("lines end in CRLF; CoNLL-U asks for LF" in said) == ("CRLF" in variant)
    assert ("byte order mark" in said) == (variant == "byte order mark")
    assert bool(said) == (variant != "as it is")


def test_other_encodings_are_not_conllu(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_bytes(TWO.encode("iso-8859-1"))
    (problem,) = validate(read(path, encoding="iso-8859-1"))
    assert str(problem) == f"{path}:1: the file is in iso8859-1; CoNLL-U asks for UTF-8"


def test_what_could_not_be_read_is_not_looked_at_further(tmp_path):
    text = TWO.replace("3\tnsubj", "x\tnsubj").replace("NOUN", "noun").replace("AUX", "aux")
    found = problems(tmp_path / "a.conllu", text)
    assert [one[:2] for one in found] == [(4, 7), (11, 4)]


def test_comments_of_no_sentence_are_not_a_sentence(tmp_path):
    found = problems(tmp_path / "a.conllu", TWO + "# sent_id = one\n\n# text = x\n")
    assert {one[3] for one in found} == {"comments without a sentence", "no blank line after the last sentence"}


def test_values_are_reported_wherever_they_stand(tmp_path):
    text = TWO.replace("DET", "noun").replace("NOUN", "noun").replace("PUNCT", "noun")
    found = [one for one in problems(tmp_path / "a.conllu", text) if one[1] == 4]
    assert [one[0] for one in found] == [3, 4, 6, 14]


def test_edges_of_deps():
    assert enhanced_edges("_") == ()
    assert enhanced_edges("2:nsubj|8.1:obl:in") == (EnhancedEdge(2, 0, "nsubj"), EnhancedEdge(8, 1, "obl:in"))
    assert [str(edge) for edge in enhanced_edges("2:nsubj|8.1:obl:in")] == ["2:nsubj", "8.1:obl:in"]
    assert enhanced_edges("2:nsubj|8.0:obl") is None


@pytest.mark.parametrize(
    ("text", "tokens", "columns"),
    [
        ("a b.", [("a", True), ("b", False), (".", True)], []),
        ("a b.", [("a", True), ("b", True), (".", True)], ["misc"]),
        ("a b", [("a", False), ("b", True)], ["form"]),
        ("ab cd", [("a", True), ("b", True), ("c", True), ("d", True)], ["misc", "misc"]),
        ("10 000 km", [("10 000", True), ("km", True)], []),
        ("a", [("a", True), ("b", True)], ["form"]),
        ("a b", [("a", True)], [""]),
        ("", [], []),
    ],
)
def test_text_and_tokens(text, tokens, columns):
    found = text_differences(text, [(number, form, space) for number, (form, space) in enumerate(tokens, 1)])
    assert [column for _, _, column, _ in found] == columns


def test_a_text_that_begins_otherwise_goes_on_otherwise():
    ((line, message, *_),) = text_differences(" a", [(7, "a", True)])
    assert (line, message) == (7, "# text goes on with ' a'; expected the token 'a'")


@pytest.mark.parametrize(
    ("words", "said"),
    [(1, "word 1 'w' has no head (HEAD is _)"), (2, "no word of the sentence has a head (HEAD is _)")],
)
def test_sentences_of_which_no_word_has_a_head(words, said, tmp_path):
    text = "".join(f"{n}\tw\t_\tX\tX\t_\t_\tdep\t_\t_\n" for n in range(1, words + 1)) + "\n"
    assert said in [message for *_, message in problems(tmp_path / "a", text, "conllx")]


@pytest.mark.parametrize(("words", "said"), [(3, "2, 3;"), (14, "2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 1 more;")])
def test_words_that_no_root_of_an_enhanced_graph_leads_to(words, said, tmp_path):
    lines = ["1\tw\tw\tX\t_\t_\t0\troot\t0:root\t_"]
    lines += [f"{n}\tw\tw\tX\t_\t_\t1\tdep\t{n - 1 if n > 2 else words}:dep\t_" for n in range(2, words + 1)]
    text = "# sent_id = a\n# text = " + " ".join("w" * words) + "\n" + "\n".join(lines) + "\n\n"
    (message,) = (one[3] for one in problems(tmp_path / "a", text) if "leads from no root" in one[3])
    assert message.split(" to ")[1].startswith(said)


EDGE_CASES = SHARED / "edge-cases"

LINES_OF_LEVEL_1 = {
    "columns-format": (4, 12, 15, 19, 20),
    "columns-format-minimal": (3, 4),
    "duplicate-id": (5,),
    "empty-field": (4,),
    "empty-head": (4,),
    "empty-sentence": (1,),
    "extra-empty-line": (6, 7),
    "id-starting-from-2": (9,),
    "id-with-extra-0": (4,),
    "invalid-line": (5, 15),
    "invalid-range": (5,),
    "invalid-word-id": (4,),
    "invalid-word-interval": (5,),
    "misindexed-empty-node": (5,),
    "misordered-multiword": (7,),
    "misplaced-comment": (4,),
    "misplaced-comment-end": (12,),
    "misplaced-comment-mid": (6,),
    "misplaced-empty-node": (7,),
    "misplaced-empty-node-2": (6, 7),
    "misplaced-range": (7,),
    "misplaced-word-interval": (7,),
    "missing-final-line": (4,),
    "mwt-nonempty-field": (6,),
    "nan-id": (9,),
    "non-unix-newline": (1,),
    "nonsequential-empty-node-id": (5,),
    "nonsequential-id": (5,),
    "out-of-bounds-range": (7,),
    "overlapping-multiword": (7,),
    "overlapping-range": (7,),
    "overlapping-word-interval": (7,),
    "pseudo-empty-line": (5,),
    "reversed-word-interval": (5,),
    "seemingly-empty-line": (5,),
    "tanl-broken": (6, 7, 16),
    "trailing-tab": (4,),
    "unicode-normalization": (8,),
    "word-id-sequence": (5,),
    "word-id-sequence-2": (4,),
}

LINES_OF_LEVEL_2 = {
    "ambiguous-feature": (4,),
    "cyclic-deps": (5,),
    "deprel-not-empty-in-empty": (5,),
    "duplicate-feature": (4,),
    "duplicate-layered-feature": (4,),
    "duplicate-value": (4,),
    "empty-node-nonempty": (5,),
    "extra-empty-line": (6,),
    "extra-field": (4,),
    "head-not-empty-in-empty": (5,),
    "invalid-deps": (9,),
    "invalid-deps-id": (4,),
    "invalid-deps-order": (4,),
    "invalid-deps-syntax": (4,),
    "invalid-head": (5,),
    "invalid-range-format": (5,),
    "lowercase-feature": (5,),
    "lowercase-feature-in-empty": (5,),
    "lowercase-feature-value-in-empty": (5,),
    "lowercase-postag": (4,),
    "lowercase-postag-in-empty": (5,),
    "lowercase-value": (5,),
    "misordered-feature": (5,),
    "misordered-layered-feature": (5,),
    "missing-space-after": (4,),
    "multiple-roots": (4,),
    "multiple-sent-id": (17,),
    "multiple-sent_id": (17,),
    "mwt-nonempty": (6,),
    "mwt-nonempty-upos": (6,),
    "no-sent_id": (6,),
    "parallel-id": (3, 15, 25, 38, 52, 103),
    "self-cycle-deps": (5,),
    "self-cycle-head": (5,),
    "space-in-field": (4,),
    "uppercase-deprel": (5,),
    "uppercase-deps-deprel": (5,),
}

RULES_OF_LEVEL_3 = {
    "head-0-deprel-not-root": {"0-is-not-root"},
    "head-not-0-deprel-root": {"root-is-not-0"},
    "nmod-obl": {"obl-should-be-nmod"},
    "non-proj": {"punct-is-nonproj"},
    "rel-upos": {f"rel-upos-{name}" for name in ("aux", "case", "cc", "cop", "det", "expl", "fixed", "mark", "punct")},
    "right-to-left": {f"right-to-left-{name}" for name in ("appos", "conj", "fixed", "flat", "goeswith")},
    "too-many-objects": {"too-many-objects"},
    "too-many-subjects": {"too-many-subjects"},
}


def lines_of(path):
    return {problem.line for problem in validate(read(path, strict=False))}


@pytest.mark.shared
@pytest.mark.parametrize(("level", "expected"), [("1", LINES_OF_LEVEL_1), ("2", LINES_OF_LEVEL_2)])
def test_edge_cases(level, expected):
    paths = {path.stem: path for path in (EDGE_CASES / f"invalid-level{level}").glob("*.conllu")}
    assert set(paths) == set(expected)
    found = {name: lines_of(path) for name, path in paths.items()}
    assert {name: found[name] for name in found if not set(expected[name]) <= found[name]} == {}
    assert all(found.values())


@pytest.mark.shared
def test_edge_cases_of_level_3():
    paths = {path.stem: path for path in (EDGE_CASES / "invalid-level3").glob("*.conllu")}
    assert set(paths) == set(RULES_OF_LEVEL_3)
    for name, path in paths.items():
        errors = {problem.rule for problem in validate(read(path), 3) if problem.severity is ERROR}
        assert RULES_OF_LEVEL_3[name] <= errors, name


@pytest.mark.shared
def test_valid_edge_cases():
    for path in sorted((EDGE_CASES / "valid").glob("*.conllu")):
        found = [problem.message for problem in validate(read(path))]
        # An empty file breaks no rule, but whoever opens one should hear of it.
        assert found == (["no sentences in the file"] if path.stem == "empty-file" else []), path


@pytest.mark.shared
@pytest.mark.parametrize("name", ["english", "danish", "hebrew", "czech"])
def test_published_treebanks_are_valid(name):
    assert validate(read(SHARED / name / "gold.conllu")) == ()


@pytest.mark.slow
@given(sample=st.sampled_from(sorted(SAMPLES)), edits=EDITS)
def test_damaged_files(tmp_path, sample, edits):
    path = tmp_path / "damaged"
    path.write_bytes(damaged(SAMPLES[sample].encode(), edits).decode(errors="replace").encode())
    treebank = read(path, format=format_of(sample), strict=False)
    found = validate(treebank)
    assert {(one.line, one.message) for one in treebank.problems} <= {(one.line, one.message) for one in found}
    assert all(1 <= problem.line <= treebank.layout.lines or problem.line == 1 for problem in found)
    assert all(0 <= problem.column <= len(treebank.layout.columns) for problem in found)


def test_problems_without_sentences(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text("")
    treebank = read(path)
    assert validate(treebank) == treebank.problems
    assert re.match(r".*a\.conllu:1: warning: no sentences in the file", str(validate(treebank)[0]))
    assert validate(replace(treebank, problems=())) == ()


def test_checks_go_in_steps(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    steps = validate_steps(read(path))
    shares = [next(steps) for _ in range(3)]
    assert shares == sorted(shares) and shares[-1] < 1
    assert finished(steps) == validate(read(path)) != ()


WORD = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"\n{WORD}\n", "blank line before the first sentence"),
        (f"{WORD}\n\n{WORD}\n", "more than one blank line between sentences"),
        (f"{WORD}  \n", "blank line with blanks in it; it should be empty"),
        (f"{WORD}\n# a comment\n\n", "comments without a sentence"),
        (f"{WORD}# a comment\n\n", "comment inside a sentence; comments stand before its first word"),
        (f"{WORD}1.2\tx\tx\tX\t_\t_\t_\t_\t1:dep\t_\n\n", "empty node 1.2; expected 1.1"),
        (WORD, "no blank line after the last sentence"),
    ],
)
def test_what_the_reader_forgives_is_an_error(tmp_path, text, message):
    path = tmp_path / "a.conllu"
    path.write_text(text, encoding="utf-8")
    treebank = read(path, strict=False)
    severities = [
        {problem.severity for problem in validate(treebank, level) if problem.message == message} for level in (1, 2)
    ]
    assert severities == [{Severity.ERROR}, {Severity.ERROR}]


def test_levels_that_there_are_not(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text("", encoding="utf-8")
    with pytest.raises(OptionError, match="--level 4: no such level; there are 1, 2, 3"):
        validate(read(path), 4)
    assert [problem.severity for problem in validate(read(path), 2)] == [Severity.WARNING]  # an empty file is none


def test_control_characters_are_found_wherever_they_stand(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(
        "# sent_id = a\x07\n1-2\tab\x1b\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\x00\ta\tX\t_\t_\t0\troot\t_\t_\n"
        "1.1\tx\x01\tx\tX\t_\t_\t_\t_\t1:dep\t_\n2\tb\tb\tX\t_\t_\t1\tdep\t_\tA=\x9b\n\n",
        encoding="utf-8",
    )
    found = [
        (problem.line, problem.column)
        for problem in validate(read(path, strict=False))
        if "control character" in problem.message and problem.severity is Severity.ERROR
    ]
    assert found == [(1, 0), (2, 2), (3, 2), (4, 0), (5, 10)]


def test_control_characters_in_other_formats_are_odd(tmp_path):
    path = tmp_path / "a.mrg"
    path.write_text("(S (N a\x00))\n", encoding="utf-8")
    [problem] = [one for one in validate(read(path)) if "U+0000" in one.message]
    assert (problem.severity, problem.line) == (Severity.WARNING, 1)
