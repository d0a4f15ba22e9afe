"""FIDE's tournament report file: TRF16 with the extensions that pairing programs share.

`read` turns a file into a `Tournament`, and `TrfError` says where a file is defective.
"""

from .fields import TrfError
from .reader import read

__all__ = ["TrfError", "read"]
