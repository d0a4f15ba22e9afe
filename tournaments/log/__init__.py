"""The log: every act with its line, and the check that the event is what the log tells."""
