"""What several systems pair brackets with: matchings, and whether a round can be completed."""
