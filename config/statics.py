"""Static files travel small: each is minified and compressed once, kept by its content in var/, served by WhiteNoise.

WhiteNoise itself looks for a smaller copy beside the file, which collectstatic would have to put there; here nothing
has to be collected, and no copy can be of another day than its file.
"""

from __future__ import annotations

import gzip
import os
from hashlib import blake2b
from pathlib import Path
from wsgiref.headers import Headers

import rcssmin
import rjsmin
from django.conf import settings
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

COMPRESSIBLE = {".js", ".css", ".svg", ".json", ".txt"}
MINIFIERS = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}  # our comments are for readers of the source: a fifth of it
MADE = f"{rjsmin.__version__}-{rcssmin.__version__}"  # a copy stays until its file or what made it is another one
LEAST = 256  # bytes from which it is worth it


class CompressedStatics(WhiteNoiseMiddleware):
    """WhiteNoise, with a compressed copy of whatever gets smaller by it."""

    def get_static_file(
        self, path: str, url: str, stat_cache: dict[str, os.stat_result] | None = None
    ) -> StaticFile | None:
        """Return the answer for one file, in both sizes; where files may change meanwhile (DEBUG), in one."""
        if self.autorefresh or Path(path).suffix not in COMPRESSIBLE or os.stat(path).st_size < LEAST:
            return super().get_static_file(path, url, stat_cache)
        headers = Headers([])
        self.add_mime_headers(headers, path, url)
        self.add_cache_headers(headers, path, url)
        return StaticFile(path, headers.items(), encodings={"gzip": smaller_copy(Path(path))})


def smaller_copy(path: Path) -> str:
    """Return the path of the small copy of a file, made now unless one of the same content is there."""
    content = path.read_bytes()
    copy = settings.VAR_DIR / "compressed" / f"{blake2b(content, digest_size=16).hexdigest()}{path.suffix}.{MADE}.gz"
    if not copy.exists():
        copy.parent.mkdir(parents=True, exist_ok=True)
        draft = copy.with_suffix(f".{os.getpid()}")
        small = MINIFIERS.get(path.suffix, bytes)(content)
        draft.write_bytes(gzip.compress(small, 9, mtime=0))
        draft.replace(copy)
    return str(copy)
