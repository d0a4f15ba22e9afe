#!/bin/sh
# The replica of deploy/replica.yml: copies the primary that PGHOST names when its volume is new, then follows it.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    # What was broken off is begun again.
    rm -rf "$PGDATA.new"
    pg_basebackup --pgdata="$PGDATA.new" --write-recovery-conf --wal-method=stream --checkpoint=fast
    mv "$PGDATA.new" "$PGDATA"
fi
# What the primary has thrown away meanwhile is in its archive.
exec postgres -D "$PGDATA" -c archive_mode=off -c "restore_command=cp $ARCHIVE/%f %p" "$@"
