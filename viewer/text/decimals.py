"""Numbers as the text formats write them: the same digits on every machine."""

from __future__ import annotations


def decimal(value: float) -> str:
    """``value`` with at most two decimals, no trailing zeros and no negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
