"""A small server for a look at the built site: on this machine alone, and of one folder alone.

It answers only who asks for it by a name of this machine, so that no page from elsewhere can read
it, and gives only files that lie in the folder, wherever links lead.
"""

import functools
import http.server
import os
import socketserver
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

from rich.console import Console

from engine.errors import WorkingsError

NAMES = ("localhost", "127.0.0.1", "[::1]")
USUAL_PORT, HIGHEST_PORT = 80, 65535  # browsers leave the first out
IDLE = 10  # seconds until a connection on which nothing comes or goes is closed
WAITING = 1024  # connections that may wait until each is taken

# What the pages themselves ask for, without the files of a disk; no page elsewhere may frame them.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",  # the site may be built anew while it is looked at
}


class _Answering(http.server.SimpleHTTPRequestHandler):
    """Answers one request with a file of the folder, or says that there is none."""

    timeout = IDLE
    server_version, sys_version = "workings", ""
    server: "SiteServer"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing about each request."""

    def send_head(self) -> Any:
        """Send the head of an answer and return its file, if it has one."""
        if self.headers.get("Host", "").lower() not in self.server.names():
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "This machine has no such name")
            return None
        if not self._is_inside(self.translate_path(self.path)):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def _is_inside(self, name: str) -> bool:
        """Tell whether a name is that of a file in the folder, or of a folder with a page in it."""
        try:
            path = Path(name).resolve()
            if path.is_dir():
                path = (path / "index.html").resolve()
            return path.is_file() and path.is_relative_to(Path(self.directory).resolve())
        except (OSError, ValueError, RuntimeError):  # no file's name, or links in a circle
            return False

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        """Show no folder's names."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_header(self, keyword: str, value: str) -> None:
        """Send one line of the head; pages, and what is said of an error, get the policy too."""
        super().send_header(keyword, value)
        if keyword.lower() == "content-type" and value.startswith("text/html"):
            super().send_header("Content-Security-Policy", POLICY)

    def end_headers(self) -> None:
        """End the head with what every answer has."""
        for keyword, value in HEADERS.items():
            self.send_header(keyword, value)
        super().end_headers()

    def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:  # type: ignore[override]
        """Send a file; who has left meanwhile gets no more of it."""
        try:
            super().copyfile(source, outputfile)
        except OSError:
            self.close_connection = True


class SiteServer(http.server.ThreadingHTTPServer):
    """Serves one folder to this machine; port 0 takes any that is free.

    Raises `OSError` if the port can't be used.
    """

    request_queue_size = WAITING
    allow_reuse_address = os.name != "nt"  # there it would let two servers have one port

    def __init__(self, folder: Path, port: int) -> None:
        handler = functools.partial(_Answering, directory=str(folder))
        super().__init__(("127.0.0.1", port), handler)

    def server_bind(self) -> None:
        """Take the port; ask nobody what this machine is called."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "localhost", self.server_address[1]

    def names(self) -> set[str]:
        """Return what a request may call this server, with its port or, where it is 80, without."""
        named = {f"{name}:{self.server_port}" for name in NAMES}
        return named | set(NAMES) if self.server_port == USUAL_PORT else named

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that broke."""


def serve_folder(folder: Path, port: int, console: Console) -> None:
    """Serve a folder on this machine only, until interrupted."""
    if not 0 <= port <= HIGHEST_PORT:
        raise WorkingsError(f"there is no port {port}; choose one from 1 to {HIGHEST_PORT}")
    if not (folder / "index.html").is_file():
        raise WorkingsError("nothing built here yet; run make html", where=str(folder))
    try:
        server = SiteServer(folder, port)
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
