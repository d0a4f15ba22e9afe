"""The standings, and how ties are broken."""
