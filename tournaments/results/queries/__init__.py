"""Reads about results."""
