"""Every pairing explained (C.04.1.i; 2026 art. 9), from the computation that decided it.

`explain` gives the facts of a round with their articles, `words` puts them into words, `text` prints them.
"""
