"""A small server for a look at the built site."""

import functools
import http.server
from pathlib import Path

from rich.console import Console

from engine.errors import WorkingsError


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Answers with files, and says nothing about it."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing about each request."""


def serve_folder(folder: Path, port: int, console: Console) -> None:
    """Serve a folder on this machine only, until interrupted."""
    if not (folder / "index.html").is_file():
        raise WorkingsError("nothing built here yet; run make html", where=str(folder))
    handler = functools.partial(Quiet, directory=str(folder))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise WorkingsError(
            f"port {port} can't be used ({error.strerror}); try another with --port"
        ) from error
    console.print(f"http://127.0.0.1:{server.server_port}/  (Ctrl-C ends)")
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            console.print("ended")
