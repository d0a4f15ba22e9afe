"""Ratings, and the lists that they are taken from."""
