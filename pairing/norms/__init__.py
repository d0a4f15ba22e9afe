"""Norms for GM, IM, WGM and WIM (B.01): every condition by itself, and what is still needed."""

from pairing.norms.case import UNRATED
from pairing.norms.conditions import Condition
from pairing.norms.event import Championship, Foreigners, Format, NormEvent, foreigners
from pairing.norms.outlook import Forecast, forecast
from pairing.norms.requirements import COUNTED_TITLES, NORM_TITLES
from pairing.norms.verdict import Norm, norm, norm_titles

__all__ = [
    "COUNTED_TITLES",
    "NORM_TITLES",
    "UNRATED",
    "Championship",
    "Condition",
    "Forecast",
    "Foreigners",
    "Format",
    "Norm",
    "NormEvent",
    "forecast",
    "foreigners",
    "norm",
    "norm_titles",
]
