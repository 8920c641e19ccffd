"""What bots say about their choices: a sentence that a client can say in another language."""

from __future__ import annotations

from typing import Any


class Remark(str):
    """An English sentence with its code and what it speaks of, by ids and numbers."""

    code: str
    args: dict[str, Any]

    def __new__(cls, code: str, text: str, **args: Any) -> Remark:
        remark = super().__new__(cls, text)
        remark.code, remark.args = code, args
        return remark


def said(remark: str) -> dict[str, Any]:
    """A remark as it travels; bots of others may say what they like, without a code."""
    if isinstance(remark, Remark):
        return {"text": str(remark), "code": remark.code, "args": remark.args}
    return {"text": remark, "code": "", "args": {}}
