"""Round robins: everybody meets everybody, once or twice, by the tables of Berger (C.05 Annexes 1 and 2)."""
