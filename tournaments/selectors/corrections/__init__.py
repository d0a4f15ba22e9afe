"""Corrections of published games: the case that applies, plans and previews of one, and those made."""
