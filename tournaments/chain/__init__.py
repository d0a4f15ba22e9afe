"""The chain of publications, by which anybody can check that nothing published has changed."""
