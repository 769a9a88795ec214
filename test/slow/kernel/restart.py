"""A restart starts a new session for the same client. The history still has earlier inputs."""
from jupyter_client.manager import start_new_kernel

manager, client = start_new_kernel(kernel_name="patchbay", startup_timeout=120)
try:
    client.execute_interactive("const before = 1", timeout=120)
    first = manager.provisioner.process.pid
    manager.restart_kernel()
    client.wait_for_ready(timeout=120)
    assert manager.provisioner.process.pid != first

    reply = client.execute_interactive("const after = 2", user_expressions={"before": "typeof before"}, timeout=120)
    content = reply["content"]
    assert content["execution_count"] == 1, content
    assert content["user_expressions"]["before"]["data"]["text/plain"] == "'undefined'", content

    client.history(hist_access_type="tail", n=2, raw=True, output=False)
    while True:
        reply = client.get_shell_msg(timeout=120)
        if reply["msg_type"] == "history_reply":
            break
    typed = [source for _, _, source in reply["content"]["history"]]
    assert typed == ["const before = 1", "const after = 2"], typed

    # A busy kernel restarts as well.
    client.execute("for (;;) {}")
    manager.restart_kernel()
    client.wait_for_ready(timeout=120)
    assert client.execute_interactive("1", timeout=120)["content"]["status"] == "ok"
finally:
    client.stop_channels()
    manager.shutdown_kernel()
