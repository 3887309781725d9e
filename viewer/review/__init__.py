"""Reviewing: who decided what, kept in a file of its own, and the treebank that comes of it. No Qt.

`store` keeps the judgements, in a file of `database`, `states` says what they come to, `result` makes and writes the
corrected treebank, layer by layer; `exchange` reads and writes judgements as CSV, `report` sums them up,
`reviewer_agreement` compares reviewers, `team` divides sessions and puts them together.
"""
