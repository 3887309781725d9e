"""Trees that another library has read, or a list says: written as a text of a format, which its reader then reads.

A library is told by the module and name of an object's class, and none is imported: conllu (``TokenList``,
``TokenTree``), nltk (``Tree``), spaCy (``Doc``), Stanza and udapi (``Document``), pandas and polars (``DataFrame``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import repeat
from typing import Any

from goldleaf.core.errors import OptionError

# What a frame's columns may be called, by the field of CoNLL-U; the first ones are our own tables'.
_FIELDS = (
    ("position", "id"), ("form", "word", "token", "text"), ("lemma",), ("coarse_tag", "upos", "pos"),
    ("fine_tag", "xpos", "tag"), ("features", "feats", "morph"), ("head",), ("label", "deprel", "dep"), ("deps",),
    ("misc",),
)  # fmt: skip
_BORDERS = ("sentence", "sent_id", "sentence_id")


class InMemory(BytesIO):
    """A text of a format, made of an object; ``name`` is what messages call it."""

    def __init__(self, format_: str, name: str, text: str) -> None:
        super().__init__(text.encode())
        self.format, self.name = format_, name


def written(trees: Any) -> InMemory:  # noqa: ANN401, whatever people have in hand
    """The text of what another library has read: one of its objects, or a sequence of them, a sentence or document
    each. Of sentences that are lists, each is a list of heads (0 is the root), a list of pairs (head, label), or a pair
    of a list of heads and one of labels; numbers stand for their words. A frame has a row a word, with columns that are
    named as the fields of CoNLL-U or as those of ``Treebank.words``; a sentence ends where ``sentence`` or ``sent_id``
    changes, or where there is none, where ``id`` does not go on. Raises OptionError for anything else."""
    several = isinstance(trees, list | tuple) and bool(trees) and not _known(trees)
    pieces = [*trees] if several and all(map(_known, trees)) else [trees]
    known = _known(pieces[0])
    if known is not None:
        name, format_, write = known
        return InMemory(format_, f"<{name}>", "".join(write(piece) for piece in pieces))
    if several and all(isinstance(sentence, list | tuple) for sentence in trees):
        return InMemory("conllu", "<list>", "".join(_lines(_of_lists(sentence)) for sentence in trees))
    kind = "nothing" if trees == [] else f"{type(trees).__module__}.{type(trees).__qualname__}"
    libraries = "conllu, nltk, spaCy, Stanza or udapi"
    expected = f"a path, a treebank, trees of {libraries}, a frame, or lists of heads and labels"
    raise OptionError(f"trees: expected {expected}, not {kind}")


def _known(trees: object) -> tuple[str, str, Callable[[Any], str]] | None:
    """What an object is called, the format to write it in, and how; None for one that is of no library."""
    for kind in type(trees).__mro__:
        place = kind.__module__.partition(".")[0], kind.__name__
        if place in _LIBRARIES:
            return kind.__name__, "brackets" if place[0] == "nltk" else "conllu", _LIBRARIES[place]
    return None


def _lines(rows: Iterable[Sequence[object]], comments: Iterable[str] = ()) -> str:
    # No value may end its field or line. A word without a form is `_`, as in the format.
    lines = ("\t".join(re.sub(r"[\t\r\n]+", " ", "_" if x in ("", None) else f"{x}") for x in row) for row in rows)
    return "".join(f"{line}\n" for line in (*comments, *lines, ""))


def _of_lists(sentence: Sequence[Any]) -> Iterator[tuple[object, ...]]:
    lists = len(sentence) == 2 and all(isinstance(part, list | tuple) for part in sentence)
    if lists and all(isinstance(label, str) for label in sentence[1]):
        heads, labels = sentence
        if len(heads) != len(labels):
            raise OptionError(f"trees: a sentence has {len(heads)} heads and {len(labels)} labels")
        sentence = [*zip(heads, labels, strict=True)]
    for position, said in enumerate(sentence, 1):
        head, label = said if isinstance(said, list | tuple) else (said, "_")
        yield position, f"{position}", "_", "_", "_", "_", head, label, "_", "_"


def _frame(frame: Any) -> str:  # noqa: ANN401, of pandas or polars
    columns = {f"{name}".lower(): [*map(_value, frame[name])] for name in frame.columns}
    fields = [next((columns[name] for name in names if name in columns), None) for names in _FIELDS]
    if fields[1] is None:
        raise OptionError(f"trees: a frame of words needs a column form; there are {', '.join(columns)}")
    borders = next((columns[name] for name in _BORDERS if name in columns), None)
    sentences = list[list[list[str]]]()
    last, of_last = "", ""
    for row, values in enumerate(zip(*(field or repeat("") for field in fields[1:]), strict=False)):
        here, border = fields[0][row] if fields[0] else "", borders[row] if borders else ""
        number, of_range, _ = here.partition("-")
        starts = not here or int(number) < int(last.partition("-")[0] or 0) or here == last
        # A range stands before its first word.
        starts = bool(here) and (starts or bool(of_range and number == last))
        if not sentences or (border != of_last if borders else starts):
            sentences.append([])
        sentences[-1].append([here or f"{len(sentences[-1]) + 1}", *values])
        last, of_last = here, border
    return "".join(map(_lines, sentences))


def _value(value: Any) -> str:  # noqa: ANN401
    # pandas has floats where something is missing, and NaN for it; ids are numbers or texts.
    if value is None or value != value:
        return ""
    return f"{int(value)}" if isinstance(value, float) and value.is_integer() else f"{value}"


def _brackets(tree: Any) -> str:  # noqa: ANN401
    def piece(node: Any) -> str:  # noqa: ANN401
        if isinstance(node, tuple):  # of a chunker: a word and its tag
            return f"({_atom(node[1])} {_atom(node[0])})"
        if isinstance(node, str):
            return _atom(node)
        return f"({_atom(node.label())} {' '.join(map(piece, node))})"

    return f"{piece(tree)}\n"


def _atom(text: object) -> str:
    return re.sub(r"\s", "_", f"{text}".replace("(", "-LRB-").replace(")", "-RRB-"))


def _spacy(doc: Any) -> str:  # noqa: ANN401
    text = ""
    for sentence in doc.sents if doc.has_annotation("SENT_START") else [doc[:]]:
        rows = []
        for token in sentence:
            # A root is its own head there.
            head = 0 if token.head.i == token.i else token.head.i - sentence.start + 1
            space = "_" if token.whitespace_ else "SpaceAfter=No"
            label = "root" if token.dep_ == "ROOT" else token.dep_
            tags = token.lemma_, token.pos_, token.tag_, str(token.morph)
            rows.append((token.i - sentence.start + 1, token.text, *tags, head, label, "_", space))
        text += _lines(rows, [f"# text = {' '.join(sentence.text.split())}"])
    return text


_LIBRARIES: Mapping[tuple[str, str], Callable[[Any], str]] = {
    ("conllu", "TokenList"): lambda sentence: sentence.serialize(),
    ("conllu", "TokenTree"): lambda sentence: sentence.serialize(),
    ("conllu", "SentenceList"): lambda sentences: "".join(one.serialize() for one in sentences),
    ("nltk", "Tree"): _brackets,
    ("spacy", "Doc"): _spacy,
    ("stanza", "Document"): lambda document: f"{document:C}".rstrip("\n") + "\n\n",
    ("udapi", "Document"): lambda document: document.to_conllu_string(),
    ("pandas", "DataFrame"): _frame,
    ("polars", "DataFrame"): _frame,
}
