"""Questions that the golden games do not come to, each as a record that leads there."""

from __future__ import annotations

from tests.web.positions import Asked


def study(title: str, *edits: str, moves: tuple[str, ...] = ()) -> str:
    head = f"sandtable record 1\ntitle: {title}\n"
    return head + "".join(f"edit: {line}\n" for line in edits) + "".join(f"{m}\n" for m in moves)


TWO_BATTLES = study(
    "anniversary-1941",
    "clear",
    "place 6 germany tank poland",
    "place 10 germany tank bulgaria-romania",
    "place 1 ussr infantry east-poland",
    "place 11 ussr infantry ukraine",
    "turn germany combat-move",
    moves=(
        "germany: move 6 tank poland > east-poland",
        "germany: move 10 tank bulgaria-romania > ukraine",
        "germany: end",
    ),
)
RECALL = study(
    "global-1940",
    "clear",
    "airbase united-kingdom 0",
    "place 1 germany cruiser sz-112",
    "place 1 uk destroyer sz-110",
    "place 2 uk fighter, 2 france fighter united-kingdom",
    "turn germany combat-move",
    moves=(
        "germany: move 1 cruiser sz-112 > sz-110",
        "germany: end",
        "uk: scramble 2 fighter united-kingdom > sz-110",
        "france: scramble 2 fighter united-kingdom > sz-110",
    ),
)
PASSAGE = study(
    "global-1940",
    "clear",
    "place 1 japan cruiser sz-98",
    "turn japan combat-move",
    moves=("japan: ask sz-98 > sz-81",),
)
MUSTER = study(
    "global-1940",
    "clear",
    "war usa germany",
    "control france germany",
    "control normandy-bordeaux usa",
    "place 1 usa tank normandy-bordeaux",
    "turn usa combat-move",
    moves=("usa: move 1 tank normandy-bordeaux > france", "usa: end"),
)
PLATFORM = ("clear", "place 2 uk infantry united-kingdom", "platform germany 0", "round 10")
ARMED = (*PLATFORM, "bombs germany v1", "turn germany strategic-bombing")
STRUCK = ("dice: 1 6 6", "germany: fire v1 germany > united-kingdom")

QUESTIONS = {
    "global-1940": {
        "Recall": Asked("uk", RECALL),
        "Passage": Asked("uk", PASSAGE),
        "Muster": Asked("france", MUSTER),
    },
    "house-1940": {
        "V-weapons": Asked(
            "germany", study("house-1940", *PLATFORM, "money germany 30", "turn germany purchase")
        ),
        "V-weapons, ready": Asked("germany", study("house-1940", *ARMED)),
        "VStrike": Asked("uk", study("house-1940", *ARMED, moves=STRUCK)),
    },
}
