"""Reads about players."""
