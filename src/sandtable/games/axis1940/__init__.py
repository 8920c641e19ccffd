"""What the 1940 titles share on top of the family: politics, neutrals, bases, convoys. No title.

Ledger: docs/rules/global-1940.md.
"""
