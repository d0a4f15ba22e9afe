"""The commands of `python -m pairing`: each module adds its options to the parser, and runs its command."""
