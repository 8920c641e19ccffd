"""Letting time pass in a study: turns in which nothing happens."""

from __future__ import annotations

from tests.rules.anniversary.study import Study


def pass_to(study: Study, power: str, step: str) -> None:
    """End phase after phase until the power is asked for the step, in a later decision."""
    for _ in range(200):
        if study.step == "CombatOrder":
            study.play("first usa")
        elif study.step == "Mobilize" and (waiting := sorted(study.legal("place"))):
            study.play(waiting[0])
        else:
            study.play("end")
        if study.step == step and study.state.turn == study.world.power[power]:
            return
    raise AssertionError(f"{power} never comes to {step}")
