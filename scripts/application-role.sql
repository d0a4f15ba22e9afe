-- Makes the role under which Board One serves: it reads and writes rows, and makes nothing.
--
--     APPLICATION_PASSWORD=... psql --file scripts/application-role.sql DATABASE
--
-- Run once by the owner of the database, who runs the migrations too, before or after the first of them.
-- Without TEMP and CREATE nobody who speaks through the application can put a table of his own in the place
-- of one that the guards read; without TRIGGER, TRUNCATE and ownership nobody can take a guard away.
\set ON_ERROR_STOP on
\getenv password APPLICATION_PASSWORD

CREATE ROLE board_one_application LOGIN PASSWORD :'password';

REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO board_one_application;
GRANT USAGE ON SCHEMA public TO board_one_application;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO board_one_application;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO board_one_application;
-- And what later migrations make.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO board_one_application;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO board_one_application;
