"""The files of FIDE: the report, and events read from one."""
