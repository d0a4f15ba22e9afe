"""The procedure that the Swiss team system (C.04.6) and the Double-Swiss (C.04.5) have in common."""
