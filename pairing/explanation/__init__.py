"""Every pairing explained (C.04.1.i; 2026 art. 9), from the computation that decided it.

`facts` has the facts of a round with their articles, `text` puts them into sentences, `plain` into fewer.
"""
