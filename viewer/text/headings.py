"""What the names of the columns of breakdowns say: what stands above them where people read them. No Qt."""

from __future__ import annotations

from collections.abc import Mapping

_HEADINGS: Mapping[str, str] = {
    "deprel": "Relation",
    "system": "Parse",
    "f1": "F1",
    "ned": "NED",
    "_": "_",  # a tag of contingency tables
    "number": "Sentence",
    "form": "Word",
    "form_before": "Word before",
    "form_before_2": "Word before that",
    "tag_before_2": "Tag before that",
    "form_after": "Word after",
    "form_after_2": "Word after that",
    "tag_after_2": "Tag after that",
    "errors": "Wrong",
    "head_errors": "Wrong head",
    "label_errors": "Wrong label",
    "both_wrong": "Both wrong",
    "extra_fixed": "Extra in A only",
    "extra_broken": "Extra in B only",
    "extra_both": "Extra in both",
    "gold_frame": "Frame in the gold",
    "parse_frame": "Frame in the parse",
    "gold_direction": "Head in the gold",
    "parse_direction": "Head in the parse",
    "head_offset": "Heads apart",
    "expected_deprel": "Gold's relation",
    "found_deprel": "Parse's relation",
    "description": "In words",
    "needs_penn_labels": "Needs Penn labels",
}


_SHARES = frozenset({"precision", "recall", "f1"})


def is_share(name: str) -> bool:
    """Whether a column of this name has fractions of 1."""
    return name in _SHARES or name.endswith("_share")


def titled(name: str) -> str:
    """The heading of a column of this name: ``deprel`` is Relation, ``right_head`` is Right head."""
    plain = name.replace("_", " ")
    return _HEADINGS.get(name, f"{plain[:1].upper()}{plain[1:]}")
