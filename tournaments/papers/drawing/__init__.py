"""How papers are drawn."""
