"""The FIDE (Dutch) System (C.04.3), its editions, and how their best candidates are found."""
