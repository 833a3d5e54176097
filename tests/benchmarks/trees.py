"""Trees that LightGBM has grown, as `factcheck/doubting/forest.py` reads them."""

from __future__ import annotations

from typing import Any


def grown_trees(booster: Any) -> list[Any]:
    """The trees of a LightGBM model as `Forest` has them."""
    return [_tree(one["tree_structure"]) for one in booster.dump_model()["tree_info"]]


def _tree(node: dict[str, Any]) -> Any:
    """A tree as `Forest` has it; a sign that is not there goes to the left."""
    if "leaf_value" in node:
        return round(node["leaf_value"], 4)
    return [node["split_feature"], _tree(node["left_child"]), _tree(node["right_child"])]
