"""FIDE's tournament report file: TRF26, and TRF16 with the extensions that pairing programs share.

`read` turns a file into a `Tournament`, and `read_closely` also returns what it had to supply; `write`
turns a `Tournament` into a file of either `Format`, and `TrfError` says where a file is defective.
"""

from pairing.trf.fields import TrfError
from pairing.trf.reader import Supplied, read, read_closely
from pairing.trf.writer import Format, national_record, write

__all__ = ["Format", "Supplied", "TrfError", "national_record", "read", "read_closely", "write"]
