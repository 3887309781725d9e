"""Words cut anew in the files of three formats: what refers to them follows, and other sentences keep their bytes."""

from __future__ import annotations

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.formats import as_bytes, read
from goldleaf.core.formats.recutting import MOST, Cut, CutPart, numbers, recut, why_not
from goldleaf.core.validation import validate

SPANISH = """# sent_id = a
# text = Vengo del mar.
1\tVengo\tvenir\tVERB\t_\t_\t0\troot\t0:root\t_
2\tdel\tdel\tADP\t_\t_\t3\tcase\t2.1:dep|3:case\tGloss=of|SpacesAfter=\\s\\s
2.1\tx\t_\t_\t_\t_\t_\t_\t1:dep\t_
3\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl:del\tSpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

# sent_id = b
# text = damelo ya
1-3\tdamelo\t_\t_\t_\t_\t_\t_\t_\tGloss=give
1\tda\tdar\tVERB\t_\t_\t0\troot\t0:root\tA=b
2\tme\tyo\tPRON\t_\t_\t1\tiobj\t1:iobj\tC=d
2.1\t_\t_\t_\t_\t_\t_\t_\t3:dep\t_
3\tlo\tél\tPRON\t_\t_\t1\tobj\t1:obj\t_
3.1\t_\t_\t_\t_\t_\t_\t_\t2.1:dep|4:dep\t_
4\tya\tya\tADV\t_\t_\t1\tadvmod\t1:advmod\t_

"""
TWICE = SPANISH + SPANISH.replace("sent_id = ", "sent_id = other-")
ROLES = """1\tDie\td\td\tA\tA\t_\t_\t2\t2\tdet\tdet\t_\t_\t_\tA1
2\tKatze\tk\tk\tN\tN\t_\t_\t3\t3\tsubj\tsubj\tY\tk.1\t_\tA0
3\tschlief\ts\ts\tV\tV\t_\t_\t0\t0\troot\troot\tY\ts.1\tA2\t_

"""


def loads(text, name="conllu"):
    return read(BytesIO(text.encode()), format=name)


def made(text, *cuts, name="conllu"):
    bank = loads(text, name)
    assert [why_not(bank, cut) for cut in cuts] == [""] * len(cuts)
    return as_bytes(recut(bank, cuts)).decode()


def lines(text):
    return [line for line in text.splitlines() if line[:1].isdigit()]


def test_a_word_becomes_a_range_of_two():
    """The first keeps all; MISC of what is written is the token's; empty nodes come behind, and DEPS follow."""
    after = made(SPANISH, Cut(0, 2, 2, (CutPart("de"), CutPart("el", (("coarse_tag", "DET"),), 3, "det"))))
    assert lines(after)[:7] == [
        "1\tVengo\tvenir\tVERB\t_\t_\t0\troot\t0:root\t_",
        "2-3\tdel\t_\t_\t_\t_\t_\t_\t_\tGloss=of|SpacesAfter=\\s\\s",
        "2\tde\tdel\tADP\t_\t_\t4\tcase\t3.1:dep|4:case\t_",
        "3\tel\t_\tDET\t_\t_\t4\tdet\t4:det\t_",
        "3.1\tx\t_\t_\t_\t_\t_\t_\t1:dep\t_",
        "4\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl:del\tSpaceAfter=No",
        "5\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_",
    ]
    assert after.partition("# sent_id = b")[2] == SPANISH.partition("# sent_id = b")[2]
    assert [one.rule for one in validate(loads(after))] == []


def test_words_in_a_range_become_one_of_it_and_the_range_goes_with_its_last():
    assert lines(made(SPANISH, Cut(1, 2, 3, (CutPart("melo"),))))[5:] == [
        "1-2\tdamelo\t_\t_\t_\t_\t_\t_\t_\tGloss=give",
        "1\tda\tdar\tVERB\t_\t_\t0\troot\t0:root\tA=b",
        "2\tmelo\tyo\tPRON\t_\t_\t1\tiobj\t1:iobj\tC=d",
        "2.1\t_\t_\t_\t_\t_\t_\t_\t2:dep\t_",
        "2.2\t_\t_\t_\t_\t_\t_\t_\t2.1:dep|3:dep\t_",
        "3\tya\tya\tADV\t_\t_\t1\tadvmod\t1:advmod\t_",
    ]
    assert lines(made(SPANISH, Cut(1, 1, 3, (CutPart("damelo"),))))[5:] == [
        "1\tdamelo\tdar\tVERB\t_\t_\t0\troot\t0:root\tGloss=give|A=b|C=d",
        "1.1\t_\t_\t_\t_\t_\t_\t_\t1:dep\t_",
        "1.2\t_\t_\t_\t_\t_\t_\t_\t1.1:dep|2:dep\t_",
        "2\tya\tya\tADV\t_\t_\t1\tadvmod\t1:advmod\t_",
    ]


def test_what_misc_says_of_a_range_that_goes_is_of_its_word_alone():
    after = lines(made(SPANISH, Cut(1, 1, 3, (CutPart("damelo"),)), Cut(1, 4, 4, (CutPart("y"), CutPart("a")))))
    assert after[8].split("\t")[:2] + after[8].split("\t")[-1:] == ["2-3", "ya", "_"]


def test_another_part_keeps_head_and_dependents_and_one_may_hang_on_the_next():
    parts = (CutPart("d", (), -2, "x"), CutPart("a", (), None, "y"), CutPart("r"))
    after = lines(made(SPANISH, Cut(1, 1, 1, parts, 2)))
    assert after[5].startswith("1-5\tdamelo")
    assert [line.split("\t")[6:9] for line in after[6:9]] == [
        ["2", "x", "2:x"],
        ["3", "y", "3:y"],
        ["0", "root", "0:root"],
    ]
    assert after[9].split("\t")[6] == "3"


def test_tokens_without_a_blank_between_them_become_one():
    assert lines(made(SPANISH, Cut(0, 3, 4, (CutPart("mar."),))))[3:5] == [
        "3\tmar.\tmar\tNOUN\t_\t_\t1\tobl\t1:obl:del\t_",
        lines(SPANISH)[5],
    ]
    for parts, told in (((CutPart("mar"), CutPart(".")), "not of one token"), ((CutPart("mar"),), "is written: mar.")):
        assert told in why_not(loads(SPANISH), Cut(0, 3, 4, parts))


def test_the_joined_word_keeps_the_head_of_the_one_nearest_to_the_root():
    text = SPANISH.replace("1\tda\tdar\tVERB\t_\t_\t0\troot\t0:root", "1\tda\tdar\tVERB\t_\t_\t4\tdep\t4:dep")
    text = text.replace("4\tya\tya\tADV\t_\t_\t1\tadvmod\t1:advmod", "4\tya\tya\tADV\t_\t_\t3\tadvmod\t3:advmod")
    text = text.replace("3\tlo\tél\tPRON\t_\t_\t1\tobj\t1:obj", "3\tlo\tél\tPRON\t_\t_\t0\troot\t0:root")
    after = lines(made(text, Cut(1, 1, 3, (CutPart("damelo"),))))
    assert after[5].split("\t")[6:9] == ["0", "root", "0:root"] and after[-1].split("\t")[6:8] == ["1", "advmod"]


def test_predicates_and_second_analyses_follow():
    one = made(ROLES, Cut(0, 1, 2, (CutPart("DieKatze"),)), name="conll2009")
    assert lines(one) == [
        "1\tDieKatze\tk\tk\tN\tN\t_\t_\t2\t2\tsubj\tsubj\tY\tk.1\t_\tA0",
        "2\tschlief\ts\ts\tV\tV\t_\t_\t0\t0\troot\troot\tY\ts.1\tA2\t_",
    ]
    three = made(ROLES, Cut(0, 2, 2, (CutPart("Kat", (), None, "x"), CutPart("ze")), 1), name="conll2009")
    assert lines(three) == [
        "1\tDie\td\td\tA\tA\t_\t_\t3\t3\tdet\tdet\t_\t_\t_\tA1",
        "2\tKat\t_\t_\t_\t_\t_\t_\t3\t_\tx\t_\t_\t_\t_\t_",
        "3\tKatze\tk\tk\tN\tN\t_\t_\t4\t4\tsubj\tsubj\tY\tk.1\t_\tA0".replace("Katze", "ze"),
        "4\tschlief\ts\ts\tV\tV\t_\t_\t0\t0\troot\troot\tY\ts.1\tA2\t_",
    ]


def test_what_cannot_be_cut_is_told():
    bank, many = loads(SPANISH), (CutPart("x"),) * (MOST + 1)
    for cut, told in (
        (Cut(1, 3, 4, (CutPart("loya"),)), "not of one token"),
        (Cut(0, 2, 3, (CutPart("delmar"),)), "not of one token"),
        (Cut(0, 3, 3, (CutPart("mer"),)), "is written: mar"),
        (Cut(1, 1, 3, (CutPart("dámelo"),)), "is written: damelo"),
        (Cut(0, 4, 5, (CutPart("."),)), "no such words"),
        (Cut(0, 1, 1, many), "from 1 to 100"),
        (Cut(0, 1, 1, (CutPart("V"), CutPart(""))), "none is empty"),
        (Cut(0, 1, 1, (CutPart("V"), CutPart("o", (), 9))), "not in the sentence"),
    ):
        assert told in why_not(bank, cut), cut
    assert "predicates" in why_not(loads(ROLES, "conll2009"), Cut(0, 2, 3, (CutPart("x"),)))
    assert "is written: Katze" in why_not(loads(ROLES, "conll2009"), Cut(0, 2, 2, (CutPart("x"),)))
    assert "brackets" in why_not(loads("(S (N a) (V b))\n", "brackets"), Cut(0, 1, 2, (CutPart("ab"),)))


@given(st.data())
def test_to_split_and_to_join_gives_the_old_bytes(data):
    """All heads point at words meanwhile, and what stands for each word still has its form."""
    bank = loads(TWICE)
    places = [(row, word) for row, words in enumerate((4, 4, 4, 4)) for word in range(1, words + 1)]
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True, min_size=1, max_size=6))
    cuts, back = [], []
    for row, word in sorted(chosen):
        form = bank.sentence(row).words[word - 1].form
        parts = data.draw(st.integers(2, 5))
        keeper = data.draw(st.integers(0, parts - 1))
        own = tuple(CutPart(form if n == keeper else f"p{n}", (), None, "dep") for n in range(parts))
        cuts.append(Cut(row, word, word, own, keeper))
        before = sum(len(cut.parts) - 1 for cut in cuts[:-1] if cut.sentence == row)
        back.append(Cut(row, word + before, word + before + parts - 1, (CutPart(form),)))
    split = recut(bank, cuts)
    again = loads(as_bytes(split).decode())
    for row, sentence in enumerate(bank):
        now, _ = numbers(len(sentence.words), [cut for cut in cuts if cut.sentence == row])
        forms = [one.form for one in again.sentence(row).words]
        assert [forms[place - 1] for place in now[1:]] == [one.form for one in sentence.words]
    assert [one for one in validate(again) if one.rule not in ("unknown-upos",)] == []
    assert all(word.head is not None and word.head <= len(own.words) for own in again for word in own.words)
    assert [why_not(again, cut) for cut in back] == [""] * len(back)
    assert as_bytes(recut(again, back)).decode() == TWICE
