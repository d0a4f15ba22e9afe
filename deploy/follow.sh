#!/bin/sh
# The replica of deploy/replica.yml: copies the primary that PGHOST names when its volume is new, then follows it.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    # An interrupted copy is started again.
    rm -rf "$PGDATA.new"
    pg_basebackup --pgdata="$PGDATA.new" --write-recovery-conf --wal-method=stream --checkpoint=fast
    mv "$PGDATA.new" "$PGDATA"
fi
# Log that the primary has deleted meanwhile is in its archive.
exec postgres -D "$PGDATA" -c archive_mode=off -c "restore_command=cp $ARCHIVE/%f %p" "$@"
