"""The options of the ledger, each with its default first ("Options at a glance")."""

from __future__ import annotations

from sandtable.table import Option

SOME = "[1-9][0-9]{0,2}"
"""Any number of at least 1."""
NATIONS = "germany|uk|anzac|japan|usa|france|italy|ussr|china"

OPTIONS: tuple[Option, ...] = (
    Option(
        "turn_structure",
        ("by_phase", "by_nation"),
        "all nations play a phase before the next one, or each its whole turn (HV-917)",
    ),
    Option("start_year", (1940, 1941, 1942, 1944), "the year of round 1 (HV-910)", "19[0-9]{2}"),
    Option("rounds_per_year", (2, 1, 3, 4), "rounds in a year (HV-910)", SOME),
    Option(
        "axis_vc", (18, 16, 20), "victory cities the Axis needs (HV-915)", "[1-9]|[12]\\d|3[01]"
    ),
    Option("round_limit", ("none", 8, 10, 12), "the last round, if there is one (HV-916)", SOME),
    Option("start_war", ("1940", "total"), "who is at war in round 1 (HV-922)"),
    Option("multinational", (True, False), "allies share territories and ships (HV-914)"),
    Option("setup_aa", ("one", "all"), "AA batteries of the set-up in a territory (HV-903)"),
    Option("china_capital", ("szechwan", "none"), "the capital of China (HV-908)"),
    Option("china_recruits", (True, False), "China recruits without a complex (HV-949)"),
    Option(
        "sherman_nations",
        ("usa", "usa+uk"),
        "who builds Shermans (HV-911)",
        f"({NATIONS})(\\+({NATIONS}))*",
    ),
    Option("suez_east", ("syria", "trans-jordan"), "the eastern bank of the canal (HV-912)"),
    Option("capital_plunder", (False, True), "who takes a capital takes the treasury (HV-927)"),
    Option("diplomacy_dice", (1, 2, 3), "dice for each neutral in a round (HV-932)", SOME),
    Option("diplomacy_reach", ("adjacent", "any"), "how near a neutral must be (HV-933)"),
    Option("damaged_complex_works", (True, False), "a complex with a hit deploys units (HV-940)"),
    Option("complex_limit", (10, 5, 20), "units out of a complex in a round (HV-944)", SOME),
    Option("port_limit", (3, 1, 5), "ships out of a port in a round (HV-945)", SOME),
    Option("radar", ("two_dice", "hit_on_2"), "what British radar does (HV-956)"),
    Option("kamikaze", ("factor_4", "sum_7"), "how a kamikaze hits (HV-967)"),
    Option("bombs_per_platform", (1, 2, 3), "V-bombs of a platform in a round (HV-976)", SOME),
)
