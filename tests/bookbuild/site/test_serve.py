"""The server for a look at the site: what it gives, and to whom."""

import os
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from bookbuild.site import serve
from bookbuild.site.serve import POLICY, SiteServer, serve_folder
from engine.errors import WorkingsError
from tests import ROOT

PAGE = "<!DOCTYPE html><title>A page</title>"


class Answer:
    """What a server said to one request."""

    def __init__(self, port: int, path: str, host: str | None = None, method: str = "GET") -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=20)
        connection.putrequest(method, path, skip_host=True)
        if host != "":
            connection.putheader("Host", host or f"127.0.0.1:{port}")
        connection.endheaders()
        response = connection.getresponse()
        self.status, self.headers, self.text = response.status, response.headers, response.read()
        connection.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "deep").mkdir(parents=True)
    (site / "bare").mkdir()
    (site / "index.html").write_text(PAGE, encoding="utf-8", newline="\n")
    (site / "deep" / "index.html").write_text(PAGE + "deep", encoding="utf-8", newline="\n")
    (site / "bare" / "plain.js").write_text("1", encoding="utf-8", newline="\n")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8", newline="\n")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "index.html").write_text("secret", encoding="utf-8", newline="\n")
    return site


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    with SiteServer(folder, 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_pages_are_given_and_folders_by_their_index(port: int) -> None:
    assert Answer(port, "/").text.decode() == PAGE
    assert Answer(port, "/deep/").text.decode() == PAGE + "deep"
    assert Answer(port, "/deep").status == 301
    assert Answer(port, "/bare/plain.js").text == b"1"
    assert Answer(port, "/", method="HEAD").text == b""


def test_no_folder_is_listed_and_what_is_not_there_is_not_found(port: int) -> None:
    for path in (
        "/bare/",
        "/bare",
        "/none",
        "/%00",
        "/" + "a" * 5000,
        "/index.html/",
        "//secrets/",
    ):
        assert Answer(port, path).status == 404, path


def test_no_link_and_no_dots_lead_out_of_the_folder(folder: Path, port: int) -> None:
    (folder / "out.html").symlink_to(folder.parent / "secret.html")
    (folder / "out").symlink_to(folder.parent / "secrets")
    (folder / "bare" / "index.html").symlink_to(folder.parent / "secret.html")
    (folder / "loop").symlink_to("loop")
    (folder / "again.html").symlink_to("index.html")
    for path in ("/out.html", "/out/", "/out/index.html", "/bare/", "/loop", "/../secret.html",
                 "/%2e%2e/secret.html", "/deep/..%2f..%2fsecret.html"):  # fmt: skip
        answer = Answer(port, path)
        assert (answer.status, b"secret" in answer.text) == (404, False), path
    assert Answer(port, "/again.html").text.decode() == PAGE


def test_what_is_no_plain_file_is_not_opened(folder: Path, port: int) -> None:
    os.mkfifo(folder / "pipe")
    assert Answer(port, "/pipe").status == 404


def test_only_names_of_this_machine_are_answered(port: int) -> None:
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", f"LOCALHOST:{port}"):
        assert Answer(port, "/", host).status == 200, host
    for host in ("", "localhost", f"evil.example:{port}", f"localhost:{port}.evil.example",
                 f"127.0.0.1:{port + 1}", f"127.0.0.2:{port}", f"x@localhost:{port}"):  # fmt: skip
        answer = Answer(port, "/", host)
        assert (answer.status, PAGE in answer.text.decode()) == (421, False), host


def test_every_answer_has_the_headers_and_a_page_its_policy(port: int) -> None:
    for path in ("/", "/bare/plain.js", "/none"):
        headers = Answer(port, path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Server"].strip() == "workings"
        assert headers.get("Content-Security-Policy") == (None if "js" in path else POLICY)


def test_the_policy_is_that_of_the_pages() -> None:
    template = (ROOT / "templates" / "page.html").read_text(encoding="utf-8")
    (own,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', template)
    assert own.replace(" file:", "") + "; frame-ancestors 'none'" == POLICY


def test_five_hundred_requests_at_once_are_all_answered(port: int) -> None:
    together = threading.Barrier(500)

    def ask(_: int) -> int:
        together.wait()
        return Answer(port, "/").status

    with ThreadPoolExecutor(500) as pool:
        assert set(pool.map(ask, range(500))) == {200}


def test_a_connection_on_which_nothing_comes_is_closed(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve._Answering, "timeout", 0.2)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as idle:
        assert idle.recv(1) == b""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert slow.recv(1) == b""


@pytest.mark.parametrize("wrong", [-1, 65536, 99999])
def test_a_port_that_cannot_be_is_refused_in_one_line(folder: Path, wrong: int) -> None:
    with pytest.raises(
        WorkingsError, match=f"^there is no port {wrong}; choose one from 1 to 65535$"
    ):
        serve_folder(folder, wrong, Console(file=StringIO()))


def test_a_port_that_is_taken_or_not_ours_is_refused_in_one_line(
    folder: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(
        WorkingsError, match=rf"^port {port} can't be used \(Address already in use\)"
    ):
        serve_folder(folder, port, Console(file=StringIO()))

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(SiteServer, "server_bind", refuse)
    with pytest.raises(WorkingsError, match=r"^port 80 can't be used \(Permission denied\); try"):
        serve_folder(folder, 80, Console(file=StringIO()))
