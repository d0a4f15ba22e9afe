"""Every write about ratings, and about the lists that they are taken from."""
