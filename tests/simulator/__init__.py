"""Evenings by a seed: the phones' own scripts, our views, a bad network, a clock of our own."""
