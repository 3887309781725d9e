"""Small files of each format of the CoNLL family, and what files in the wild do to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from goldleaf.core.formats.source import Border, Part, Source

CONLLX = """\
1\tDie\tdie\tART\tART\tnum=sg|gen=f\t2\tdet\t2\tdet
2\tKatze\tKatze\tN\tNN\t_\t3\tsubj\t3\tsubj
3\tschläft\tschlafen\tV\tVVFIN\t_\t0\troot\t0\troot

1\tJa\t_\tITJ\tITJ\t_\t0\troot\t_\t_

"""

EIGHT_COLUMNS = "".join("\t".join(line.split("\t")[:8]) + "\n" for line in CONLLX.splitlines())

CONLLU = """\
# newdoc id = sea
# sent_id = sea-1
# text = Vámonos al mar.
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\t_\tMood=Imp|Number=Plur\t0\troot\t0:root\t_
2\tnos\tnosotros\tPRON\t_\tCase=Acc\t1\tobj\t1:obj|5.1:nsubj\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\tLang=es
3\ta\ta\tADP\t_\t_\t5\tcase\t5:case\t_
4\tel\tel\tDET\t_\t_\t5\tdet\t5:det\t_
5\tmar\tmar\tNOUN\t_\t_\t1\tobl\t1:obl:a\tSpaceAfter=No
5.1\t_\tir\tVERB\t_\t_\t_\t_\t1:conj\t_
6\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

# sent_id = sea-2
# text = ¡Sí!
1\t¡\t¡\tPUNCT\t_\t_\t2\tpunct\t2:punct\tSpaceAfter=No
2\tSí\tsí\tINTJ\t_\t_\t0\troot\t0:root\tSpaceAfter=No
3\t!\t!\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

"""

CONLL2008 = """\
1\tFranc-based\tfranc-based\tJJ\tJJ\tFranc\tfranc\tNN\t3\tAMOD\t_\tA2\t_
2\t_\t_\t_\t_\t-\t-\tHYPH\t3\tHYPH\t_\t_\t_
3\t_\t_\t_\t_\tbased\tbase\tVBN\t4\tNMOD\tbase.01\t_\t_
4\ttrading\ttrading\tNN\tNN\ttrading\ttrading\tNN\t5\tSBJ\t_\tA1\tA1
5\tbegan\tbegin\tVBD\tVBN\tbegan\tbegin\tVBD\t0\tROOT\tbegin.01\t_\t_

1\tYes\tyes\tUH\tUH\tYes\tyes\tUH\t0\tROOT\t_

1\tGo\tgo\tVB\tVB\tGo\tgo\tVB\t0\tROOT\tgo.01\t_
2\thome\thome\tRB\tNN\thome\thome\tRB\t1\tDIR\t_\tA4

"""

CONLL2009 = """\
1\tThe\tthe\tthe\tDT\tDT\t_\t_\t2\t2\tNMOD\tNMOD\t_\t_\t_\t_
2\tcat\tcat\tcat\tNN\tNN\t_\t_\t3\t3\tSBJ\tSBJ\t_\t_\tA0\tA0
3\tbegan\tbegin\tbegin\tVBD\tVBD\t_\t_\t0\t0\tROOT\tROOT\tY\tbegin.01\t_\t_
4\tto\tto\tto\tTO\tTO\t_\t_\t3\t3\tOPRD\tOPRD\t_\t_\tA1\t_
5\trun\trun\trun\tVB\tVB\t_\t_\t4\t4\tIM\tIM\tY\trun.02\t_\t_

1\tYes\tyes\tyes\tUH\tUH\t_\t_\t0\t0\tROOT\tROOT\t_\t_

1\tGo\tgo\tgo\tVB\tVB\t_\t_\t0\t0\tROOT\tROOT\tY\tgo.01\t_
2\thome\thome\thome\tRB\tNN\t_\t_\t1\t1\tDIR\tOBJ\t_\t_\tA4

"""

PASCAL = """\
1\tdogs\tdog\tN\tNNS\tNOUN\t_\t2\tsubj
2\tbark\tbark\tV\tVBP\tVERB\t_\t0\troot

1\tYes\tyes\tI\tUH\tX\t_\t0\troot

"""

SDP = """\
#SDP 2015
#20001001
1\tThe\tthe\tDT\t-\t+\tq:i-h-h\t_\t_
2\tcat\tcat\tNN\t-\t-\tn:x\tBV\tARG1
3\truns\trun\tVBZ\t+\t+\tv:e-i-p\t_\t_

#20001002
1\tYes\tyes\tUH\t+\t-\t_

"""

SDP_2014 = "".join("\t".join(line.split("\t")[:6] + line.split("\t")[7:]) + "\n" for line in SDP.splitlines()[1:])

CUPT = """\
# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE
# source_sent_id = . . a-1
# text = She didn't take it into account
1\tShe\tshe\tPRON\tPRP\t_\t4\tnsubj\t4:nsubj\t_\t*
2-3\tdidn't\t_\t_\t_\t_\t_\t_\t_\t_\t*
2\tdid\tdo\tAUX\tVBD\t_\t4\taux\t4:aux\t_\t*
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t4:advmod\t_\t*
4\ttake\ttake\tVERB\tVB\t_\t0\troot\t0:root\t_\t1:VID;2:IAV
5\tit\tit\tPRON\tPRP\t_\t4\tobj\t4:obj\t_\t*
6\tinto\tinto\tADP\tIN\t_\t7\tcase\t7:case\t_\t1;2
7\taccount\taccount\tNOUN\tNN\t_\t4\tobl\t4:obl:into\t_\t1
7.1\tbe\tbe\tVERB\tVB\t_\t_\t_\t4:conj\t_\t*

# source_sent_id = . . a-2
# text = Yes
1\tYes\tyes\tINTJ\tUH\t_\t0\troot\t0:root\t_\t*

"""

SAMPLES = {
    "conllx": CONLLX,
    "conllx with eight columns": EIGHT_COLUMNS,
    "conllu": CONLLU,
    "conll2008": CONLL2008,
    "conll2009": CONLL2009,
    "pascal": PASCAL,
    "cupt": CUPT,
    "sdp": SDP,
    "sdp without frames": SDP_2014,
}


def format_of(sample: str) -> str:
    """The name of the format of a sample."""
    return sample.split()[0]


def _mixed(text: bytes) -> bytes:
    """Every third line ends in CRLF."""
    lines = text.splitlines(keepends=True)
    return b"".join(line.replace(b"\n", b"\r\n") if n % 3 == 1 else line for n, line in enumerate(lines))


VARIANTS: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda text: text,
    "CRLF": lambda text: text.replace(b"\n", b"\r\n"),
    "mixed line ends": _mixed,
    "CRLF and some LF": lambda text: text.replace(b"\n", b"\r\n").replace(b"root\r\n", b"root\n"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "no blank line at the end": lambda text: text[:-1],
    "no line end at the end": lambda text: text[:-2],
    "no line end at the end, CRLF": lambda text: text[:-2].replace(b"\n", b"\r\n"),
    "blank lines before": lambda text: b"\n\n" + text,
    "blank lines between": lambda text: text.replace(b"\n\n", b"\n\n\n\n"),
    "blank lines after": lambda text: text + b"\n\n",
    "lines of blanks between": lambda text: text.replace(b"\n\n", b"\n \n\t\n\n"),
    "lines of blanks after": lambda text: text + b" \n\t\t\n  ",
    "comments before, inside and after": lambda text: b"#\n\n# a\n" + text.replace(b"\n2\t", b"\n# b\t\n2\t") + b"# c",
    "carriage return at the end": lambda text: text + b"\r",
    "several copies": lambda text: text * 3,
}


_PARTS = Source.parts


def parts_of(size: int) -> Callable[..., Iterator[Part]]:
    """What cuts texts into parts of so many bytes, whatever a reader would have; for `Source.parts`."""

    def cut(source: Source, border: Border, **_: int) -> Iterator[Part]:
        return _PARTS(source, border, first=size, size=size)

    return cut
