"""Rounds: their pairings and boards."""
