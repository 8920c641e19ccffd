"""Writes the client's types from the server's own: ``python -m tools.client_types``.

Requests, answers and the views of every title come from the structs that the server reads and
writes, so that a field that is renamed there does not compile here. A test fails when the files
in ``web/src/lib/net/generated`` are not what this would write.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import NODEFAULT, inspect

from sandtable.games import find_title, title_ids
from sandtable.server import shapes
from sandtable.server.problems import ProblemBody
from sandtable.server.routes import ENDPOINTS
from sandtable.table import Rules, TableView, View

FOLDER = Path(__file__).parents[1] / "web/src/lib/net/generated"
HEAD = "/** Written by tools/client_types.py from the server's own types: do not edit. */\n"
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


class Writer:
    """The structs that some types are made of, as TypeScript interfaces."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._classes: dict[str, type] = {}

    def add(self, types: Iterable[Any]) -> None:
        for one in types:
            self.name(inspect.type_info(one))

    def name(self, info: inspect.Type) -> str:
        """How TypeScript writes a type."""
        if type(info) in PLAIN:
            return PLAIN[type(info)]
        match info:
            case inspect.LiteralType(values):
                return " | ".join(msgspec.json.encode(value).decode() for value in values)
            case inspect.EnumType(cls):
                return " | ".join(msgspec.json.encode(member).decode() for member in cls)
            case inspect.UnionType(types):
                return " | ".join(dict.fromkeys(self.name(part) for part in types))
            case inspect.TupleType(item_types):
                return f"[{', '.join(self.name(part) for part in item_types)}]"
            case inspect.DictType(key, value):
                return f"Record<{self.name(key)}, {self.name(value)}>"
            case inspect.StructType():
                return self._struct(info)
            case inspect.ListType(item) | inspect.VarTupleType(item) | inspect.SetType(item):
                inner = self.name(item)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
        raise TypeError(f"no TypeScript for {info}")

    def _struct(self, info: inspect.StructType) -> str:
        cls = info.cls
        name = cls.__name__
        if self._classes.setdefault(name, cls) is not cls:
            raise TypeError(f"two structs are called {name}")
        if name in self.written or cls is View:
            return "unknown" if cls is View else name
        self.written[name] = ""
        asked = issubclass(cls, shapes.In) or bool(info.tag_field)
        asked = asked or cls.__struct_config__.omit_defaults
        lines = [f'  {info.tag_field}: "{info.tag}";'] if info.tag_field else []
        for field in info.fields:
            unset = field.default_factory is NODEFAULT and field.default is NODEFAULT
            mark = "?" if not field.required and (asked or unset) else ""
            lines.append(f"  {field.encode_name}{mark}: {self.name(field.type)};")
        self.written[name] = "\n".join([f"export interface {name} {{", *lines, "}"])
        return name

    def text(self) -> str:
        return HEAD + "".join(f"\n{self.written[name]}\n" for name in sorted(self.written))


def contract() -> str:
    """Every body and answer of the server."""
    writer = Writer()
    bodies = [shape for end in ENDPOINTS for shape in (end.body, end.answer) if shape]
    writer.add([ProblemBody, TableView, shapes.Summary, shapes.Gone, *bodies, shapes.FromClient])
    return writer.text()


def family(titles: Iterable[Rules[Any]]) -> str:
    """The views and references of a family's titles."""
    writer = Writer()
    for title in titles:
        for method in (title.view, title.reference):
            found = get_type_hints(method)["return"]
            if isinstance(found, type) and found is not View:
                writer.add([found])
    return writer.text()


def files() -> dict[str, str]:
    """What the folder should hold."""
    families: dict[str, list[Rules[Any]]] = {}
    for title in map(find_title, title_ids()):
        families.setdefault(title.family, []).append(title)
    found = {f"{name}.ts": family(titles) for name, titles in families.items() if name}
    return {"api.ts": contract(), **found}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
