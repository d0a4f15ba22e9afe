#!/bin/sh
# The base backups of deploy/replica.yml: one each day of the database that PGHOST names, in a directory of its own below
# BASE; with --once only one. They are deleted after KEEP_DAYS, and so is the log in ARCHIVE from before the oldest left.
set -eu

while true; do
    today=$BASE/$(date +%F)
    if [ ! -d "$today" ]; then
        # An interrupted backup is not usable.
        rm -rf "$BASE/.new"
        pg_basebackup --pgdata="$BASE/.new" --wal-method=stream --checkpoint=fast
        pg_verifybackup --quiet "$BASE/.new"
        mv "$BASE/.new" "$today"
        find "$BASE" -mindepth 1 -maxdepth 1 -type d -mtime "+${KEEP_DAYS:-14}" ! -path "$today" -exec rm -rf {} +
        oldest=$(find "$BASE" -mindepth 1 -maxdepth 1 -type d | sort | head -n 1)
        first=$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$oldest/backup_label")
        pg_archivecleanup "$ARCHIVE" "$first"
    fi
    [ "${1:-}" = --once ] && exit
    sleep 3600
done
