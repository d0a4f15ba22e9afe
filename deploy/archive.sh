#!/bin/sh
# The archive_command of PostgreSQL, called as archive.sh %p /archive/%f. Even if this is killed, a segment of the log has
# its own name only when it is complete: an unfinished copy has another name, and is started again.
set -eu

if [ -e "$2" ]; then
    # It was archived before, but PostgreSQL was killed before it knew. A different file is never overwritten.
    exec cmp "$1" "$2"
fi
cp "$1" "$2.new"
sync "$2.new"
mv "$2.new" "$2"
sync "$(dirname "$2")"
