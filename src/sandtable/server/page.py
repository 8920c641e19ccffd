"""The built client, from memory: small, compressed once, never from another host."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

COMPRESSIBLE = ("text/", "application/javascript", "application/json", "image/svg+xml")
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
}
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandtable</title>
<p>The server runs, but the page was not built. In a clone, install again without
SANDTABLE_NO_WEB=1. The interface is described at <a href="/api/openapi.json">/api/openapi.json</a>.
"""


def find_client(given: Path | None) -> Path | None:
    """Installed, the client lies in the package; in a clone, in web/dist."""
    candidates = [given] if given else []
    if not given:
        candidates.append(Path(str(files("sandtable.server").joinpath("static"))))
        candidates.append(Path(__file__).parents[3] / "web" / "dist")
    return next((path for path in candidates if (path / "index.html").is_file()), None)


class File:
    def __init__(self, name: str, data: bytes) -> None:
        guessed = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
        self.media = guessed or "application/octet-stream"
        self.data = data
        self.etag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        packed = gzip.compress(data, 9, mtime=0) if self.media.startswith(COMPRESSIBLE) else b""
        self.packed = packed if packed and len(packed) < len(data) else None
        # Vite puts a hash of the content into the names under assets/.
        hashed = name.startswith("assets/")
        self.cache = "public, max-age=31536000, immutable" if hashed else "no-cache"


class Client:
    """Answers any path that is not the interface's: a file, or the page itself."""

    def __init__(self, folder: Path | None) -> None:
        self.files: dict[str, File] = {}
        if folder is not None:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = path.relative_to(folder).as_posix()
                    self.files[name] = File(name, path.read_bytes())
        self.page = self.files.get("index.html") or File("index.html", MISSING.encode())

    async def answer(self, request: Request) -> Response:
        name = request.path_params.get("path", "")
        file = self.files.get(name)
        if file is None and "." in name.rpartition("/")[2]:
            return Response("not found", 404, media_type="text/plain")
        file = file or self.page
        headers = {"ETag": file.etag, "Cache-Control": file.cache, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        data = file.data
        if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            data = file.packed
        return Response(data, 200, headers, file.media)
