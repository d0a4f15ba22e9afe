"""Papers: what hangs in the hall and lies on the boards, as a page to print and as PDF."""
