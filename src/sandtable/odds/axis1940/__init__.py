"""Odds of what only the 1940 boards have."""
