"""Lists of players as other programs and people write them."""
