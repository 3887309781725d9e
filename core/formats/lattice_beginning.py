"""How the text of a lattice file begins; apart from its reader, for each file of numbered lines is asked."""

from __future__ import annotations

import re

_FIRST = re.compile(rb"(?:#[^\n]*\n|[ \t\r]*\n)*([^\r\n]*)")
_STATES = re.compile(rb"([0-9]{1,9})[\t-]([0-9]{1,9})(?:\t|$)")


def begins(text: bytes) -> bool:
    """Whether a text is SPMRL's: its first line has eight fields, the last a number. In CoNLL-X that is a label."""
    fields = _first_fields(text)
    return len(fields) == 8 and fields[-1].isdigit()


def begins_conllul(text: bytes) -> bool:
    """Whether a text is CoNLL-UL: its first line has three fields, or nine and no head in the eighth."""
    fields = _first_fields(text)
    return (len(fields) == 3 and b"-" in fields[0]) or (len(fields) == 9 and not fields[7].isdigit())


def _first_fields(text: bytes) -> list[bytes]:
    """The fields of the first line that is no comment; none if it does not lead from a state to a later one."""
    found = _FIRST.match(text)
    states = _STATES.match(found[1]) if found else None
    return found[1].split(b"\t") if found and states and int(states[1]) < int(states[2]) else []
