"""What comes in as a file: lists of players, workbooks, rating lists."""
