"""What evalb's parameter files say (Sekine & Collins 1997), and disco-dop's (van Cranenburgh et al. 2016).

A line is a keyword and its value; ``#`` at its beginning makes it a comment. MAX_ERROR and DEBUG are understood and
do nothing here: scoring never stops early. Pairs of EQ_LABEL and EQ_WORD are all that these equate: two labels that
equal a third are not equal. So what matches may depend on the order of the brackets (see `comparing`).

A file with a keyword that only disco-dop knows is read as that program reads it: what two labels equal is equal, too,
tags are compared as they stand, and the gold alone decides which words are deleted. LA, TED and DEP ask for scores of
other metrics and do nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from goldleaf.core.errors import FormatError, GoldleafError, Problem, shortened

BUILT_IN = ("collins", "new", "spmrl", "proper", "jp")  # settings that come with the program, in ``assets/evalb``
Pairs: TypeAlias = frozenset[tuple[str, str]]


class EvalbSettings(NamedTuple):
    """What counts, and what is equal to what."""

    name: str
    labeled: bool = True
    delete: frozenset[str] = frozenset()  # tags whose words, labels whose brackets do not count
    delete_for_length: frozenset[str] = frozenset()  # tags of words that do not count for the length
    quotes: frozenset[str] = frozenset()  # tags that a quotation mark may have by mistake
    equal_labels: Pairs = frozenset()
    equal_words: Pairs = frozenset()
    cutoff: int = 40  # scores are also given for sentences of up to so many words
    cut_labels: str = "-="  # a label ends before the first of these characters
    cut_tags: str = ""
    # What evalb does not have.
    delete_words: frozenset[str] = frozenset()  # forms
    delete_at_root: bool = False  # words right under the root of the gold's tree
    gaps_only: bool = False  # only constituents with gaps count
    by_gold: bool = False  # what is deleted from the gold is deleted from the parse, whatever its tags are there

    @property
    def described(self) -> str:
        """The name with a short hash of all that changes the figures."""
        further = ("delete_words", "delete_at_root", "gaps_only", "by_gold")  # evalb's files keep their hash
        values = [(name, value) for name, value in self._asdict().items() if value or name not in further][1:]
        parts = [(name, sorted(value) if isinstance(value, frozenset) else value) for name, value in values]
        return f"{self.name}-{sha256(repr(parts).encode()).hexdigest()[:8]}"


def load_settings(name: str) -> EvalbSettings:
    """The settings of this name, or of the file at this path. Raises GoldleafError."""
    path = Path(f"{files('goldleaf.assets')}", "evalb", f"{name}.prm") if name in BUILT_IN else Path(name)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        what = "is not UTF-8"
        if isinstance(error, FileNotFoundError):
            what = f"no such file; settings that come with it are {', '.join(BUILT_IN)}"
        elif isinstance(error, OSError):
            what = f"cannot be read: {error.strerror or error}"
        raise GoldleafError(f"{path}: {what}", path=path) from None
    return parse_settings(text, name=path.stem, path=str(path))


_SETS = {
    "DELETE_LABEL": "delete", "DELETE_LABEL_FOR_LENGTH": "delete_for_length", "QUOTE_LABEL": "quotes",
    "DELETE_WORD": "delete_words",
}  # fmt: skip
_PAIRS = {"EQ_LABEL": "equal_labels", "EQ_WORD": "equal_words"}
_SWITCHES = {"LABELED": "labeled", "DELETE_ROOT_PRETERMS": "delete_at_root", "DISC_ONLY": "gaps_only"}
_KEYWORDS = (*_SETS, *_PAIRS, *_SWITCHES, "CUTOFF_LEN", "MAX_ERROR", "DEBUG", "LA", "TED", "DEP")
_DISCO_DOP = {"DELETE_WORD", "DELETE_ROOT_PRETERMS", "DISC_ONLY", "LA", "TED", "DEP"}
_DIGITS = 9
MOST_EQUAL = 1_000  # pairs of equal labels, or words: a class of so many has a million pairs


def parse_settings(text: str, *, name: str, path: str) -> EvalbSettings:
    """Read the text of a parameter file. Raises FormatError with the line of what cannot be understood."""
    changes: dict[str, Any] = {}
    sets: dict[str, set[Any]] = {}
    keywords = set()
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("#") or not line.strip():
            continue
        keyword, *rest = line.split(maxsplit=1)
        keywords.add(keyword)
        try:
            field, value = _setting(keyword, rest[0].rstrip() if rest else "")
            if keyword in _PAIRS and len(sets.get(field, ())) == MOST_EQUAL:
                raise ValueError(f"more than {MOST_EQUAL:,} pairs of {keyword}")
        except ValueError as error:
            raise FormatError(Problem(path, number, 0, str(error))) from None
        if keyword in _SETS or keyword in _PAIRS:
            sets.setdefault(field, set()).add(value)
        elif field:
            changes[field] = value
    if keywords & _DISCO_DOP:
        changes["by_gold"] = True
        for field in _PAIRS.values():
            classes = {*_classes(sets.get(field, ())).values()}
            sets[field] = {pair for own in classes for pair in combinations(sorted(own), 2)}
    changes |= {field: frozenset(values) for field, values in sets.items()}
    return EvalbSettings(name, **changes)


def _setting(keyword: str, value: str) -> tuple[str, Any]:
    """The field that a line is about, empty for none, and its value, or a part of it. Raises ValueError."""
    if keyword not in _KEYWORDS:
        raise ValueError(f"unknown keyword {keyword}; there are {', '.join(_KEYWORDS)}")
    if not value:
        raise ValueError(f"{keyword} needs a value")
    if keyword in _SETS:
        return _SETS[keyword], value
    if keyword in _PAIRS:
        pair = value.split()
        if len(pair) != 2:
            raise ValueError(f"{keyword} needs two values, not {len(pair)}")
        return _PAIRS[keyword], (pair[0], pair[1])
    if not value.isdecimal() or len(value) > _DIGITS:
        raise ValueError(f"{keyword} is {shortened(value)!r}; expected a number of up to {_DIGITS} digits")
    if keyword in _SWITCHES:
        if int(value) > 1:
            raise ValueError(f"{keyword} is {value}; expected 0 or 1")
        return _SWITCHES[keyword], bool(int(value))
    return ("cutoff", int(value)) if keyword == "CUTOFF_LEN" else ("", None)


def _classes(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """For each label of a pair all that it equals, by way of others, too, and itself."""
    classes: dict[str, frozenset[str]] = {}
    for pair in pairs:
        whole = frozenset[str]().union(*(classes.get(label, {label}) for label in pair))
        classes |= dict.fromkeys(whole, whole)
    return classes


@cache
def representatives(pairs: Pairs) -> dict[str, str]:
    """For each label of a pair the first, by the alphabet, of those that equal it and one another (not `chained`)."""
    loose = {label for label, _ in chained(pairs)}
    return {label: min(own) for label, own in _classes(pairs).items() if label not in loose}


@cache
def chained(pairs: Pairs) -> Pairs:
    """The pairs, either way round, of labels that are equal by way of others to labels that they do not equal."""
    either = pairs | {(other, one) for one, other in pairs}
    # What hangs by a chain is in it: a class is of labels that all equal one another, or it is chained as a whole.
    ways = [frozenset(permutations(own, 2)) for own in {*_classes(pairs).values()}]
    return frozenset[tuple[str, str]]().union(*(either & own for own in ways if not own <= either))
