"""FIDE's tournament report file: TRF26, and TRF16 with the extensions that pairing programs share.

`read` turns a file into a `Tournament`, and `read_closely` also returns what it had to supply; `write`
turns a `Tournament` into a file of either `Format`, `write_for_engines` into one for other engines, and
`TrfError` says where a file is defective. `rating_rule` and `national_ratings` say which ratings count in it,
`rating_kind` which of FIDE's it has.
"""

from pairing.trf.exchange import NationalRating, national_rating, national_ratings, rating_rule
from pairing.trf.fields import TrfError, naming_kind, rating_kind
from pairing.trf.reader import Supplied, read, read_closely
from pairing.trf.writer import Format, national_record, write, write_for_engines

__all__ = [
    "Format",
    "NationalRating",
    "Supplied",
    "TrfError",
    "naming_kind",
    "national_rating",
    "national_ratings",
    "national_record",
    "rating_kind",
    "rating_rule",
    "read",
    "read_closely",
    "write",
    "write_for_engines",
]
