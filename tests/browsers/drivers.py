"""Firefox and WebKit, each with a page in a frame of any width.

A window has a least width, which is wider than a phone; a frame has none.
"""

import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT = shutil.which("WebKitWebDriver")
MINI = next(iter(sorted(Path("/usr/lib").glob("**/webkit2gtk-4.*/MiniBrowser"))), None)
PATIENCE = 20.0  # seconds
FRAME = '<!doctype html><title>A frame</title><body style="margin:0"><iframe></iframe>'


class Driver(ABC):
    """A browser with a page in it. Elements are found by selectors of CSS."""

    def __init__(self, driver: Any, frame: Path) -> None:
        self._driver = driver
        self._frame = frame.as_uri()

    @abstractmethod
    def _to_frame(self, frame: Any) -> None: ...

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any:
        """Return what the body of a function returns in the page, in which `arguments` are."""

    @abstractmethod
    def _type(self, keys: str) -> None: ...

    @abstractmethod
    def _go(self, address: str) -> None: ...

    def open(self, path: Path, width: int) -> None:
        """Open a page that wide, and wait until it and its fonts are there."""
        self._go(self._frame)
        self.run(
            """const frame = document.querySelector("iframe"), [width, address] = arguments;
            frame.style = `border: 0; width: ${width}px; height: 844px`;
            frame.src = address;""",
            width, path.as_uri(),
        )  # fmt: skip
        self._to_frame(self._driver.find_element("css selector", "iframe"))
        self.wait("return document.readyState === 'complete' && location.href !== 'about:blank'")
        self.wait("return document.fonts.status === 'loaded'")

    def find(self, selector: str) -> Any:
        """Return the first element, in sight; raises if there is none."""
        found = self._driver.find_element("css selector", selector)
        self.run("arguments[0].scrollIntoView({ block: 'center' })", found)
        self.wait(
            """const { top, height } = arguments[0].getBoundingClientRect();
            return height && top >= 0 && top < innerHeight && arguments[0].checkVisibility();""",
            found,
        )
        return found

    def press(self, selector: str) -> None:
        """Press the first element."""
        self.find(selector).click()

    def type(self, selector: str, keys: str) -> None:
        """Type keys while the first element has the focus."""
        self.run("arguments[0].focus()", self.find(selector))
        self._type(keys)

    def wait(self, script: str, *arguments: Any) -> None:
        """Wait until the body of a function returns what is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(script, *arguments):
            assert time.monotonic() < end, f"this didn't come true: {script}"
            time.sleep(0.02)


class Firefox(Driver):
    """Firefox, by its own protocol."""

    def _to_frame(self, frame: Any) -> None:
        self._driver.switch_to_frame(frame)

    def _go(self, address: str) -> None:
        self._driver.switch_to_frame()
        self._driver.navigate(address)

    def _type(self, keys: str) -> None:
        self._driver.actions.sequence("key", "keys").send_keys(keys).perform()

    def run(self, script: str, *arguments: Any) -> Any:
        """See `Driver.run`."""
        return self._driver.execute_script(script, script_args=arguments, sandbox=None)


class WebKit(Driver):
    """The WebKit of GTK, by WebDriver."""

    def _to_frame(self, frame: Any) -> None:
        self._driver.switch_to.frame(frame)

    def _go(self, address: str) -> None:
        self._driver.switch_to.default_content()
        self._driver.get(address)

    def _type(self, keys: str) -> None:
        chains = pytest.importorskip("selenium.webdriver.common.action_chains")
        chains.ActionChains(self._driver).send_keys(keys).perform()

    def run(self, script: str, *arguments: Any) -> Any:
        """See `Driver.run`."""
        return self._driver.execute_script(script, *arguments)


@contextmanager
def firefox(frame: Path) -> Iterator[Firefox]:
    """Start the system's Firefox."""
    if FIREFOX is None:
        pytest.skip("there is no Firefox on this machine")
    marionette = pytest.importorskip("marionette_driver.marionette")
    driver = marionette.Marionette(
        bin=FIREFOX, headless=True, gecko_log=str(frame.with_name("gecko.log"))
    )
    driver.start_session()
    try:
        yield Firefox(driver, frame)
    finally:
        driver.quit()
        driver.cleanup()


@contextmanager
def webkit(frame: Path) -> Iterator[WebKit]:
    """Start the system's WebKit. It needs a screen: `xvfb-run`."""
    if WEBKIT is None or MINI is None:
        pytest.skip("there is no WebKitWebDriver on this machine")
    selenium = pytest.importorskip("selenium.webdriver")
    options = selenium.WebKitGTKOptions()
    options.binary_location = str(MINI)
    options.add_argument("--automation")
    service = selenium.WebKitGTKService(WEBKIT)
    driver = selenium.WebKitGTK(options=options, service=service)
    driver.set_window_size(1320, 950)
    try:
        yield WebKit(driver, frame)
    finally:
        driver.quit()


def start(name: str, frame: Path) -> Any:
    """Start a browser by its name; `frame` is where a page may be written for it."""
    frame.write_text(FRAME, encoding="utf-8")
    return {"firefox": firefox, "webkit": webkit}[name](frame)
