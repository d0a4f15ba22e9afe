-- Makes the role under which Board One serves: it reads and writes rows, and can create nothing.
--
--     APPLICATION_PASSWORD=... psql --file scripts/application-role.sql DATABASE
--
-- Run once by the owner of the database, who also runs the migrations, before or after the first of them.
-- Without TEMP and CREATE, an attacker who gets SQL through the application cannot put a table of their own in
-- place of one that the guards read; without TRIGGER, TRUNCATE and ownership, they cannot take a guard down.
\set ON_ERROR_STOP on
\getenv password APPLICATION_PASSWORD

CREATE ROLE board_one_application LOGIN PASSWORD :'password';

REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO board_one_application;
GRANT USAGE ON SCHEMA public TO board_one_application;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO board_one_application;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO board_one_application;
-- Also on the tables and sequences that later migrations make.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO board_one_application;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO board_one_application;
