"""Enhanced graphs with errors: seeded copies of CoNLL-U text whose DEPS and empty nodes differ."""

from __future__ import annotations

from random import Random

_LABELS = ("nsubj", "nsubj:pass", "obl:in", "obl:na:loc", "conj", "conj:a", "nmod", "ref", "advcl:když", "root")


def noised(text: str, seed: int, *, share: float = 0.2) -> str:
    """The same sentences; so much of their edges is relabeled, reattached, dropped or added, and so of empty nodes."""
    random = Random(seed)
    return "\n\n".join(_sentence(one, random, share) for one in text.rstrip("\n").split("\n\n")) + "\n\n"


def copied(text: str) -> str:
    """Every word with an enhanced edge that is its basic one, and no empty nodes."""
    return "\n".join(_copy(line) for line in text.split("\n") if not _is_empty(line))


def _copy(line: str) -> str:
    fields = line.split("\t")
    if len(fields) == 10 and fields[0].isdigit():
        fields[8] = f"{fields[6]}:{fields[7]}"
    return "\t".join(fields)


def _is_empty(line: str) -> bool:
    return "." in line.split("\t")[0] and not line.startswith("#")


def _sentence(text: str, random: Random, share: float) -> str:
    rows = [line.split("\t") if "\t" in line else [line] for line in text.split("\n")]
    empty = [row for row in rows if len(row) > 1 and "." in row[0]]
    dropped = {row[0] for row in empty if random.random() < share}
    rows = [row for row in rows if row[0] not in dropped]
    words = [row for row in rows if len(row) > 1 and row[0].isdigit()]
    if random.random() < share:
        rows = _with_empty(rows, random.choice(words)[0], random)
    names = [row[0] for row in rows if len(row) > 1 and "-" not in row[0]]
    for row in rows:
        if len(row) > 1 and "-" not in row[0]:
            kept = [part for part in row[8].split("|") if part.partition(":")[0] not in dropped]
            row[8] = _edges(kept, [name for name in names if name != row[0]], random, share)
    return "\n".join("\t".join(row) for row in rows)


def _with_empty(rows: list[list[str]], word: str, random: Random) -> list[list[str]]:
    """A further empty node behind a word, and another word that hangs on it."""
    place = next(number for number, row in enumerate(rows) if row[0] == word) + 1
    while place < len(rows) and rows[place][0].startswith(f"{word}."):
        place += 1
    index = sum(row[0].startswith(f"{word}.") for row in rows) + 1
    name = f"{word}.{index}"
    head = random.choice([row[0] for row in rows if row[0].isdigit()])
    node = [name, "_", "_", "VERB", "_", "_", "_", "_", f"{head}:conj", "_"]
    for row in random.sample([row for row in rows if row[0].isdigit()], 1):
        row[8] = f"{row[8]}|{name}:nsubj"
    return [*rows[:place], node, *rows[place:]]


def _edges(parts: list[str], names: list[str], random: Random, share: float) -> str:
    found = []
    for part in parts:
        head, _, label = part.partition(":")
        chance = random.random() / share
        if chance < 0.25:
            continue
        if chance < 0.5 and names:
            head = random.choice(names)
        elif chance < 0.75:
            label = random.choice(_LABELS)
        elif chance < 1.0 and names:
            found.append(f"{random.choice(names)}:{random.choice(_LABELS)}")
        found.append(f"{head}:{label}")
    distinct = sorted({*found} - {"_:"}, key=_order)
    return "|".join(distinct) or (f"{names[0]}:dep" if names else "0:root")


def _order(part: str) -> tuple[float, str]:
    head, _, label = part.partition(":")
    number, _, index = head.partition(".")
    return int(number) + int(index or 0) / 1000, label
