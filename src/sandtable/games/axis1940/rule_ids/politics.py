"""Which rules of the 1940 ledger stand behind refusals of declarations and of entering neutrals."""

RULE_IDS: dict[str, str] = {
    "players-side": "G40-003",
}
