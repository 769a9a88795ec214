"""Fixtures for pytest: each test has a project of its own on one Patchbay sandbox.

Only the standard library is needed. Copy this file beside your tests, or load it from the package:

    # conftest.py
    import sys
    sys.path.insert(0, "node_modules/patchbay/python")
    pytest_plugins = ["patchbay_pytest"]

The server is that of the variables PLATFORM_SPACE, PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN if they are set and
PATCHBAY_SANDBOX=external. Otherwise the plugin starts `patchbay sandbox --projects`, and ends it with the tests.
"""

import base64
import json
import os
import shlex
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest

_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class SandboxError(Exception):
    """The control API refused a request."""


class Sandbox:
    """One project of a sandbox: its credentials, and its control API."""

    def __init__(self, url, project, token, signing_key=None):
        self.url = url
        self.project = project
        self.token = token
        self.signing_key = signing_key

    @property
    def env(self):
        """The variables that connect a program under test."""
        variables = {
            "PLATFORM_SPACE": self.url,
            "PLATFORM_PROJECT_ID": self.project,
            "PLATFORM_API_TOKEN": self.token,
        }
        if self.signing_key:
            variables["PLATFORM_SIGNING_KEY"] = self.signing_key
        return variables

    def request(self, method, path, body=None):
        """Send a JSON request to the API of the platform. Returns the status and the parsed body."""
        data = None if body is None else json.dumps(body).encode()
        basic = base64.b64encode(f"{self.project}:{self.token}".encode()).decode()
        headers = {"Authorization": f"Basic {basic}", "Content-Type": "application/json"}
        asked = urllib.request.Request(self.url + path, data=data, method=method, headers=headers)
        try:
            with _DIRECT.open(asked, timeout=120) as response:
                status, text = response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        return status, json.loads(text) if text else None

    def control(self, method, path, body=None):
        """Send a request to the control API. Raises SandboxError if it is refused."""
        status, answer = self.request(method, "/_patchbay/api" + path, body)
        if status != 200:
            raise SandboxError(f"{method} {path}: {status} {answer}")
        return answer

    def run(self, seconds):
        """Advance the clock, and wait for the documents, callbacks and retries that are due."""
        return self.control("POST", "/run", {"seconds": seconds})["now"]

    def ring(self, number, **options):
        """Simulate a call to a number of the project. Returns what happened."""
        return self.control("POST", "/ring", {"number": number, **options})

    def inbox(self, to=None):
        """List the messages, codes and calls to phones."""
        query = "" if to is None else "?" + urllib.parse.urlencode({"to": to})
        return self.control("GET", "/inbox" + query)

    def callbacks(self):
        """List the callbacks to servers of the user."""
        return self.control("GET", "/callbacks")

    def add_fault(self, operation, fault, times=None):
        """Make an operation fail."""
        limit = {} if times is None else {"times": times}
        return self.control("POST", "/faults", {"operation": operation, "fault": fault, **limit})

    def snapshot(self):
        """Return the whole state."""
        return self.control("GET", "/snapshot")

    def restore(self, snapshot):
        """Return to the state of a snapshot."""
        return self.control("POST", "/restore", snapshot)

    def reset(self):
        """Return to the initial state."""
        return self.control("POST", "/reset")

    def verify(self, *expected, in_order=False):
        """Fail the test unless what is expected happened. Takes expectations, or one list of them."""
        expect = expected[0] if len(expected) == 1 and isinstance(expected[0], list) else list(expected)
        result = self.control("POST", "/verify", {"expect": expect, "in_order": in_order})
        if not result["passed"]:
            raise AssertionError(result["difference"])

    def new_project(self, **options):
        """Add a project with its own state."""
        made = self.control("POST", "/projects", options)
        return Sandbox(self.url, made["project"], made["token"], made["signing_key"])

    def delete(self):
        """Remove the project and its state."""
        self.control("DELETE", "/projects?" + urllib.parse.urlencode({"project": self.project}))


def _command():
    chosen = os.environ.get("PATCHBAY_COMMAND")
    if chosen:
        return shlex.split(chosen)
    local = os.path.join("node_modules", ".bin", "patchbay")
    found = local if os.path.exists(local) else shutil.which("patchbay")
    if not found:
        raise RuntimeError("patchbay was not found: npm install patchbay, or set PATCHBAY_COMMAND")
    return [found]


@pytest.fixture(scope="session")
def patchbay_server():
    """The first project of the server. Each worker of pytest-xdist starts a server, unless it is external."""
    if os.environ.get("PATCHBAY_SANDBOX") == "external":
        names = ("PLATFORM_SPACE", "PLATFORM_PROJECT_ID", "PLATFORM_API_TOKEN")
        yield Sandbox(*(os.environ[name] for name in names))
        return
    command = [*_command(), "sandbox", "--projects", "--json", "--exit-with-parent"]
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        if not line:
            raise RuntimeError(f"the sandbox did not start: {' '.join(command)}")
        started = json.loads(line)
        yield Sandbox(started["url"], started["project"], started["token"], started["signing_key"])
    finally:
        server.terminate()
        server.wait(timeout=30)
        server.stdout.close()


@pytest.fixture
def sandbox(patchbay_server):
    """A project of its own for one test."""
    project = patchbay_server.new_project()
    yield project
    project.delete()


@pytest.fixture
def platform_env(sandbox, monkeypatch):
    """Sets the variables that connect a program under test to the sandbox of the test."""
    for name, value in sandbox.env.items():
        monkeypatch.setenv(name, value)
    return sandbox.env
