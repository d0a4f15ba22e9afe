"""The rule book: FIDE's Swiss rules in pure Python, without Django, database or clock."""
