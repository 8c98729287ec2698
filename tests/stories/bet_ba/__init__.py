"""A game that has never been heard of: its folders, and an evening of it."""
