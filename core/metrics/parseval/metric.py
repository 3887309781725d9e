"""ParsEval: precision and recall of brackets (Black et al. 1991), as evalb computes them (Sekine & Collins 1997).

Facts: one (label, words) for each non-terminal that counts, preterminals left out; where a constituent has gaps, its
words are a set of positions. evalb leaves sentences that cannot be compared out of every total; with
``errors=penalize`` their gold brackets count as missed, their words as wrongly tagged, and they are not complete; with
``errors=align`` brackets are compared over the words that are aligned, and those without any by their place. With
``variant=jp`` they are compared over the least stretches that both sides end alike (Jo et al. 2024). Crossing brackets
are counted in the sentences that can be compared. Where there are constituents with gaps, these are also scored apart,
and ``params=proper`` counts as disco-dop does (van Cranenburgh et al. 2016).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import numpy as np
import polars as pl

from goldleaf.core.facts import Bools, Codes, Integers, Mark, per_sentence, spread
from goldleaf.core.metrics.base import ERRORS, SIDES, WORDS_DIFFER, Metric, Option, Ratio, count_table, shaped, sides
from goldleaf.core.metrics.parseval import comparing
from goldleaf.core.metrics.parseval.comparing import NO_FUNCTION, BracketRules, ComparedBrackets
from goldleaf.core.metrics.parseval.evalb import Status, label_codes, tagged
from goldleaf.core.metrics.parseval.settings import BUILT_IN, EvalbSettings, load_settings
from goldleaf.core.structures.constituent_heads import HeadTable, load_head_table
from goldleaf.core.structures.phrase import discontinuous, position_keys
from goldleaf.core.treebank import TEXT, Treebank

KINDS = pl.Enum(["constituent", "tag", "function"])
SPMRL_CUT = "-=#"
_OF_VALID = ("complete_match", "average_crossing", "no_crossing", "two_or_less_crossing")


class ParsEval(Metric):
    """Precision, recall and F of brackets, crossing brackets, tagging and function accuracy."""

    name = "parseval"
    title = "ParsEval"
    source = "Black et al. 1991; evalb"
    options = (
        Option("params", "collins", BUILT_IN, other="FILE.prm",
               help="what counts: settings that come with it (proper: as disco-dop has it), or a file"),
        Option("errors", "drop", ("drop", "penalize", "align"), f"{ERRORS.help}; align: their words are aligned"),
        Option("variant", "evalb", ("evalb", "spmrl", "jp"),
               "spmrl: its params, errors penalized, tags cut, labels also at #; jp: its params, errors aligned, and "
               "brackets over stretches of text that both sides end alike, where errors align alone leaves words out"),
        Option("discontinuous_only", "false", ("false", "true"),
               "compare only constituents that have gaps; where there are any they are also scored beside all"),
        Option("head_table", "none", ("none",), other="FILE",
               help="also compare the dependencies that a table of heads makes of the trees"),
    )  # fmt: skip
    ratios = {
        "f1": Ratio("matched_twice", "all_brackets"),
        "precision": Ratio("matched", "parse_brackets"),
        "recall": Ratio("matched", "gold_brackets"),
        "complete_match": Ratio("complete", "scored"),
        "average_crossing": Ratio("crossing", "valid", percent=False, higher_is_better=False),
        "no_crossing": Ratio("without_crossing", "valid"),
        "two_or_less_crossing": Ratio("little_crossing", "valid"),
        "tagging_accuracy": Ratio("right_tags", "tags"),
        "function_accuracy": Ratio("right_functions", "functions"),
        # Those with gaps apart, as disco-dop reports them; where neither side has any they are left out.
        "discontinuous_f1": Ratio("matched_gaps_twice", "all_gaps"),
        "discontinuous_precision": Ratio("matched_gaps", "parse_gaps"),
        "discontinuous_recall": Ratio("matched_gaps", "gold_gaps"),
        "discontinuous_match": Ratio("complete_gaps", "scored_gaps"),
        # With a head table
        "dependencies": Ratio("right_heads", "tags"),
        "dependencies_labeled": Ratio("right_dependencies", "tags"),
    }
    reported = ("sentences", "error", "skip", "valid", "matched", "gold_brackets", "parse_brackets")
    titles = {"average_crossing": "Mean crossing", "two_or_less_crossing": "≤ 2 crossing", "discontinuous": "Disc."}
    differences = "wrong"
    compares = ("constituents",)
    columns = frozenset({"form", "coarse_tag", "parent"})
    key = ("kind", "label", "yield")
    further = ("first", "last")
    not_compared = ("error", "skip")
    counts_sentences = ("complete", "scored", "valid", "without_crossing", "little_crossing", "sentences")
    views = ("tree",)
    breaks_down = "constituents"

    def __init__(self, **chosen: str) -> None:
        errors = {"spmrl": "penalize", "jp": "align"}.get(variant := chosen.get("variant", ""))
        if errors is not None:
            chosen = {"params": variant, "errors": errors} | chosen
        super().__init__(**chosen)
        self._loaded = load_settings(self.chosen["params"])
        self._heads: HeadTable | None = None
        if self.chosen["head_table"] != "none":
            self._heads = load_head_table(self.chosen["head_table"])
            self.columns = ParsEval.columns | {"function"}
        settings = self._loaded
        if self.chosen["variant"] == "spmrl":
            # Its labels are cut, too: ``-NONE-`` then deletes what has no label, but no words.
            delete = frozenset(re.split(f"[{SPMRL_CUT}]", label)[0] for label in settings.delete)
            settings = settings._replace(delete=delete, cut_labels=SPMRL_CUT, cut_tags=SPMRL_CUT)
        elif self.chosen["variant"] == "jp":  # it passes over what has no label
            settings = settings._replace(delete=settings.delete | {""}, cut_labels="-")
        self.rules = BracketRules(
            settings,
            penalize=self.chosen["errors"] != "drop",  # those without a parse, if others are aligned
            gaps_only=settings.gaps_only or self.chosen["discontinuous_only"] == "true",
            align=self.chosen["errors"] == "align",
            stretches=self.chosen["variant"] == "jp",
        )
        if self.rules.gaps_only:
            self.title = f"{ParsEval.title} disc."

    @property
    def described(self) -> dict[str, str]:
        # Two files of one name may say other things: the hash tells them apart.
        found = self.chosen | {"params": self._loaded.described}
        heads = found.pop("head_table")
        if self._heads is not None:
            found["head_table"] = f"{Path(heads).stem}-{sha256(repr(self._heads.rules).encode()).hexdigest()[:8]}"
        return found

    @property
    def subsets(self) -> dict[str, pl.Expr]:
        limit = self.rules.settings.cutoff
        return {f"up to {limit} words": pl.col("length") <= limit}

    @property
    def bracketing(self) -> EvalbSettings:
        return self.rules.settings._replace(gaps_only=self.rules.gaps_only)

    def fitted(self, gold: Treebank, parse: Treebank) -> ParsEval:
        """Without functions, if one side has none at all: a parser that gives none has not got them wrong. With a score
        of those with gaps, if either side has any."""
        functions = all((side.nodes["function"] != NO_FUNCTION).any() for side in (gold, parse))
        gaps = not self.rules.gaps_only and any(discontinuous(side.nodes).any() for side in (gold, parse))
        return self.changed(rules=self.rules._replace(functions=functions, gaps=gaps))

    @property
    def fit(self) -> str:
        return ", ".join("no " * (not getattr(self.rules, name)) + name for name in ("functions", "gaps"))

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        done = comparing.compared_brackets(gold, parse, self.rules)
        status, valid, sentences = done.pairing.status, done.pairing.valid, len(gold)
        # Without a parse, a sentence counts in jp-evalb's means like any other.
        meant = valid | (done.rules.stretches & done.rules.align)
        ours, theirs = done.marks
        matched = per_sentence(ours == Mark.MATCHED, done.gold.sentence, sentences)
        all_gold = per_sentence(ours != Mark.NOT_SCORED, done.gold.sentence, sentences)
        all_parse = per_sentence(theirs != Mark.NOT_SCORED, done.parse.sentence, sentences)
        crossed = per_sentence(comparing.crossing(gold, parse, done), done.parse.sentence, sentences)
        rated = valid | done.rules.penalize
        if done.rules.gaps_only:  # a sentence where there is nothing to find is no success
            rated = rated & (all_gold + all_parse > 0)
        complete = rated & valid & (matched == all_gold) & (matched == all_parse)
        kept = done.pairing.gold, done.pairing.parse
        for side, own, shared in zip((gold, parse), kept, done.pairing.shared, strict=True):
            complete &= (_of_words(side, own & ~shared) == 0) | done.rules.stretches
        tags = _of_words(gold, comparing.words_that_count(gold, done))
        tagged_right = comparing.same_tags(gold, parse, done)
        right_tags = per_sentence(tagged_right, gold.sentence_of_word[done.pairing.gold_rows], sentences)
        with_any, _, same_function = comparing.functions(gold, parse, done)
        sentence = done.gold.sentence[with_any]
        with_function = np.bincount(sentence, minlength=sentences).astype(np.uint32)
        right_functions = per_sentence(same_function, sentence, sentences)
        # A bracket, tag or function that the parse has instead of the gold's is one mistake with it.
        at = done.gold.sentence[comparing.other_labels(done)[0]]
        relabelings = np.bincount(at, minlength=sentences).astype(np.uint32)
        wrong = all_gold + all_parse - 2 * matched - relabelings + (with_function - right_functions)
        counts = {
            "matched": matched, "gold_brackets": all_gold, "parse_brackets": all_parse,
            "matched_twice": 2 * matched, "all_brackets": all_gold + all_parse,
            "wrong": wrong + (tags - right_tags) * (not done.rules.gaps_only),
            "complete": complete, "scored": rated, "crossing": crossed,
            # *No crossing* and *2 or less crossing* of evalb's summary, a share of the sentences.
            "without_crossing": meant & (crossed == 0), "little_crossing": meant & (crossed <= 2),
            "right_tags": right_tags, "tags": tags, "right_functions": right_functions, "functions": with_function,
            "length": _of_words(gold, ~tagged(gold, self.rules.settings.delete_for_length)),
            "valid": meant, "error": status == Status.ERROR, "skip": status == Status.SKIP,
            "sentences": np.ones(sentences),
        }  # fmt: skip
        if done.rules.gaps:
            gold_gaps, parse_gaps, matched_gaps = (
                per_sentence(chosen & side.gap, side.sentence, sentences)
                for side, chosen in (
                    (done.gold, ours != Mark.NOT_SCORED),
                    (done.parse, theirs != Mark.NOT_SCORED),
                    (done.gold, ours == Mark.MATCHED),
                )
            )
            with_gaps = rated & (gold_gaps + parse_gaps > 0)
            counts |= {
                "matched_gaps": matched_gaps, "gold_gaps": gold_gaps, "parse_gaps": parse_gaps,
                "matched_gaps_twice": 2 * matched_gaps, "all_gaps": gold_gaps + parse_gaps,
                "complete_gaps": with_gaps & valid & (matched_gaps == gold_gaps) & (matched_gaps == parse_gaps),
                "scored_gaps": with_gaps,
            }  # fmt: skip
        if self._heads is not None:
            right, labeled = comparing.same_heads(gold, parse, done, self._heads)
            sentence = gold.sentence_of_word[done.pairing.gold_rows]
            counts["right_heads"] = per_sentence(right, sentence, sentences)
            counts["right_dependencies"] = per_sentence(labeled, sentence, sentences)
        return count_table(counts, sentences)

    def why_not(self, counts: Mapping[str, int]) -> str | None:
        if counts["error"]:
            why = f"{WORDS_DIFFER} once {self._loaded.name} leaves some out by their tags; TedEval keeps all"
            if self.chosen["variant"] != "spmrl":
                return why
            # Without -X the SPMRL program has such sentences among its valid ones, with nothing counted in them.
            return f"{why}; {', '.join(_OF_VALID)} cannot be compared with the program without its option -X"
        return "the parse has no words" if counts["skip"] else None

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """All nodes of the gold, and those nodes of the parse that match none; then the functions that count,
        and the tags if not only constituents with gaps do. Brackets that do not count are NOT_SCORED.

        ``kind`` is constituent, tag or function, ``label`` what it has. ``position`` is null for a node without words,
        ``yield`` (uint64) the sum of its words' keys, all words counted. What is wrong is MISSING with what the gold
        has and EXTRA with what the parse has; ``wrong`` counts such a pair once. Further columns: ``partner`` (the
        other one's node, of a tag its word's position), ``compared_as`` (the label as it is compared), ``unlabeled``
        (the mark without the label), ``crossing`` (a bracket of the parse that crosses one of the gold), ``gold_node``
        and ``parse_node`` (null where it is in one of them only, and of tags), ``function`` (of the gold if it is
        there), ``parse_function``, ``first`` and ``last``."""
        done = comparing.compared_brackets(gold, parse, self.rules)
        makers = {"constituent": _constituents, "tag": _tags, "function": _functions}
        if self.rules.gaps_only:
            del makers["tag"]  # nor are wrong ones counted as differences
        parts = (make(gold, parse, done).with_columns(kind=pl.lit(kind, KINDS)) for kind, make in makers.items())
        order, descending = ("sentence", "first", "last"), [False, False, True]
        rows = pl.concat(parts, how="diagonal").sort(*order, descending=descending, maintain_order=True)
        return shaped(rows, self.key)


def _of_words(treebank: Treebank, chosen: Bools) -> Codes:
    return per_sentence(chosen, treebank.sentence_of_word, len(treebank))


def _constituents(gold: Treebank, parse: Treebank, done: ComparedBrackets) -> pl.DataFrame:
    """The gold's nodes, and those of the parse that match none."""
    pairs, others = comparing.matched_nodes(done), comparing.other_labels(done)
    crossed = comparing.crossing(gold, parse, done)
    is_crossed = spread(gold.nodes.height, pairs[0], crossed[pairs[1]])
    columns = ("sentence", "label", "function", "first", "last", "yield", "node")
    of_gold, of_parse = (
        side.nodes.select(
            *columns,
            pl.Series(label_codes(side, done.rules.settings)).cat.to(TEXT).alias("compared_as"),
            pl.Series("mark", mark, pl.UInt8),
            # Over the words of a node with another label it is right but for the label.
            pl.Series("unlabeled", np.where(np.isin(np.arange(len(mark)), rows[0]), Mark.MATCHED, mark), pl.UInt8),
            pl.Series("crossing", crosses, pl.Boolean),
            _partners(other.nodes["node"], rows, len(mark)).alias("partner"),
        )
        for side, other, mark, rows, crosses in (
            (gold, parse, done.marks.gold, others, is_crossed),
            (parse, gold, done.marks.parse, others[::-1], crossed),
        )
    )
    in_parse = (_partners(parse.nodes[name], pairs, of_gold.height) for name in ("node", "function"))
    of_gold = of_gold.with_columns(gold_node="node", parse_node=next(in_parse), parse_function=next(in_parse))
    nothing = pl.lit(None, pl.UInt32)
    of_parse = of_parse.with_columns(gold_node=nothing, parse_node="node", parse_function="function")
    in_both = of_gold["parse_node"].is_not_null().to_numpy()
    alone = of_parse.filter(pl.col("mark") != Mark.MATCHED)
    of_gold = of_gold.with_columns(side=sides(in_both, "gold"))
    rows = pl.concat([of_gold, alone.with_columns(side=pl.lit("parse", SIDES))])
    return rows.with_columns(position=pl.when(pl.col("first") > 0).then("first")).drop("node")


def _partners(column: pl.Series, pairs: tuple[Integers, Integers], size: int) -> pl.Series:
    """For each node of one side the value of its partner on the other, null without one."""
    row = spread(size, pairs[0], pairs[1], len(column))
    return column.extend_constant(None, 1).gather(row)


def _tags(gold: Treebank, parse: Treebank, done: ComparedBrackets) -> pl.DataFrame:
    """The tags of the gold's words that count, and those that the parse has instead."""
    rows = np.flatnonzero(comparing.words_that_count(gold, done))
    partner = np.full(len(rows), parse.words.height, np.int64)
    place = np.searchsorted(rows, done.pairing.gold_rows)
    partner[place] = done.pairing.parse_rows
    same = spread(len(rows), place, comparing.same_tags(gold, parse, done))
    wrong = ~same & (partner < parse.words.height)
    of_gold, of_parse = (
        words.select("sentence", "position", label="coarse_tag", first="position", last="position").with_columns(
            pl.Series("yield", position_keys(words["position"].to_numpy()), pl.UInt64)
        )
        for words in (gold.words[rows], parse.words[partner[wrong]])
    )
    position = parse.words["position"].extend_constant(None, 1)
    of_gold = of_gold.with_columns(partner=position.gather(np.where(wrong, partner, parse.words.height)))
    sentence, partner_position = (of_gold[name].filter(pl.Series(wrong)) for name in ("sentence", "position"))
    return _marked(of_gold, of_parse.with_columns(sentence=sentence, partner=partner_position), same)


def _functions(gold: Treebank, parse: Treebank, done: ComparedBrackets) -> pl.DataFrame:
    """The functions of matched nodes, and those that the parse has instead."""
    gold_rows, parse_rows, same = comparing.functions(gold, parse, done)
    ours, theirs = gold.nodes[gold_rows], parse.nodes[parse_rows]
    nodes = ours["node"].alias("gold_node"), theirs["node"].alias("parse_node")
    columns = ("sentence", "first", "last", "yield", pl.col("function").alias("label"))
    of_gold, of_parse = (side.select(*columns, *nodes, position="first") for side in (ours, theirs))
    of_gold = of_gold.with_columns(partner=nodes[1].zip_with(pl.Series(~same), pl.Series([None], dtype=pl.UInt32)))
    of_parse = of_parse.with_columns(partner=nodes[0], sentence=ours["sentence"]).filter(pl.Series(~same))
    return _marked(of_gold, of_parse, same)


def _marked(of_gold: pl.DataFrame, of_parse: pl.DataFrame, same: Bools) -> pl.DataFrame:
    """Labels of the gold, and those that the parse has instead of wrong ones, with marks and sides."""
    mark = np.where(same, Mark.MATCHED, Mark.MISSING).astype(np.uint8)
    unlabeled = np.where(of_gold["partner"].is_not_null(), Mark.MATCHED, mark).astype(np.uint8)
    of_gold = of_gold.with_columns(mark=pl.Series(mark), unlabeled=pl.Series(unlabeled), side=sides(same, "gold"))
    alone = {"mark": pl.lit(Mark.EXTRA, pl.UInt8), "unlabeled": pl.lit(Mark.MATCHED, pl.UInt8)}
    of_parse = of_parse.with_columns(**alone, side=pl.lit("parse", SIDES))
    rows = pl.concat([of_gold, of_parse.select(of_gold.columns)])
    return rows.with_columns(crossing=pl.lit(value=False), compared_as="label")
