"""The content of each paper of an event: collected here from other selectors, drawn by `files.papers`."""
