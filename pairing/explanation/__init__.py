"""Every pairing explained (C.04.1.i; 2026 art. 9), from the computation that decided it.

`explain` and `explain_round` give the facts with their articles; `words` says them in a language.
"""

from .explain import Explanation, explain, explain_round

__all__ = ["Explanation", "explain", "explain_round"]
