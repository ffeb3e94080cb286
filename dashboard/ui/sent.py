"""What Streamlit sends a browser of a chart, worked out once for as long as the chart is there.

Working it out takes as long as all else on a review that was seen before.
"""

from __future__ import annotations

import json
import weakref
from typing import Any

import altair as alt

_KEPT: dict[int, tuple[weakref.ref[alt.TopLevelMixin], str, dict[str, Any]]] = {}
"""By the identity of a chart that is there still: the chart, its specification in JSON, and its rows by the names that this gives them."""


def sent(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """Return a chart's specification with its rows beside it, not checked; what is returned may be changed.

    To be called while Streamlit gathers the rows of a chart (in `st.altair_chart`), which it lets one do at a time.
    """
    kept = _KEPT.get(id(chart))
    if kept is not None and kept[0]() is chart:
        return {**json.loads(kept[1]), "datasets": dict(kept[2])}  # of its own: Streamlit takes it apart
    spec: dict[str, Any] = chart.to_dict(validate=False)
    rows = {**spec.get("datasets", {}), **alt.data_transformers.options.get("datasets", {})}
    key = id(chart)
    _KEPT[key] = weakref.ref(chart, lambda _: _KEPT.pop(key, None)), json.dumps(spec), rows
    return spec
