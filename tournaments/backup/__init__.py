"""Backups, and events that move or are put away."""
