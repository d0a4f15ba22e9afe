"""Formats of files that are read or written, from lists of players to papers for the printer."""
