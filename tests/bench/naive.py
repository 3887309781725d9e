"""The baseline: a loop that only splits the lines of two files and compares two columns."""

import sys

right = both = words = 0
with open(sys.argv[1], encoding="utf-8") as gold, open(sys.argv[2], encoding="utf-8") as parse:  # noqa: PTH123
    for gold_line, parse_line in zip(gold, parse, strict=True):
        if gold_line == "\n":
            continue
        gold_fields, parse_fields = gold_line.split("\t"), parse_line.split("\t")
        words += 1
        same_head = gold_fields[6] == parse_fields[6]
        right += same_head
        both += same_head and gold_fields[7] == parse_fields[7]
print(both / words, right / words)
