"""Scheveningen: two sides, each of whose players meets each of the other side."""
