"""Every write, one function per act of an arbiter.

Each takes the tournament's lock first, reads again under it, checks, writes, audits and raises the
tournament's revision, in one transaction; each refuses with a DomainError that says what to do.
"""
