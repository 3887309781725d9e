"""Reviewing: who decided what, kept in a file of its own, and the treebank that comes of it. No Qt.

`store` keeps the judgements, `choices` says what they come to, `result` makes the corrected treebank, `exchange` reads
and writes them as CSV, `report` sums them up, `merge` puts sessions together.
"""
