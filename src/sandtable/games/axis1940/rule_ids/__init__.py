"""Which rule of the 1940 ledger stands behind each refusal, by what it is about."""

from . import combat, economy, movement, politics

RULE_IDS: dict[str, str] = {
    **movement.RULE_IDS,
    **combat.RULE_IDS,
    **economy.RULE_IDS,
    **politics.RULE_IDS,
}

TEXTS_1940: dict[str, str] = {**combat.TEXTS, **movement.TEXTS, **economy.TEXTS}
"""Sentences of refusals that only these titles give."""
