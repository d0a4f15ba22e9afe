#!/bin/sh
# The archive_command of PostgreSQL, called as archive.sh %p /archive/%f. Under its own name there is a whole piece of the
# log or none, whenever this is killed: what is under way has another name, and is begun again.
set -eu

if [ -e "$2" ]; then
    # It came there before, and PostgreSQL was killed before it knew. Nothing that differs is written over.
    exec cmp "$1" "$2"
fi
cp "$1" "$2.new"
sync "$2.new"
mv "$2.new" "$2"
sync "$(dirname "$2")"
