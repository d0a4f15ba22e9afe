-- Makes the role that copies the database and follows it, for base backups and replicas; it reads no table.
--
--     REPLICA_PASSWORD=... psql --file scripts/replica-role.sql DATABASE
--
-- Run once by the owner of the database. pg_hba.conf has to let it in: deploy/pg_hba.conf.
\set ON_ERROR_STOP on
\getenv password REPLICA_PASSWORD

CREATE ROLE board_one_replica REPLICATION LOGIN PASSWORD :'password';
