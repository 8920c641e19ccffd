"""Which rules of the 1940 ledger stand behind refusals of declarations and of entering neutrals."""

RULE_IDS: dict[str, str] = {
    "players-side": "G40-003",
    "declare-neutral": "G40-097",
    "declare-side": "G40-481",
    "declare-already": "G40-481",
    "declare-wait": "G40-481",
    "declare-late": "G40-082",
    "neutral-attack": "G40-105",
    "neutral-flight": "G40-105",
    "neutral-passage": "G40-107",
    "neutral-unit": "G40-110",
    "neutral-combat": "G40-111",
    "neutral-empty": "G40-957",
    "confined-buy": "G40-456",
    "confined-road": "G40-457",
    "confined-facility": "G40-462",
    "confined-place": "G40-458",
    "repair-purse": "G40-417",
    "place-purse": "G40-419",
}
