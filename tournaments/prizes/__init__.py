"""Prizes: what is announced, for which categories, and who gets it."""
