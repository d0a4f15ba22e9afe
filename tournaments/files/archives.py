"""The size of a ZIP archive's directory, read from the end of the file before its list of members is read."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from pathlib import Path

# The exceptions that `zipfile` raises for a damaged or malicious archive. The last two are for members that
# begin before the file, or further away than any file is long.
DAMAGES = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)

# The record at the end, which a comment may follow; the one of large archives, and the locator between them.
END = struct.Struct("<4s4H2LH")
MOST_COMMENT = (1 << 16) - 1
LARGE_END = struct.Struct("<4sQ2H2L4Q")
LOCATOR = struct.Struct("<4sLQL")


def directory_size(path: Path) -> int:
    """The size in bytes of the archive's list of members; 0 if the file is not an archive.

    `zipfile` reads the whole list when it opens an archive: a million members take it a quarter of a minute.
    """
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - END.size - MOST_COMMENT - LOCATOR.size - LARGE_END.size))
        tail = stream.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or len(tail) < place + END.size:
        return 0
    _signature, _disk, _first, _here, _members, found, _offset, _comment = END.unpack_from(tail, place)
    large = place - LOCATOR.size - LARGE_END.size
    if (
        large >= 0
        and tail.startswith(b"PK\x06\x07", place - LOCATOR.size)
        and tail.startswith(b"PK\x06\x06", large)
    ):
        found = LARGE_END.unpack_from(tail, large)[8]
    return int(found)
