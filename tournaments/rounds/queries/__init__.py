"""Reads about rounds."""
