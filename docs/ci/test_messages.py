"""An example for docs/sandbox-in-ci.md. CI runs it."""

import pytest

NUMBER = "+12065550100"
PHONE = "+13035550111"


def send(sandbox, text):
    path = f"/api/laml/2010-04-01/Accounts/{sandbox.project}/Messages"
    return sandbox.request("POST", path, {"From": NUMBER, "To": PHONE, "Body": text})


def test_a_message_reaches_the_phone(sandbox):
    status, message = send(sandbox, "Your table is ready")
    assert (status, message["status"]) == (201, "queued")
    sandbox.run(60)
    assert [one["text"] for one in sandbox.inbox(to=PHONE)] == ["Your table is ready"]
    sandbox.verify({"message": {"to": PHONE, "text": {"$contains": "table"}}, "times": 1})


def test_a_failure_shows_the_difference(sandbox):
    send(sandbox, "Hello")
    sandbox.run(60)
    with pytest.raises(AssertionError, match='text: expected "Goodbye", found "Hello"'):
        sandbox.verify({"message": {"text": "Goodbye"}})
    created = {"request": {"operation": "compat.messages.create"}}
    with pytest.raises(AssertionError, match="Expected in order"):
        sandbox.verify([{"message": {"text": "Hello"}}, created], in_order=True)


def test_each_test_has_its_own_state(sandbox, platform_env):
    assert sandbox.inbox() == []
    assert platform_env["PLATFORM_PROJECT_ID"] == sandbox.project
    sandbox.add_fault("compat.messages.create", {"status": 503}, times=1)
    assert send(sandbox, "x")[0] == 503
    assert send(sandbox, "x")[0] == 201


def test_a_snapshot_and_a_fork(sandbox):
    send(sandbox, "before")
    sandbox.run(60)
    snapshot = sandbox.snapshot()
    fork = sandbox.new_project(fork=True)
    send(fork, "in the fork")
    fork.run(60)
    assert len(fork.inbox(to=PHONE)) == 2
    assert len(sandbox.inbox(to=PHONE)) == 1
    sandbox.reset()
    assert sandbox.inbox() == []
    sandbox.restore(snapshot)
    assert len(sandbox.inbox(to=PHONE)) == 1


def test_a_call_to_a_menu(sandbox):
    story = sandbox.ring(NUMBER, digits=["2"])
    assert story["problems"] == []
