-- Makes the role under which Board One serves: it reads and writes rows, and can create nothing.
--
--     APPLICATION_PASSWORD=... psql --file scripts/application-role.sql DATABASE
--
-- Run by the owner of the database, who also runs the migrations, before or after the first of them; and again
-- for another database, after a dump was restored (it carries no rights on the database), and whenever `verify`
-- says that the role may do more. Without APPLICATION_PASSWORD, a role that is there already keeps its password.
-- Without TEMP and CREATE, an attacker who gets SQL through the application cannot put a table of their own in
-- place of one that the guards read; without TRIGGER, TRUNCATE and ownership, they cannot take a guard down.
\set ON_ERROR_STOP on
\getenv password APPLICATION_PASSWORD

BEGIN;
SELECT 'CREATE ROLE board_one_application'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'board_one_application') \gexec
ALTER ROLE board_one_application LOGIN NOCREATEDB NOCREATEROLE;
\if :{?password}
ALTER ROLE board_one_application PASSWORD :'password';
\endif
-- A role may change its own settings. Each connection of Board One sets what it needs itself.
ALTER ROLE board_one_application RESET ALL;
ALTER ROLE board_one_application IN DATABASE :"DBNAME" RESET ALL;

REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC, board_one_application;
REVOKE ALL ON SCHEMA public FROM PUBLIC, board_one_application;
GRANT CONNECT ON DATABASE :"DBNAME" TO board_one_application;
GRANT USAGE ON SCHEMA public TO board_one_application;

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, board_one_application;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM PUBLIC, board_one_application;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO board_one_application;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO board_one_application;
-- Also on the tables and sequences that later migrations make.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO board_one_application;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO board_one_application;
COMMIT;
