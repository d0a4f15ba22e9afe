"""The Swiss team pairing system (C.04.6)."""
