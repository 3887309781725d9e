"""The baseline for trees: a loop that only finds the brackets and atoms of two files."""

import re
import sys

TOKEN = re.compile(r"[()]|[^()\s]+")
tokens = 0
for path in sys.argv[1:3]:
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            tokens += len(TOKEN.findall(line))
print(tokens)
