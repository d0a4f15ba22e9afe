"""FIDE's tournament report file: TRF16 with the extensions that pairing programs share.

`read` turns a file into a `Tournament`, `write` turns a `Tournament` into a file, and `TrfError` says
where a file is defective.
"""

from .fields import TrfError
from .reader import read
from .writer import write

__all__ = ["TrfError", "read", "write"]
