"""Corrections of published games: which case holds, what one would be and change, which were made."""
