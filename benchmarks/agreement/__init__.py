"""How often other programs pair and rank random tournaments as we do: `python -m benchmarks.agreement`."""
