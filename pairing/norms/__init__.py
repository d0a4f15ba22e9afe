"""Norms for GM, IM, WGM and WIM (B.01): every condition by itself, and what is still needed."""

from pairing.norms.conditions import (
    COUNTED_TITLES,
    NORM_TITLES,
    UNRATED,
    Championship,
    Condition,
    Foreigners,
    Format,
    NormEvent,
    foreigners,
)
from pairing.norms.verdict import Forecast, Norm, forecast, norm, norm_titles

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
