"""What every system and every format speaks of: tournaments, scores, records, colours, editions."""
