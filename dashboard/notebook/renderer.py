"""How a notebook draws charts: alive and without a network where a kernel runs, as a picture everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import altair as alt

NAME = "sitrep"
KINDS: dict[str, Callable[..., alt.TopLevelSpec]] = {
    "layer": alt.LayerChart.from_dict,
    "hconcat": alt.HConcatChart.from_dict,
    "vconcat": alt.VConcatChart.from_dict,
    "concat": alt.ConcatChart.from_dict,
    "facet": alt.FacetChart.from_dict,
    "repeat": alt.RepeatChart.from_dict,
}
"""What makes a chart of a specification, by the key that it has; one of marks has none of them."""


_USED: list[str] = []
"""Our renderer, once this kernel has been given it: who goes back to Altair's default after that has chosen it."""


def use() -> None:
    """Have Altair draw charts so in this kernel, once, unless somebody has chosen another renderer.

    Altair's own default asks the network for its drawing program, and shows an error in place of a chart where there is none.
    """
    if NAME not in alt.renderers.names():
        alt.renderers.register(NAME, render)
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if not _USED and getattr(shell, "kernel", None) is not None:
        _USED.append(NAME)
        if alt.renderers.active == "default":
            alt.renderers.enable(NAME)


def shown(chart: alt.TopLevelMixin) -> Any:
    """Return what a kernel shows of any chart of Altair, however it was imported: ours, or by the renderer that somebody has chosen."""
    use()
    return chart._repr_mimebundle_()


def render(spec: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Return a chart as a widget that needs no network, with a picture of it for places without a kernel."""
    import vl_convert

    bundle = {"text/plain": "a chart", "image/svg+xml": vl_convert.vegalite_to_svg(spec)}
    return bundle | {kind: data for kind, data in _widget(spec).items() if kind not in bundle}


def _widget(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a chart as a widget; nothing where anywidget is not installed."""
    try:
        from altair import JupyterChart

        JupyterChart.enable_offline(True)
        chart_of = next((of for key, of in KINDS.items() if key in spec), alt.Chart.from_dict)
        made = JupyterChart(chart_of(spec, validate=False))._repr_mimebundle_()
    except ImportError:
        return {}
    return dict((made[0] if isinstance(made, tuple) else made) or {})
