"""Reads about events as a whole."""
