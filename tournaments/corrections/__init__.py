"""Corrections of results after the round."""
