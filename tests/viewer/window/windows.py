"""Small files for tests of the window, and keys sent to its pictures."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

GOLD = """# sent_id = a-1
# text = The cat read a book.
1	The	the	DET	DT	_	2	det	_	_
2	cat	cat	NOUN	NN	_	3	nsubj	_	_
3	read	read	VERB	VBD	_	0	root	_	_
4	a	a	DET	DT	_	5	det	_	_
5	book	book	NOUN	NN	_	3	obj	_	SpaceAfter=No
6	.	.	PUNCT	.	_	3	punct	_	_

# sent_id = a-2
1	It	it	PRON	PRP	_	2	nsubj	_	_
2	slept	sleep	VERB	VBD	_	0	root	_	_

# sent_id = a-3
1	Dogs	dog	NOUN	NNS	_	2	nsubj	_	_
2	bark	bark	VERB	VBP	_	0	root	_	_
3	loudly	loudly	ADV	RB	_	2	advmod	_	_

"""
PARSE = (
    GOLD.replace("5\tbook\tbook\tNOUN\tNN\t_\t3\tobj", "5\tbook\tbook\tNOUN\tNN\t_\t2\tnmod")
    .replace("6\t.\t.\tPUNCT\t.\t_\t3\tpunct", "6\t.\t.\tPUNCT\t.\t_\t5\tpunct")
    .replace("3\tloudly\tloudly\tADV\tRB\t_\t2\tadvmod", "3\tloudly\tloudly\tADV\tRB\t_\t2\tobl")
)


def written(folder: Path, gold: str = GOLD, parse: str | None = PARSE) -> list[Path]:
    """The texts as files: the gold, and the parse if there is one."""
    paths = []
    for name, text in (("gold", gold), ("parse", parse)):
        if text is not None:
            paths.append(folder / f"{name}.conllu")
            paths[-1].write_text(text, encoding="utf-8")
    return paths


def press(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    """Press and let go of a key in the first picture, once the actions are as things are, as a hand is never faster."""
    window.actions_.refresh()
    QTest.keyClick(window.pictures.panes.panes[0], key, modifier)


def names(window) -> tuple[str, ...]:
    """What the titles call the pictures."""
    return tuple(title.name for title in window.pictures.titles)
