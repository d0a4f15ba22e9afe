"""Norms and rating changes."""
